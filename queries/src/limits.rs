//! When to stop, and what stopped a query.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use gordian_solver::{Budget, Interrupt};

/// What a query may use up. The default is no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Stop after this many solutions; up to symmetry, after this many classes.
    pub solutions: Option<u128>,
    /// Stop at this moment.
    pub deadline: Option<Instant>,
    /// Stop soon after somebody sets this flag.
    pub terminator: Option<Arc<AtomicBool>>,
}

/// Why a query ended before it knew everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// [`Limits::solutions`] was reached. Whether there are more is not known.
    Limit,
    /// [`Limits::deadline`] has passed.
    Time,
    /// [`Limits::terminator`] was set.
    Terminated,
    /// The listener wanted no more.
    Listener,
    /// A limit of the engine of another kind: conflicts, decisions or ticks.
    Budget,
}

impl Limits {
    /// No limit.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// With a limit on the number of solutions, of classes where these are counted.
    pub fn with_solutions(mut self, solutions: u128) -> Limits {
        self.solutions = Some(solutions);
        self
    }

    /// With a moment to stop at.
    pub fn with_deadline(mut self, deadline: Instant) -> Limits {
        self.deadline = Some(deadline);
        self
    }

    /// With a flag that ends the query.
    pub fn with_terminator(mut self, terminator: Arc<AtomicBool>) -> Limits {
        self.terminator = Some(terminator);
        self
    }

    /// What these limits leave to one call of the engine.
    pub(crate) fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(deadline) = self.deadline {
            budget = budget.with_deadline(deadline);
        }
        if let Some(terminator) = &self.terminator {
            budget = budget.with_terminator(Arc::clone(terminator));
        }
        budget
    }

    /// Whether the flag is set.
    pub(crate) fn terminated(&self) -> bool {
        self.terminator.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl From<Interrupt> for Stop {
    fn from(interrupt: Interrupt) -> Stop {
        match interrupt {
            Interrupt::Time => Stop::Time,
            Interrupt::Terminated => Stop::Terminated,
            _ => Stop::Budget,
        }
    }
}

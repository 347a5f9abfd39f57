//! When to stop, and what stopped a query.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use gordian_formula::Clock;
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
    /// Another such flag, which whoever runs several searches sets for each of them.
    pub(crate) inner: Option<Arc<AtomicBool>>,
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

    /// With another flag beside that of the caller.
    pub(crate) fn with_inner(self, inner: Arc<AtomicBool>) -> Limits {
        Limits { inner: Some(inner), ..self }
    }

    /// What work of other kinds than a search looks at.
    pub(crate) fn clock(&self) -> Clock {
        let clock = self.flags().fold(Clock::unlimited(), |clock, flag| clock.with_flag(Arc::clone(flag)));
        self.deadline.into_iter().fold(clock, Clock::with_deadline)
    }

    /// What has stopped a query by now, if anything has.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        if self.terminated() {
            return Some(Stop::Terminated);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Time)
    }

    fn flags(&self) -> impl Iterator<Item = &Arc<AtomicBool>> {
        self.terminator.iter().chain(&self.inner)
    }

    /// What these limits leave to one call of the engine.
    pub(crate) fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited();
        if let Some(deadline) = self.deadline {
            budget = budget.with_deadline(deadline);
        }
        self.flags().fold(budget, |budget, flag| budget.with_terminator(Arc::clone(flag)))
    }

    /// Whether a flag is set.
    pub(crate) fn terminated(&self) -> bool {
        self.flags().any(|flag| flag.load(Ordering::Relaxed))
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

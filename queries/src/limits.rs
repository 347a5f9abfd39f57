//! The limits of a query, and the reasons for its end.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gordian_formula::{Clock, Instant};
use gordian_solver::{Budget, Interrupt};

/// The resources that a query may use up. The default is no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Stop after this many solutions; up to symmetry, after this many classes.
    pub solutions: Option<u128>,
    /// Stop soon after this clock is over.
    pub clock: Clock,
}

/// The reason why a query ended before it knew everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// [`Limits::solutions`] was reached. Whether there are more is not known.
    Limit,
    /// The deadline of [`Limits::clock`] has passed.
    Time,
    /// A flag of [`Limits::clock`] was set.
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
    pub fn with_deadline(self, deadline: Instant) -> Limits {
        Limits { clock: self.clock.with_deadline(deadline), ..self }
    }

    /// With a flag that ends the query, beside those that were given before.
    pub fn with_terminator(self, flag: Arc<AtomicBool>) -> Limits {
        Limits { clock: self.clock.with_flag(flag), ..self }
    }

    /// With this clock instead of a deadline and flags that were given before.
    pub fn with_clock(self, clock: Clock) -> Limits {
        Limits { clock, ..self }
    }

    /// The reason to stop a query now, if there is one.
    pub(crate) fn stopped(&self) -> Option<Stop> {
        if self.clock.is_flagged() {
            return Some(Stop::Terminated);
        }
        self.clock.is_late().then_some(Stop::Time)
    }

    /// The budget that these limits leave to one call of the engine.
    pub(crate) fn budget(&self) -> Budget {
        Budget::unlimited().with_clock(self.clock.clone())
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

//! The budget of a call: how much a caller lets the solver do.

use gordian_formula::{Clock, Instant};

use crate::outcome::Interrupt;
use crate::statistics::Statistics;
use crate::terminator::Terminator;

/// Limits on one call, counted from its beginning.
///
/// Conflicts, decisions, propagations and ticks are deterministic; the deadline and the terminator
/// are looked at now and then.
///
/// ```
/// use std::time::{Duration, Instant};
/// use gordian_solver::Budget;
///
/// let budget = Budget::unlimited().with_conflicts(10_000).with_deadline(Instant::now() + Duration::from_secs(5));
/// # let _ = budget;
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    conflicts: Option<u64>,
    decisions: Option<u64>,
    propagations: Option<u64>,
    ticks: Option<u64>,
    /// Ticks after which search ends, but no simplification that is under way.
    pause: Option<u64>,
    clock: Clock,
}

impl Budget {
    /// No limits.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// At most this many conflicts.
    pub fn with_conflicts(self, conflicts: u64) -> Budget {
        Budget { conflicts: Some(conflicts), ..self }
    }

    /// The limit of conflicts, if there is one.
    pub fn conflicts(&self) -> Option<u64> {
        self.conflicts
    }

    /// At most this many decisions.
    pub fn with_decisions(self, decisions: u64) -> Budget {
        Budget { decisions: Some(decisions), ..self }
    }

    /// At most about this many literals propagated; the consequences of one decision are propagated
    /// to the end.
    pub fn with_propagations(self, propagations: u64) -> Budget {
        Budget { propagations: Some(propagations), ..self }
    }

    /// At most about this many cache lines touched by propagation.
    pub fn with_ticks(self, ticks: u64) -> Budget {
        Budget { ticks: Some(ticks), ..self }
    }

    /// The limit of ticks, if there is one.
    pub(crate) fn ticks(&self) -> Option<u64> {
        self.ticks
    }

    /// Search ends after so many ticks as at a limit of ticks; what simplification tries is not cut short.
    pub(crate) fn pausing_after(self, ticks: u64) -> Budget {
        Budget { pause: Some(ticks), ..self }
    }

    /// Whether search is to end after the work between two statistics.
    pub(crate) fn pauses(&self, before: &Statistics, now: &Statistics) -> Option<Interrupt> {
        self.pause.filter(|&ticks| now.ticks - before.ticks >= ticks).map(|_| Interrupt::Ticks)
    }

    /// No longer than until this moment.
    pub fn with_deadline(self, deadline: Instant) -> Budget {
        Budget { clock: self.clock.with_deadline(deadline), ..self }
    }

    /// Only until this is tripped, by another thread or a signal handler; a shared flag
    /// (`Arc<AtomicBool>`) does as well. Called more than once, until any of them is tripped.
    pub fn with_terminator(self, terminator: impl Into<Terminator>) -> Budget {
        Budget { clock: self.clock.with_flag(terminator.into().into_flag()), ..self }
    }

    /// Only until this clock is over, instead of a deadline and terminators that were given before.
    pub fn with_clock(self, clock: Clock) -> Budget {
        Budget { clock, ..self }
    }

    /// The limit that was reached by the work between two statistics, if any, the deadline left out.
    pub(crate) fn exceeded(&self, before: &Statistics, now: &Statistics) -> Option<Interrupt> {
        let reached = |limit: Option<u64>, used: u64| limit.is_some_and(|limit| used >= limit);
        if self.is_terminated() {
            Some(Interrupt::Terminated)
        } else if reached(self.conflicts, now.conflicts - before.conflicts) {
            Some(Interrupt::Conflicts)
        } else if reached(self.decisions, now.decisions - before.decisions) {
            Some(Interrupt::Decisions)
        } else if reached(self.propagations, now.propagations - before.propagations) {
            Some(Interrupt::Propagations)
        } else if reached(self.ticks, now.ticks - before.ticks) {
            Some(Interrupt::Ticks)
        } else {
            None
        }
    }

    /// Whether the deadline has passed or a terminator is tripped.
    pub(crate) fn is_over(&self) -> bool {
        self.clock.is_over()
    }

    /// The limit that was reached, if any: the deadline or a terminator.
    pub(crate) fn ended(&self) -> Option<Interrupt> {
        match self.is_terminated() {
            true => Some(Interrupt::Terminated),
            false => self.is_late().then_some(Interrupt::Time),
        }
    }

    fn is_terminated(&self) -> bool {
        self.clock.is_flagged()
    }

    /// Whether the deadline has passed: asks the clock, so not for every decision.
    pub(crate) fn is_late(&self) -> bool {
        self.clock.is_late()
    }
}

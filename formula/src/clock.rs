//! Clocks that tell when long work is to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::instant::Instant;

/// Tells long work when to stop: at a moment, or while one of some flags is set. Clones share the flags.
///
/// ```
/// use std::time::{Duration, Instant};
/// use gordian_formula::Clock;
///
/// assert!(!Clock::unlimited().is_over());
/// assert!(Clock::unlimited().with_deadline(Instant::now()).is_over());
/// let later = Instant::now() + Duration::from_secs(60);
/// assert!(!Clock::unlimited().with_deadline(later).is_over());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Clock {
    deadline: Option<Instant>,
    flags: Vec<Arc<AtomicBool>>,
}

impl Clock {
    /// One that never says so.
    pub fn unlimited() -> Clock {
        Clock::default()
    }

    /// This one, but over from the deadline on.
    #[must_use]
    pub fn with_deadline(self, deadline: Instant) -> Clock {
        Clock { deadline: Some(deadline), ..self }
    }

    /// This one, but over also while the flag is set, by a signal handler for example.
    #[must_use]
    pub fn with_flag(mut self, flag: Arc<AtomicBool>) -> Clock {
        self.flags.push(flag);
        self
    }

    /// Whether to stop. It asks the system for the time: once in some thousand short steps is often
    /// enough (see [`Clock::poller`]).
    pub fn is_over(&self) -> bool {
        self.is_flagged() || self.is_late()
    }

    /// Whether one of the flags is set. This does not ask the system for the time.
    pub fn is_flagged(&self) -> bool {
        self.flags.iter().any(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether the deadline has passed.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// A poller that looks at this clock once in `interval` steps.
    pub fn poller(&self, interval: u32) -> Poller<'_> {
        Poller { clock: self, interval, left: interval, is_over: false }
    }
}

/// Looks at a clock once in so many steps, so that short steps can ask each time.
#[derive(Clone, Debug)]
pub struct Poller<'a> {
    clock: &'a Clock,
    interval: u32,
    left: u32,
    is_over: bool,
}

impl Poller<'_> {
    /// Counts a step. Once the clock was seen to be over, the answer stays the same.
    #[inline]
    pub fn is_over(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.left = self.interval;
            self.is_over = self.is_over || self.clock.is_over();
        }
        self.is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poller_looks_once_in_so_many_steps_and_remembers() {
        let flag = Arc::new(AtomicBool::new(true));
        let clock = Clock::unlimited().with_flag(Arc::clone(&flag));
        let mut poller = clock.poller(3);
        assert_eq!([poller.is_over(), poller.is_over(), poller.is_over()], [false, false, true]);
        flag.store(false, Ordering::Relaxed);
        assert!(!clock.is_over() && (0..9).all(|_| poller.is_over()));
    }
}

//! How a search takes part, as far as its method tells.

use crate::Method;

/// Steps that a side takes like the others although it is not likely to end first. From there to
/// `SLOW_UNTIL` each of its steps counts `SLOWNESS` times. So it costs the others little, and comes
/// to its own where they take long.
const TRIAL: u64 = 1 << 23;
const SLOW_UNTIL: u64 = 6 * TRIAL;
/// How many times slower goes what is less likely to be the best.
const SLOWNESS: u64 = 4;
/// The steps that the others take before a side that begins late.
const HEAD_START: u64 = 1 << 20;

/// How a search takes part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(super) method: Method,
    /// Steps that the others take before it begins.
    pub(super) head_start: u64,
    pub(super) pace: Pace,
}

/// The steps between which a search goes slower.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    from: u64,
    until: u64,
}

impl Entry {
    pub(crate) fn new(method: impl Into<Method>) -> Entry {
        Entry { method: method.into(), head_start: 0, pace: Pace::EVEN }
    }

    /// One that takes long to begin, or is seldom the best.
    pub(crate) fn late(self) -> Entry {
        Entry { head_start: HEAD_START, ..self }
    }

    /// One that is charged for its beginning, but is seldom the best.
    pub(crate) fn soon(self) -> Entry {
        Entry { head_start: HEAD_START / 4, ..self }
    }

    /// One that is not likely to end first.
    pub(crate) fn slow(self) -> Entry {
        self.slow_between(TRIAL, SLOW_UNTIL)
    }

    /// One that is not likely to end first, and has shown that already.
    pub(crate) fn slow_from_the_start(self) -> Entry {
        self.slow_between(0, SLOW_UNTIL)
    }

    /// One that is not likely to end first while it takes these steps.
    pub(crate) fn slow_between(self, from: u64, until: u64) -> Entry {
        Entry { pace: Pace { from, until }, ..self }
    }
}

impl Pace {
    /// As fast as the others.
    pub(super) const EVEN: Pace = Pace { from: 0, until: 0 };

    /// Converts steps into those that are counted.
    pub(super) fn counted(self, steps: u64) -> u64 {
        let slow = steps.min(self.until).saturating_sub(self.from);
        steps.saturating_add(slow.saturating_mul(SLOWNESS - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_goes_slower_between_two_of_its_steps_only() {
        let counted = |from, until| [1, 10, 100].map(|steps| Pace { from, until }.counted(steps));
        assert_eq!(counted(0, 0), [1, 10, 100]);
        assert_eq!(counted(0, 20), [4, 40, 160]);
        assert_eq!(counted(4, u64::MAX), [1, 28, 388]);
    }
}

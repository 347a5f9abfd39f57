//! The reluctant doubling sequence.

/// Restart intervals of the sequence 1, 1, 2, 1, 1, 2, 4, … (Luby, Sinclair & Zuckerman 1993), in the constant-space
/// form of Knuth (2012), times a period in conflicts.
#[derive(Clone, Debug)]
pub(crate) struct Reluctant {
    u: u64,
    v: u64,
    period: u64,
    limit: u64,
    countdown: u64,
}

impl Reluctant {
    /// Intervals are multiples of `period`; the sequence begins again before one would exceed `limit`.
    pub(crate) fn new(period: u64, limit: u64) -> Reluctant {
        Reluctant { u: 1, v: 1, period, limit, countdown: period }
    }

    /// Counts a conflict.
    pub(crate) fn tick(&mut self) {
        self.countdown = self.countdown.saturating_sub(1);
    }

    /// Whether the interval is over; if so, the next one begins.
    pub(crate) fn triggered(&mut self) -> bool {
        if self.countdown > 0 {
            return false;
        }
        if self.u & self.u.wrapping_neg() == self.v {
            (self.u, self.v) = (self.u + 1, 1);
        } else {
            self.v *= 2;
        }
        if self.v.saturating_mul(self.period) > self.limit {
            (self.u, self.v) = (1, 1);
        }
        self.countdown = self.v * self.period;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_follow_the_sequence() {
        let mut reluctant = Reluctant::new(10, 1 << 20);
        let mut intervals = vec![];
        let mut length = 0;
        while intervals.len() < 15 {
            reluctant.tick();
            length += 1;
            if reluctant.triggered() {
                intervals.push(length / 10);
                length = 0;
            }
        }
        assert_eq!(intervals, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}

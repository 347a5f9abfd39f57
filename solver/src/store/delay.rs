//! Turns to miss.

/// Lets a technique that found nothing miss its turn, more often each time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Delay {
    wait: u32,
    left: u32,
}

impl Delay {
    /// Whether this turn is missed.
    pub(crate) fn is_waiting(&mut self) -> bool {
        let is_waiting = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_waiting
    }

    /// Takes note of whether a turn led to anything.
    pub(crate) fn note(&mut self, is_success: bool) {
        self.wait = if is_success { self.wait / 2 } else { self.wait + 1 };
        self.left = self.wait;
    }
}

//! Looks at the clock in what comes before the search for the number.

use std::ops::ControlFlow;

/// Steps between two looks at the clock.
const INTERVAL: u32 = 1 << 10;

/// Asks whoever wants the number whether to go on. Once the answer was no, it stays so.
pub(crate) struct Polls<'a> {
    poll: &'a mut dyn FnMut() -> ControlFlow<()>,
    left: u32,
    is_over: bool,
}

impl<'a> Polls<'a> {
    pub(crate) fn new(poll: &'a mut dyn FnMut() -> ControlFlow<()>) -> Polls<'a> {
        Polls { poll, left: INTERVAL, is_over: false }
    }

    /// Asks, and says whether to stop.
    pub(crate) fn is_over(&mut self) -> bool {
        self.is_over = self.is_over || (self.poll)().is_break();
        self.is_over
    }

    /// Counts a step, and asks once in some thousand.
    #[inline]
    pub(crate) fn step(&mut self) -> bool {
        self.left -= 1;
        if self.left == 0 {
            self.left = INTERVAL;
            return self.is_over();
        }
        self.is_over
    }
}

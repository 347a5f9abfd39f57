//! Questions to whoever wants the number: whether to go on.

use std::ops::ControlFlow;

use crate::forecast::Advance;

/// The reason why a search is broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// Nobody waits for its number.
    Needless,
    /// The number is wanted, but the time is over. An estimate is wanted instead.
    Late,
}

/// A function that hears how far a search has come, and may break it off.
pub(super) type Poll<'a> = dyn FnMut(Advance) -> ControlFlow<Halt> + 'a;

/// Steps between two looks at the clock.
const INTERVAL: u32 = 1 << 10;
/// Small steps of work in the time of a tick, and small steps between two looks at the clock.
const STEPS_PER_TICK: u64 = 6;
const WORK_INTERVAL: u64 = 1 << 15;

/// Asks in what comes before the search, and tells how many ticks it has taken, as far as they are counted. Once the
/// answer was no, it stays so.
pub(crate) struct Polls<'a> {
    poll: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    ticks: u64,
    left: u32,
    is_over: bool,
}

impl<'a> Polls<'a> {
    pub(crate) fn new(poll: &'a mut dyn FnMut(u64) -> ControlFlow<()>) -> Polls<'a> {
        Polls { poll, ticks: 0, left: INTERVAL, is_over: false }
    }

    pub(crate) fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Counts more ticks.
    pub(crate) fn take(&mut self, ticks: u64) {
        self.ticks += ticks;
    }

    /// Asks after so many ticks in all, and says whether to stop.
    pub(crate) fn is_over_at(&mut self, ticks: u64) -> bool {
        self.ticks = ticks;
        self.is_over()
    }

    /// Asks, and says whether to stop.
    pub(crate) fn is_over(&mut self) -> bool {
        self.is_over = self.is_over || (self.poll)(self.ticks).is_break();
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

/// Work before the search, in small steps, which are told as ticks.
pub(super) struct Work<'p, 'a> {
    polls: &'p mut Polls<'a>,
    pub(super) steps: u64,
    /// As many as are told.
    told: u64,
    /// It is over after so many.
    most: u64,
}

impl<'p, 'a> Work<'p, 'a> {
    pub(super) fn new(polls: &'p mut Polls<'a>, most: u64) -> Work<'p, 'a> {
        Work { polls, steps: 0, told: 0, most }
    }

    /// Whether to stop; asks once in some thousand steps.
    #[inline]
    pub(super) fn is_over(&mut self) -> bool {
        if self.steps >= self.told + WORK_INTERVAL {
            self.tell();
            self.polls.is_over();
        }
        self.steps > self.most || self.polls.is_over
    }

    fn tell(&mut self) {
        self.polls.ticks += (self.steps - self.told) / STEPS_PER_TICK;
        self.told = self.steps;
    }
}

impl Drop for Work<'_, '_> {
    fn drop(&mut self) {
        self.tell();
    }
}

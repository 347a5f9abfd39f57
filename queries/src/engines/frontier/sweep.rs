//! Counting along an order: all states of one position, then all of the next.

use std::ops::ControlFlow;

use super::course::Course;
use super::key::Key;
use super::layer::{Layer, Overflow};
use super::plan::Plan;
use super::tally::Tally;
use crate::forecast::Outlook;

/// Work between two looks at the clock.
const POLL_INTERVAL: u64 = 1 << 16;
/// Choices that are looked at in one step, if a key is one word. A state, a transition and a place in a
/// table that is in no cache of the core each take one, in about 30 ns.
const LOOKS_PER_STEP: u64 = 6;
/// A choice takes three times as long with keys of two words, as with twelve queens.
const LOOKS_OF_WIDE_KEY: u64 = 3;
/// Bytes of a table that the caches of one core hold, and those of all cores.
const OWN_CACHE: usize = 1 << 20;
const SHARED_CACHE: usize = 16 << 20;

/// The limits of a sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Bytes.
    pub(crate) memory: usize,
    /// States and transitions.
    pub(crate) work: u64,
}

/// Bytes that tables of states may take.
const MEMORY: usize = 900 << 20;

impl Allowance {
    /// So much work, and all the memory that there is for it.
    pub(crate) fn of_work(work: u64) -> Allowance {
        Allowance { memory: MEMORY, work }
    }

    /// As much work as it takes.
    pub(crate) fn of_memory() -> Allowance {
        Allowance::of_work(u64::MAX)
    }
}

/// The misses that a place in a table of this size counts for.
#[inline]
fn misses(bytes: usize) -> u64 {
    if bytes <= OWN_CACHE {
        0
    } else if bytes <= SHARED_CACHE {
        1
    } else {
        4
    }
}

/// The resources that a sweep used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    /// States met.
    pub(crate) states: u64,
    /// Options taken in some state.
    pub(crate) transitions: u64,
    /// Places that were looked for in tables which no cache of the core holds. A place in a table that
    /// no cache holds at all counts four times.
    pub(crate) misses: u64,
    /// Items and choices that were looked at, more times if keys are wide.
    pub(crate) looks: u64,
    /// The most bytes at a time.
    pub(crate) memory: usize,
    /// The position reached.
    pub(crate) position: usize,
}

impl Effort {
    /// States and transitions.
    fn work(&self) -> u64 {
        self.states + self.transitions
    }

    /// The work in steps that take about equally long.
    fn steps(&self) -> u64 {
        self.work() + self.misses + self.looks / LOOKS_PER_STEP
    }
}

/// Why there is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// More than the allowance would be needed, or more slots than a key has.
    TooLarge,
    Interrupted,
}

/// Why a sweep ended early.
pub(super) enum Ended {
    Overflow,
    Failed(Failure),
}

impl From<Overflow> for Ended {
    fn from(_: Overflow) -> Ended {
        Ended::Overflow
    }
}

impl From<Ended> for Failure {
    fn from(ended: Ended) -> Failure {
        match ended {
            // Not with numbers of any size.
            Ended::Overflow => Failure::TooLarge,
            Ended::Failed(failure) => failure,
        }
    }
}

/// Adds up what is used, and ends what takes more than it may.
pub(super) struct Meter<'a> {
    allowance: Allowance,
    /// Steps that came before.
    before: u64,
    pub(super) effort: &'a mut Effort,
    /// The effort when this sweep began.
    begun: Effort,
    /// Called now and then.
    poll: &'a mut dyn FnMut(Outlook) -> ControlFlow<()>,
    next_poll: u64,
    /// Bytes in use.
    memory: usize,
}

impl<'a> Meter<'a> {
    pub(super) fn new(
        allowance: Allowance,
        effort: &'a mut Effort,
        poll: &'a mut dyn FnMut(Outlook) -> ControlFlow<()>,
    ) -> Meter<'a> {
        Meter { allowance, before: 0, begun: *effort, effort, poll, next_poll: POLL_INTERVAL, memory: 0 }
    }

    /// A meter for something that may use up only so much work.
    pub(super) fn part<'b>(&'b mut self, work: u64, effort: &'b mut Effort) -> Meter<'b> {
        let before = self.steps();
        Meter { before, ..Meter::new(Allowance { work, ..self.allowance }, effort, &mut *self.poll) }
    }

    fn steps(&self) -> u64 {
        self.before + self.effort.steps()
    }

    /// Looks at the clock in the midst of what comes before the sweep, after so many more looks at items; whether that
    /// is to end.
    pub(super) fn is_over(&mut self, looks: u64) -> bool {
        self.effort.looks += looks;
        let ticks = self.steps();
        (self.poll)(Outlook { ticks, rest: f64::INFINITY }).is_break()
    }

    /// Looks at the clock and at what was done, now and then; `left` tells how many states are expected.
    #[inline]
    pub(super) fn look(&mut self, left: impl FnOnce() -> f64) -> Result<(), Ended> {
        let work = self.effort.work();
        if work < self.next_poll {
            return Ok(());
        }
        self.next_poll = work + POLL_INTERVAL;
        if work > self.allowance.work {
            return Err(Ended::Failed(Failure::TooLarge));
        }
        let steps = self.effort.steps() - self.begun.steps();
        let states = self.effort.states - self.begun.states;
        let rest = left() * steps as f64 / states as f64;
        let ticks = self.steps();
        match (self.poll)(Outlook { ticks, rest }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Ended::Failed(Failure::Interrupted)),
        }
    }

    /// A table has taken the place of another, which was there until now.
    fn replace(&mut self, before: usize, after: usize) -> Result<(), Ended> {
        self.memory += after;
        self.effort.memory = self.effort.memory.max(self.memory);
        if self.memory > self.allowance.memory {
            return Err(Ended::Failed(Failure::TooLarge));
        }
        self.memory -= before;
        Ok(())
    }

    fn release(&mut self, bytes: usize) {
        self.memory -= bytes;
    }

    /// Begins a sweep: gives back all memory that is counted.
    fn begin(&mut self) {
        self.memory = 0;
        self.begun = *self.effort;
    }
}

/// Whether the states of positions that are done are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Past {
    Dropped,
    Kept,
}

/// The states of each position with the number of ways to them; at the end the number of exact covers.
pub(super) fn sweep<K: Key, T: Tally>(
    plan: &Plan<K>,
    past: Past,
    meter: &mut Meter<'_>,
) -> Result<Vec<Layer<K, T>>, Ended> {
    let end = plan.end();
    let mut layers: Vec<Layer<K, T>> = (0..=end as u64).map(Layer::new).collect();
    let (position, key) = plan.start();
    meter.begin();
    layers[position].add(key, &T::one())?;
    meter.replace(0, layers[position].bytes())?;
    let mut course = Course::new(plan);
    for position in 0..end {
        let layer = std::mem::replace(&mut layers[position], Layer::new(0));
        course.enter(plan, position, &layer);
        for (here, (key, number)) in layer.states().enumerate() {
            meter.effort.states += 1;
            let (mut looks, taken_before) = (0, meter.effort.transitions);
            plan.for_each_next(position, *key, &mut looks, |_, to, key| -> Result<(), Ended> {
                meter.effort.transitions += 1;
                let before = layers[to].bytes();
                let misses = misses(before);
                meter.effort.misses += misses;
                if layers[to].add(key, number)? {
                    meter.replace(before, layers[to].bytes())?;
                    meter.effort.misses += misses * layers[to].len() as u64;
                }
                Ok(())
            })?;
            meter.effort.looks += if K::SLOTS > 64 { LOOKS_OF_WIDE_KEY * looks } else { looks };
            course.dead_ends += u64::from(meter.effort.transitions == taken_before);
            meter.look(|| (layer.len() - here) as f64 + course.rest(plan, position))?;
        }
        match past {
            Past::Dropped => meter.release(layer.bytes()),
            Past::Kept => layers[position] = layer,
        }
        meter.effort.position = position;
    }
    Ok(layers)
}

//! Counting along an order: all states of one position, then all of the next.

use std::ops::ControlFlow;

use super::key::Key;
use super::layer::{Layer, Overflow};
use super::plan::Plan;
use super::tally::Tally;

/// Work between two looks at the clock.
const POLL_INTERVAL: u64 = 1 << 16;

/// What a sweep may use up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Bytes.
    pub(crate) memory: usize,
    /// States and transitions.
    pub(crate) work: u64,
}

/// What a sweep used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effort {
    /// States met.
    pub(crate) states: u64,
    /// Options taken in some state.
    pub(crate) transitions: u64,
    /// The most bytes at a time.
    pub(crate) memory: usize,
    /// The position reached.
    pub(crate) position: usize,
}

/// Why a sweep ended early.
pub(super) enum Ended {
    Overflow,
    TooLarge,
    Interrupted,
}

impl From<Overflow> for Ended {
    fn from(_: Overflow) -> Ended {
        Ended::Overflow
    }
}

/// Counts the exact covers.
pub(super) fn sweep<K: Key, T: Tally>(
    plan: &Plan<K>,
    allowance: &Allowance,
    effort: &mut Effort,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<T, Ended> {
    let end = plan.positions.len();
    let mut layers: Vec<Layer<K, T>> = (0..=end).map(|_| Layer::new()).collect();
    let mut memory = 0;
    let mut next_poll = POLL_INTERVAL;
    let (position, key) = plan.settle(0, K::EMPTY);
    layers[position].add(key, &T::one())?;
    memory += layers[position].bytes();
    for position in 0..end {
        let layer = std::mem::replace(&mut layers[position], Layer::new());
        let here = &plan.positions[position];
        for (key, number) in layer.states() {
            effort.states += 1;
            if here.is_dead(*key) {
                continue;
            }
            let mut go = |key: K| -> Result<(), Ended> {
                effort.transitions += 1;
                let (to, key) = plan.settle(position + 1, key);
                let before = layers[to].bytes();
                if layers[to].add(key, number)? {
                    memory += layers[to].bytes() - before;
                    // While a table grows, the old one is still there.
                    effort.memory = effort.memory.max(memory + before);
                    if memory + before > allowance.memory {
                        return Err(Ended::TooLarge);
                    }
                }
                Ok(())
            };
            if !here.is_primary {
                go(*key)?;
            }
            here.choices.for_each(*key, |mask| go(key.union(mask)))?;
            let work = effort.states + effort.transitions;
            if work >= next_poll {
                next_poll = work + POLL_INTERVAL;
                if work > allowance.work {
                    return Err(Ended::TooLarge);
                }
                if poll().is_break() {
                    return Err(Ended::Interrupted);
                }
            }
        }
        memory -= layer.bytes();
        effort.position = position;
    }
    Ok(layers[end].states().next().map_or(T::ZERO, |(_, number)| number.clone()))
}

//! The states that a sweep passed through, kept: each way through them is a solution.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::rc::Rc;

use num_bigint::BigUint;

use super::key::Key;
use super::layer::Layer;
use super::plan::Plan;
use super::sweep::{Ended, Meter, Past, sweep};
use super::tally::Tally;

/// Solutions as ways through a diagram, as rows of options.
pub(super) trait Ways {
    /// How many there are.
    fn total(&self) -> BigUint;

    /// On how many ways an option is taken.
    fn with_option(&self, option: u32) -> BigUint;

    /// Visits each of them.
    fn for_each(&self, visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The one with this rank, which is less than their number, in an order of their own.
    fn at(&self, rank: BigUint) -> Vec<u32>;
}

/// The states from which the end is reached, each with the number of ways to it.
struct Diagram<K, T> {
    plan: Rc<Plan<K>>,
    layers: Vec<Layer<K, T>>,
    with_option: Vec<T>,
}

/// A step of a walk: where it leads to, with what, and how many options were taken before.
struct Step<K> {
    option: Option<u32>,
    position: usize,
    key: K,
    depth: usize,
}

/// Sweeps forward, then back: there each state turns from the number of ways to it into that of ways on from it. The
/// product of both over a transition is the number of ways that take it.
pub(super) fn ways<K: Key + 'static, T: Tally + 'static>(
    plan: &Rc<Plan<K>>,
    num_options: usize,
    meter: &mut Meter<'_>,
) -> Result<Box<dyn Ways>, Ended> {
    let mut layers: Vec<Layer<K, T>> = sweep(plan, Past::Kept, meter)?;
    let end = plan.end();
    let total = layers[end].number(K::EMPTY).cloned().unwrap_or(T::ZERO);
    if !total.is_zero() {
        layers[end] = Layer::new(end as u64);
        layers[end].add(K::EMPTY, &T::one())?;
    }
    let mut with_option = vec![T::ZERO; num_options];
    for position in (0..end).rev() {
        let layer = std::mem::replace(&mut layers[position], Layer::new(0));
        let mut live = Layer::new(!(position as u64));
        for (key, before) in layer.states() {
            let mut after = T::ZERO;
            plan.for_each_next(position, *key, &mut 0, |option, to, key| -> Result<(), Ended> {
                meter.effort.transitions += 1;
                let Some(number) = layers[to].number(key) else { return Ok(()) };
                let fits = after.add(number)
                    && option.is_none_or(|option| with_option[option as usize].add_product(before, number));
                if fits { Ok(()) } else { Err(Ended::Overflow) }
            })?;
            if !after.is_zero() {
                live.add(*key, &after)?;
            }
            meter.look(|| f64::INFINITY)?;
        }
        layers[position] = live;
    }
    Ok(Box::new(Diagram { plan: Rc::clone(plan), layers, with_option }))
}

impl<K: Key, T: Tally> Diagram<K, T> {
    /// Visits the steps on from a state that are on a way to the end, with the number of ways on.
    fn for_each_next(&self, position: usize, key: K, depth: usize, mut visit: impl FnMut(Step<K>, &T)) {
        let Ok(()) =
            self.plan.for_each_next(position, key, &mut 0, |option, position, key| -> Result<(), Infallible> {
                if let Some(number) = self.layers[position].number(key) {
                    visit(Step { option, position, key, depth }, number);
                }
                Ok(())
            });
    }
}

impl<K: Key, T: Tally> Ways for Diagram<K, T> {
    fn total(&self) -> BigUint {
        let (position, key) = self.plan.start();
        self.layers[position].number(key).map_or(BigUint::ZERO, Tally::to_big)
    }

    fn with_option(&self, option: u32) -> BigUint {
        self.with_option[option as usize].to_big()
    }

    fn for_each(&self, visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        let (position, key) = self.plan.start();
        let mut chosen = Vec::new();
        let mut open = Vec::new();
        if self.layers[position].number(key).is_some() {
            open.push(Step { option: None, position, key, depth: 0 });
        }
        while let Some(Step { option, position, key, depth }) = open.pop() {
            chosen.truncate(depth);
            chosen.extend(option);
            if position == self.plan.end() {
                visit(&chosen)?;
            } else {
                self.for_each_next(position, key, chosen.len(), |step, _| open.push(step));
            }
        }
        ControlFlow::Continue(())
    }

    fn at(&self, mut rank: BigUint) -> Vec<u32> {
        let (mut position, mut key) = self.plan.start();
        let mut chosen = Vec::new();
        while position < self.plan.end() {
            let mut taken = None;
            self.for_each_next(position, key, chosen.len(), |step, number| {
                if taken.is_none() {
                    let number = number.to_big();
                    if rank < number {
                        taken = Some(step);
                    } else {
                        rank -= number;
                    }
                }
            });
            let Some(step) = taken else { break };
            chosen.extend(step.option);
            (position, key) = (step.position, step.key);
        }
        chosen
    }
}

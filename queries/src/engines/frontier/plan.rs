//! An order worked out: what can happen at each position, as masks.

use std::collections::BTreeSet;

use super::choices::Choices;
use super::key::Key;
use super::order::{spans, widths};
use super::problem::Problem;

/// Masks compared to find out which are minimal, at most, for one position.
const MAX_COMPARED: usize = 1 << 22;

/// Why an order is not worked out.
pub(super) enum Unfit {
    /// The frontier is too wide for this kind of key.
    Slots,
    Interrupted,
}

/// The events at each position of an order.
///
/// An item that is in the frontier has a *slot*, which it gives back when its position comes. A state is the set of the
/// slots whose items are covered.
pub(super) struct Plan<K> {
    positions: Vec<Position<K>>,
    steps: Vec<Step<K>>,
    /// The number of items in the frontier at each position and at the end.
    widths: Vec<i32>,
}

/// A position: its item, and the options that cover it and no earlier item.
struct Position<K> {
    /// Whether the item must be covered.
    is_primary: bool,
    choices: Choices<K>,
    /// For each later primary item in the frontier: its slot, and the end of its witnesses.
    watched: Vec<(K, u32)>,
    /// For the watched items, one after the other, what must be free for one of its options to fit;
    /// only the least sets.
    witnesses: Vec<K>,
}

/// The treatment of a position at which nothing is to be decided.
struct Step<K> {
    /// The slot of the item; empty if no earlier option covers it.
    slot: K,
    /// Whether there is something to decide if the item is not covered.
    decides: bool,
}

impl<K: Key> Plan<K> {
    /// Works an order out.
    ///
    /// # Errors
    /// If the frontier is too wide for this kind of key, or `is_over` said so.
    pub(super) fn new(problem: &Problem, order: &[u32], is_over: &mut dyn FnMut() -> bool) -> Result<Plan<K>, Unfit> {
        let items = order;
        let spans = spans(problem, items);
        let entering = entering(items, &spans);
        let slot_numbers = slots(items, &entering, K::SLOTS).ok_or(Unfit::Slots)?;
        let slots: Vec<K> = slot_numbers.iter().map(|slot| slot.map_or(K::EMPTY, K::of_slot)).collect();
        let mut position_of = vec![0; items.len()];
        for (position, &item) in items.iter().enumerate() {
            position_of[item as usize] = position;
        }
        let firsts: Vec<usize> = problem
            .options
            .iter()
            .map(|items| items.iter().map(|&item| position_of[item as usize]).min().unwrap_or(0))
            .collect();
        let mut choices: Vec<Vec<(K, u32)>> = vec![Vec::new(); items.len()];
        for ((option, &first), items) in (0..).zip(&firsts).zip(&problem.options) {
            let others = items.iter().filter(|&&item| position_of[item as usize] != first);
            let mask = others.fold(K::EMPTY, |mask, &item| mask.union(slots[item as usize]));
            choices[first].push((mask, option));
        }
        // The positions of the items in the frontier.
        let mut frontier: BTreeSet<usize> = BTreeSet::new();
        let mut plan = Plan { positions: Vec::new(), steps: Vec::new(), widths: widths(items, &spans) };
        for (position, (&item, choices)) in items.iter().zip(choices).enumerate() {
            if is_over() {
                return Err(Unfit::Interrupted);
            }
            let is_primary = problem.items[item as usize].is_primary;
            frontier.remove(&position);
            let in_frontier = |item: u32| spans[item as usize] < position && position_of[item as usize] > position;
            plan.steps.push(Step { slot: slots[item as usize], decides: is_primary || !choices.is_empty() });
            let mut here =
                Position { is_primary, choices: Choices::new(choices), watched: Vec::new(), witnesses: Vec::new() };
            // The conditions of an option on the frontier: items that are not in it are free, as
            // the item here is.
            let needs = |option: u32| {
                let needed = problem.options[option as usize].iter().filter(|&&item| in_frontier(item));
                needed.fold(K::EMPTY, |mask, &item| mask.union(slots[item as usize]))
            };
            let mut compared = 0;
            for item in frontier.iter().map(|&position| items[position]) {
                let watched = &problem.items[item as usize];
                if !watched.is_primary || compared > MAX_COMPARED {
                    continue;
                }
                let left = watched.options.iter().filter(|&&option| firsts[option as usize] >= position);
                let masks = left.map(|&option| needs(option)).collect();
                here.watch(slots[item as usize], least_of(masks, &mut compared));
            }
            plan.positions.push(here);
            frontier.extend(entering[position].iter().map(|&item| position_of[item as usize]));
        }
        Ok(plan)
    }

    /// The position after the last one.
    pub(super) fn end(&self) -> usize {
        self.positions.len()
    }

    /// The first position and its key.
    pub(super) fn start(&self) -> (usize, K) {
        self.settle(0, K::EMPTY)
    }

    /// Whether every item must be covered.
    pub(super) fn is_exact(&self) -> bool {
        self.positions.iter().all(|position| position.is_primary)
    }

    /// The factor by which the number of states grows with each item in the frontier, if a position has so many.
    pub(super) fn growth(&self, position: usize, states: usize) -> f64 {
        (states as f64).powf(f64::from(self.widths[position].max(1)).recip())
    }

    /// How many states later positions have about, with this growth.
    pub(super) fn states_after(&self, position: usize, growth: f64) -> f64 {
        self.widths[position + 1..].iter().map(|&width| growth.powi(width)).sum()
    }

    /// Visits where a state leads to: the option taken, if one is, the position and the key. It
    /// leads nowhere if a later item cannot be covered any more. Items and choices that are looked
    /// at are added to `looks`.
    #[inline]
    pub(super) fn for_each_next<E>(
        &self,
        position: usize,
        key: K,
        looks: &mut u64,
        mut visit: impl FnMut(Option<u32>, usize, K) -> Result<(), E>,
    ) -> Result<(), E> {
        let here = &self.positions[position];
        *looks += here.watched.len() as u64;
        if here.is_dead(key) {
            return Ok(());
        }
        let mut go = |option, key| {
            let (to, key) = self.settle(position + 1, key);
            visit(option, to, key)
        };
        if !here.is_primary {
            go(None, key)?;
        }
        here.choices.for_each(key, looks, |mask, option| go(Some(option), key.union(mask)))
    }

    /// Goes on from a position to the next one where there is something to decide, the end if there is none.
    #[inline]
    fn settle(&self, mut position: usize, mut key: K) -> (usize, K) {
        while let Some(step) = self.steps.get(position) {
            if key.meets(step.slot) {
                key = key.without(step.slot);
            } else if step.decides {
                break;
            }
            position += 1;
        }
        (position, key)
    }
}

impl<K: Key> Position<K> {
    fn watch(&mut self, slot: K, witnesses: Vec<K>) {
        // One that needs nothing but the item itself is always there.
        if witnesses.as_slice() != [slot] {
            self.witnesses.extend(witnesses);
            self.watched.push((slot, self.witnesses.len() as u32));
        }
    }

    /// Whether some later item that must be covered has no option left.
    #[inline]
    fn is_dead(&self, key: K) -> bool {
        let mut start = 0;
        for &(slot, end) in &self.watched {
            let end = end as usize;
            if !key.meets(slot) && self.witnesses[start..end].iter().all(|&witness| key.meets(witness)) {
                return true;
            }
            start = end;
        }
        false
    }
}

/// The items that the options of each position bring into the frontier.
fn entering(order: &[u32], spans: &[usize]) -> Vec<Vec<u32>> {
    let mut entering: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
    for (position, &item) in order.iter().enumerate() {
        if spans[item as usize] < position {
            entering[spans[item as usize]].push(item);
        }
    }
    entering
}

/// A slot for each item that is ever in the frontier, no two of which are in it at the same time with the same one;
/// `None` if there are not enough.
fn slots(order: &[u32], entering: &[Vec<u32>], number: usize) -> Option<Vec<Option<usize>>> {
    let mut free: Vec<usize> = (0..number).rev().collect();
    let mut slot_of: Vec<Option<usize>> = vec![None; order.len()];
    for (position, &item) in order.iter().enumerate() {
        free.extend(slot_of[item as usize]);
        for &item in &entering[position] {
            slot_of[item as usize] = Some(free.pop()?);
        }
    }
    Some(slot_of)
}

/// The masks that hold no other one.
fn least_of<K: Key>(mut masks: Vec<K>, compared: &mut usize) -> Vec<K> {
    masks.sort_unstable_by_key(|&mask| (mask.len(), mask));
    masks.dedup();
    let mut least: Vec<K> = Vec::new();
    for mask in masks {
        *compared += least.len();
        if !least.iter().any(|smaller| smaller.is_within(mask)) {
            least.push(mask);
        }
    }
    least
}

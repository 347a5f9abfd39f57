//! Symmetry breaking by lex-leaders: before the search, clauses forbid solutions that are not the
//! greatest of their images.
//!
//! (Crawford, Ginsberg, Luks and Roy, *Symmetry-breaking predicates for search problems*, 1996, for
//! every element of the group, but only of the first slots: that leaves few solutions of a class,
//! of which the greatest is taken.)

use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, Clock, Cnf, Lit, Model};

use crate::collect::Collector;
use crate::slots::Slots;
use crate::symmetry::{Action, Original};

/// Up to so many elements, and so many pairs of an element and a slot, symmetry is broken by clauses. Graphs of eight
/// vertices, which have forty thousand, take a thousand times as long with clauses as with a propagator.
const MAX_ELEMENTS: usize = 1 << 10;
const MAX_PAIRS: usize = 1 << 22;

/// Lines of memory that are read and written, about, for a pair of an element and a slot.
const STEPS_PER_PAIR: u64 = 32;
/// Entries of permutations that are computed for a chain of stabilisers while a line is read.
const ENTRIES_PER_STEP: u64 = 1 << 3;

/// Clauses compare the rows of values in this many slots, or in the share [`COMPARED_SHARE`] of
/// them. Nearly all solutions differ from their images there, and clauses about the other slots
/// would slow propagation.
const COMPARED: usize = 32;
const COMPARED_SHARE: usize = 8;

/// Whether the symmetry can be broken: the elements of the group are ones of the formula, and it is known how many
/// there are.
pub(crate) fn can_break(action: &Action) -> bool {
    action.is_on_formula() && action.order().is_some()
}

/// Whether the symmetry can be broken, and by a propagator only.
pub(crate) fn is_large(slots: &Slots, action: &Action) -> bool {
    can_break(action) && !are_few(slots, action)
}

/// Whether the elements are few enough to write clauses for each.
fn are_few(slots: &Slots, action: &Action) -> bool {
    let is_small = |count: usize| count <= MAX_ELEMENTS && count.saturating_mul(slots.len()) <= MAX_PAIRS;
    action.num_listed().is_some_and(is_small)
}

/// Steps that it takes about to write the clauses and to hand them to an engine, or to make the chain of stabilisers
/// for a propagator, which neither of them tells.
pub(crate) fn cost(slots: &Slots, action: &Action) -> u64 {
    match action.num_listed() {
        Some(number) if are_few(slots, action) => number.saturating_mul(slots.len()) as u64 * STEPS_PER_PAIR,
        _ => action.chain_work() / ENTRIES_PER_STEP,
    }
}

/// Adds to the formula that no element of the group makes a solution greater, as rows of values compared from the first
/// slot on, as far as they are compared; false, with nothing added, where the elements are too many. When the time is
/// over the rest is left out: each element excludes solutions by itself.
pub(crate) fn break_symmetry(cnf: &mut Cnf, slots: &Slots, action: &Action, clock: &Clock) -> bool {
    if !can_break(action) || !are_few(slots, action) {
        return false;
    }
    let Some(elements) = action.elements() else { return false };
    if cnf.visible().is_none() {
        cnf.add_visible(slots.vars());
    }
    let compared = (slots.len() / COMPARED_SHARE).max(COMPARED);
    for element in elements {
        if clock.is_over() {
            break;
        }
        // True where all earlier values are the same; `None` at the beginning.
        let mut same = None;
        let moved = (0..).zip(element).filter(|&(slot, &code): &(u32, _)| code != 2 * slot);
        for (slot, &code) in moved.take(compared) {
            let value = slots.vars()[slot as usize].positive();
            let image = slots.vars()[code as usize / 2].lit(code.is_multiple_of(2));
            let unless_same = same.map(|lit: Lit| !lit);
            let with = |rest: &[Lit]| -> Vec<_> { unless_same.into_iter().chain(rest.iter().copied()).collect() };
            cnf.add_clause(&with(&[value, !image]));
            if image == !value {
                break;
            }
            let next = cnf.new_var().positive();
            cnf.add_clause(&with(&[value, next]));
            cnf.add_clause(&with(&[!image, next]));
            same = Some(next);
        }
    }
    true
}

/// Tells of solutions of a formula in which symmetry is broken which are the greatest of their classes. The
/// clauses compare some slots only, so that others of a class may come, too.
///
/// Invariant: the elements of the group are listed, as they were for the clauses.
pub(crate) struct Greatest<'a> {
    action: &'a Action,
    original: Original,
}

impl<'a> Greatest<'a> {
    pub(super) fn new(action: &'a Action) -> Greatest<'a> {
        Greatest { action, original: Original::default() }
    }

    /// Takes a solution: the greatest of its class stands for all of it, others for nothing.
    pub(super) fn take(&mut self, row: &[u32], model: &Model, collector: &mut Collector<'_>) -> ControlFlow<()> {
        let size = self.original.size_if_greatest(self.action, row);
        collector.charge(self.original.take_lines())?;
        size.map_or(ControlFlow::Continue(()), |size| collector.take_orbit(row, Some(model), size))
    }
}

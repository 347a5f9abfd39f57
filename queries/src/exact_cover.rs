//! All solutions by the exact-cover search.

use std::ops::ControlFlow;

use gordian_formula::Lit;

use crate::collect::Collector;
use crate::cover::{Cover, Covers, search};
use crate::frontier::Diagram;
use crate::slots::Slots;
use crate::symmetry::{Action, Filter, Pivot, Representative};

/// Brings every exact cover to the collector and returns the number of nodes visited.
///
/// A cover that does not satisfy the clauses is passed over. `wanted` tells whether somebody wants to see the solutions; else they are only counted.
///
/// With a symmetry and an item whose options it permutes, the *pivot*, only covers by one option of each orbit on the
/// pivot are searched, and among these the stabiliser of that option is the symmetry that is left: a class holds as
/// many covers by each option of the orbit.
pub(crate) fn run(
    cover: &Cover,
    clauses: &[Vec<Lit>],
    slots: &Slots,
    symmetry: Option<&Action>,
    wanted: bool,
    collector: &mut Collector<'_>,
) -> u64 {
    let clauses = Clauses::new(clauses, slots);
    let mut part = Part { rows: Rows::new(cover, slots), clauses, filter: None, weight: 1, wanted, collector };
    let Some(action) = symmetry else {
        return search(cover, &[], &mut part);
    };
    let Some(branches) = branches(cover, &part.rows.slots_of, action) else {
        part.filter = Some(Filter::new(action));
        return search(cover, &[], &mut part);
    };
    let mut nodes = 0;
    for Branch { option, orbit_size, stabiliser } in &branches {
        part.filter = Some(Filter::new(stabiliser));
        part.weight = *orbit_size as u128;
        nodes += search(cover, &[*option], &mut part);
        if part.collector.is_stopped() {
            break;
        }
    }
    nodes
}

/// Brings every exact cover that a diagram holds to the collector.
pub(crate) fn run_along(
    diagram: &Diagram,
    cover: &Cover,
    slots: &Slots,
    symmetry: Option<&Action>,
    collector: &mut Collector<'_>,
) {
    let mut rows = Rows::new(cover, slots);
    let mut filter = symmetry.map(Filter::new);
    let _ = diagram.for_each(&mut |options| collector.take(rows.of_options(options), None, filter.as_mut(), 1));
}

/// Writes rows of options as ascending rows of the slots that are true.
pub(crate) struct Rows {
    /// The slot that each option makes true, if it does.
    slots_of: Vec<Option<u32>>,
    row: Vec<u32>,
}

impl Rows {
    pub(crate) fn new(cover: &Cover, slots: &Slots) -> Rows {
        let slot_of = |lit: &Lit| if lit.is_positive() { slots.of(lit.var()) } else { None };
        Rows { slots_of: cover.options.iter().map(slot_of).collect(), row: Vec::new() }
    }

    pub(crate) fn of_options(&mut self, options: &[u32]) -> &[u32] {
        self.row.clear();
        self.row.extend(options.iter().filter_map(|&option| self.slots_of[option as usize]));
        self.row.sort_unstable();
        &self.row
    }
}

/// Hands covers on to the collector.
struct Part<'a, 'b> {
    rows: Rows,
    clauses: Clauses,
    filter: Option<Filter<'a>>,
    weight: u128,
    wanted: bool,
    collector: &'a mut Collector<'b>,
}

impl Covers for Part<'_, '_> {
    fn cover(&mut self, options: &[u32]) -> ControlFlow<()> {
        if !self.wanted && self.filter.is_none() && self.clauses.rows.is_empty() {
            return self.collector.add(1);
        }
        let row = self.rows.of_options(options);
        if !self.clauses.hold(row) {
            return ControlFlow::Continue(());
        }
        self.collector.take(row, None, self.filter.as_mut(), self.weight)
    }

    fn poll(&mut self) -> ControlFlow<()> {
        self.collector.poll()
    }
}

/// Clauses over visible variables.
struct Clauses {
    /// As twice the slot of each literal, plus one if it is negative.
    rows: Vec<Vec<u32>>,
    values: Vec<bool>,
}

impl Clauses {
    fn new(clauses: &[Vec<Lit>], slots: &Slots) -> Clauses {
        let code = |lit: &Lit| slots.of(lit.var()).map(|slot| 2 * slot + u32::from(lit.is_negative()));
        let rows = clauses.iter().map(|clause| clause.iter().filter_map(code).collect()).collect();
        Clauses { rows, values: vec![false; slots.len()] }
    }

    /// Whether each holds where the slots of the row are true, and no others.
    fn hold(&mut self, row: &[u32]) -> bool {
        let Clauses { rows, values } = self;
        row.iter().for_each(|&slot| values[slot as usize] = true);
        let holds = rows.iter().all(|clause| clause.iter().any(|&code| values[code as usize / 2] == (code % 2 == 0)));
        row.iter().for_each(|&slot| values[slot as usize] = false);
        holds
    }
}

/// A part of the search: the covers by one option, which stand for an orbit of that option.
pub(crate) struct Branch {
    pub(crate) option: u32,
    pub(crate) orbit_size: usize,
    pub(crate) stabiliser: Action,
}

/// The parts into which a pivot splits the search; `None` where there is no pivot, or the group is too large to list.
pub(crate) fn branches(cover: &Cover, slots_of: &[Option<u32>], action: &Action) -> Option<Vec<Branch>> {
    if !action.is_on_formula() {
        return None;
    }
    let members = |item: u32| cover.options_of(item).iter().map(|&option| slots_of[option as usize]).collect();
    let pivot = Pivot::among((0..cover.num_primary as u32).filter_map(members), action)?;
    let branch = |representative: &Representative| {
        let &Representative { slot, orbit_size } = representative;
        let option = slots_of.iter().position(|&other| other == Some(slot))? as u32;
        Some(Branch { option, orbit_size, stabiliser: action.stabiliser(slot)? })
    };
    pivot.representatives.iter().map(branch).collect()
}

//! Symmetry breaking during the search, for groups with more elements than clauses could compare.

use std::ops::ControlFlow;

use gordian_formula::{Lit, Model};
use gordian_solver::{Callbacks, Propagator};

use crate::collect::Collector;
use crate::slots::Slots;
use crate::symmetry::{Comparison, Leader, Rank, value};

/// Nodes of the search for an element that makes a part of an assignment greater.
const MOST_NODES: u32 = 300;
/// One of so many parts of assignments is looked at.
const INTERVAL: u32 = 4;
/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 1 << 12;

/// Forbids assignments that some element of a group makes greater, as soon as their values show it.
///
/// Only a sample of the assignments is looked at, and each for a moment; those that are complete are all compared, by
/// [`Ranked`].
pub(crate) struct Leading<'a> {
    comparison: Comparison<'a>,
    slots: &'a Slots,
    /// The position of each slot.
    positions: Vec<u32>,
    values: Vec<Option<bool>>,
    /// The positions that have values, in the order in which they got them, and how many of them each level found.
    trail: Vec<u32>,
    levels: Vec<usize>,
    /// Questions since the last look, and whether anything has changed since the last of them.
    skipped: u32,
    has_changed: bool,
}

impl<'a> Leading<'a> {
    pub(crate) fn new(leader: &'a Leader, slots: &'a Slots) -> Leading<'a> {
        let values = vec![None; slots.len()];
        let mut positions = vec![0; slots.len()];
        leader.slots().iter().zip(0..).for_each(|(&slot, position)| positions[slot as usize] = position);
        let (trail, levels) = (Vec::new(), Vec::new());
        let comparison = Comparison::new(leader);
        Leading { comparison, slots, positions, values, trail, levels, skipped: 0, has_changed: false }
    }

    /// A clause that says that this element does not make the assignment greater: false, and as short as its first
    /// positions allow.
    fn forbid(&self, row: &[u32], clause: &mut Vec<Lit>) {
        let var = |position: u32| self.slots.vars()[self.comparison.leader().slots()[position as usize] as usize];
        let literal = |code: u32| var(code / 2).lit(code.is_multiple_of(2));
        for (position, &code) in (0..).zip(row) {
            let own = 2 * position;
            if code == own {
                continue;
            }
            let (here, there) = (self.values[position as usize], value(&self.values, code));
            if here == Some(false) {
                clause.push(literal(own));
            }
            let is_greater = (here, there) == (Some(false), Some(true));
            if is_greater || here != Some(false) && there == Some(true) {
                clause.push(!literal(code));
            }
            if is_greater {
                break;
            }
        }
        clause.sort_unstable();
        clause.dedup();
    }
}

impl Propagator for Leading<'_> {
    fn call_began(&mut self) {
        self.values.fill(None);
        self.trail.clear();
        self.levels.clear();
    }

    fn assigned(&mut self, lits: &[Lit]) {
        for lit in lits {
            if let Some(slot) = self.slots.of(lit.var()) {
                let position = self.positions[slot as usize];
                self.values[position as usize] = Some(lit.is_positive());
                self.trail.push(position);
                self.has_changed = true;
            }
        }
    }

    fn level_began(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtracked(&mut self, level: u32) {
        let Some(&kept) = self.levels.get(level as usize) else { return };
        self.levels.truncate(level as usize);
        for position in self.trail.drain(kept..) {
            self.values[position as usize] = None;
        }
    }

    fn check_model(&mut self, _model: &[Lit]) -> bool {
        true
    }

    fn add_clause(&mut self, clause: &mut Vec<Lit>) -> bool {
        if !std::mem::take(&mut self.has_changed) {
            return false;
        }
        self.skipped += 1;
        if self.skipped < INTERVAL && self.trail.len() < self.values.len() {
            return false;
        }
        self.skipped = 0;
        let Some(row) = self.comparison.beaten_by(&self.values, MOST_NODES) else { return false };
        self.forbid(&row, clause);
        true
    }

    fn take_ticks(&mut self) -> u64 {
        self.comparison.take_lines()
    }
}

/// Lends the propagator, if there is one, to a call.
pub(crate) fn callbacks<'b>(leading: &'b mut Option<Leading<'_>>, slots: &'b Slots) -> Callbacks<'b> {
    match leading {
        Some(leading) => Callbacks::none().with_propagator(leading, slots.vars()),
        None => Callbacks::none(),
    }
}

/// Tells of solutions which are the greatest of their classes, and how large these are.
pub(crate) struct Ranked<'a> {
    comparison: Comparison<'a>,
    values: Vec<Option<bool>>,
}

impl<'a> Ranked<'a> {
    pub(super) fn new(leader: &'a Leader) -> Ranked<'a> {
        Ranked { comparison: Comparison::new(leader), values: Vec::new() }
    }

    /// Takes a solution: the greatest of its class stands for all of it, others for nothing.
    pub(super) fn take(&mut self, row: &[u32], model: &Model, collector: &mut Collector<'_>) -> ControlFlow<()> {
        let leader = self.comparison.leader();
        self.values.clear();
        let is_true = |slot: &u32| Some(row.binary_search(slot).is_ok());
        self.values.extend(leader.slots().iter().map(is_true));
        loop {
            let (clock, mut nodes) = (collector.clock(), 0_u64);
            let rank = self.comparison.rank(&self.values, &mut || {
                nodes += 1;
                let is_over = nodes.is_multiple_of(POLL_INTERVAL) && clock.is_over();
                if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            collector.charge(self.comparison.take_lines())?;
            match rank {
                None => collector.poll()?,
                Some(Rank::Beaten(_)) => return ControlFlow::Continue(()),
                Some(Rank::Greatest { stabiliser }) => {
                    return collector.take_orbit(row, Some(model), leader.order() / stabiliser);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gordian_solver::{Budget, Options, Solver};
    use gordian_testkit::{Planted, Random, Shape, classes, planted, solutions};

    use super::*;
    use crate::classes::Classes;
    use crate::engines::{blocking, chronological};
    use crate::symmetry::SymmetryGroup;
    use crate::{Limits, Solution};

    #[test]
    fn solutions_and_classes_agree_with_brute_force() {
        let mut larger = 0;
        for seed in 0..600 {
            let mut random = Random::new(seed ^ 0x1ead);
            let shape = Shape { max_vars: 9, general: random.chance(50) };
            let Planted { cnf, generators } = planted(&mut random, &shape, 3);
            let raw = solutions(&cnf);
            let expected = (raw.len() as u128, classes(&cnf, &raw, &generators).len());
            let group = SymmetryGroup::from_generators(&cnf, &generators, "planted").unwrap();
            let leader = Leader::of(group.action()).unwrap();
            let slots = Slots::of_formula(&cnf);
            for is_blocking in [false, true] {
                let mut representatives = Vec::new();
                let mut listener = |solution: &Solution<'_>| {
                    representatives.push(solution.true_vars().to_vec());
                    ControlFlow::Continue(())
                };
                let (limits, budget) = (Limits::none(), Budget::unlimited());
                let mut collector = Collector::new(&slots, &limits, &mut listener, true);
                let mut solver = Solver::with_options(Options::default());
                cnf.feed(&mut solver);
                let classes = Classes::Leading(&leader);
                match is_blocking {
                    true => blocking::run(&cnf, &slots, &mut solver, classes, &budget, None, &mut collector),
                    false => chronological::run(&slots, &mut solver, classes, &budget, &mut collector),
                }
                assert!(!collector.is_stopped());
                let count = collector.count();
                drop(collector);
                assert_eq!((count, representatives.len()), expected, "{seed} {is_blocking} {cnf:?}");
            }
            larger += u32::from(group.order().is_some_and(|order| order > 4));
        }
        assert!(larger > 100, "{larger}");
    }
}

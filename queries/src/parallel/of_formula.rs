//! The solutions of any formula as a space.

use std::ops::ControlFlow;
use std::sync::Arc;

use gordian_formula::{Clock, Cnf, GroupKind, Lit};
use gordian_solver::{Budget, Options, Solver};

use super::cube::{Cube, Tally};
use super::patience::Patience;
use super::space::{Explored, Space};
use crate::classes::Classes;
use crate::collect::Collector;
use crate::engines::{blocking, chronological};
use crate::slots::Slots;
use crate::symmetry::{Action, Filter};
use crate::{Engine, Limits, QueryError, Solution};

/// The solutions of a formula, split by its exactly-one groups of visible variables, the smallest
/// first, then by the other visible variables, those first that stand in most constraints.
pub(super) struct FormulaSpace<'a> {
    cnf: &'a Cnf,
    slots: &'a Slots,
    engine: Engine,
    options: Options,
    symmetry: Option<&'a Action>,
    /// The sets of literals by which cubes are split, in this order. Each solution makes exactly
    /// one literal of a set true.
    splits: Vec<Vec<Lit>>,
}

impl<'a> FormulaSpace<'a> {
    pub(super) fn new(
        cnf: &'a Cnf,
        slots: &'a Slots,
        engine: Engine,
        options: Options,
        symmetry: Option<&'a Action>,
    ) -> FormulaSpace<'a> {
        FormulaSpace { cnf, slots, engine, options, symmetry, splits: splits(cnf, slots) }
    }
}

/// The sets of literals by which the space of solutions is split, in this order. Each solution makes
/// exactly one literal of a set true.
pub(crate) fn splits(cnf: &Cnf, slots: &Slots) -> Vec<Vec<Lit>> {
    let is_visible = |lit: &Lit| slots.of(lit.var()).is_some();
    let mut splits: Vec<Vec<Lit>> = cnf
        .groups()
        .filter(|group| group.kind == GroupKind::ExactlyOne && group.members.len() > 1)
        .map(|group| group.members.to_vec())
        .filter(|members| members.iter().all(is_visible))
        .collect();
    splits.sort_by_key(Vec::len);
    let mut occurrences = vec![0usize; slots.num_vars()];
    let mut is_split = vec![false; slots.num_vars()];
    for lit in cnf.clauses().chain(cnf.groups().map(|group| group.members)).flatten() {
        occurrences[lit.var().index()] += 1;
    }
    for lit in splits.iter().flatten() {
        is_split[lit.var().index()] = true;
    }
    let mut others: Vec<_> = slots.vars().iter().copied().filter(|var| !is_split[var.index()]).collect();
    others.sort_by_key(|var| std::cmp::Reverse(occurrences[var.index()]));
    splits.extend(others.into_iter().map(|var| vec![var.positive(), var.negative()]));
    splits
}

impl Space for FormulaSpace<'_> {
    fn roots(&self) -> Vec<Cube> {
        vec![Cube { root: 0, lits: Vec::new(), share: 1.0 }]
    }

    fn split(&self, cube: &Cube) -> Option<Vec<Lit>> {
        self.splits.get(cube.lits.len()).cloned()
    }

    fn explore(&self, cube: &Cube, patience: &Patience) -> Result<Explored, QueryError> {
        let mut solver = Solver::with_options(self.options.clone());
        self.cnf.feed(&mut solver);
        for &lit in &cube.lits {
            solver.add_clause(&[lit]);
        }
        let limits = Limits::none().with_terminator(Arc::clone(&patience.stop));
        let mut budget = limits.budget();
        if let Some(ticks) = patience.ticks {
            budget = budget.with_ticks(ticks);
        }
        if self.engine == Engine::Chronological && self.symmetry.is_none() {
            return self.count(&mut solver, &limits, &budget, patience);
        }
        let mut counter = Counter {
            slots: self.slots,
            filter: self.symmetry.map(Filter::new),
            row: Vec::new(),
            tally: Tally::default(),
            most: patience.solutions,
            error: None,
        };
        let mut listener = |solution: &Solution<'_>| counter.take(solution);
        let mut collector = Collector::new(self.slots, &limits, &mut listener, false);
        match self.engine {
            Engine::Chronological => {
                chronological::run(self.slots, &mut solver, Classes::Untold, &budget, &mut collector);
            }
            _ => blocking::run(self.cnf, self.slots, &mut solver, Classes::Untold, &budget, &mut collector),
        }
        let is_whole = collector.finish()?.stop.is_none();
        match counter.error {
            Some(error) => Err(error),
            None => Ok(Explored { tally: counter.tally, is_whole }),
        }
    }
}

impl FormulaSpace<'_> {
    /// Counts solutions that nobody has to see: those that share what matters to them at once.
    fn count(
        &self,
        solver: &mut Solver,
        limits: &Limits,
        budget: &Budget,
        patience: &Patience,
    ) -> Result<Explored, QueryError> {
        let (most, mut listener) = (patience.ticks, ());
        let mut collector = Collector::new(self.slots, limits, &mut listener, false).taking_turns(|_, lines| {
            if most.is_some_and(|most| lines > most) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        chronological::count(self.slots, solver, budget, &mut collector);
        let counted = collector.finish()?;
        let tally = Tally { count: counted.count, ..Tally::default() };
        Ok(Explored { tally, is_whole: counted.stop.is_none() })
    }
}

/// Counts the solutions of a cube.
struct Counter<'a> {
    slots: &'a Slots,
    filter: Option<Filter<'a>>,
    row: Vec<u32>,
    tally: Tally,
    /// The solutions that may be visited.
    most: Option<u128>,
    error: Option<QueryError>,
}

impl Counter<'_> {
    fn take(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        self.tally.count += 1;
        if self.most.is_some_and(|most| self.tally.count > most) {
            return ControlFlow::Break(());
        }
        // Groups that are counted in parts are small, so testing each solution by itself is fast.
        let Some(filter) = &mut self.filter else { return ControlFlow::Continue(()) };
        self.row.clear();
        self.row.extend(solution.true_vars().iter().filter_map(|&var| self.slots.of(var)));
        match filter.orbit_size(&self.row, &Clock::unlimited()) {
            Ok(None) => {}
            Ok(Some(size)) => {
                self.tally.orbits += 1;
                self.tally.orbit_sum += size;
            }
            Err(error) => {
                self.error = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use gordian_formula::ClauseSink;

    use super::*;

    /// One of three, and ten variables that are free: 3 times 2^10 solutions.
    fn formula() -> Cnf {
        let mut cnf = Cnf::new();
        let three: Vec<Lit> = cnf.new_vars(3).iter().map(|var| var.positive()).collect();
        cnf.new_vars(10);
        cnf.add_exactly_one(&three);
        cnf
    }

    #[test]
    fn a_cube_with_many_solutions_is_given_up_if_it_can_be_split() {
        let cnf = formula();
        let slots = Slots::of_formula(&cnf);
        let whole = Cube { root: 0, lits: Vec::new(), share: 1.0 };
        for engine in [Engine::Blocking, Engine::Chronological] {
            let space = FormulaSpace::new(&cnf, &slots, engine, Options::default(), None);
            let explore = |patience| space.explore(&whole, &patience).unwrap();
            let stop = Arc::<AtomicBool>::default();
            let all = explore(Patience::new(&stop, false));
            assert_eq!((all.tally.count, all.is_whole), (3 << 10, true));
            let some = explore(Patience { solutions: Some(100), ticks: Some(50), ..Patience::new(&stop, true) });
            assert!(!some.is_whole && some.tally.count < 3 << 10, "{engine:?}: {:?}", some.tally);
        }
    }
}

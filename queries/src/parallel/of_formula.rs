//! The solutions of any formula as a space.

use std::ops::ControlFlow;
use std::sync::Arc;

use gordian_formula::{Clock, Cnf, GroupKind, Lit};
use gordian_solver::{Options, Solver};

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
        let mut counter = Counter {
            slots: self.slots,
            filter: self.symmetry.map(Filter::new),
            row: Vec::new(),
            tally: Tally::default(),
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

/// Counts the solutions of a cube.
struct Counter<'a> {
    slots: &'a Slots,
    filter: Option<Filter<'a>>,
    row: Vec<u32>,
    tally: Tally,
    error: Option<QueryError>,
}

impl Counter<'_> {
    fn take(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        self.tally.count += 1;
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

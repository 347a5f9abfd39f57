//! The solutions of any formula as a space.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use gordian_formula::{ClauseSink, Clock, Cnf, GroupKind, Lit};
use gordian_solver::{Budget, Options, Solver};

use super::cube::{Cube, Tally};
use super::patience::Patience;
use super::space::{Explored, Space};
use crate::classes::Classes;
use crate::collect::Collector;
use crate::engines::component::{self, Halt, Style};
use crate::engines::{blocking, chronological};
use crate::slots::Slots;
use crate::symmetry::{Action, Filter};
use crate::{Engine, Limits, QueryError, Solution};

/// The ticks of counts by components for each that the next cube may take, which is lost if it is killed.
const TICKS_PER_LOST_TICK: u64 = 16;

/// The solutions of a formula, split by its exactly-one groups of visible variables, the smallest
/// first, then by the other visible variables, those first that stand in most constraints.
///
/// Each engine in turn may try a cube, first the one that ended the cube before. All of them find the same number in a
/// cube, so runs with other engines go on where one has ended.
pub(super) struct FormulaSpace<'a> {
    cnf: &'a Cnf,
    slots: &'a Slots,
    engines: Vec<Engine>,
    /// The index of the engine that ended a cube last.
    latest: AtomicUsize,
    /// Ticks of counts by components.
    ticks_by_components: AtomicU64,
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
        engines: &[Engine],
        options: Options,
        symmetry: Option<&'a Action>,
    ) -> FormulaSpace<'a> {
        FormulaSpace {
            cnf,
            slots,
            engines: engines.to_vec(),
            latest: AtomicUsize::new(0),
            ticks_by_components: AtomicU64::new(0),
            options,
            symmetry,
            splits: splits(cnf, slots),
        }
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

    fn is_tried_whole(&self) -> bool {
        self.engines.contains(&Engine::Component)
    }

    fn engine(&self) -> Engine {
        self.engines[self.latest.load(Ordering::Relaxed)]
    }

    fn explore(&self, cube: &Cube, patience: &Patience) -> Result<Explored, QueryError> {
        let latest = self.latest.load(Ordering::Relaxed);
        let mut known = Explored { tally: Tally::default(), is_whole: false };
        for engine in (latest..self.engines.len()).chain(0..latest) {
            let explored = self.explore_by(self.engines[engine], cube, patience)?;
            if explored.is_whole {
                self.latest.store(engine, Ordering::Relaxed);
                return Ok(explored);
            }
            if explored.tally.count > known.tally.count {
                known = explored;
            }
            if patience.is_stopped() {
                break;
            }
        }
        Ok(known)
    }
}

impl FormulaSpace<'_> {
    fn explore_by(&self, engine: Engine, cube: &Cube, patience: &Patience) -> Result<Explored, QueryError> {
        if engine == Engine::Component {
            return Ok(self.count_components(cube, patience));
        }
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
        if engine == Engine::Chronological && self.symmetry.is_none() {
            return self.count(&mut solver, &limits, &budget, patience);
        }
        let mut counter = Counter {
            slots: self.slots,
            filter: self.symmetry.map(Filter::new),
            row: Vec::new(),
            count: 0,
            tally: Tally::default(),
            most: patience.solutions,
            error: None,
        };
        let mut listener = |solution: &Solution<'_>| counter.take(solution);
        let mut collector = Collector::new(self.slots, &limits, &mut listener, false);
        match engine {
            Engine::Chronological => {
                chronological::run(self.slots, &mut solver, Classes::Untold, &budget, &mut collector);
            }
            _ => blocking::run(self.cnf, self.slots, &mut solver, Classes::Untold, &budget, None, &mut collector),
        }
        let is_whole = collector.finish()?.stop.is_none();
        match counter.error {
            Some(error) => Err(error),
            None => Ok(Explored { tally: Tally { count: counter.count.into(), ..counter.tally }, is_whole }),
        }
    }

    /// Counts solutions that nobody has to see: those that share what matters to them at once.
    fn count(
        &self,
        solver: &mut Solver,
        limits: &Limits,
        budget: &Budget,
        patience: &Patience,
    ) -> Result<Explored, QueryError> {
        let (most, mut listener) = (patience.ticks, ());
        let mut collector = Collector::new(self.slots, limits, &mut listener, false).taking_turns(|taken| {
            if most.is_some_and(|most| taken.lines > most) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        chronological::count(self.slots, solver, budget, &mut collector);
        let counted = collector.finish()?;
        let tally = Tally { count: counted.count.into(), ..Tally::default() };
        Ok(Explored { tally, is_whole: counted.stop.is_none() })
    }

    /// Counts by components, which may take a part of the time that they have taken before: what a count remembers is
    /// forgotten at its end, so short counts of many cubes take longer in all than one count.
    fn count_components(&self, cube: &Cube, patience: &Patience) -> Explored {
        let mut part = self.cnf.clone();
        for &lit in &cube.lits {
            part.add_clause(&[lit]);
        }
        let before = self.ticks_by_components.load(Ordering::Relaxed);
        let most = patience.ticks.map(|ticks| ticks.max(before / TICKS_PER_LOST_TICK));
        let mut ticks = 0;
        let counting = component::count(&part, Style::Simplified, &mut |advance| {
            ticks = advance.ticks;
            let is_over = patience.is_stopped() || most.is_some_and(|most| ticks > most);
            if is_over { ControlFlow::Break(Halt::Needless) } else { ControlFlow::Continue(()) }
        });
        self.ticks_by_components.fetch_add(ticks, Ordering::Relaxed);
        let is_whole = counting.number.is_some();
        Explored { tally: Tally { count: counting.number.unwrap_or_default(), ..Tally::default() }, is_whole }
    }
}

/// Counts the solutions of a cube.
struct Counter<'a> {
    slots: &'a Slots,
    filter: Option<Filter<'a>>,
    row: Vec<u32>,
    count: u128,
    /// All but the number of solutions.
    tally: Tally,
    /// The solutions that may be visited.
    most: Option<u128>,
    error: Option<QueryError>,
}

impl Counter<'_> {
    fn take(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        self.count += 1;
        if self.most.is_some_and(|most| self.count > most) {
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
            let space = FormulaSpace::new(&cnf, &slots, &[engine], Options::default(), None);
            let explore = |patience| space.explore(&whole, &patience).unwrap();
            let stop = Arc::<AtomicBool>::default();
            let all = explore(Patience::new(&stop, false));
            assert_eq!((all.tally.count, all.is_whole), ((3u32 << 10).into(), true));
            let some = explore(Patience { solutions: Some(100), ticks: Some(50), ..Patience::new(&stop, true) });
            assert!(!some.is_whole && some.tally.count < (3u32 << 10).into(), "{engine:?}: {:?}", some.tally);
        }
    }
}

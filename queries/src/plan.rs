//! Chooses the engine that fits a formula.

use std::ops::ControlFlow;

use gordian_formula::Clock;
use gordian_solver::{Budget, Options, Solver};

use crate::classes::Classes;
use crate::collect::Collector;
use crate::engines::blocking::TooMany;
use crate::engines::cover::{Cover, Covers, estimate_nodes, search};
use crate::engines::frontier::Allowance;
use crate::engines::reading::Reading;
use crate::engines::{blocking, chronological};
use crate::slots::Slots;
use crate::{Engine, Limits};

/// Solutions that a trial looks for.
const TRIAL_SOLUTIONS: u128 = 100;
/// Ticks of a search that is short.
pub(crate) const QUICK_TICKS: u64 = 4_000_000;
/// Clauses, or visible variables, of a formula in which no symmetry is looked for unless it is asked for.
pub(crate) const LARGE: usize = 1 << 18;
/// When there are too many solutions to count them by blocking. Components are better at these.
pub(crate) const TOO_MANY: TooMany = TooMany { solutions: 8, conflicts: TRIAL_CONFLICTS };
/// Visible variables that cannot have many solutions: blocking goes through all of them, if it is the best at showing
/// that there are no others.
pub(crate) const FEW_VISIBLE: usize = 16;
/// The most solutions and ticks of the first attempt at counting, by backtracking. It takes less
/// than a decomposition of the formula.
const FIRST_SOLUTIONS: u128 = 64;
pub(crate) const FIRST_TICKS: u64 = 1 << 20;
/// Ticks that a solution takes for each variable at most where no others were passed.
const TICKS_PER_VAR: u64 = 16;
/// Conflicts that a trial may spend on one solution.
const TRIAL_CONFLICTS: u64 = 1000;
/// Ticks that a trial by backtracking may spend at least.
const TRIAL_TICKS: u64 = 1_000_000;
/// Backtracking must find this many times more solutions in the same ticks.
const ADVANTAGE: u128 = 2;
/// Looks at the clock, a few thousand nodes apart, that a trial of the exact-cover search may take.
const TRIAL_POLLS: u32 = 32;

/// Nodes that an exact-cover search may take before anything else is tried, and so many that other
/// ways may well be shorter.
pub(crate) const FEW_NODES: f64 = (1 << 20) as f64;
pub(crate) const MANY_NODES: f64 = (1 << 26) as f64;
/// Nodes that a search may take for covers that are tested on clauses.
const FEW_COVERS: f64 = (1 << 24) as f64;
/// Random ways down by which the nodes of an exact-cover search are estimated.
const WAYS: u32 = 256;
/// States and transitions of a frontier that take as long as one node of the exact-cover search. Measured on boards.
const WORK_PER_NODE: f64 = 0.5;
/// Making a diagram of the covers takes this many times as long as one sweep over its states.
const WORK_OF_DIAGRAM: f64 = 4.0;
/// States and transitions of a diagram that is tried by all means. It takes a moment.
const SMALL_DIAGRAM: u64 = 1 << 20;
/// Up to so many solutions are gone through where something can be found out by that.
pub(crate) const MOST_LISTED: u32 = 1_000_000;

/// The ways to count the covers of an exact cover.
pub(crate) enum Tactic {
    /// By the search, which will be short.
    Search,
    /// By a frontier that may take about as long as the search. If that does not suffice, by the
    /// search.
    Frontier(Allowance),
}

/// The expected number of nodes of a search for all covers.
pub(crate) fn expected_nodes(cover: &Cover, clock: &Clock) -> f64 {
    estimate_nodes(cover, WAYS, clock)
}

/// Chooses how to count covers, from the expected number of nodes of a search.
pub(crate) fn tactic(nodes: f64) -> Tactic {
    if nodes <= FEW_NODES {
        return Tactic::Search;
    }
    Tactic::Frontier(Allowance::of_work((nodes * WORK_PER_NODE) as u64))
}

/// The allowance of a diagram of the covers, if more than their number is wanted: as much as
/// searching them takes. Also returns whether they are so few that they can be searched instead.
pub(crate) fn diagram_or_search(cover: &Cover, clock: &Clock) -> (Allowance, bool) {
    let nodes = expected_nodes(cover, clock);
    let work = nodes * WORK_PER_NODE / WORK_OF_DIAGRAM;
    (Allowance::of_work((work as u64).max(SMALL_DIAGRAM)), nodes <= FEW_COVERS)
}

/// Whether the covers of an exact cover are to be searched: where options stand more often in exactly-one than in
/// at-most-one groups, or where that ends or finds solutions in a moment.
pub(crate) fn fits_cover(cover: &Cover, limits: &Limits, only_counts: bool) -> bool {
    (!only_counts || cover.is_mostly_groups()) && (cover.is_mostly_primary() || is_easy(cover, limits))
}

/// The method by which to go through the solutions of a formula, and how many of them were found on
/// the way.
///
/// It is tried by one and by another for a moment, measured in ticks so that the choice is always the same: learning
/// earns its keep on some formulas and is in the way on others, by a factor of a hundred and more each way.
pub(crate) fn choose(reading: &Reading<'_>, limits: &Limits, options: &Options) -> (Engine, u128) {
    let Reading { cnf, slots, .. } = reading;
    if wants_few(limits) {
        return (Engine::Blocking, 0);
    }
    if has_few_covers(reading, &limits.clock) {
        return (Engine::ExactCover, 0);
    }
    let (by_blocking, ticks) = by_blocking(reading, &limits.clone().with_solutions(TRIAL_SOLUTIONS), options);
    if by_blocking == 0 {
        return (Engine::Blocking, 0);
    }
    let limits = limits.clone().with_solutions(ADVANTAGE * by_blocking);
    let budget = limits.budget().with_ticks(ticks.max(TRIAL_TICKS));
    let mut solver = Solver::with_options(options.clone());
    cnf.feed(&mut solver);
    let by_backtracking = trial(slots, &limits, |collector| {
        chronological::run(slots, &mut solver, Classes::Untold, &budget, collector);
    });
    let is_better = by_backtracking >= ADVANTAGE * by_blocking;
    let engine = if is_better { Engine::Chronological } else { Engine::Blocking };
    (engine, by_backtracking.max(by_blocking))
}

/// Limits of the first attempt at counting: most puzzles have few solutions, found before anything else has begun.
pub(crate) fn first_attempt(limits: &Limits) -> (Limits, Budget) {
    (limits.clone().with_solutions(FIRST_SOLUTIONS), limits.budget().with_ticks(FIRST_TICKS))
}

/// Whether the solutions of a formula with so many variables are rare, if a first attempt that was not complete
/// found so many of them in so many ticks. With many variables, each solution takes long, and none may have been
/// passed.
pub(crate) fn are_rare(solutions: u128, ticks: u64, num_vars: usize) -> bool {
    let of_one = u128::from(ticks) / solutions.max(1);
    ticks > FIRST_TICKS / 4 && of_one > u128::from(TICKS_PER_VAR) * num_vars as u128
}

/// Whether the groups of a formula that has other clauses too leave so few covers that each can be
/// tested on the clauses.
pub(crate) fn has_few_covers(reading: &Reading<'_>, clock: &Clock) -> bool {
    reading.cover(clock).is_err()
        && reading.cover_beside_clauses(clock).is_ok_and(|(cover, _)| expected_nodes(cover, clock) <= FEW_COVERS)
}

/// The number of solutions that blocking finds in a moment, and its effort.
fn by_blocking(reading: &Reading<'_>, limits: &Limits, options: &Options) -> (u128, u64) {
    let Reading { cnf, slots, .. } = reading;
    let mut solver = Solver::with_options(options.clone());
    cnf.feed(&mut solver);
    let budget = limits.budget().with_conflicts(TRIAL_CONFLICTS);
    let found = trial(slots, limits, |collector| {
        blocking::run(cnf, slots, &mut solver, Classes::Untold, &budget, None, collector);
    });
    (found, solver.statistics().ticks)
}

/// The number of solutions that a run finds within its limits.
fn trial(slots: &Slots, limits: &Limits, run: impl FnOnce(&mut Collector<'_>)) -> u128 {
    let mut listener = ();
    let mut collector = Collector::new(slots, limits, &mut listener, false);
    run(&mut collector);
    collector.count()
}

/// Whether no more solutions are wanted than a trial looks for.
pub(crate) fn wants_few(limits: &Limits) -> bool {
    limits.solutions.is_some_and(|solutions| solutions <= TRIAL_SOLUTIONS)
}

/// Whether the exact-cover search ends, or finds solutions, in a moment.
pub(crate) fn is_easy(cover: &Cover, limits: &Limits) -> bool {
    let mut trial = Trial { limits, polls: 0, found: false };
    search(cover, &[], &mut trial);
    trial.found || trial.polls <= TRIAL_POLLS
}

struct Trial<'a> {
    limits: &'a Limits,
    polls: u32,
    found: bool,
}

impl Covers for Trial<'_> {
    fn cover(&mut self, _options: &[u32]) -> ControlFlow<()> {
        self.found = true;
        ControlFlow::Break(())
    }

    fn is_late(&mut self) -> bool {
        self.limits.clock.is_over()
    }

    fn poll(&mut self) -> ControlFlow<()> {
        self.polls += 1;
        if self.polls > TRIAL_POLLS || self.is_late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_that_come_one_after_the_other_are_not_rare_however_many_variables_they_have() {
        assert!(are_rare(64, FIRST_TICKS, 60));
        assert!(are_rare(0, FIRST_TICKS, 30_000));
        assert!(!are_rare(6, FIRST_TICKS, 30_000));
        assert!(!are_rare(64, FIRST_TICKS / 5, 60));
    }
}

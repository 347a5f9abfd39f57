//! Which method fits a formula.

use std::ops::ControlFlow;

use gordian_formula::Cnf;
use gordian_solver::{Options, Solver};

use crate::collect::Collector;
use crate::component::Style;
use crate::cover::{Cover, Covers, estimate, search};
use crate::frontier::Allowance;
use crate::slots::Slots;
use crate::{Limits, Method, blocking, chronological, component};

/// Solutions that a trial looks for.
const TRIAL_SOLUTIONS: u128 = 100;
/// Ticks that a trial of counting by components may take.
const QUICK_TICKS: u64 = 4_000_000;
/// Solutions that a trial looks for where they are to be counted only. More of them are counted by components.
const FEW_SOLUTIONS: u128 = 8;
/// Conflicts that a trial may spend on one solution.
const TRIAL_CONFLICTS: u64 = 1000;
/// Ticks that a trial by backtracking may spend at least.
const TRIAL_TICKS: u64 = 1_000_000;
/// By how many times more solutions backtracking has to find in the same ticks.
const ADVANTAGE: u128 = 2;
/// Looks at the clock, a few thousand nodes apart, that a trial of the exact-cover search may take.
const TRIAL_POLLS: u32 = 32;

/// Nodes that an exact-cover search may take without anything else being thought of.
const FEW_NODES: f64 = (1 << 20) as f64;
/// Nodes that a search may take for covers that are tested on clauses.
const FEW_COVERS: f64 = (1 << 22) as f64;
/// Random ways down by which the nodes of an exact-cover search are estimated.
const WAYS: u32 = 256;
/// States and transitions of a frontier that take as long as one node of the exact-cover search. Measured on boards.
const WORK_PER_NODE: f64 = 0.5;
/// Bytes that tables of states may take.
pub(crate) const MEMORY: usize = 900 << 20;

/// How to count the covers of an exact cover.
pub(crate) enum Tactic {
    /// By the search: it will be short.
    Search,
    /// By a frontier that may take about as long as the search; if that does not suffice, by the search.
    Frontier(Allowance),
}

/// How to count covers, from an estimate of what the search takes.
pub(crate) fn tactic(cover: &Cover) -> Tactic {
    let nodes = estimate(cover, &[], WAYS);
    if nodes <= FEW_NODES {
        return Tactic::Search;
    }
    Tactic::Frontier(Allowance { memory: MEMORY, work: (nodes * WORK_PER_NODE) as u64 })
}

/// The method that fits.
///
/// An exact cover whose options stand more often in exactly-one than in at-most-one groups is one for the exact-cover
/// search. Other formulas are tried by one method and the other for a moment, measured in ticks and nodes so that the
/// choice is always the same: learning earns its keep on some and is in the way on others, by a factor of a hundred
/// and more each way. Where solutions are only counted, and there are more than a few, they are counted by components.
pub(crate) fn choose(
    cnf: &Cnf,
    slots: &Slots,
    cover: Option<&Cover>,
    limits: &Limits,
    options: &Options,
    only_counts: bool,
) -> Method {
    let has_clauses = cover.is_none();
    let cover = cover.filter(|cover| !only_counts || cover.is_mostly_groups());
    if cover.is_some_and(|cover| cover.is_mostly_primary() || is_easy(cover, limits)) {
        return Method::ExactCover;
    }
    if limits.solutions.is_some_and(|solutions| solutions <= TRIAL_SOLUTIONS) {
        return Method::Blocking;
    }
    if only_counts && is_quick(cnf, limits) {
        return Method::Component;
    }
    if has_clauses && has_few_covers(cnf, slots) {
        return Method::ExactCover;
    }
    let wanted = if only_counts { FEW_SOLUTIONS } else { TRIAL_SOLUTIONS };
    let limits = limits.clone().with_solutions(wanted);
    let mut solver = Solver::with_options(options.clone());
    cnf.feed(&mut solver);
    let budget = limits.budget().with_conflicts(TRIAL_CONFLICTS);
    let by_blocking = trial(slots, &limits, |collector| {
        blocking::run(cnf, slots, &mut solver, None, None, &budget, collector);
    });
    if by_blocking < if only_counts { wanted } else { 1 } {
        return Method::Blocking;
    }
    if only_counts {
        return Method::Component;
    }
    let limits = limits.with_solutions(ADVANTAGE * by_blocking);
    let budget = limits.budget().with_ticks(solver.statistics().ticks.max(TRIAL_TICKS));
    let mut solver = Solver::with_options(options.clone());
    cnf.feed(&mut solver);
    let by_backtracking = trial(slots, &limits, |collector| {
        chronological::run(slots, &mut solver, None, &budget, collector);
    });
    if by_backtracking >= ADVANTAGE * by_blocking { Method::Chronological } else { Method::Blocking }
}

/// Whether the groups of a formula that has other clauses too leave so few covers that each can be tested on the clauses.
fn has_few_covers(cnf: &Cnf, slots: &Slots) -> bool {
    Cover::beside_clauses(cnf, slots).is_ok_and(|(cover, _)| estimate(&cover, &[], WAYS) <= FEW_COVERS)
}

/// Whether counting by components ends in a moment. Most often it does, in less time than listing eight solutions takes.
fn is_quick(cnf: &Cnf, limits: &Limits) -> bool {
    let mut poll = |ticks| {
        if ticks > QUICK_TICKS || limits.terminated() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    component::count(cnf, Style::Simplified, &mut poll).number.is_some()
}

/// How many solutions a run finds within its limits.
fn trial(slots: &Slots, limits: &Limits, run: impl FnOnce(&mut Collector<'_>)) -> u128 {
    let mut listener = ();
    let mut collector = Collector::new(slots, limits, &mut listener, false);
    run(&mut collector);
    collector.count()
}

/// Whether the exact-cover search ends, or finds solutions, in a moment.
fn is_easy(cover: &Cover, limits: &Limits) -> bool {
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

    fn poll(&mut self) -> ControlFlow<()> {
        self.polls += 1;
        if self.polls > TRIAL_POLLS || self.limits.terminated() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

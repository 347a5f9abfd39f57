//! Trials: deciding a few literals to see their effect on the open clauses.

use std::collections::BTreeMap;

use gordian_formula::{GroupKind, Lit};

use crate::engine::Engine;
use crate::search::backtrack::backtrack;
use crate::search::open_level::open_level;
use crate::search::propagate::propagate;

/// Tries something in so many ticks, told as the count at which they are over; these are none of
/// search, and every decision is undone. At level zero.
pub(super) fn aside<T>(engine: &mut Engine, most: u64, try_out: impl FnOnce(&mut Engine, u64) -> T) -> T {
    let (ticks, propagations) = (engine.statistics.ticks, engine.statistics.propagations);
    let result = try_out(engine, ticks + most);
    backtrack(engine, 0);
    let statistics = &mut engine.statistics;
    statistics.inprocess_ticks += statistics.ticks - ticks;
    statistics.ticks = ticks;
    statistics.propagations = propagations;
    result
}

pub(super) fn is_satisfied(engine: &Engine, clause: &[Lit]) -> bool {
    clause.iter().any(|&lit| engine.trail.value(lit) > 0)
}

pub(super) fn open_part<'a>(engine: &'a Engine, clause: &'a [Lit]) -> impl Iterator<Item = Lit> + 'a {
    clause.iter().copied().filter(|&lit| engine.trail.value(lit) == 0)
}

/// The long clauses and exactly-one groups that are open.
pub(super) fn open_clauses(engine: &Engine) -> impl Iterator<Item = &[Lit]> {
    let Engine { arena, groups, .. } = engine;
    let exact = groups.iter().filter(|&(kind, _)| kind == GroupKind::ExactlyOne);
    let clauses = arena.irredundant().map(|clause| arena.lits(clause)).chain(exact.map(|(_, members)| members));
    clauses.filter(|clause| !is_satisfied(engine, clause))
}

/// The number of open clauses for each number of open literals.
pub(super) fn sizes(engine: &Engine) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    for clause in open_clauses(engine) {
        *counts.entry(open_part(engine, clause).count()).or_default() += 1;
    }
    counts
}

/// The open parts of the open clauses that have so many open literals.
pub(super) fn clauses_of_size(engine: &Engine, size: usize) -> Vec<Vec<Lit>> {
    let of_size = open_clauses(engine).filter(|clause| open_part(engine, clause).count() == size);
    of_size.map(|clause| open_part(engine, clause).collect()).collect()
}

/// Decides these literals at levels of their own, and propagates. False if they contradict each other.
pub(super) fn decide(engine: &mut Engine, lits: &[Lit]) -> bool {
    backtrack(engine, 0);
    lits.iter().all(|&lit| decide_too(engine, lit))
}

/// Decides one more literal.
pub(super) fn decide_too(engine: &mut Engine, lit: Lit) -> bool {
    let value = engine.trail.value(lit);
    if value != 0 {
        return value > 0;
    }
    open_level(engine, lit);
    engine.statistics.decisions -= 1;
    propagate(engine).is_none()
}

//! Deciding a few literals, to see what they do to the clauses that are open.

use gordian_formula::{GroupKind, Lit};

use crate::engine::Engine;
use crate::search::backtrack::backtrack;
use crate::search::open_level::open_level;
use crate::search::propagate::propagate;

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

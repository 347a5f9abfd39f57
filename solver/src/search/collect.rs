//! Giving back the memory of clauses that are gone.

use gordian_formula::Lit;

use crate::engine::{Call, Engine};
use crate::store::arena::ClauseRef;
use crate::store::trail::Reason;
use crate::store::watches::Watch;

pub(crate) mod own {
    technique! {
        schedule(_options) {
            /// Literals of level zero when satisfied clauses were last swept out.
            swept_units: usize = 0;
        }
    }
}

/// Marks the clauses that level zero satisfies as garbage, and takes out of the others the literals that it falsified.
fn sweep(engine: &mut Engine, call: &mut Call<'_>) {
    let Engine { trail, arena, statistics, schedule, .. } = engine;
    let mut rest = Vec::new();
    let mut next = arena.clause_from(0);
    while let Some(clause) = next {
        next = arena.next(clause);
        if arena.is_garbage(clause) {
            continue;
        }
        let lits = arena.lits(clause);
        if lits.iter().any(|&lit| trail.root_value(lit) > 0) {
            call.proof.delete(lits);
            let count =
                if arena.is_redundant(clause) { &mut statistics.redundant } else { &mut statistics.irredundant };
            *count -= 1;
            arena.mark_garbage(clause);
        } else if lits.iter().any(|&lit| trail.root_value(lit) < 0) {
            let identifier = call.proof.shorten(arena, clause, |lit| trail.root_value(lit) < 0, &mut rest);
            arena.retain_lits(clause, |lit| trail.root_value(lit) == 0);
            arena.note_identifier(clause, identifier);
        }
    }
    schedule.collect.swept_units = trail.root_literals().len();
}

/// Removes what level zero decided since the last time, compacts the arena, and updates watches and
/// reasons to the new places of the clauses. Clauses shortened to two literals become binary
/// watches; binary clauses that level zero satisfies are removed. The clauses before the first
/// change stay as they are, and so do their watches.
pub(crate) fn collect(engine: &mut Engine, call: &mut Call<'_>) {
    call.proof.add_root_units(engine.trail.root_literals());
    let has_new_units = engine.trail.root_literals().len() > engine.schedule.collect.swept_units;
    if has_new_units {
        sweep(engine, call);
    } else if engine.arena.is_unchanged() {
        return;
    }
    let Engine { trail, arena, watches, ternaries, statistics, .. } = engine;
    arena.plan_compaction(3);
    // The other one of the two watched literals, and whether the clause has no third one.
    let other_watched = |clause: ClauseRef, lit: Lit| {
        let lits = arena.lits(clause);
        (if lits[0] == lit { lits[1] } else { lits[0] }, lits.len() == 2)
    };
    ternaries.retain_all(|_, ternary| {
        debug_assert!(
            arena.is_garbage(ternary.clause) || arena.size(ternary.clause) == 3,
            "an enumeration, which lists them, decides nothing at level zero"
        );
        arena.forward(&mut ternary.clause)
    });
    let mut satisfied = 0;
    let mut satisfied_redundant = 0;
    watches.retain_all(|lit, watch| {
        let is_as_before = if watch.is_binary() { !has_new_units } else { arena.is_settled(watch.clause()) };
        if is_as_before {
            return true;
        }
        if !watch.is_binary() {
            let clause = watch.clause();
            if arena.is_garbage(clause) {
                return false;
            }
            // A blocker may be a literal that was taken out: the other watched one never is.
            *watch = match other_watched(clause, lit) {
                (other, true) => Watch::binary(other, arena.is_redundant(clause)),
                (other, false) => Watch::long(arena.forwarded(clause), other),
            };
        }
        let is_gone = watch.is_binary() && (trail.root_value(lit) > 0 || trail.root_value(watch.blocker) > 0);
        if is_gone && (lit < watch.blocker) {
            call.proof.delete(&[lit, watch.blocker]);
            satisfied += 1;
            satisfied_redundant += u64::from(watch.is_redundant_binary());
        }
        debug_assert!(is_gone || trail.root_value(lit) >= 0, "level zero is propagated");
        !is_gone
    });
    statistics.redundant -= satisfied_redundant;
    statistics.irredundant -= satisfied - satisfied_redundant;
    for index in 0..trail.len() {
        let lit = trail.literal(index);
        let reason = match trail.reason(lit.var()) {
            _ if trail.level_of(lit.var()) == 0 => Reason::Unit,
            Reason::Long(clause) => match other_watched(clause, lit) {
                (other, true) => Reason::Binary(other),
                (_, false) => Reason::Long(arena.forwarded(clause)),
            },
            reason => reason,
        };
        trail.set_reason(lit.var(), reason);
    }
    arena.finish_compaction(3);
}

//! From watches to full occurrence lists, and back.

use gordian_formula::Lit;

use crate::engine::{Call, Engine};
use crate::search::collect::collect;
use crate::search::tier::tier_of;
use crate::store::occurrences::Occurrences;
use crate::store::trail::Reason;

/// Puts the watches away and builds the occurrence lists of irredundant clauses. Binary clauses
/// move into the arena, so that all clauses look alike. Propagation rests until [`leave_dense`].
pub(crate) fn enter_dense(engine: &mut Engine, call: &mut Call<'_>) -> Occurrences {
    put_watches_away(engine, call);
    let Engine { trail, arena, .. } = engine;
    let irredundant = || arena.clauses().filter(|&clause| !arena.is_redundant(clause));
    let literals = irredundant().flat_map(|clause| arena.lits(clause)).copied();
    let mut occurrences = Occurrences::with_room(trail.num_vars(), literals);
    for clause in irredundant() {
        occurrences.connect(clause, arena.lits(clause));
    }
    occurrences
}

/// Empties the watch lists, binary clauses moving into the arena.
pub(crate) fn put_watches_away(engine: &mut Engine, call: &mut Call<'_>) {
    collect(engine, call);
    let Engine { arena, watches, .. } = engine;
    for (lit, list) in watches.iter() {
        for watch in list.iter().filter(|watch| watch.is_binary() && lit < watch.blocker) {
            arena.add(&[lit, watch.blocker], watch.is_redundant_binary().then_some(1));
        }
    }
    watches.clear();
}

/// Gives back the memory of garbage meanwhile, once that is worth going through all clauses and lists.
pub(crate) fn collect_dense(engine: &mut Engine, occurrences: &mut Occurrences) {
    let Engine { trail, arena, .. } = engine;
    if !arena.is_mostly_garbage(trail.num_vars()) {
        return;
    }
    arena.plan_compaction(2);
    occurrences.retain_all(|_, clause| arena.forward(clause));
    arena.finish_compaction(2);
}

/// Watches all clauses again, without those that hold a removed variable and without what level zero decided meanwhile.
pub(crate) fn leave_dense(engine: &mut Engine, call: &mut Call<'_>) {
    call.proof.add_root_units(engine.trail.root_literals());
    let Engine { trail, arena, watches, removed, statistics, schedule, .. } = engine;
    // Units found on the way are not taken out of the clauses before them.
    schedule.collect.swept_units = trail.len();
    let mut rest: Vec<Lit> = Vec::new();
    let mut next = arena.clause_from(0);
    while let Some(clause) = next {
        next = arena.next(clause);
        if arena.is_garbage(clause) {
            continue;
        }
        let lits = arena.lits(clause);
        let is_redundant = arena.is_redundant(clause);
        let count = if is_redundant { &mut statistics.redundant } else { &mut statistics.irredundant };
        let is_gone = lits.iter().any(|&lit| trail.value(lit) > 0 || removed[lit.var().index()]);
        if is_gone {
            call.proof.delete(lits);
            *count -= 1;
            arena.mark_garbage(clause);
            continue;
        }
        if lits.iter().any(|&lit| trail.value(lit) < 0) {
            let identifier = call.proof.shorten(arena, clause, |lit| trail.value(lit) < 0, &mut rest);
            if let [] | [_] = rest[..] {
                *count -= 1;
                arena.mark_garbage(clause);
                match rest.first() {
                    Some(&unit) => trail.assign(unit, Reason::Unit),
                    None => engine.is_inconsistent = true,
                }
                continue;
            }
            arena.retain_lits(clause, |lit| trail.value(lit) == 0);
            arena.note_identifier(clause, identifier);
        }
    }
    let open = arena.clauses().filter(|&clause| !arena.is_garbage(clause));
    watches.reserve(open.flat_map(|clause| &arena.lits(clause)[..2]).copied());
    let mut next = arena.clause_from(0);
    while let Some(clause) = next {
        next = arena.next(clause);
        if let &[first, second] = arena.lits(clause)
            && !arena.is_garbage(clause)
        {
            watches.add_binary(first, second, arena.is_redundant(clause));
            arena.mark_garbage(clause);
        }
    }
    for index in 0..trail.len() {
        trail.set_reason(trail.literal(index).var(), Reason::Unit);
    }
    arena.lay_out_by_use::<3>(|glue| tier_of(glue, call.options));
    for clause in arena.clauses() {
        watches.watch_clause(clause, arena.lits(clause));
    }
}

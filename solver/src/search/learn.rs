//! Adds learned clauses, and goes back to the level at which they propagate.

use crate::engine::{Call, Engine, Learning};
use crate::proof::Chain;
use crate::search::backtrack::backtrack;
use crate::search::hints::name_resolution;
use crate::search::share::hand_out;
use crate::search::tier::lasting;
use crate::store::trail::{Conflict, Reason};

/// Adds the clause of the analysis of a conflict, backtracks to the lowest level from `floor` on
/// where it propagates, and assigns its first literal.
pub(crate) fn learn(engine: &mut Engine, call: &mut Call<'_>, conflict: Conflict, floor: u32) {
    // The literal of the highest level below takes the second place, to be watched.
    let Engine { trail, learning, .. } = &mut *engine;
    let clause = &mut learning.clause;
    if let Some(highest) = (1..clause.len()).max_by_key(|&index| trail.level_of(clause[index].var())) {
        clause.swap(1, highest);
    }
    let jump_level = clause.get(1).map_or(0, |lit| trail.level_of(lit.var())).max(floor);
    let glue = learning.levels.glue();
    engine.statistics.learned += 1;
    engine.statistics.learned_literals += engine.learning.clause.len() as u64;
    engine.schedule.note_conflict(glue, &engine.statistics);
    let Engine { trail, arena, groups, learning: Learning { clause, marks, positions, resolution, .. }, .. } =
        &mut *engine;
    let name = |chain: &mut Chain<'_>| {
        name_resolution((conflict, resolution), clause, (trail, arena, groups), (marks, positions), chain);
    };
    let identifier = call.proof.add_by_chain(clause, name);
    call.tell_learned(&engine.learning.clause);
    if call.port.is_some() {
        hand_out(engine, call, glue, identifier);
    }
    backtrack(engine, jump_level);

    let Engine { trail, arena, watches, learning, statistics, .. } = engine;
    match learning.clause[..] {
        [] => unreachable!("a learned clause holds the unique implication point"),
        [unit] => {
            trail.assign(unit, Reason::Unit);
            statistics.units += 1;
        }
        [first, second] => {
            watches.add_binary(first, second, true);
            trail.assign(first, Reason::Binary(second));
            statistics.redundant += 1;
        }
        ref lits => {
            let clause = arena.add(lits, Some(glue));
            arena.note_identifier(clause, identifier);
            arena.set_used(clause, lasting(glue, call.options));
            watches.watch_clause(clause, lits);
            trail.assign(lits[0], Reason::Long(clause));
            statistics.redundant += 1;
        }
    }
}

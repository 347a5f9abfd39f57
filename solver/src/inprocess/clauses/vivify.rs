//! Vivification of clauses.

use std::cmp::Reverse;

use gordian_formula::{Lit, LitMap};

use crate::engine::{Call, Engine, Learning};
use crate::inprocess::clauses::subsume::is_wanted_size;
use crate::search::antecedent::{SEEN, antecedents};
use crate::search::backtrack::backtrack;
use crate::search::collect::collect;
use crate::search::hints::{Origin, name_antecedents};
use crate::search::propagate::propagate;
use crate::search::tier::tier_of;
use crate::store::arena::ClauseRef;
use crate::store::trail::{Conflict, Reason};

pub(crate) mod own {
    technique! {
        options {
            /// Vivify clauses.
            enabled "vivify": bool = true;
            /// Per mille of the ticks of search that vivification may take.
            effort "vivify_effort": (0..=10_000) = 100;
        }
        counters {
            /// Clauses tried by vivification.
            tried "vivify tried";
            /// Clauses shortened by vivification.
            vivified "vivified";
        }
    }
}

/// The clauses that a pass works on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tier {
    One,
    Two,
    Three,
    Irredundant,
}

/// The tiers and their shares of the effort, in tenths.
const PASSES: [(Tier, u64); 4] = [(Tier::Two, 3), (Tier::One, 3), (Tier::Irredundant, 3), (Tier::Three, 1)];

/// Shortens clauses by assigning their literals false one after the other: if propagation meets a
/// conflict or implies one of them, some of the literals suffice (Piette, Hamadi & Saïs 2008; Luo
/// et al. 2017; Li et al. 2020).
pub(crate) fn vivify(engine: &mut Engine, call: &mut Call<'_>, ticks: u64) {
    let search_ticks = engine.statistics.ticks;
    for (tier, share) in PASSES {
        let limit = engine.statistics.ticks + ticks / 10 * share;
        vivify_tier(engine, call, tier, limit);
        if engine.is_inconsistent {
            break;
        }
    }
    engine.statistics.inprocess_ticks += engine.statistics.ticks - search_ticks;
    engine.statistics.ticks = search_ticks;
}

/// A clause to try, with its literals in the order in which they are assigned.
struct Candidate {
    clause: ClauseRef,
    sorted: Vec<Lit>,
}

fn vivify_tier(engine: &mut Engine, call: &mut Call<'_>, tier: Tier, limit: u64) {
    let mut doomed: Vec<ClauseRef> = Vec::new();
    let candidates = schedule(engine, call, tier);
    engine.statistics.ticks += candidates.len() as u64 / 8;
    for candidate in &candidates {
        if engine.statistics.ticks >= limit || engine.is_inconsistent || call.is_at_end(&engine.statistics) {
            break;
        }
        engine.statistics.vivify.tried += 1;
        engine.arena.set_vivified(candidate.clause, true);
        if try_vivify(engine, call, candidate) {
            doomed.push(candidate.clause);
        }
    }
    backtrack(engine, 0);
    // They stood in watch lists until now, so derivations may have used them.
    for clause in doomed {
        call.proof.delete(engine.arena.lits(clause));
        let statistics = &mut engine.statistics;
        let is_redundant = engine.arena.is_redundant(clause);
        *(if is_redundant { &mut statistics.redundant } else { &mut statistics.irredundant }) -= 1;
        engine.arena.mark_garbage(clause);
    }
    if !engine.is_inconsistent {
        collect(engine, call);
    }
}

/// The clauses of a tier that were not tried since all were, sorted so that neighbours begin with the same literals.
fn schedule(engine: &mut Engine, call: &Call<'_>, tier: Tier) -> Vec<Candidate> {
    let options = call.options;
    let arena = &mut engine.arena;
    let mut counts: LitMap<u32> = LitMap::new();
    counts.grow(engine.trail.num_vars());
    let mut chosen: Vec<ClauseRef> = Vec::new();
    for clause in arena.clauses() {
        arena.lits(clause).iter().for_each(|&lit| counts[lit] += 1);
        let of_tier = match arena.is_redundant(clause) {
            false => Tier::Irredundant,
            true => [Tier::One, Tier::Two, Tier::Three][tier_of(arena.glue(clause), options)],
        };
        if of_tier == tier && is_wanted_size(arena.size(clause)) {
            chosen.push(clause);
        }
    }
    if chosen.iter().all(|&clause| arena.is_vivified(clause)) {
        chosen.iter().for_each(|&clause| arena.set_vivified(clause, false));
    } else {
        chosen.retain(|&clause| !arena.is_vivified(clause));
    }
    let mut candidates: Vec<Candidate> = chosen
        .into_iter()
        .map(|clause| {
            let mut sorted = arena.lits(clause).to_vec();
            sorted.sort_unstable_by_key(|&lit| (Reverse(counts[lit]), lit));
            Candidate { clause, sorted }
        })
        .collect();
    let key = |lit: Lit| (Reverse(counts[lit]), lit);
    candidates.sort_unstable_by(|left, right| {
        left.sorted.iter().map(|&lit| key(lit)).cmp(right.sorted.iter().map(|&lit| key(lit)))
    });
    candidates
}

/// The result of assigning the literals of a clause false.
enum Finding {
    Satisfied,
    Conflict(Conflict),
    Implied(Lit),
    Nothing,
}

/// Whether the clause is to go, a shorter one having been added unless it was implied.
fn try_vivify(engine: &mut Engine, call: &mut Call<'_>, candidate: &Candidate) -> bool {
    let finding = assign_negations(engine, &candidate.sorted);
    let (implied, is_used) = match finding {
        Finding::Satisfied => {
            return true;
        }
        Finding::Nothing => return false,
        Finding::Conflict(conflict) => (None, collect_decisions(engine, Some(conflict), None, candidate.clause)),
        Finding::Implied(lit) => (Some(lit), collect_decisions(engine, None, Some(lit), candidate.clause)),
    };
    let origin = match finding {
        Finding::Conflict(conflict) => Some(Origin::Conflict(conflict)),
        Finding::Implied(lit) => Some(Origin::Implied(lit)),
        Finding::Satisfied | Finding::Nothing => None,
    };
    let mut shorter: Vec<Lit> = engine.learning.clause.iter().map(|&decision| !decision).collect();
    shorter.extend(implied);
    let is_shorter = shorter.len() < candidate.sorted.len();
    let mut identifier = 0;
    if let Some(origin) = origin.filter(|_| is_shorter) {
        let Engine { trail, arena, groups, learning: Learning { marks, positions, .. }, .. } = &mut *engine;
        identifier = call.proof.add_by_chain(&shorter, |chain| {
            name_antecedents(origin, &shorter, (trail, arena, groups), (marks, positions), chain);
        });
    }
    if implied.is_none() {
        // Propagation of the level of the conflict did not come to its end.
        backtrack(engine, engine.trail.level() - 1);
    }
    if is_shorter {
        replace(engine, call, candidate.clause, &shorter, identifier);
        engine.statistics.vivify.vivified += 1;
        return true;
    }
    // The other clauses imply it.
    !is_used && engine.arena.is_redundant(candidate.clause)
}

/// Keeps the decision levels that agree with the literals, and goes on from there.
fn assign_negations(engine: &mut Engine, sorted: &[Lit]) -> Finding {
    if sorted.iter().any(|&lit| engine.trail.root_value(lit) > 0) {
        return Finding::Satisfied;
    }
    let mut level = 0;
    while level < engine.trail.level()
        && sorted.get(level as usize).is_some_and(|&lit| engine.trail.decision(level + 1) == Some(!lit))
    {
        level += 1;
    }
    backtrack(engine, level);
    for &lit in &sorted[level as usize..] {
        match engine.trail.value(lit) {
            value if value > 0 => return Finding::Implied(lit),
            value if value < 0 => continue,
            _ => {}
        }
        engine.trail.push_level();
        engine.trail.assign(!lit, Reason::Decision);
        if let Some(conflict) = propagate(engine) {
            return Finding::Conflict(conflict);
        }
    }
    Finding::Nothing
}

/// Leaves in `learning.clause` the decisions behind a conflict or an implied literal. Tells whether
/// the clause itself took part.
fn collect_decisions(engine: &mut Engine, conflict: Option<Conflict>, implied: Option<Lit>, clause: ClauseRef) -> bool {
    let Engine { trail, arena, groups, learning, .. } = engine;
    learning.marks.clear();
    learning.clause.clear();
    let mut is_used = false;
    let first: Vec<Lit> = match (conflict, implied) {
        (Some(Conflict::Binary(first, second)), _) => vec![first, second],
        (Some(Conflict::Long(of)), _) => {
            is_used |= of == clause;
            arena.lits(of).to_vec()
        }
        (Some(Conflict::Group(group)), _) => groups.members(group).to_vec(),
        (None, Some(lit)) => vec![lit],
        (None, None) => vec![],
    };
    for lit in first {
        learning.marks.set(lit.var(), SEEN);
    }
    for position in (trail.start_of(1)..trail.len()).rev() {
        let lit = trail.literal(position);
        if !learning.marks.has(lit.var(), SEEN) {
            continue;
        }
        let reason = trail.reason(lit.var());
        match reason {
            Reason::Decision => learning.clause.push(lit),
            Reason::Long(of) => is_used |= of == clause,
            _ => {}
        }
        for &other in antecedents(&reason, arena, groups) {
            learning.marks.set(other.var(), SEEN);
        }
    }
    is_used
}

/// Adds the shorter clause, which the proof has by this identifier, at level zero.
fn replace(engine: &mut Engine, call: &mut Call<'_>, clause: ClauseRef, shorter: &[Lit], identifier: u64) {
    backtrack(engine, 0);
    let is_redundant = engine.arena.is_redundant(clause);
    let count = if is_redundant { &mut engine.statistics.redundant } else { &mut engine.statistics.irredundant };
    match *shorter {
        [] => engine.is_inconsistent = true,
        [unit] => {
            engine.assign_root(unit);
            if propagate(engine).is_some() {
                engine.is_inconsistent = true;
                call.proof.add(&[]);
            }
        }
        [first, second] => {
            *count += 1;
            engine.watches.add_binary(first, second, is_redundant);
        }
        ref lits => {
            *count += 1;
            let glue = engine.arena.glue(clause).min(lits.len() as u32 - 1);
            let used = engine.arena.used(clause);
            let new = engine.arena.add(lits, is_redundant.then_some(glue));
            engine.arena.set_used(new, used);
            engine.arena.note_identifier(new, identifier);
            engine.watches.watch_clause(new, lits);
        }
    }
}

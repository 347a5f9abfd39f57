//! Forward subsumption and strengthening.

use gordian_formula::{Lit, LitMap};

use crate::engine::{Call, Engine};
use crate::store::arena::{Arena, ClauseRef};
use crate::store::occurrences::Occurrences;

pub(crate) mod own {
    technique! {
        options {
            /// Per mille of the ticks of search that subsumption may take.
            effort "subsume_effort": (0..=10_000) = 100;
        }
        counters {
            /// Clauses found to contain another one.
            subsumed "subsumed";
            /// Literals that another clause allowed to take out.
            strengthened "strengthened";
        }
    }
}

/// Longer clauses are not looked at: they are rarely subsumed, and dear to compare.
const CLAUSE_LIMIT: usize = 100;
/// Literals with more connected clauses than this are skipped.
const CONNECTED_LIMIT: usize = 1000;

/// Removes irredundant clauses that contain another one, and takes out literals whose negation the
/// rest of another one allows to resolve away (Eén & Biere 2005). Each clause is compared with
/// smaller ones, which are connected by one literal only (Zhang 2005).
pub(crate) fn subsume(engine: &mut Engine, call: &mut Call<'_>, occurrences: &mut Occurrences, ticks: u64) {
    let arena = &engine.arena;
    let wanted = |&clause: &ClauseRef| {
        !arena.is_redundant(clause) && !arena.is_garbage(clause) && is_wanted_size(arena.size(clause))
    };
    let mut schedule: Vec<ClauseRef> = arena.clauses().filter(wanted).collect();
    schedule.sort_by_key(|&clause| arena.size(clause));
    let mut connected = Occurrences::new(engine.trail.num_vars());
    let mut marked: LitMap<bool> = LitMap::new();
    marked.grow(engine.trail.num_vars());
    let mut left = ticks;
    for clause in schedule {
        if left == 0 || call.is_late_by_now() {
            break;
        }
        match find(&engine.arena, &connected, &mut marked, clause, &mut left) {
            Found::Subsuming => {
                call.proof.delete(engine.arena.lits(clause));
                engine.arena.mark_garbage(clause);
                engine.statistics.irredundant -= 1;
                engine.statistics.subsume.subsumed += 1;
                continue;
            }
            Found::Strengthening(lit, other) => {
                strengthen(engine, call, occurrences, clause, lit, other);
                if engine.arena.is_garbage(clause) {
                    continue;
                }
            }
            Found::Nothing => {}
        }
        let lits = engine.arena.lits(clause);
        if let Some(&rarest) = lits.iter().min_by_key(|&&lit| connected.of(lit).len()) {
            connected.push(rarest, clause);
        }
    }
}

/// Whether a clause is short enough to work on.
pub(crate) fn is_wanted_size(size: usize) -> bool {
    size <= CLAUSE_LIMIT
}

enum Found {
    Subsuming,
    /// This literal of the clause can go, by this other clause.
    Strengthening(Lit, ClauseRef),
    Nothing,
}

fn find(arena: &Arena, connected: &Occurrences, marked: &mut LitMap<bool>, clause: ClauseRef, left: &mut u64) -> Found {
    let lits = arena.lits(clause);
    for &lit in lits {
        marked[lit] = true;
    }
    let mut found = Found::Nothing;
    'search: for side in lits.iter().flat_map(|&lit| [lit, !lit]) {
        let list = connected.of(side);
        if list.len() > CONNECTED_LIMIT {
            continue;
        }
        *left = left.saturating_sub(1 + list.len() as u64 / 16);
        for &other in list {
            *left = left.saturating_sub(1);
            if arena.is_garbage(other) {
                continue;
            }
            match compare(arena.lits(other), marked) {
                Some(None) => {
                    found = Found::Subsuming;
                    break 'search;
                }
                Some(Some(lit)) => found = Found::Strengthening(lit, other),
                None => {}
            }
        }
    }
    for &lit in lits {
        marked[lit] = false;
    }
    found
}

/// Whether all literals are marked (`Some(None)`), or all but one whose negation is, which is returned.
fn compare(lits: &[Lit], marked: &LitMap<bool>) -> Option<Option<Lit>> {
    let mut negated = None;
    for &lit in lits {
        if marked[lit] {
            continue;
        }
        if negated.is_some() || !marked[!lit] {
            return None;
        }
        negated = Some(!lit);
    }
    Some(negated)
}

/// Takes a literal out of an irredundant clause; a unit moves to the trail.
pub(crate) fn strengthen(
    engine: &mut Engine,
    call: &mut Call<'_>,
    occurrences: &mut Occurrences,
    clause: ClauseRef,
    lit: Lit,
    by: ClauseRef,
) {
    let Engine { arena, statistics, .. } = engine;
    let old = arena.lits(clause).to_vec();
    let rest: Vec<Lit> = old.iter().copied().filter(|&other| other != lit).collect();
    call.proof.add_by(&rest, |antecedents| {
        antecedents.push(arena.lits(by).iter().copied());
        antecedents.push(old.iter().copied());
    });
    call.proof.delete(&old);
    statistics.subsume.strengthened += 1;
    if let [unit] = rest[..] {
        arena.mark_garbage(clause);
        statistics.irredundant -= 1;
        return engine.take_unit(unit, call.proof);
    }
    arena.retain_lits(clause, |other| other != lit);
    occurrences.disconnect(lit, clause);
}

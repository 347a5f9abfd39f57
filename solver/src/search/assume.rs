//! Assumptions: decisions that the caller made.

use gordian_formula::Lit;

use crate::engine::{Call, Engine, Learning};
use crate::proof::Chain;
use crate::search::antecedent::{SEEN, antecedents};
use crate::search::explain::explain;
use crate::search::hints::{Origin, name_antecedents};
use crate::search::open_level::open_level;
use crate::store::trail::Reason;

/// The state of the next assumption.
pub(crate) enum Assumption {
    Made,
    Failed,
    NoneLeft,
}

/// Decides the next assumption. Each has a level of its own, without literals where it was already
/// true (Eén & Sörensson 2003).
pub(crate) fn assume(engine: &mut Engine, call: &mut Call<'_>) -> Assumption {
    let Some(&lit) = call.assumptions.get(engine.trail.level() as usize) else {
        return Assumption::NoneLeft;
    };
    match engine.trail.value(lit) {
        0 => open_level(engine, lit),
        value if value > 0 => engine.trail.push_level(),
        _ => {
            analyze_failed(engine, call, lit);
            // The clause that lets a proof end in a contradiction under the assumptions; a tautology where two of them
            // contradict each other.
            let negated: Vec<Lit> = engine.learning.clause.iter().map(|&lit| !lit).collect();
            if !negated.contains(&lit) {
                let Engine { trail, arena, groups, learning: Learning { marks, positions, .. }, .. } = &mut *engine;
                let name = |chain: &mut Chain<'_>| {
                    name_antecedents(
                        Origin::Implied(!lit),
                        &negated,
                        (trail, arena, groups),
                        (marks, positions),
                        chain,
                    );
                };
                call.proof.add_by_chain(&negated, name);
            }
            return Assumption::Failed;
        }
    }
    Assumption::Made
}

/// Leaves in `learning.clause` the assumptions that together contradict the formula: the false one, and those that its
/// negation follows from.
fn analyze_failed(engine: &mut Engine, call: &mut Call<'_>, failed: Lit) {
    let Engine { trail, arena, watches, groups, learning, statistics, .. } = engine;
    learning.marks.clear();
    learning.clause.clear();
    learning.clause.push(failed);
    if trail.level_of(failed.var()) == 0 {
        return;
    }
    learning.marks.set(failed.var(), SEEN);
    for position in (trail.start_of(1)..trail.len()).rev() {
        let lit = trail.literal(position);
        if !learning.marks.has(lit.var(), SEEN) {
            continue;
        }
        let reason = match trail.reason(lit.var()) {
            Reason::External => explain(lit, trail, arena, watches, statistics, call),
            reason => reason,
        };
        if reason == Reason::Decision {
            // All decisions below the failed assumption are assumptions. It fails by its own negation, too.
            learning.clause.push(lit);
        }
        for &other in antecedents(&reason, arena, groups) {
            if trail.level_of(other.var()) > 0 {
                learning.marks.set(other.var(), SEEN);
            }
        }
    }
}

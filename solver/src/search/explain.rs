//! Clauses of the caller's propagator: asked for when analysis needs them, and made fit for the engine.

use gordian_formula::Lit;

use crate::engine::Call;
use crate::statistics::Statistics;
use crate::store::arena::Arena;
use crate::store::trail::{Reason, Trail};
use crate::store::watches::Watches;

/// Asks for the clause that the propagator assigned a literal by, and adds it as one that may be forgotten.
#[cold]
pub(crate) fn explain(
    lit: Lit,
    trail: &mut Trail,
    arena: &mut Arena,
    watches: &mut Watches,
    statistics: &mut Statistics,
    call: &mut Call<'_>,
) -> Reason {
    let mut lits = reason(lit, call);
    check_reason(lit, &lits, trail);
    simplify(&mut lits, trail, call);
    lits.sort_by_key(|&other| (other != lit, u32::MAX - trail.level_of(other.var())));
    let reason = match lits[..] {
        [] | [_] => Reason::Unit,
        [_, other] => {
            watches.add_binary(lit, other, true);
            statistics.redundant += 1;
            Reason::Binary(other)
        }
        _ => {
            let clause = arena.add(&lits, Some(lits.len() as u32 - 1));
            watches.watch_clause(clause, &lits);
            statistics.redundant += 1;
            Reason::Long(clause)
        }
    };
    trail.set_reason(lit.var(), reason);
    reason
}

/// The clause that the propagator gives for a literal, which it propagated.
pub(crate) fn reason(lit: Lit, call: &mut Call<'_>) -> Vec<Lit> {
    let Some(link) = &mut call.link else { unreachable!("only a propagator assigns without a clause") };
    let named = link.reason(lit, call.external.names());
    let known = |lit: Lit| match link.known(lit, call.external) {
        Some(known) => known,
        None => panic!("the propagator gives a reason with {lit}, which it does not observe"),
    };
    let clause = named.iter().map(|&lit| known(lit)).collect();
    call.proof.import(&named);
    clause
}

/// Takes out what stands twice and what is false for good; false if the clause is a tautology, or true for good.
pub(crate) fn simplify(lits: &mut Vec<Lit>, trail: &Trail, call: &mut Call<'_>) -> bool {
    let size = lits.len();
    lits.sort_unstable();
    lits.dedup();
    let is_tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
    if is_tautology || lits.iter().any(|&lit| trail.root_value(lit) > 0) {
        return false;
    }
    lits.retain(|&lit| trail.root_value(lit) == 0);
    if lits.len() < size {
        call.proof.add_root_units(trail.root_literals());
        call.proof.add(lits);
    }
    true
}

/// # Panics
/// Unless the clause holds the literal, and other literals that were false before it was true or false.
pub(crate) fn check_reason(lit: Lit, clause: &[Lit], trail: &Trail) {
    let is_before = |other: Lit| {
        trail.value(lit) == 0 || trail.position(other.var()) < trail.position(lit.var()) || trail.value(lit) < 0
    };
    let holds = |&other: &Lit| other == lit || (trail.value(other) < 0 && is_before(other));
    assert!(clause.contains(&lit) && clause.iter().all(holds), "the propagator gives a wrong reason");
}

//! Finds the literals that follow from others by propagation alone.

use gordian_formula::Lit;

use crate::engine::Engine;
use crate::outcome::Propagation;
use crate::proof::Proof;
use crate::search::backtrack::backtrack;
use crate::search::propagate::propagate;
use crate::store::trail::Reason;

/// Assigns the assumptions one after the other, propagates each, and returns the implied literals.
/// Leaves level zero, propagated, and unless `saves_phases` the saved phases as they were.
pub(crate) fn imply(engine: &mut Engine, proof: &mut Proof, assumptions: &[Lit], saves_phases: bool) -> Propagation {
    if propagate(engine).is_some() {
        engine.is_inconsistent = true;
        proof.add(&[]);
        return Propagation { implied: Vec::new(), is_conflict: true };
    }
    let is_conflict = !assign_all(engine, assumptions);
    let Engine { trail, phases, .. } = &*engine;
    let assigned = &trail.literals()[trail.start_of(1)..];
    let implied = assigned.iter().copied().filter(|lit| trail.reason(lit.var()) != Reason::Decision).collect();
    let saved: Vec<Lit> = assigned.iter().map(|lit| lit.var().lit(phases.saved(lit.var()))).collect();
    backtrack(engine, 0);
    for lit in saved.into_iter().filter(|_| !saves_phases) {
        engine.phases.save(lit);
    }
    Propagation { implied, is_conflict }
}

/// False if propagation met a conflict.
fn assign_all(engine: &mut Engine, assumptions: &[Lit]) -> bool {
    for &lit in assumptions {
        match engine.trail.value(lit) {
            value if value > 0 => continue,
            value if value < 0 => return false,
            _ => {}
        }
        engine.trail.push_level();
        engine.trail.assign(lit, Reason::Decision);
        if propagate(engine).is_some() {
            return false;
        }
    }
    true
}

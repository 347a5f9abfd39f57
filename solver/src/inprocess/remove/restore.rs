//! Bringing removed variables back.

use gordian_formula::{Lit, Var};

use crate::engine::Engine;

pub(crate) mod own {
    technique! {
        counters {
            /// Removed variables brought back.
            restored "restored";
        }
    }
}

/// Brings back a variable that was removed, and in turn the removed variables of the clauses that
/// went with it; these are returned, to be added again. To be called at level zero before a new
/// constraint or an assumption names the variable: nothing needs freezing (Fazekas, Biere & Scholl
/// 2019).
pub(crate) fn restore(engine: &mut Engine, var: Var) -> Vec<Vec<Lit>> {
    let mut restored: Vec<Vec<Lit>> = Vec::new();
    let mut pending = vec![var];
    while let Some(var) = pending.pop() {
        if !std::mem::replace(&mut engine.removed[var.index()], false) {
            continue;
        }
        engine.statistics.restore.restored += 1;
        engine.order.heap.insert(var);
        engine.order.queue.unassigned(var);
        let first = restored.len();
        engine.reconstruction.take(var, |clause| restored.push(clause.to_vec()));
        let vars = restored[first..].iter().flatten().map(|lit| lit.var());
        pending.extend(vars.filter(|var| engine.removed[var.index()]));
    }
    restored
}

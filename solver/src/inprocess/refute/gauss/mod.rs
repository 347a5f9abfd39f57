//! Gaussian elimination: contradictions, units and equivalences that sums of parities show, however
//! many clauses search would need for them.

mod derivation;
mod elimination;

use std::collections::{BTreeSet, HashMap};

use gordian_formula::{Lit, Var};

use self::derivation::{Derivation, Parity};
use self::elimination::{Row, eliminate, find_parities};
use crate::engine::{Call, Engine};

pub(crate) mod own {
    technique! {
        options {
            /// Add up parities among the clauses, in the first simplification.
            enabled "gauss": bool = true;
        }
        counters {
            /// Parities found among clauses, each time they were looked for.
            parities "gauss parities";
            /// Parities that were added up to facts.
            sums "gauss sums";
        }
    }
}

/// Pairs of nodes that a proof of a contradiction may need, about; each takes some ten clauses of it.
const MOST_NODES: u64 = 16_000_000;
/// Like [`MOST_NODES`], for all units and equivalences of one elimination.
const NODES_FOR_FACTS: u64 = 200_000;
/// Steps that elimination may take for each parity.
const STEPS_PER_PARITY: u64 = 5_000;

/// Adds up the parities among the clauses by Gaussian elimination: refutes the formula, or finds
/// units and equivalences, which become binary clauses (as in Soos, Nohl & Castelluccia 2009, once
/// only).
///
/// At level zero, everything propagated; units are left to be propagated.
pub(crate) fn gauss(engine: &mut Engine, call: &mut Call<'_>) {
    if !call.proof.can_define() {
        return;
    }
    let mut rows = find_parities(engine, &|| call.is_late_by_now());
    let steps = STEPS_PER_PARITY * rows.len() as u64;
    let found = eliminate(&mut rows, engine.trail.num_vars(), steps, &|| call.is_late_by_now());
    engine.statistics.gauss.parities += rows.iter().filter(|row| row.parents.is_none()).count() as u64;
    let mut nodes_for_facts = NODES_FOR_FACTS;
    for index in found {
        let (cone, cost) = cone(&rows, index);
        let is_contradiction = rows[index].parity.is_contradiction();
        let limit = match (is_contradiction, call.proof.is_wanted()) {
            (true, true) => MOST_NODES,
            (true, false) => u64::MAX,
            (false, _) => nodes_for_facts,
        };
        if cost > limit {
            continue;
        }
        nodes_for_facts -= cost.min(nodes_for_facts);
        if call.proof.is_wanted() && derive_parity(call, &rows, &cone).is_none() {
            return;
        }
        engine.statistics.gauss.sums += cone.len() as u64;
        apply(engine, call, &rows[index].parity);
        if engine.is_inconsistent {
            return;
        }
    }
}

/// The rows that a row was summed from, and it, in the order in which they were made; and how many
/// pairs of nodes deriving them takes.
fn cone(rows: &[Row], index: usize) -> (Vec<usize>, u64) {
    let mut cone = BTreeSet::from([index]);
    let mut pending = vec![index];
    let mut cost = 0;
    while let Some(parents) = pending.pop().map(|row| rows[row].parents) {
        for parent in parents.into_iter().flatten() {
            cost += 4 * rows[parent].parity.vars.len() as u64;
            if cone.insert(parent) {
                pending.push(parent);
            }
        }
    }
    (cone.into_iter().collect(), cost)
}

/// Derives the rows of a cone, and forgets all clauses but those that the engine gets from the last
/// row.
fn derive_parity(call: &mut Call<'_>, rows: &[Row], cone: &[usize]) -> Option<()> {
    let budget = call.budget;
    let mut derivation = Derivation::new(call.proof);
    let mut uses: HashMap<usize, usize> = HashMap::new();
    for parent in cone.iter().filter_map(|&row| rows[row].parents).flatten() {
        *uses.entry(parent).or_default() += 1;
    }
    let mut chains: HashMap<usize, usize> = HashMap::new();
    for &row in cone {
        if budget.is_over() {
            return None;
        }
        let chain = match rows[row].parents {
            None => derivation.add_parity(&rows[row].parity)?,
            Some(parents) => {
                let sum = derivation.add_sum(chains[&parents[0]], chains[&parents[1]])?;
                for parent in parents {
                    let left = uses.entry(parent).or_default();
                    *left -= 1;
                    if *left == 0 {
                        derivation.drop_chain(chains[&parent]);
                    }
                }
                sum
            }
        };
        chains.insert(row, chain);
    }
    let last = *cone.last()?;
    derivation.conclude(chains[&last]);
    Some(())
}

/// Tells the engine a parity of at most two variables, the clauses of which the proof has.
fn apply(engine: &mut Engine, call: &mut Call<'_>, parity: &Parity) {
    match parity.vars[..] {
        [] => engine.is_inconsistent = true,
        [var] => engine.take_unit(var.lit(parity.is_odd), call.proof),
        [first, second, ..] => {
            if engine.trail.is_assigned(first) || engine.trail.is_assigned(second) {
                return;
            }
            for [left, right] in clauses_of([first, second], parity.is_odd) {
                engine.watches.add_binary(left, right, true);
                engine.statistics.redundant += 1;
            }
        }
    }
}

/// The clauses of a parity of two variables.
fn clauses_of([first, second]: [Var; 2], is_odd: bool) -> [[Lit; 2]; 2] {
    [true, false].map(|sign| [first.lit(sign), second.lit(sign == is_odd)])
}

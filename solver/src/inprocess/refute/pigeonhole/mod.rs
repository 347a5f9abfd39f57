//! Clauses that ask for more true literals than groups allow, however many clauses search would need to see it.

mod compose;
mod composition;
mod crowd;
mod matching;
mod refutation;
mod trial;

use self::compose::derive_table;
use self::composition::Composition;
use self::crowd::find_crowd;
use self::matching::hall_violator;
use self::refutation::{derive, plan};
use crate::engine::{Call, Engine};

pub(crate) mod own {
    technique! {
        options {
            /// Refute clauses that ask for more than at-most-one groups allow, or that lead to such
            /// clauses, in the first simplification.
            enabled "pigeonhole": bool = true;
        }
        counters {
            /// Clauses that were found to ask for more true literals than the groups of theirs allow.
            clauses "pigeonhole clauses";
        }
    }
}

/// Lemmas that a refutation may take, about, where there is a proof: a second or two of writing.
const MOST_LEMMAS: u64 = 4_000_000;

/// Refutes the formula if clauses ask for more true literals than the groups, found among all
/// binary clauses, allow: pigeons and their holes, the squares of a board that dominoes cannot
/// cover; or if clauses lead to others that do: pigeons that rest on the way to their holes,
/// cliques whose vertices have too few colours.
///
/// At level zero, everything propagated.
pub(crate) fn pigeonhole(engine: &mut Engine, call: &mut Call<'_>) {
    if !call.proof.can_define() {
        return;
    }
    let num_rows =
        refute_groups(engine, call).or_else(|| refute_crowd(engine, call)).or_else(|| refute_composition(engine, call));
    if let Some(num_rows) = num_rows {
        engine.statistics.pigeonhole.clauses += num_rows as u64;
        engine.is_inconsistent = true;
    }
}

/// The number of clauses that have too few groups, if there are such.
fn refute_groups(engine: &Engine, call: &mut Call<'_>) -> Option<usize> {
    let table = hall_violator(engine, call)?;
    if call.proof.is_wanted() {
        let pivots = plan(&table, MOST_LEMMAS)?;
        let named = table.map(|lit| call.proof.name(lit));
        derive(call.proof, call.budget, named, &pivots)?;
    }
    Some(table.num_rows())
}

/// The number of clauses that exclude each other literal by literal, if there are more than their literals.
fn refute_crowd(engine: &mut Engine, call: &mut Call<'_>) -> Option<usize> {
    let table = find_crowd(engine, call)?;
    if call.proof.is_wanted() {
        let pivots = plan(&table, MOST_LEMMAS)?;
        let named = table.map(|lit| call.proof.name(lit));
        // Not each pair need be a clause.
        named.pairs().iter().for_each(|pair| call.proof.add_named(pair));
        derive(call.proof, call.budget, named, &pivots)?;
    }
    Some(table.num_rows())
}

/// The number of clauses that lead to too few ends, if there are such.
fn refute_composition(engine: &mut Engine, call: &mut Call<'_>) -> Option<usize> {
    let composition = Composition::find(engine, call)?;
    if call.proof.is_wanted() {
        if composition.num_pairs() > MOST_LEMMAS {
            return None;
        }
        let table = derive_table(call.proof, &composition)?;
        let pivots = plan(&table, MOST_LEMMAS)?;
        derive(call.proof, call.budget, table, &pivots)?;
    }
    Some(composition.rows.len())
}

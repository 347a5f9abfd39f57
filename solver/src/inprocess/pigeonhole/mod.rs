//! Clauses that ask for more true literals than groups allow, however many clauses search would need to see it.

mod matching;
mod refutation;

use self::matching::hall_violator;
use self::refutation::{derive, plan};
use crate::engine::{Call, Engine};

/// Lemmas that a refutation may take, about, where there is a proof: a second or two of writing.
const MOST_LEMMAS: u64 = 4_000_000;

/// Refutes the formula if clauses ask for more true literals than the groups, found among all binary clauses, allow: pigeons and their holes, the squares of a
/// board that dominoes cannot cover.
///
/// At level zero, everything propagated.
pub(crate) fn refute_by_matching(engine: &mut Engine, call: &mut Call<'_>) {
    if !call.proof.can_define() {
        return;
    }
    let Some(table) = hall_violator(engine) else { return };
    if call.proof.is_wanted() {
        let Some(pivots) = plan(&table, MOST_LEMMAS) else { return };
        let named = table.map(|lit| call.proof.name(lit));
        if derive(call.proof, named, &pivots).is_none() {
            return;
        }
    }
    engine.statistics.pigeons += table.num_rows() as u64;
    engine.is_inconsistent = true;
}

//! Shortens ternary clauses by binary ones.

use gordian_formula::{Lit, LitMap};

use crate::engine::{Call, Engine};
use crate::store::ternaries::{Ternaries, Ternary};

/// Adds the binary clauses that ternary ones become when a binary one resolves a literal away. A
/// choice whose condition is one of its branches is a conjunction, but only these show it. The
/// ternary clauses stay: they may be needed for another gate as they are.
///
/// At level zero, everything propagated.
pub(super) fn shorten(engine: &mut Engine, call: &mut Call<'_>) {
    let Engine { watches, arena, trail, statistics, .. } = engine;
    let mut is_in_binary: LitMap<bool> = LitMap::new();
    is_in_binary.grow(trail.num_vars());
    for (lit, list) in watches.iter() {
        is_in_binary[lit] = list.iter().any(|watch| watch.is_binary());
    }
    let ternaries = Ternaries::among(arena, trail.num_vars(), |clause| {
        let lits = arena.lits(clause);
        let is_kept = !arena.is_garbage(clause) && !arena.is_redundant(clause);
        is_kept && lits.iter().any(|&lit| is_in_binary[lit]) && lits.iter().all(|&lit| trail.value(lit) == 0)
    });
    // The last literal that each was seen to be in a binary clause with.
    let mut partner_of: LitMap<Option<Lit>> = LitMap::new();
    partner_of.grow(trail.num_vars());
    for lit in watches.lits().filter(|&lit| is_in_binary[lit]) {
        for watch in watches.of(lit).iter().filter(|watch| watch.is_binary()) {
            partner_of[watch.blocker] = Some(lit);
        }
        for &Ternary { others: [first, second], clause } in ternaries.of(lit) {
            for (resolved, rest) in [(first, second), (second, first)] {
                if partner_of[!resolved] != Some(lit) || partner_of[rest] == Some(lit) {
                    continue;
                }
                call.proof.add_by_chain(&[lit, rest], |chain| {
                    chain.push_clause(arena, clause);
                    chain.push_pair(lit, !resolved);
                });
                watches.add_binary(lit, rest, true);
                partner_of[rest] = Some(lit);
                statistics.redundant += 1;
            }
        }
    }
}

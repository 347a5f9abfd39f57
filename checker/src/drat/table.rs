//! Finding the clause that a deletion means, whatever the order of its literals.

use super::arena::{Arena, ClauseRef};
use crate::local::{Local, Normalizer};

/// A hash table of clauses, chained through their headers.
///
/// Invariant: each clause that was inserted and not removed is in the chain of its hash, and in no other.
#[derive(Debug)]
pub(crate) struct ClauseTable {
    /// The first clause of each chain; a power of two of them.
    buckets: Vec<ClauseRef>,
    count: usize,
}

impl Default for ClauseTable {
    fn default() -> ClauseTable {
        ClauseTable { buckets: vec![ClauseRef::NONE; 1 << 10], count: 0 }
    }
}

impl ClauseTable {
    pub(crate) fn insert(&mut self, arena: &mut Arena, clause: ClauseRef) {
        if self.count == self.buckets.len() {
            self.grow(arena);
        }
        let hash = hash(arena.lits(clause));
        arena.set_hash(clause, hash);
        self.link(arena, clause);
        self.count += 1;
    }

    fn link(&mut self, arena: &mut Arena, clause: ClauseRef) {
        let bucket = self.bucket(arena.hash(clause));
        arena.set_next(clause, self.buckets[bucket]);
        self.buckets[bucket] = clause;
    }

    fn bucket(&self, hash: u32) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    fn grow(&mut self, arena: &mut Arena) {
        let larger = vec![ClauseRef::NONE; 2 * self.buckets.len()];
        for mut clause in std::mem::replace(&mut self.buckets, larger) {
            while clause != ClauseRef::NONE {
                let next = arena.next(clause);
                self.link(arena, clause);
                clause = next;
            }
        }
    }

    /// Finds a clause with these literals that `accept` agrees to and takes it out.
    /// The second answer tells whether there was a clause with these literals at all.
    pub(crate) fn remove(
        &mut self,
        arena: &mut Arena,
        wanted: &Normalizer,
        accept: impl Fn(&Arena, ClauseRef) -> bool,
    ) -> (Option<ClauseRef>, bool) {
        let hash = hash(wanted.clause.iter().copied());
        let bucket = self.bucket(hash);
        let mut previous = ClauseRef::NONE;
        let mut clause = self.buckets[bucket];
        let mut known = false;
        while clause != ClauseRef::NONE {
            let next = arena.next(clause);
            let same = arena.hash(clause) == hash
                && arena.len(clause) == wanted.clause.len()
                && arena.lits(clause).all(|lit| wanted.contains(lit));
            known |= same;
            if same && accept(arena, clause) {
                match previous {
                    ClauseRef::NONE => self.buckets[bucket] = next,
                    _ => arena.set_next(previous, next),
                }
                self.count -= 1;
                return (Some(clause), true);
            }
            previous = clause;
            clause = next;
        }
        (None, known)
    }
}

/// Does not depend on the order of the literals.
fn hash(lits: impl Iterator<Item = Local>) -> u32 {
    let mix = |lit: Local| {
        let mut bits = (u64::from(lit.code()) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits ^= bits >> 29;
        bits.wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    let sum = lits.map(mix).fold(0u64, u64::wrapping_add);
    (sum ^ sum >> 32) as u32
}

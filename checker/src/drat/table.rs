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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use gordian_formula::{Lit, Var};

    use super::*;
    use crate::local::Numbering;

    /// A table with its store, and what makes clauses of literals.
    struct Bench {
        table: ClauseTable,
        arena: Arena,
        numbering: Numbering,
        normalizer: Normalizer,
    }

    impl Bench {
        fn new() -> Bench {
            let (numbering, normalizer) = (Numbering::default(), Normalizer::default());
            Bench { table: ClauseTable::default(), arena: Arena::default(), numbering, normalizer }
        }

        fn insert(&mut self, vars: &[usize]) -> ClauseRef {
            self.want(vars);
            let clause = self.arena.push(&self.normalizer.clause, false, 0).unwrap();
            self.table.insert(&mut self.arena, clause);
            clause
        }

        fn remove(&mut self, vars: &[usize], accepts: bool) -> (Option<ClauseRef>, bool) {
            self.want(vars);
            self.table.remove(&mut self.arena, &self.normalizer, |_, _| accepts)
        }

        fn want(&mut self, vars: &[usize]) {
            let lits: Vec<Lit> = vars.iter().map(|&var| Var::from_index(var).positive()).collect();
            self.normalizer.set(&mut self.numbering, &lits);
        }

        fn hash(&mut self, vars: &[usize]) -> u32 {
            self.want(vars);
            hash(self.normalizer.clause.iter().copied())
        }
    }

    #[test]
    fn each_clause_is_found_once_in_a_table_that_has_grown() {
        let mut bench = Bench::new();
        let clauses: Vec<ClauseRef> = (0..5000).map(|var| bench.insert(&[var, var + 1])).collect();
        for (var, &clause) in clauses.iter().enumerate() {
            assert_eq!(bench.remove(&[var + 1, var], false), (None, true));
            assert_eq!(bench.remove(&[var + 1, var], true), (Some(clause), true));
            assert_eq!(bench.remove(&[var + 1, var], true), (None, false));
        }
    }

    #[test]
    fn clauses_of_one_hash_or_one_chain_are_told_apart() {
        let mut bench = Bench::new();
        let mut by_hash: HashMap<u32, [usize; 2]> = HashMap::new();
        let mut pairs = (0..1000).flat_map(|larger| (0..larger).map(move |smaller| [smaller, larger]));
        let same_hash = pairs.find_map(|pair| Some((by_hash.insert(bench.hash(&pair), pair)?, pair)));
        let (stored, wanted) = same_hash.expect("among half a million pairs there are some");
        bench.insert(&stored);
        assert_eq!(bench.remove(&wanted, true), (None, false));

        let first = bench.hash(&[0]);
        bench.insert(&[0]);
        let bucket = bench.table.bucket(first);
        let longer = (1..).find(|&var| {
            let hash = bench.hash(&[0, var]);
            bench.table.bucket(hash) == bucket
        });
        assert_eq!(bench.remove(&[0, longer.unwrap()], true), (None, false));
    }
}

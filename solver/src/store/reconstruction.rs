//! Model reconstruction: the data that give removed variables a value, or bring them back.

use gordian_formula::{Lit, Var};

/// Clauses that were removed with the variable of their witness, in the order of removal (the
/// reconstruction stack of Järvisalo & Biere 2010).
///
/// Invariant: going backwards, a clause that is false under the assignment so far is made true by
/// flipping its witness, without making a later one false. From `latest` of a variable, `earlier`
/// leads through the clauses that were removed with it and are here.
#[derive(Clone, Default)]
pub(crate) struct Reconstruction {
    lits: Vec<Lit>,
    clauses: Vec<Removed>,
    /// For each variable the last clause that was removed with it; [`NONE`] where there is none.
    latest: Vec<u32>,
    /// The number of literals in the clauses that were taken out.
    num_taken: usize,
}

#[derive(Clone)]
struct Removed {
    /// The end of its literals. They begin, with the witness first, at the end of the clause
    /// before.
    end: u32,
    /// The clause before it that was removed with the same variable, [`NONE`] for the first, or [`TAKEN`].
    earlier: u32,
}

const NONE: u32 = u32::MAX;
const TAKEN: u32 = u32::MAX - 1;

impl Reconstruction {
    /// Remembers a removed clause that holds this literal.
    pub(crate) fn push(&mut self, witness: Lit, clause: &[Lit]) {
        debug_assert!(clause.contains(&witness));
        self.lits.push(witness);
        self.lits.extend(clause.iter().copied().filter(|&lit| lit != witness));
        self.link(self.lits.len());
    }

    /// Makes a clause of the last literals, up to `end`.
    fn link(&mut self, end: usize) {
        let var = self.lits[self.start(self.clauses.len())].var().index();
        if self.latest.len() <= var {
            self.latest.resize(var + 1, NONE);
        }
        assert!(self.clauses.len() < TAKEN as usize, "removed clauses are limited to 2^32");
        assert!(end <= u32::MAX as usize, "removed clauses are limited to 16 GiB");
        let earlier = std::mem::replace(&mut self.latest[var], self.clauses.len() as u32);
        self.clauses.push(Removed { end: end as u32, earlier });
    }

    fn start(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.end(index - 1) }
    }

    fn end(&self, index: usize) -> usize {
        self.clauses[index].end as usize
    }

    /// Gives removed variables values that satisfy the removed clauses. `values` has 1, -1 or 0 for
    /// each literal; a removed variable may have a value to begin with, which stays unless a clause
    /// asks for the other one, and is false without.
    pub(crate) fn extend(&self, values: &mut [i8]) {
        for pair in values.chunks_exact_mut(2).filter(|pair| pair[0] == 0) {
            pair.copy_from_slice(&[-1, 1]);
        }
        for (index, removed) in self.clauses.iter().enumerate().rev() {
            let clause = &self.lits[self.start(index)..self.end(index)];
            if removed.earlier != TAKEN && !clause.iter().any(|lit| values[lit.index()] > 0) {
                let witness = clause[0];
                values[witness.index()] = 1;
                values[(!witness).index()] = -1;
            }
        }
    }

    /// Takes out the clauses that were removed with a variable, and hands each to the caller. Takes
    /// time for these only, on average.
    pub(crate) fn take(&mut self, var: Var, mut restored: impl FnMut(&[Lit])) {
        let Some(latest) = self.latest.get_mut(var.index()) else { return };
        let mut next = std::mem::replace(latest, NONE);
        while next != NONE {
            let index = next as usize;
            let clause = self.start(index)..self.end(index);
            next = std::mem::replace(&mut self.clauses[index].earlier, TAKEN);
            self.num_taken += clause.len();
            restored(&self.lits[clause]);
        }
        if 2 * self.num_taken > self.lits.len() {
            self.compact();
        }
    }

    /// Closes the gaps.
    fn compact(&mut self) {
        self.latest.fill(NONE);
        self.num_taken = 0;
        let mut kept = 0;
        let mut start = 0;
        for Removed { end, earlier } in std::mem::take(&mut self.clauses) {
            if earlier != TAKEN {
                self.lits.copy_within(start as usize..end as usize, kept);
                kept += (end - start) as usize;
                self.link(kept);
            }
            start = end;
        }
        self.lits.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::random::Random;
    use gordian_testkit::lits;

    #[test]
    fn a_removed_variable_gets_the_value_that_its_clauses_ask_for() {
        let mut reconstruction = Reconstruction::default();
        // Variable 3 was removed from (1 or 3) and (2 or not 3).
        reconstruction.push(lits(&[3])[0], &lits(&[1, 3]));
        reconstruction.push(lits(&[-3])[0], &lits(&[-3, 2]));
        let mut values = vec![-1, 1, 1, -1, 0, 0];
        reconstruction.extend(&mut values);
        assert_eq!(values[4..], [1, -1]);
        let mut restored = vec![];
        reconstruction.take(Var::from_index(2), |clause| restored.push(clause.to_vec()));
        assert_eq!(restored, [lits(&[-3, 2]), lits(&[3, 1])]);
        assert!(reconstruction.clauses.is_empty() && reconstruction.lits.is_empty());
    }

    #[test]
    fn what_is_taken_out_is_what_was_removed_with_the_variable() {
        let mut random = Random::new(0);
        let mut reconstruction = Reconstruction::default();
        let mut expected: Vec<Vec<Lit>> = Vec::new();
        for _ in 0..if cfg!(miri) { 50 } else { 2000 } {
            let clause: Vec<Lit> = (0..=random.below(3))
                .map(|place| Var::from_index((4 * place + random.below(4)) as usize).lit(random.below(2) > 0))
                .collect();
            reconstruction.push(clause[0], &clause);
            expected.push(clause);
            if random.below(4) == 0 {
                let var = Var::from_index(random.below(5) as usize);
                let mut taken = Vec::new();
                reconstruction.take(var, |clause| taken.insert(0, clause.to_vec()));
                assert_eq!(taken, expected.extract_if(.., |clause| clause[0].var() == var).collect::<Vec<_>>());
            }
            // Each clause left here flips its witness if nothing else makes it true: replay by hand.
            let mut values = vec![0; 24];
            reconstruction.extend(&mut values);
            let mut by_hand: Vec<i8> = [-1, 1].repeat(12);
            for clause in expected.iter().rev() {
                if clause.iter().all(|lit| by_hand[lit.index()] < 0) {
                    (by_hand[clause[0].index()], by_hand[(!clause[0]).index()]) = (1, -1);
                }
            }
            assert_eq!(values, by_hand);
        }
        assert!(reconstruction.lits.len() <= 2 * expected.iter().map(Vec::len).sum::<usize>());
    }
}

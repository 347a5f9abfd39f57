//! What is needed to give removed variables a value, or to bring them back.

use gordian_formula::{Lit, Var};

/// Clauses that were removed with the variable of their witness, in the order of removal (the reconstruction stack of Järvisalo &
/// Biere 2010).
///
/// Invariant: going backwards, a clause that is false under the assignment so far is made true by flipping its witness, without
/// making a later one false.
#[derive(Default)]
pub(crate) struct Extension {
    lits: Vec<Lit>,
    /// For each clause, where it ends; the witness stands first.
    ends: Vec<usize>,
}

impl Extension {
    /// Remembers a removed clause that holds this literal.
    pub(crate) fn push(&mut self, witness: Lit, clause: &[Lit]) {
        debug_assert!(clause.contains(&witness));
        self.lits.push(witness);
        self.lits.extend(clause.iter().copied().filter(|&lit| lit != witness));
        self.ends.push(self.lits.len());
    }

    /// Gives removed variables values that satisfy the removed clauses. `values` has 1, -1 or 0 for each literal; a removed variable may
    /// have a value to begin with, which stays unless a clause asks for the other one, and is false without.
    pub(crate) fn extend(&self, values: &mut [i8]) {
        for pair in values.chunks_exact_mut(2).filter(|pair| pair[0] == 0) {
            pair.copy_from_slice(&[-1, 1]);
        }
        let mut end = self.lits.len();
        for index in (0..self.ends.len()).rev() {
            let start = if index == 0 { 0 } else { self.ends[index - 1] };
            let clause = &self.lits[start..end];
            if !clause.iter().any(|lit| values[lit.index()] > 0) {
                let witness = clause[0];
                values[witness.index()] = 1;
                values[(!witness).index()] = -1;
            }
            end = start;
        }
    }

    /// Takes out the clauses that were removed with a variable, and hands each to the caller.
    pub(crate) fn take(&mut self, var: Var, mut restored: impl FnMut(&[Lit])) {
        let mut kept_lits = 0;
        let mut kept = 0;
        let mut start = 0;
        for index in 0..self.ends.len() {
            let end = self.ends[index];
            if self.lits[start].var() == var {
                restored(&self.lits[start..end]);
            } else {
                self.lits.copy_within(start..end, kept_lits);
                kept_lits += end - start;
                self.ends[kept] = kept_lits;
                kept += 1;
            }
            start = end;
        }
        self.lits.truncate(kept_lits);
        self.ends.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number).unwrap()).collect()
    }

    #[test]
    fn a_removed_variable_gets_the_value_that_its_clauses_ask_for() {
        let mut extension = Extension::default();
        // Variable 3 was removed from (1 or 3) and (2 or not 3).
        extension.push(lits(&[3])[0], &lits(&[1, 3]));
        extension.push(lits(&[-3])[0], &lits(&[-3, 2]));
        let mut values = vec![-1, 1, 1, -1, 0, 0];
        extension.extend(&mut values);
        assert_eq!(values[4..], [1, -1]);
        let mut restored = vec![];
        extension.take(Var::from_index(2), |clause| restored.push(clause.to_vec()));
        assert_eq!(restored, [lits(&[3, 1]), lits(&[-3, 2])]);
        assert!(extension.ends.is_empty() && extension.lits.is_empty());
    }
}

//! Proofs of a formula, made from proofs of the formula under assumptions.

use std::collections::HashMap;
use std::io;

use gordian_formula::{Lit, sorted_set};

use crate::proof::ProofTracer;

/// Turns the refutation of a formula in which some literals, a *cube*, are true into a derivation
/// from the formula alone. Its last lemma is the negation of the cube.
///
/// The cube is given to the solver as unit clauses. Each lemma gets the negated literals of the cube
/// beside its own: its negation then assumes the cube, so that propagation goes the same way. Clauses
/// of the formula are never deleted, since the derivations for other cubes need them, and lemmas are
/// deleted at the end. So derivations for several cubes may stand one behind the other (M. Heule,
/// O. Kullmann and V. Marek, *Solving and verifying the boolean Pythagorean triples problem via
/// cube-and-conquer*, 2016). Definitions hold under the cube only; those of different cubes must
/// have different names.
///
/// ```
/// use gordian_formula::Lit;
/// use gordian_solver::{DratWriter, Lifted, ProofTracer};
///
/// let [a, b, c] = [1, 2, 3].map(|number| Lit::from_dimacs(number).unwrap());
/// let mut proof = Vec::new();
/// let mut lifted = Lifted::new(DratWriter::text(&mut proof), &[a]);
/// lifted.add_clause(&[b, c]);
/// lifted.delete_clause(&[!a, !b]); // a clause of the formula
/// lifted.add_clause(&[]);
/// lifted.finish()?;
/// drop(lifted);
/// assert_eq!(proof, b"2 3 -1 0\n-1 0\nd -1 2 3 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lifted<T> {
    tracer: T,
    /// The negation of the cube, in ascending order.
    negation: Vec<Lit>,
    /// The lemmas that are not deleted yet, as sorted literals, and how often each was added.
    lemmas: HashMap<Box<[Lit]>, u32>,
    /// Whether the negation of the cube was derived.
    is_refuted: bool,
    lifted: Vec<Lit>,
    sorted: Vec<Lit>,
}

impl<T: ProofTracer> Lifted<T> {
    /// Hands the derivation for this cube to a tracer.
    pub fn new(tracer: T, cube: &[Lit]) -> Lifted<T> {
        let negation: Vec<Lit> = sorted_set(cube.iter().map(|&lit| !lit));
        Lifted { tracer, negation, lemmas: HashMap::new(), is_refuted: false, lifted: Vec::new(), sorted: Vec::new() }
    }

    /// Whether the negation of the cube was derived.
    pub fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// Lifts a clause, its first literal in front. Whether it is no tautology then.
    fn lift(&mut self, clause: &[Lit]) -> bool {
        let Lifted { negation, lifted, sorted, .. } = self;
        lifted.clear();
        lifted.extend_from_slice(clause);
        lifted.extend(negation.iter().filter(|lit| !clause.contains(lit)));
        sorted.clear();
        sorted.extend_from_slice(lifted);
        sorted.sort_unstable();
        clause.iter().all(|&lit| negation.binary_search(&!lit).is_err())
    }
}

impl<T: ProofTracer> ProofTracer for Lifted<T> {
    fn add_clause(&mut self, clause: &[Lit]) {
        if !self.lift(clause) || self.is_refuted {
            return;
        }
        self.tracer.add_clause(&self.lifted);
        if self.sorted == self.negation {
            self.is_refuted = true;
        } else if let Some(count) = self.lemmas.get_mut(&self.sorted[..]) {
            *count += 1;
        } else {
            self.lemmas.insert(self.sorted.clone().into_boxed_slice(), 1);
        }
    }

    fn delete_clause(&mut self, clause: &[Lit]) {
        if !self.lift(clause) {
            return;
        }
        let Some(count) = self.lemmas.get_mut(&self.sorted[..]) else { return };
        *count -= 1;
        if *count == 0 {
            self.lemmas.remove(&self.sorted[..]);
        }
        self.tracer.delete_clause(&self.lifted);
    }

    fn finish(&mut self) -> io::Result<()> {
        let mut left: Vec<(Box<[Lit]>, u32)> = self.lemmas.drain().collect();
        left.sort_unstable();
        for (lemma, count) in left {
            (0..count).for_each(|_| self.tracer.delete_clause(&lemma));
        }
        self.tracer.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DratWriter;
    use gordian_testkit::lits;

    fn written(cube: &[i32], steps: &[(bool, &[i32])]) -> String {
        let mut out = Vec::new();
        let mut lifted = Lifted::new(DratWriter::text(&mut out), &lits(cube));
        for (is_added, clause) in steps {
            let clause = lits(clause);
            if *is_added { lifted.add_clause(&clause) } else { lifted.delete_clause(&clause) }
        }
        lifted.finish().unwrap();
        drop(lifted);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_the_cube_satisfies_is_left_out() {
        assert_eq!(written(&[1], &[(true, &[1, 2]), (false, &[1, 2])]), "");
    }

    #[test]
    fn literals_of_the_cube_stand_once_and_the_pivot_first() {
        assert_eq!(written(&[1, -2], &[(true, &[3, 2])]), "3 2 -1 0\nd -1 2 3 0\n");
    }

    #[test]
    fn lemmas_are_deleted_as_often_as_they_were_added() {
        let twice: &[(bool, &[i32])] = &[(true, &[3, 4]), (true, &[4, 3]), (false, &[3, 4])];
        assert_eq!(written(&[1], twice), "3 4 -1 0\n4 3 -1 0\nd 3 4 -1 0\nd -1 3 4 0\n");
    }

    #[test]
    fn the_negation_of_the_cube_stays_and_nothing_comes_behind_it() {
        let steps: &[(bool, &[i32])] = &[(true, &[-1, -2]), (false, &[-1, -2]), (true, &[5])];
        assert_eq!(written(&[2, 1], steps), "-1 -2 0\n");
        assert_eq!(written(&[], &[(true, &[5]), (true, &[])]), "5 0\n0\nd 5 0\n");
    }
}

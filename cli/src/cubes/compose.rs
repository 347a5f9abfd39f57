//! One proof made of the proofs of all cubes.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;

use gordian_checker::{DratReader, Encoding, ProofError, StepKind};
use gordian_formula::{Clock, Lit, Var};
use gordian_solver::ProofTracer;

use super::hashing::HashedInput;
use super::{Folder, LEMMAS};
use crate::failure::Failure;

/// The steps between two looks at the clock.
const STEPS: usize = 1 << 14;

/// Writes a proof of the formula: what was learned while it was split, the derivation of the negation
/// of each cube, and the tree of decisions, which unit propagation resolves. `hashes` are those of the
/// proofs of the cubes.
///
/// # Errors
/// If a proof is missing or is not the one that its result names; or if the time is over.
pub(crate) fn compose(
    folder: &Folder,
    num_vars: usize,
    cubes: &[Vec<Lit>],
    hashes: &[String],
    tracer: &mut dyn ProofTracer,
    clock: &Clock,
) -> Result<(), Failure> {
    let lemmas = folder.lemmas()?;
    let mut copy = Copy { num_vars, first_free: num_vars, clock };
    copy.steps(&folder.path.join(LEMMAS), &lemmas[..], None, tracer)?;
    for (number, (cube, hash)) in (1..).zip(cubes.iter().zip(hashes)) {
        let place = folder.place_of_proof(number);
        let mut input = HashedInput::open(&place)?;
        let copied = copy.steps(&place, &mut input.reader, Some(cube), tracer);
        // A changed byte may look like a fault of the proof, which would say less.
        if !clock.is_over() {
            let message = "is not the proof that the result of the cube names: its hash is another one";
            input.finish(&place, hash, message)?;
        }
        copied?;
    }
    let beginnings: BTreeSet<(Reverse<usize>, &[Lit])> =
        cubes.iter().flat_map(|cube| (0..cube.len()).map(|length| (Reverse(length), &cube[..length]))).collect();
    for (_, beginning) in beginnings {
        tracer.add_clause(&beginning.iter().map(|&lit| !lit).collect::<Vec<Lit>>());
    }
    Ok(())
}

/// Copies proofs one behind the other.
struct Copy<'a> {
    num_vars: usize,
    /// The first variable that no proof has defined so far.
    first_free: usize,
    clock: &'a Clock,
}

impl Copy<'_> {
    /// Copies the steps of a proof. Its definitions get names that no proof before has used.
    ///
    /// # Errors
    /// If it is no proof, or does not derive the negation of the cube.
    fn steps(
        &mut self,
        place: &Path,
        proof: impl Read,
        cube: Option<&Vec<Lit>>,
        tracer: &mut dyn ProofTracer,
    ) -> Result<(), Failure> {
        let wrong = |error: ProofError| Failure::at(place, error);
        let mut negation: Vec<Lit> = cube.into_iter().flatten().map(|&lit| !lit).collect();
        negation.sort_unstable();
        let mut is_refuted = cube.is_none();
        let mut reader = DratReader::new(proof, Some(Encoding::Binary)).map_err(wrong)?;
        let (mut clause, mut sorted) = (Vec::new(), Vec::new());
        let (shift, mut steps) = (self.first_free - self.num_vars, 0);
        while let Some(step) = reader.next_step(&mut clause).map_err(wrong)? {
            steps += 1;
            if steps % STEPS == 0 && self.clock.is_over() {
                return Err(Failure::new("the time is over before the proof was written"));
            }
            for lit in &mut clause {
                if lit.var().index() >= self.num_vars {
                    let index = lit.var().index() + shift;
                    if index > Var::MAX_INDEX {
                        return Err(Failure::at(place, "has definitions for which no variables are left"));
                    }
                    *lit = Var::from_index(index).lit(lit.is_positive());
                    self.first_free = self.first_free.max(index + 1);
                }
            }
            if step.kind == StepKind::Delete {
                tracer.delete_clause(&clause);
                continue;
            }
            tracer.add_clause(&clause);
            if !is_refuted && clause.len() == negation.len() {
                sorted.clone_from(&clause);
                sorted.sort_unstable();
                is_refuted = sorted == negation;
            }
        }
        if is_refuted { Ok(()) } else { Err(Failure::at(place, "does not refute its cube")) }
    }
}

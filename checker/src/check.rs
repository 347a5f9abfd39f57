//! Checking a proof of any format.

use std::io::Read;

use gordian_formula::{Clock, Cnf, Lit};

use crate::drat::{Strategy, check_backward, check_forward};
use crate::lrat::check_lrat;
use crate::read::bytes::Bytes;
use crate::read::drat::DratReader;
use crate::read::format::ProofFormat;
use crate::read::lrat::LratReader;
use crate::read::position::ProofError;
use crate::verdict::Verdict;

/// Options for reading and checking a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofOptions {
    /// The format; told from the first bytes that are no comment without one.
    pub format: Option<ProofFormat>,
    /// The strategy for DRAT proofs.
    pub strategy: Strategy,
}

/// Checks a proof that the formula has no model in which all assumptions are true.
///
/// Groups count as their pairwise clauses, preceded by the clause of all members for exactly-one groups, after all
/// clauses of the formula; assumptions count as unit clauses after those. LRAT identifiers follow this order from 1.
///
/// A DRAT lemma must follow by unit propagation (RUP), or so must all its resolvents on its first literal (RAT).
/// The deletion of a clause that implies a literal all by itself when it is deleted is ignored, as drat-trim does; so
/// is the deletion of a pair of a group and of a clause that is not there. A DRAT proof may end without the empty
/// clause, once that follows by unit propagation; what comes after is not read.
///
/// # Errors
/// If the proof cannot be read, is not of its format, or is too large. A proof that can be read and
/// does not hold is no error but [`Verdict::Refused`].
pub fn check_proof(
    cnf: &Cnf,
    assumptions: &[Lit],
    proof: impl Read,
    options: &ProofOptions,
) -> Result<Verdict, ProofError> {
    check_proof_within(cnf, assumptions, proof, options, &Clock::unlimited())
}

/// Like [`check_proof`], until the clock is over. The clock cannot end a read that waits for the
/// proof.
///
/// # Errors
/// Those of [`check_proof`], and [`ProofError::Stopped`] if the time was over first.
pub fn check_proof_within(
    cnf: &Cnf,
    assumptions: &[Lit],
    proof: impl Read,
    options: &ProofOptions,
    clock: &Clock,
) -> Result<Verdict, ProofError> {
    let mut bytes = Bytes::new(proof);
    let format = match options.format {
        Some(format) => format,
        None => ProofFormat::of(&mut bytes)?,
    };
    match (format, options.strategy) {
        (ProofFormat::Drat(encoding), Strategy::Backward) => {
            check_backward(cnf, assumptions, &mut DratReader::from_bytes(bytes, encoding), clock)
        }
        (ProofFormat::Drat(encoding), Strategy::Forward) => {
            check_forward(cnf, assumptions, &mut DratReader::from_bytes(bytes, encoding), clock)
        }
        (ProofFormat::Lrat(encoding), _) => {
            check_lrat(cnf, assumptions, &mut LratReader::from_bytes(bytes, encoding), clock)
        }
    }
}

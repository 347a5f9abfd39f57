//! Judges the claims of solvers: models, solver output, DRAT and LRAT proofs of unsatisfiability,
//! and counts.
//!
//! The crate shares no code with the solver; both only know the vocabulary of `gordian-formula`. At-most-one and
//! exactly-one groups of a formula are judged as the pairwise clauses they stand for, which are never written out.
//!
//! ```
//! use gordian_checker::{Assignment, ProofOptions, check_model, check_proof};
//! use gordian_formula::{ClauseSink, Cnf, Lit};
//!
//! let mut cnf = Cnf::new();
//! let [a, b] = [cnf.new_var().positive(), cnf.new_var().positive()];
//! cnf.add_clause(&[a, b]);
//! cnf.add_clause(&[a, !b]);
//! assert_eq!(check_model(&cnf, &Assignment::from_literals([a]).unwrap()), Ok(()));
//! let verdict = check_proof(&cnf, &[!a], "1 0\n0\n".as_bytes(), &ProofOptions::default()).unwrap();
//! assert!(verdict.is_verified());
//! ```
//!
//! Files name only files above them in this order: `read`, `model`, `result`, `verdict`, `local`,
//! `groups`, `drat`, `lrat`, `check`, `certificate`, `dnnf`.

#![forbid(unsafe_code)]

mod read;

mod model;
mod result;

mod verdict;

mod local;

mod groups;

mod drat;
mod lrat;

mod check;

mod certificate;

mod dnnf;

pub use certificate::{
    Claim, ClaimError, ClaimErrorKind, CountEvidence, CountRefusal, CountVerdict, check_count, read_listing,
};
pub use check::{ProofOptions, check_proof, check_proof_within};
pub use dnnf::{
    DnnfError, DnnfRefusal, DnnfVerdict, Fraction, Natural, StepRefusal, WeightVerdict, check_dnnf, check_dnnf_within,
    check_weights_within,
};
pub use drat::Strategy;
pub use model::{Assignment, Contradictory, Violation, check_model};
pub use read::drat::{DratReader, Step, StepKind};
pub use read::format::{Encoding, Evidence, ProofFormat};
pub use read::lrat::{LratReader, LratStep};
pub use read::position::{Position, ProofError, SyntaxError};
pub use result::{ResultError, ResultErrorKind, SolverResult, Status, read_result};
pub use verdict::{Core, Refusal, RefusalReason, Summary, Verdict};

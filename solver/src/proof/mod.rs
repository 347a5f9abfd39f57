//! Proofs: what the engine derived, step by step, for a checker that need not trust it.

mod drat;
mod justifier;
mod ledger;
mod lrat;
mod tracer;

pub use drat::DratWriter;
pub use lrat::LratWriter;
pub use tracer::ProofTracer;
pub(crate) use tracer::{Antecedents, Proof};

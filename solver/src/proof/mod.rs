//! Proofs: what the engine derived, step by step, for a checker that need not trust it.

mod drat;
mod tracer;

pub use drat::DratWriter;
pub(crate) use tracer::Proof;
pub use tracer::ProofTracer;

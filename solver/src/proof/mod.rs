//! Proofs: the derivations of the engine, step by step, for a checker that need not trust it.

mod derivations;
mod drat;
mod hints;
mod ledger;
mod lifted;
mod lrat;
mod replica;
mod steps;
mod tracer;

pub(crate) use derivations::{Chain, Proof};
pub use drat::DratWriter;
pub use lifted::Lifted;
pub use lrat::LratWriter;
pub use tracer::ProofTracer;

//! Proofs: the derivations of the engine, step by step, for a checker that need not trust it.

mod derivations;
mod drat;
mod hints;
mod ledger;
mod lifted;
mod lrat;
mod merge;
mod replica;
mod steps;
mod tracer;

pub(crate) use derivations::{Chain, Proof};
pub use drat::DratWriter;
pub use lifted::Lifted;
pub use lrat::LratWriter;
pub(crate) use merge::Merge;
pub use tracer::ProofTracer;

/// The same for the same literals in any order, and for others different but by an accident of 1 in 2⁶⁴.
pub(crate) fn fingerprint(lits: &[gordian_formula::Lit]) -> u64 {
    ledger::Ledger::fingerprint(lits.iter().copied())
}

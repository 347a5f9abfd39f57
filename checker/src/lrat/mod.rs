//! Checking LRAT proofs.

mod check;
mod clauses;

pub(crate) use check::check_lrat;

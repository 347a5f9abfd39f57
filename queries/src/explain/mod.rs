//! Why there is no solution: minimal sets of members of a formula that contradict each other.
//!
//! A *member* is a part of a formula that can be left out: a rule of a puzzle, or a clause. A set of members is minimal
//! if it has no model together with what cannot be left out, and has one as soon as any of its members is left out.

mod clauses;
mod mus;
mod parts;

pub(crate) use clauses::explain_clauses;
pub(crate) use mus::explain;
pub use parts::{Contradiction, Explanation};

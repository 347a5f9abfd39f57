//! Counts that an outsider can verify.
//!
//! A [`Certificate`] lists solutions (one of each class, the least of its images, where a symmetry
//! group of the formula is given), and comes with a proof that the formula has no solution beside
//! their images. A judge verifies that each listed solution is one, that each generator maps the
//! formula onto itself, that the orbits sum up, and that the proof refutes the formula together
//! with the clauses that forbid the images.
//!
//! Two ways lead to the proof. Formulas that are exact covers are searched by a tree, one clause a
//! branch ([`tree`]); of any other the engine's own proof is taken, with each solution forbidden as
//! it is found.
//!
//! With a *choice*, a clause of the formula that the group maps onto itself, only images that make
//! one of its *representatives* true are looked for, at least one of each orbit of its literals: a
//! class without such an image would make no literal of the clause true. So the proof may use the
//! clause of the representatives, and gets shorter by nearly the order of the group.

mod certify;
mod choice;
mod forbid;
mod ledger;
mod tree;
mod write;

pub use certify::Certified;
pub use write::Certificate;

pub(crate) use certify::certify;

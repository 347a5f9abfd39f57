//! Judging a certificate of a count: a list of solutions, the generators of a symmetry group, and a
//! proof that the formula has no solution beside their images.
//!
//! The judge believes little: that a model satisfies clauses, that a permutation maps each
//! constraint to one, that an orbit is closed under the generators, sums, and unit propagation.
//! They suffice for these reasons:
//!
//! - If *classes* are listed, each generator maps the formula onto itself. So images of solutions
//!   are solutions, each listed solution is the least of its orbit, and the list ascends: no two
//!   are of one class, and the sizes of the orbits sum up to a number of different solutions. If
//!   *solutions* are listed, each is checked, and the list must be closed under the generators.
//! - A *free* variable stands in no constraint and is moved by no generator: it doubles solutions and classes alike.
//! - The clause that forbids a solution names all visible variables; or only the true ones, where
//!   unit propagation finds all other visible variables from them, so that no other solution is
//!   forbidden.
//! - A *choice* is a clause of the formula that the generators map onto itself; each of its
//!   literals can be mapped to one of its *representatives*. So each class has a solution that
//!   makes a representative true, and the proof may use the clause of the representatives.
//! - The proof refutes the formula, that clause, and the clauses that forbid images. So every class is listed.

mod claim;
mod count;
mod judge;
mod listing;
mod orbits;

pub use claim::{Claim, ClaimError, ClaimErrorKind};
pub use count::{CountEvidence, CountRefusal, CountVerdict, check_count};
pub use listing::read_listing;

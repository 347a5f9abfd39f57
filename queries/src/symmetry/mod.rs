//! Symmetry groups of formulas: verified, listed, and put to use.

mod chain;
mod detect;
mod error;
mod group;
mod numbering;

pub use error::SymmetryError;
pub use group::SymmetryGroup;

pub(crate) use group::Action;
pub(crate) use numbering::Numbering;

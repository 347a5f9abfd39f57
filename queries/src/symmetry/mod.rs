//! Symmetry groups of formulas: verified, listed, and put to use.

mod chain;
mod cycles;
mod detect;
mod error;
mod filter;
mod group;
mod images;
mod leader;
mod numbering;
mod orbit;
mod pivot;

pub use error::SymmetryError;
pub use group::SymmetryGroup;

pub(crate) use cycles::write_cycles;
pub(crate) use filter::Filter;
pub(crate) use group::Action;
pub(crate) use images::Original;
pub(crate) use leader::{Comparison, Leader, Rank, value};
pub(crate) use numbering::Numbering;
pub(crate) use orbit::Orbit;
pub(crate) use pivot::{Pivot, Representative};

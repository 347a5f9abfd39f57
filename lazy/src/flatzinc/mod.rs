//! Models of FlatZinc, every constraint propagated or in clauses.
//!
//! No integer takes more memory for having more values, so this is for models whose formula would be too large.

mod error;

mod translator;

mod arithmetic;
mod decomposed;
mod globals;
mod logic;

mod translate;

pub use error::{RefusedConstraint, TranslationError};
pub use translate::Translation;

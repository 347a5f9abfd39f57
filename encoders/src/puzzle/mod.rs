//! Puzzles: read from text, compiled to formulas, solutions decoded, judged and drawn.

mod error;

mod compiled;

pub mod polyform;

pub mod star_battle;

pub use compiled::{Compiled, SymmetrySpec};
pub use error::{ErrorClass, Place, PuzzleError, Violation};

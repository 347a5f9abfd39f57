//! Puzzles: read from text, compiled to formulas, solutions decoded, judged and drawn.
//!
//! [`Puzzle`] is the face of all kinds. The formats of the texts are described in `docs/formats.md`.

mod error;

mod compiled;

pub mod cryptarithm;
pub mod pips;
pub mod polyform;
pub mod star_battle;
pub mod sudoku;

mod kind;

mod any;

mod facts;

pub use any::{Puzzle, Solution};
pub use compiled::{Compiled, GuardedCompiled, SymmetrySpec};
pub use error::{ErrorClass, Place, PuzzleError, Violation};
pub use facts::{Known, PuzzleFacts};
pub use kind::Kind;

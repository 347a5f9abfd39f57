//! Kinds of puzzles: read from text, compiled to formulas, solutions decoded, judged and drawn.
//!
//! Each kind is a folder with an implementation of [`Puzzle`] and a row that says how its texts are
//! told from others; [`KINDS`] is the table of them. [`AnyPuzzle`] is a puzzle whose kind is known
//! only when its text is read. The formats of the texts are described in `docs/formats.md`, how a
//! kind is added in `CONTRIBUTING.md`.

pub mod board;

mod words;

mod error;

mod compiled;
mod counts;

pub mod facts;

mod puzzle;

mod erased;

mod outline;
mod part;

mod kind;

pub mod cryptarithm;
#[cfg(feature = "flatzinc")]
pub mod flatzinc;
pub mod pips;
pub mod polyform;
pub mod star_battle;
pub mod sudoku;

mod kinds;

mod any;
mod parts;

pub use any::AnyPuzzle;
pub use compiled::{Compiled, SymmetrySpec};
pub use erased::{AnySolution, DynPuzzle};
pub use error::{ErrorClass, Place, PuzzleError, Violation};
pub use kind::{Certainty, Kind, KindRow};
pub use kinds::KINDS;
pub use outline::{Form, Outline};
pub use part::Part;
pub use puzzle::Puzzle;

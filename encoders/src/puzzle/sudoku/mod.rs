//! Sudoku and its variants.
//!
//! A grid with given digits and many kinds of clues, read from text, from the JSON of f-puzzles and SudokuPad, or from a
//! plain JSON that says what it holds; see `docs/formats.md`. What a file holds and cannot be expressed is an error.

mod clue;
mod grid;

mod puzzle;

mod solution;

mod check;

mod constrain;

mod compile;

mod drawing;

mod refute;

mod json;

mod fpuzzles;
mod sudokupad;
mod text;

mod own;

mod parse;

pub use parse::parse;
pub use puzzle::Sudoku;
pub use solution::SudokuSolution;

pub(crate) use parse::{is_packed, looks_like};

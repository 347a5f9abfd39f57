//! Sudoku and its variants.
//!
//! A grid with given digits and many kinds of clues, read from text, from the JSON of f-puzzles and
//! SudokuPad, or from a plain JSON format of our own; see `docs/formats.md`. A clue in a file that
//! cannot be expressed is an error.

mod clue;
mod grid;

mod puzzle;

mod solution;

mod check;

mod constraints;

mod compile;

mod drawing;

mod refute;

mod json;

mod fpuzzles;
mod sudokupad;

mod layout;
mod text;

mod own;

mod zipped;

mod parse;

use crate::board::Style;
use crate::erased::{DynPuzzle, erase};
use crate::error::PuzzleError;
use crate::facts::{Held, Holding};
use crate::kind::{Certainty, Kind, KindRow};
use crate::outline::{Form, Outline};
use crate::part::Part;
use crate::puzzle::{Puzzle, with_own_methods};
use parse::{is_packed, looks_like};
use text::has_empty_squares;

pub use parse::parse;
pub use puzzle::Sudoku;
pub use solution::SudokuSolution;

/// Sudoku and its variants.
pub const KIND: Kind = Kind(&KindRow {
    name: "sudoku",
    aliases: &[],
    description: "Sudoku and its variants",
    detect,
    read,
    parts,
    has_zeros: true,
    // It costs several times the conflicts, as measured in `docs/performance.md`.
    is_like_cover: false,
});

/// The headers that Sudokus share with other kinds.
const HEADERS: [&str; 3] = ["title", "author", "diagonals"];

fn detect(outline: &Outline<'_>) -> Option<Certainty> {
    if outline.form == Form::Xml {
        None
    } else if is_packed(outline.text) {
        Some(Certainty::Format)
    } else if outline.has_key(&["sudoku", "anti-knight", "anti-king", "boxes"]) || outline.has_grid_of_regions() {
        Some(Certainty::OwnKey)
    } else if outline.has_key(&["diagonals"]) && outline.has_only_keys(&HEADERS) && has_empty_squares(outline.text) {
        // Boards of stars have this header, too, but no empty squares.
        Some(Certainty::OwnKey)
    } else {
        looks_like(outline.text).then_some(Certainty::Plausible)
    }
}

fn read(text: &str, pick: Option<&str>) -> Result<DynPuzzle, PuzzleError> {
    parse(text, pick).map(erase)
}

fn parts(text: &str) -> Vec<Part> {
    if text.trim_start().starts_with('{') { Part::whole(text) } else { text::parts(text) }
}

impl Puzzle for Sudoku {
    with_own_methods!(SudokuSolution);

    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    fn refutation(&self, _text: &str) -> Option<PuzzleError> {
        self.refute()
    }

    fn draw(&self, solution: &SudokuSolution, style: Style) -> String {
        self.solution_text(solution, style)
    }

    fn holdings(&self) -> Vec<Vec<Holding>> {
        let size = self.size();
        let cells = (0..size * size).map(|cell| [0, cell / size, cell % size]);
        cells.flat_map(|place| (1..=size).map(move |digit| vec![(place, number(digit as i64))])).collect()
    }

    fn holdings_of(&self, solution: &SudokuSolution) -> Vec<Holding> {
        let row = |(row, digits): (usize, &Vec<i64>)| {
            let digits = digits.iter().enumerate();
            digits.map(|(column, &digit)| ([0, row, column], number(digit))).collect::<Vec<_>>()
        };
        solution.grid.iter().enumerate().flat_map(row).collect()
    }
}

fn number(digit: i64) -> Held {
    Held::Number(u32::try_from(digit).unwrap_or_default())
}

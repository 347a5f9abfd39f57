//! Pips: dominoes on a board whose regions say something of the numbers that lie in them.

mod clue;
mod laid;
mod solution;

mod puzzle;

mod diagram;
mod options;

mod decode;
mod draw;

mod levels;
mod parse;

mod judge;

mod compile;

use crate::erased::{DynPuzzle, erase};
use crate::error::PuzzleError;
use crate::facts::{FactValues, Held, Holding, PlaceFacts};
use crate::kind::{Certainty, Kind, KindRow};
use crate::outline::{Form, Outline};
use crate::part::Part;
use crate::puzzle::{Puzzle, with_own_methods};
use laid::Laid;

pub use levels::{Level, levels};
pub use parse::{parse, parse_level};
pub use puzzle::Pips;
pub use solution::PipsSolution;

/// Dominoes on regions that say something of their numbers.
pub const KIND: Kind = Kind(&KindRow {
    name: "pips",
    aliases: &[],
    description: "Dominoes on a board with regions, in the JSON of the New York Times",
    detect,
    read,
    parts,
    has_zeros: false,
    is_like_cover: true,
});

fn detect(outline: &Outline<'_>) -> Option<Certainty> {
    let has = |key: &str| outline.text.contains(&format!("\"{key}\""));
    let is_pips = || has("dominoes") || ["easy", "medium", "hard"].into_iter().all(has);
    (outline.form == Form::Json && is_pips()).then_some(Certainty::Format)
}

fn read(text: &str, pick: Option<&str>) -> Result<DynPuzzle, PuzzleError> {
    parse(text, pick).map(erase)
}

/// The levels that are there. A text that cannot be read is one part, which says so when it is read.
fn parts(text: &str) -> Vec<Part> {
    let levels = levels(text.trim_start_matches('\u{feff}')).unwrap_or_default();
    let present = (1..).zip(&levels).filter(|(_, level)| level.is_present());
    let name = |level: &Level<'_>| Some(level.name.clone()).filter(|name| !name.is_empty());
    let parts: Vec<Part> = present.map(|(number, level)| Part::picked(text, number, name(level))).collect();
    if parts.is_empty() { Part::whole(text) } else { parts }
}

impl Puzzle for Pips {
    with_own_methods!(PipsSolution);

    fn notes(&self) -> Vec<String> {
        self.remarks()
    }

    fn refutation(&self, text: &str) -> Option<PuzzleError> {
        self.refute(text)
    }

    fn holdings(&self) -> Vec<Vec<Holding>> {
        let held = |(&square, number): (&usize, u32)| {
            let [row, column] = self.squares[square];
            ([0, row, column], Held::Pips(number))
        };
        let of = |laid: &Laid| laid.squares.iter().zip(laid.numbers).map(held).collect();
        self.pruned.laid.iter().map(of).collect()
    }

    fn holdings_of(&self, solution: &PipsSolution) -> Vec<Holding> {
        let rows = solution.pips.iter().enumerate();
        let cells =
            rows.flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, cell)| (row, column, cell)));
        cells.filter_map(|(row, column, cell)| Some(([0, row, column], Held::Pips((*cell)?)))).collect()
    }

    fn fact_values(&self, facts: &PlaceFacts) -> FactValues {
        facts.in_rows("pips")
    }
}

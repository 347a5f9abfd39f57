//! Polyforms: covering a board of squares or cubes with pieces that are unions of squares or cubes.

mod area;
mod assemble;
mod burrtools;
mod compile;
mod draw;
mod drawing;
mod parity;

mod parse;
mod puzzle;
mod request;
mod sets;
mod shape;
mod solution;
mod space;
mod symbols;
mod symmetry;

use crate::erased::{DynPuzzle, erase};
use crate::error::PuzzleError;
use crate::facts::{FactValues, Held, Holding, PlaceFacts};
use crate::kind::{Certainty, Kind, KindRow};
use crate::outline::{Form, Outline};
use crate::part::Part;
use crate::puzzle::{Puzzle, with_own_methods};
use puzzle::Placement;

pub use parse::{parse, parse_any};
pub use puzzle::Polyform;
pub use solution::{PlacedPiece, PolyformSolution};

/// Polyforms in two and three dimensions.
pub const KIND: Kind = Kind(&KindRow {
    name: "polyform",
    aliases: &[],
    description: "Pieces that cover a board",
    detect,
    read,
    parts,
    has_zeros: false,
    is_like_cover: true,
});

fn detect(outline: &Outline<'_>) -> Option<Certainty> {
    match outline.form {
        Form::Xml => outline.text.contains("<puzzle").then_some(Certainty::Format),
        _ => outline.has_key(&["board", "pieces"]).then_some(Certainty::OwnKey),
    }
}

fn parts(text: &str) -> Vec<Part> {
    match burrtools::problems(text) {
        names if names.len() > 1 => (1..).zip(names).map(|(number, name)| Part::picked(text, number, name)).collect(),
        _ => Part::whole(text),
    }
}

fn read(text: &str, pick: Option<&str>) -> Result<DynPuzzle, PuzzleError> {
    parse_any(text, pick).map(erase)
}

impl Puzzle for Polyform {
    with_own_methods!(PolyformSolution);

    fn holdings(&self) -> Vec<Vec<Holding>> {
        let of = |placement: &Placement| {
            let name = self.kinds[placement.kind].name();
            let cells = placement.cells.iter().map(|&cell| self.cells[cell as usize]);
            cells.map(|cell| (cell.map(|coordinate| coordinate as usize), Held::Piece(name))).collect()
        };
        self.placements.iter().map(of).collect()
    }

    fn holdings_of(&self, solution: &PolyformSolution) -> Vec<Holding> {
        let of = |piece: &PlacedPiece| {
            let name = piece.name;
            piece.cells.iter().map(move |&cell| (cell, Held::Piece(name))).collect::<Vec<_>>()
        };
        solution.pieces.iter().flat_map(of).collect()
    }

    fn place_name(&self, [layer, row, column]: [usize; 3]) -> String {
        match self.solid {
            true => format!("({layer},{row},{column})"),
            false => format!("r{}c{}", row + 1, column + 1),
        }
    }

    fn is_always_filled(&self, place: [usize; 3]) -> bool {
        let index = self.index_of(place.map(|coordinate| coordinate as i32));
        index.is_some_and(|index| !self.targets[index as usize].may_stay_empty)
    }

    fn fact_values(&self, facts: &PlaceFacts) -> FactValues {
        facts.in_layers("layers")
    }
}

//! Queens and Star Battle: `k` stars in each row, column and region, no two of them touching.

mod regions;

mod puzzle;

mod grid;
mod parse;
mod puzz_link;

mod detect;

mod compile;

mod solution;

use serde_json::{Value, json};

use crate::erased::{DynPuzzle, erase};
use crate::error::PuzzleError;
use crate::facts::{FactValues, Held, Holding, PlaceFacts};
use crate::kind::{Kind, KindRow};
use crate::part::{Part, index_of_picked};
use crate::puzzle::{Puzzle, with_own_methods};
use puzz_link::is_link;
use regions::Regions;

pub use parse::{BoardText, boards, parse, parse_board};
pub use puzzle::StarBattle;
pub use solution::StarBattleSolution;

/// Queens and Star Battle.
pub const KIND: Kind = Kind(&KindRow {
    name: "queens",
    aliases: &["starbattle", "star-battle"],
    description: "Queens and Star Battle",
    detect: detect::detect,
    read,
    parts,
    has_zeros: false,
    is_like_cover: true,
});

fn read(text: &str, pick: Option<&str>) -> Result<DynPuzzle, PuzzleError> {
    let Some(pick) = pick else { return parse(text).map(erase) };
    let boards = boards(text);
    let picked = index_of_picked(pick, boards.iter().map(|board| board.name.as_deref()));
    let board = &boards[picked.ok_or_else(|| PuzzleError::no_such_puzzle(pick, boards.len()))?];
    parse_board(text, board).map(erase)
}

fn parts(text: &str) -> Vec<Part> {
    if is_link(text) {
        return Part::whole(text);
    }
    let boards = boards(text);
    if boards.len() < 2 {
        return Part::whole(text);
    }
    let ends: Vec<usize> = text
        .split_inclusive('\n')
        .scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        })
        .collect();
    let start = |line: usize| line.checked_sub(1).map_or(0, |before| ends[before]);
    let part = |board: BoardText| Part {
        name: board.name,
        bytes: start(board.lines.start)..start(board.lines.end),
        pick: None,
    };
    boards.into_iter().map(part).collect()
}

impl Puzzle for StarBattle {
    with_own_methods!(StarBattleSolution);

    fn notes(&self) -> Vec<String> {
        let divided = self.regions.as_ref().map(Regions::divided).unwrap_or_default();
        divided.into_iter().map(|label| format!("region {label} is not connected")).collect()
    }

    /// One square that is apart from its region, where all regions would be connected if it belonged to one beside it.
    fn mistake(&self) -> Option<&PuzzleError> {
        self.mistake.as_ref()
    }

    fn holdings(&self) -> Vec<Vec<Holding>> {
        let size = self.size;
        (0..size * size).map(|square| vec![([0, square / size, square % size], Held::Star)]).collect()
    }

    fn holdings_of(&self, solution: &StarBattleSolution) -> Vec<Holding> {
        solution.stars.iter().map(|&[row, column]| ([0, row, column], Held::Star)).collect()
    }

    fn is_always_filled(&self, _place: [usize; 3]) -> bool {
        false
    }

    fn fact_values(&self, facts: &PlaceFacts) -> FactValues {
        let has_star = |place: &[usize; 3]| facts.fixed.contains_key(place);
        let is_empty = |place: &[usize; 3]| facts.candidates[place].is_empty();
        let cells = |keep: &dyn Fn(&[usize; 3]) -> bool| {
            let kept = facts.candidates.keys().filter(|place| keep(place));
            kept.map(|place| json!([place[1], place[2]])).collect::<Value>()
        };
        let counts = || {
            let rows =
                facts.layers(&|_, own| json!(own.values().next().cloned().flatten().unwrap_or_default().to_string()));
            json!({ "stars": rows[0] })
        };
        FactValues {
            fixed: json!({ "stars": cells(&has_star), "empty": cells(&is_empty) }),
            candidates: json!({ "stars": cells(&|place| !has_star(place) && !is_empty(place)) }),
            counts: facts.has_counts.then(counts),
        }
    }
}

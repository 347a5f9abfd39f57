//! Cryptarithms: equations between words, each letter standing for a digit.

mod puzzle;

mod parse;

mod polynomial;

mod compile;

mod table;

mod solution;

mod draw;

use gordian_encoders::rule::Guarding;
use gordian_formula::{Clock, Model};
use serde_json::{Map, Value};

use crate::board::{Board, Cell, Mark, Role, Style};
use crate::compiled::Compiled;
use crate::erased::{DynPuzzle, erase};
use crate::error::{PuzzleError, Violation};
use crate::facts::{FactValues, Held, Holding, PlaceFacts};
use crate::kind::{Certainty, Kind, KindRow};
use crate::outline::Outline;
use crate::part::Part;
use crate::puzzle::Puzzle;
use parse::{has_headers, listed, parse_nth};

pub use parse::parse;
pub use puzzle::Cryptarithm;
pub use solution::CryptarithmSolution;

/// Equations between words.
pub const KIND: Kind = Kind(&KindRow {
    name: "cryptarithm",
    aliases: &[],
    description: "SEND + MORE = MONEY",
    detect,
    read,
    parts,
    has_zeros: false,
    is_like_cover: true,
});

fn detect(outline: &Outline<'_>) -> Option<Certainty> {
    let operators = "+-*=,;& \t−–×·";
    let is_known = |char: char| char.is_alphanumeric() || !char.is_ascii() || operators.contains(char);
    let is_equation = |row: &&str| row.contains('=') && row.contains(char::is_alphabetic) && row.chars().all(is_known);
    if outline.rows.iter().any(is_equation) {
        return Some(Certainty::Notation);
    }
    // An equation with a sign that is not understood: the error names it.
    let has_sides = |row: &&str| {
        row.chars().all(|char| is_known(char) || "./()!?:#".contains(char))
            && row.split('=').all(|side| side.contains(char::is_alphabetic))
            && row.contains('=')
    };
    outline.rows.iter().any(has_sides).then_some(Certainty::Possible)
}

fn read(text: &str, pick: Option<&str>) -> Result<DynPuzzle, PuzzleError> {
    let Some(pick) = pick else { return parse(text).map(erase) };
    let count = listed(text).len();
    match pick.parse::<usize>() {
        Ok(1) if count == 0 => parse(text).map(erase),
        Ok(number) if (1..=count).contains(&number) => parse_nth(text, Some(number - 1)).map(erase),
        _ => Err(PuzzleError::no_such_puzzle(pick, count.max(1))),
    }
}

fn parts(text: &str) -> Vec<Part> {
    let lines = listed(text);
    if lines.is_empty() {
        return Part::whole(text);
    }
    let has_headers = has_headers(text);
    let part = |(number, line)| if has_headers { Part::picked(text, number, None) } else { Part::slice(text, line) };
    (1..).zip(lines).map(part).collect()
}

/// The places are the letters.
impl Puzzle for Cryptarithm {
    type Solution = CryptarithmSolution;

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn compile_as(&self, guarding: Guarding, clock: &Clock) -> Result<Compiled, PuzzleError> {
        self.write(guarding, clock)
    }

    fn decode(&self, model: &Model) -> Result<CryptarithmSolution, Violation> {
        self.solution_of(model)
    }

    fn check(&self, solution: &CryptarithmSolution) -> Result<(), Violation> {
        self.judge(solution)
    }

    fn board(&self, solution: Option<&CryptarithmSolution>) -> Board {
        self.board_with(solution)
    }

    fn stressed_board(&self, solution: Option<&CryptarithmSolution>, _cells: &[[usize; 3]]) -> Board {
        self.board_with(solution)
    }

    fn draw_puzzle(&self, _style: Style) -> String {
        self.text()
    }

    fn draw(&self, solution: &CryptarithmSolution, _style: Style) -> String {
        self.solution_text(solution)
    }

    fn holdings(&self) -> Vec<Vec<Holding>> {
        let of = |letter: usize| self.digits_of(letter).map(move |digit| vec![([0, 0, letter], Held::Number(digit))]);
        (0..self.letters.len()).flat_map(of).collect()
    }

    fn holdings_of(&self, solution: &CryptarithmSolution) -> Vec<Holding> {
        let digits = solution.digits.iter().enumerate();
        digits.map(|(rank, &(_, digit))| ([0, 0, rank], Held::Number(digit))).collect()
    }

    fn places(&self) -> Vec<[usize; 3]> {
        (0..self.letters.len()).map(|rank| [0, 0, rank]).collect()
    }

    fn place_name(&self, [.., rank]: [usize; 3]) -> String {
        self.letters[rank].to_string()
    }

    fn fact_values(&self, facts: &PlaceFacts) -> FactValues {
        facts.shaped(|value| {
            let named = |place: [usize; 3], value| (self.place_name(place), value);
            let entries = facts.candidates.iter().map(|(place, own)| named(*place, value(place, own)));
            Value::Object(entries.filter(|(_, value)| !value.is_null()).collect::<Map<String, Value>>())
        })
    }

    fn facts_board(&self, facts: &PlaceFacts) -> Board {
        let mut board = Board::new([1, 2, self.letters.len()]);
        let slots = facts.pencil_slots();
        for (rank, &letter) in self.letters.iter().enumerate() {
            let digit = match facts.fixed.get(&[0, 0, rank]) {
                Some(held) => held.text().chars().next().unwrap_or('?'),
                None => '?',
            };
            for (row, symbol) in [letter, digit].into_iter().enumerate() {
                board.set([0, row, rank], Cell { area: Some(rank as u32), mark: Mark::Symbol(symbol) });
            }
            board.set_role([0, 1, rank], Role::Found);
            if let Some(pencil) = slots.as_ref().and_then(|slots| facts.pencil_marks([0, 0, rank], slots)) {
                board.set_pencil_marks([0, 1, rank], pencil);
            }
        }
        board
    }
}

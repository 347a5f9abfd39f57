//! What is known of a puzzle from what is known of its visible variables: which place holds what.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use super::any::{Puzzle, Solution};
use super::cryptarithm::Cryptarithm;
use super::pips::Pips;
use super::polyform::Polyform;
use super::star_battle::StarBattle;
use super::sudoku::Sudoku;
use crate::board::{Board, Cell, Mark, Style};

/// A place of a puzzle and what it holds: layer, row and column of a cell, or the rank of a letter.
pub(crate) type Holding = ([usize; 3], Held);

/// What a place holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Held {
    /// A number.
    Number(u32),
    /// A piece.
    Piece(char),
    /// A star.
    Star,
}

/// What is known of the visible variables of a puzzle, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The value that a variable has in all solutions; `None` where there are solutions with either.
    pub fixed: &'a [Option<bool>],
    /// The number of solutions in which each variable is true, where they were counted.
    pub counts: Option<&'a [BigUint]>,
}

/// What is the same in all solutions of a puzzle, and what is left.
#[derive(Clone, Debug)]
pub struct PuzzleFacts {
    /// What is the same in all solutions, in the shape of the puzzle.
    pub fixed: Value,
    /// What each place may hold, in the shape of the puzzle.
    pub candidates: Value,
    /// In how many solutions each candidate stands, in the shape of the candidates, where it was counted.
    pub counts: Option<Value>,
    /// The number of places, and of those that are the same in all solutions.
    pub places: [usize; 2],
    board: Board,
    open: Vec<String>,
}

impl PuzzleFacts {
    /// The places that are the same in all solutions drawn, and what is left for the others in lines of text.
    pub fn draw(&self, style: Style) -> String {
        let mut text = self.board.to_text(style);
        self.open.iter().for_each(|line| text.push_str(&format!("{line}\n")));
        text
    }

    /// The places that are the same in all solutions, as a picture.
    pub fn to_svg(&self) -> String {
        self.board.to_svg()
    }
}

/// What a place may hold, with the number of solutions in which it does; and whether it is known to hold it always.
type Candidates = BTreeMap<Held, Option<BigUint>>;

impl Puzzle {
    /// What is known of the puzzle from what is known of its visible variables.
    pub fn facts(&self, known: &Known<'_>) -> PuzzleFacts {
        let holdings = self.holdings();
        let mut candidates: BTreeMap<[usize; 3], Candidates> =
            self.places().into_iter().map(|place| (place, BTreeMap::new())).collect();
        let mut fixed: BTreeMap<[usize; 3], Held> = BTreeMap::new();
        for (rank, own) in holdings.iter().enumerate() {
            let value = known.fixed.get(rank).copied().flatten();
            for &(place, held) in own.iter().filter(|_| value != Some(false)) {
                let number = known.counts.and_then(|counts| counts.get(rank));
                let entry = candidates.entry(place).or_default().entry(held).or_insert(number.map(|_| BigUint::ZERO));
                *entry = entry.take().zip(number).map(|(sum, number)| sum + number);
                if value == Some(true) {
                    fixed.insert(place, held);
                }
            }
        }
        for (&place, own) in &candidates {
            if let (1, Some((&held, _))) = (own.len(), own.first_key_value())
                && self.is_always_filled(place)
            {
                fixed.insert(place, held);
            }
        }
        self.facts_of(&candidates, &fixed, known)
    }

    /// The places that two solutions fill differently.
    pub fn differences(&self, first: &Solution, second: &Solution) -> Vec<[usize; 3]> {
        let held = |solution: &Solution| -> BTreeSet<Holding> { self.holdings_of(solution).into_iter().collect() };
        let (first, second) = (held(first), held(second));
        let places: BTreeSet<[usize; 3]> = first.symmetric_difference(&second).map(|(place, _)| *place).collect();
        places.into_iter().collect()
    }

    /// The place as people call it.
    pub fn place_name(&self, [layer, row, column]: [usize; 3]) -> String {
        match self {
            Puzzle::Cryptarithm(puzzle) => puzzle.letters()[column].to_string(),
            Puzzle::Polyform(puzzle) if puzzle.is_solid() => format!("({layer},{row},{column})"),
            _ => format!("r{}c{}", row + 1, column + 1),
        }
    }

    /// What each visible variable says when it is true.
    fn holdings(&self) -> Vec<Vec<Holding>> {
        match self {
            Puzzle::Queens(puzzle) => star_holdings(puzzle),
            Puzzle::Polyform(puzzle) => polyform_holdings(puzzle),
            Puzzle::Cryptarithm(puzzle) => letter_holdings(puzzle),
            Puzzle::Pips(puzzle) => pips_holdings(puzzle),
            Puzzle::Sudoku(puzzle) => digit_holdings(puzzle),
        }
    }

    /// What a solution says.
    fn holdings_of(&self, solution: &Solution) -> Vec<Holding> {
        match solution {
            Solution::Queens(solution) => {
                solution.stars.iter().map(|&[row, column]| ([0, row, column], Held::Star)).collect()
            }
            Solution::Polyform(solution) => {
                let of = |piece: &super::polyform::PlacedPiece| {
                    let name = piece.name;
                    piece.cells.iter().map(move |&cell| (cell, Held::Piece(name))).collect::<Vec<_>>()
                };
                solution.pieces.iter().flat_map(of).collect()
            }
            Solution::Cryptarithm(solution) => {
                let digits = solution.digits.iter().enumerate();
                digits.map(|(rank, &(_, digit))| ([0, 0, rank], Held::Number(digit))).collect()
            }
            Solution::Sudoku(solution) => {
                let row = |(row, digits): (usize, &Vec<i64>)| {
                    let digits = digits.iter().enumerate();
                    digits.map(|(column, &digit)| ([0, row, column], number(digit))).collect::<Vec<_>>()
                };
                solution.grid.iter().enumerate().flat_map(row).collect()
            }
            Solution::Pips(solution) => {
                let rows = solution.pips.iter().enumerate();
                let cells = rows
                    .flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, cell)| (row, column, cell)));
                cells.filter_map(|(row, column, cell)| Some(([0, row, column], Held::Number((*cell)?)))).collect()
            }
        }
    }

    fn places(&self) -> Vec<[usize; 3]> {
        match self {
            Puzzle::Cryptarithm(puzzle) => (0..puzzle.letters().len()).map(|rank| [0, 0, rank]).collect(),
            _ => self.board(None).cells().map(|(place, _)| place).collect(),
        }
    }

    /// Whether every solution puts something there.
    fn is_always_filled(&self, place: [usize; 3]) -> bool {
        match self {
            Puzzle::Queens(_) => false,
            Puzzle::Polyform(puzzle) => puzzle.must_be_covered(place),
            Puzzle::Cryptarithm(_) | Puzzle::Pips(_) | Puzzle::Sudoku(_) => true,
        }
    }

    fn facts_of(
        &self,
        candidates: &BTreeMap<[usize; 3], Candidates>,
        fixed: &BTreeMap<[usize; 3], Held>,
        known: &Known<'_>,
    ) -> PuzzleFacts {
        let counted = |own: &Candidates| {
            let pairs =
                own.iter().filter_map(|(held, count)| Some((held.text(), Value::from(count.as_ref()?.to_string()))));
            Value::Object(pairs.collect())
        };
        let listed = |own: &Candidates| own.keys().map(|held| held.value()).collect::<Value>();
        let always = |place: &[usize; 3]| fixed.get(place).map_or(Value::Null, |held| held.value());
        let has_counts = known.counts.is_some();
        let (fixed_value, candidates_value, counts);
        match self {
            Puzzle::Cryptarithm(puzzle) => {
                let of = |value: &dyn Fn(&[usize; 3], &Candidates) -> Value| {
                    let entries = candidates
                        .iter()
                        .map(|(place, own)| (puzzle.letters()[place[2]].to_string(), value(place, own)));
                    Value::Object(entries.filter(|(_, value)| !value.is_null()).collect::<Map<String, Value>>())
                };
                fixed_value = of(&|place, _| always(place));
                candidates_value = of(&|_, own| listed(own));
                counts = has_counts.then(|| of(&|_, own| counted(own)));
            }
            Puzzle::Queens(_) => {
                let is_open = |place: &&[usize; 3]| !fixed.contains_key(*place) && !candidates[*place].is_empty();
                let cells = |keep: &dyn Fn(&&[usize; 3]) -> bool| {
                    candidates
                        .keys()
                        .filter(|place| keep(place))
                        .map(|place| json!([place[1], place[2]]))
                        .collect::<Value>()
                };
                fixed_value = json!({
                    "stars": cells(&|place| fixed.contains_key(*place)),
                    "empty": cells(&|place| candidates[*place].is_empty()),
                });
                candidates_value = json!({ "stars": cells(&is_open) });
                let number = |_: &[usize; 3], own: &Candidates| {
                    json!(own.values().next().cloned().flatten().unwrap_or_default().to_string())
                };
                counts = has_counts.then(|| json!({ "stars": grid(candidates, &number)[0] }));
            }
            Puzzle::Polyform(_) => {
                fixed_value = json!({ "layers": grid(candidates, &|place, _| always(place)) });
                candidates_value = json!({ "layers": grid(candidates, &|_, own| listed(own)) });
                counts = has_counts.then(|| json!({ "layers": grid(candidates, &|_, own| counted(own)) }));
            }
            Puzzle::Pips(_) | Puzzle::Sudoku(_) => {
                let key = if matches!(self, Puzzle::Pips(_)) { "pips" } else { "grid" };
                fixed_value = json!({ key: grid(candidates, &|place, _| always(place))[0] });
                candidates_value = json!({ key: grid(candidates, &|_, own| listed(own))[0] });
                counts = has_counts.then(|| json!({ key: grid(candidates, &|_, own| counted(own))[0] }));
            }
        }
        let is_known = |place: &[usize; 3], own: &Candidates| fixed.contains_key(place) || own.is_empty();
        let num_known = candidates.iter().filter(|(place, own)| is_known(place, own)).count();
        let open = candidates.iter().filter(|(place, own)| !is_known(place, own));
        let line = |(place, own): (&[usize; 3], &Candidates)| {
            let mut text = format!("{}:", self.place_name(*place));
            for (held, count) in own {
                let _ = write!(text, " {}", held.text());
                if let Some(count) = count {
                    let _ = write!(text, " ({count})");
                }
            }
            text
        };
        PuzzleFacts {
            fixed: fixed_value,
            candidates: candidates_value,
            counts,
            places: [candidates.len(), num_known],
            board: self.facts_board(candidates, fixed),
            open: open.map(line).collect(),
        }
    }

    fn facts_board(&self, candidates: &BTreeMap<[usize; 3], Candidates>, fixed: &BTreeMap<[usize; 3], Held>) -> Board {
        if let Puzzle::Cryptarithm(puzzle) = self {
            let mut board = Board::new([1, 2, puzzle.letters().len()]);
            for (rank, &letter) in puzzle.letters().iter().enumerate() {
                let digit = match fixed.get(&[0, 0, rank]) {
                    Some(held) => held.text().chars().next().unwrap_or('?'),
                    None => '?',
                };
                for (row, symbol) in [letter, digit].into_iter().enumerate() {
                    board.set([0, row, rank], Cell { area: Some(rank as u32), mark: Mark::Symbol(symbol) });
                }
            }
            return board;
        }
        let mut board = self.board(None);
        for (&place, own) in candidates {
            let area = board.get(place).and_then(|cell| cell.area);
            let mark = match fixed.get(&place) {
                Some(Held::Number(number)) if matches!(self, Puzzle::Pips(_)) => Mark::Pips(*number),
                Some(Held::Number(number @ 10..)) => {
                    board.set_label(place, number.to_string());
                    Mark::Blank
                }
                Some(held) => held.mark(),
                None if own.is_empty() => Mark::Dot,
                None if matches!(self, Puzzle::Pips(_)) => Mark::Blank,
                None => Mark::Symbol('?'),
            };
            board.set(place, Cell { area, mark });
        }
        board
    }
}

impl Held {
    fn value(self) -> Value {
        match self {
            Held::Number(number) => number.into(),
            Held::Piece(piece) => piece.to_string().into(),
            Held::Star => "star".into(),
        }
    }

    fn text(self) -> String {
        match self {
            Held::Number(number) => number.to_string(),
            Held::Piece(piece) => piece.to_string(),
            Held::Star => "star".to_owned(),
        }
    }

    fn mark(self) -> Mark {
        match self {
            Held::Number(number) => char::from_digit(number, 10).map_or(Mark::Blank, Mark::Symbol),
            Held::Piece(piece) => Mark::Symbol(piece),
            Held::Star => Mark::Star,
        }
    }
}

/// Layers of rows of values, null where there is no place.
fn grid(
    candidates: &BTreeMap<[usize; 3], Candidates>,
    value: &dyn Fn(&[usize; 3], &Candidates) -> Value,
) -> Vec<Vec<Vec<Value>>> {
    let side = |axis: usize| candidates.keys().map(|place| place[axis] + 1).max().unwrap_or(0);
    let mut layers = vec![vec![vec![Value::Null; side(2)]; side(1)]; side(0)];
    for (place, own) in candidates {
        layers[place[0]][place[1]][place[2]] = value(place, own);
    }
    layers
}

fn star_holdings(puzzle: &StarBattle) -> Vec<Vec<Holding>> {
    let size = puzzle.size();
    (0..size * size).map(|square| vec![([0, square / size, square % size], Held::Star)]).collect()
}

fn polyform_holdings(puzzle: &Polyform) -> Vec<Vec<Holding>> {
    let of = |placement: &super::polyform::Placement| {
        let name = puzzle.kinds[placement.kind].name();
        let cells = placement.cells.iter().map(|&cell| puzzle.cells[cell as usize]);
        cells.map(|cell| (cell.map(|coordinate| coordinate as usize), Held::Piece(name))).collect()
    };
    puzzle.placements.iter().map(of).collect()
}

fn letter_holdings(puzzle: &Cryptarithm) -> Vec<Vec<Holding>> {
    let of = |letter: usize| puzzle.digits_of(letter).map(move |digit| vec![([0, 0, letter], Held::Number(digit))]);
    (0..puzzle.letters().len()).flat_map(of).collect()
}

fn pips_holdings(puzzle: &Pips) -> Vec<Vec<Holding>> {
    let of = |laid: &super::pips::Laid| {
        let squares = laid.squares.iter().zip(laid.numbers);
        squares
            .map(|(&square, number)| {
                let [row, column] = puzzle.squares[square];
                ([0, row, column], Held::Number(number))
            })
            .collect()
    };
    puzzle.pruned.laid.iter().map(of).collect()
}

fn digit_holdings(puzzle: &Sudoku) -> Vec<Vec<Holding>> {
    let size = puzzle.size();
    let cells = (0..size * size).map(|cell| [0, cell / size, cell % size]);
    cells.flat_map(|place| (1..=size).map(move |digit| vec![(place, number(digit as i64))])).collect()
}

fn number(digit: i64) -> Held {
    Held::Number(u32::try_from(digit).unwrap_or_default())
}

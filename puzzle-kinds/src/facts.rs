//! Turns facts about the visible variables of a puzzle into facts about its places.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use num_bigint::BigUint;
use serde_json::{Value, json};

use super::board::{Board, Mark, PencilMark, PencilMarks, Style};

/// A place of a puzzle and its content.
pub type Holding = ([usize; 3], Held);

/// The content of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Held {
    /// A number.
    Number(u32),
    /// Half a domino with so many pips.
    Pips(u32),
    /// A piece.
    Piece(char),
    /// A star.
    Star,
    /// The value of a variable; true is one, false is zero.
    Value(i64),
}

/// The known facts about the visible variables of a puzzle, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The value that a variable has in all solutions; `None` where there are solutions with either.
    pub fixed: &'a [Option<bool>],
    /// The number of solutions in which each variable is true, where they were counted.
    pub counts: Option<&'a [BigUint]>,
}

/// The facts that all solutions of a puzzle share, and the candidates that remain.
#[derive(Clone, Debug)]
pub struct PuzzleFacts {
    /// The same in the shape of the puzzle.
    pub values: FactValues,
    /// The number of places, and of those that are the same in all solutions.
    pub places: [usize; 2],
    pub(crate) board: Board,
    pub(crate) open: Vec<String>,
}

/// The known facts about the places of a puzzle, in the shape of the puzzle.
#[derive(Clone, Debug, Default)]
pub struct FactValues {
    /// The values that all solutions share.
    pub fixed: Value,
    /// The values that each place may hold.
    pub candidates: Value,
    /// In how many solutions each candidate stands, in the shape of the candidates, where it was counted.
    pub counts: Option<Value>,
}

impl PuzzleFacts {
    /// A drawing of the places that are the same in all solutions, and lines of text with the
    /// candidates of the others.
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

/// The values that a place may hold, each with the number of solutions that hold it, if they were
/// counted.
pub(crate) type Candidates = BTreeMap<Held, Option<BigUint>>;

/// The known facts about each place.
#[derive(Clone, Debug)]
pub struct PlaceFacts {
    pub(crate) candidates: BTreeMap<[usize; 3], Candidates>,
    /// The values that places hold in all solutions.
    pub(crate) fixed: BTreeMap<[usize; 3], Held>,
    pub(crate) has_counts: bool,
}

/// The slots of candidates among the pencil marks of a place.
pub(crate) struct PencilSlots {
    all: BTreeSet<Held>,
    first: usize,
    side: usize,
}

impl PencilSlots {
    fn of(&self, held: Held) -> usize {
        let rank = || self.all.iter().position(|&other| other == held).unwrap_or(0);
        number(held).map_or_else(rank, |number| number - self.first)
    }
}

fn number(held: Held) -> Option<usize> {
    match held {
        Held::Number(number) | Held::Pips(number) => Some(number as usize),
        _ => None,
    }
}

impl PlaceFacts {
    /// Takes over facts about the variables; `holdings` are the statements of each of them.
    pub(crate) fn learn(&mut self, holdings: &[Vec<Holding>], known: &Known<'_>) {
        for (rank, own) in holdings.iter().enumerate() {
            let value = known.fixed.get(rank).copied().flatten();
            for &(place, held) in own.iter().filter(|_| value != Some(false)) {
                let number = known.counts.and_then(|counts| counts.get(rank));
                let candidates = self.candidates.entry(place).or_default();
                let entry = candidates.entry(held).or_insert(number.map(|_| BigUint::ZERO));
                *entry = entry.take().zip(number).map(|(sum, number)| sum + number);
                if value == Some(true) {
                    self.fixed.insert(place, held);
                }
            }
        }
    }

    /// A place that is always filled holds the only candidate that it has.
    pub(crate) fn fill(&mut self, is_always_filled: impl Fn([usize; 3]) -> bool) {
        for (&place, own) in &self.candidates {
            if let (1, Some((&held, _))) = (own.len(), own.first_key_value())
                && is_always_filled(place)
            {
                self.fixed.insert(place, held);
            }
        }
    }

    fn is_known(&self, place: &[usize; 3], own: &Candidates) -> bool {
        self.fixed.contains_key(place) || own.is_empty()
    }

    /// The slots of candidates as pencil marks: numbers where all places have them, pieces in the order of
    /// their names. `None` if they are too many.
    pub(crate) fn pencil_slots(&self) -> Option<PencilSlots> {
        const MOST_ROWS: usize = 6;
        let mut all = BTreeSet::new();
        for &held in self.candidates.values().flat_map(BTreeMap::keys) {
            all.insert(held);
            // A large board has millions of candidates.
            if all.len() > MOST_ROWS * MOST_ROWS {
                return None;
            }
        }
        let first = all.iter().copied().filter_map(number).min().unwrap_or(0).min(1);
        let most = all.iter().copied().filter_map(number).max().map_or(all.len(), |most| most + 1 - first);
        let least = if most == 1 { 1 } else { 3 };
        let side = (least..=MOST_ROWS).find(|side| side * side >= most)?;
        Some(PencilSlots { all, first, side })
    }

    /// The candidates of an open place as pencil marks. `None` of a place that is known.
    pub(crate) fn pencil_marks(&self, place: [usize; 3], slots: &PencilSlots) -> Option<PencilMarks> {
        let own = self.candidates.get(&place)?;
        if self.is_known(&place, own) {
            return None;
        }
        let mark = |(&held, count): (&Held, &Option<BigUint>)| PencilMark {
            slot: slots.of(held),
            text: if held == Held::Star { "★".to_owned() } else { held.text() },
            count: count.as_ref().map(BigUint::to_string),
        };
        Some(PencilMarks { side: slots.side, marks: own.iter().map(mark).collect() })
    }

    /// The number of places that are the same in all solutions.
    pub(crate) fn num_known(&self) -> usize {
        self.candidates.iter().filter(|(place, own)| self.is_known(place, own)).count()
    }

    /// The candidates of each place that is open, a line each. An open place with one candidate is empty in a solution,
    /// one with several may be.
    pub(crate) fn open_lines(
        &self,
        name: impl Fn([usize; 3]) -> String,
        is_always_filled: impl Fn([usize; 3]) -> bool,
    ) -> Vec<String> {
        let open = self.candidates.iter().filter(|(place, own)| !self.is_known(place, own));
        let line = |(place, own): (&[usize; 3], &Candidates)| {
            let mut text = format!("{}:", name(*place));
            for (held, count) in own {
                let _ = write!(text, " {}", held.text());
                if let Some(count) = count {
                    let _ = write!(text, " ({count})");
                }
            }
            if !is_always_filled(*place) {
                text += if own.len() > 1 { ", perhaps empty" } else { ", or empty" };
            }
            text
        };
        open.map(line).collect()
    }

    /// The fixed values, the candidates and the counts, each made into one value by `shape`, which
    /// gets the values of the places.
    pub(crate) fn shaped(&self, shape: impl Fn(&dyn Fn(&[usize; 3], &Candidates) -> Value) -> Value) -> FactValues {
        let counted = |_: &[usize; 3], own: &Candidates| {
            let pairs =
                own.iter().filter_map(|(held, count)| Some((held.text(), Value::from(count.as_ref()?.to_string()))));
            Value::Object(pairs.collect())
        };
        FactValues {
            fixed: shape(&|place, _| self.fixed.get(place).map_or(Value::Null, |held| held.value())),
            candidates: shape(&|_, own| own.keys().map(|held| held.value()).collect::<Value>()),
            counts: self.has_counts.then(|| shape(&counted)),
        }
    }

    /// Under one key, rows of values.
    pub(crate) fn in_rows(&self, key: &str) -> FactValues {
        self.shaped(|value| json!({ key: self.layers(value)[0] }))
    }

    /// Under one key, layers of rows of values.
    pub(crate) fn in_layers(&self, key: &str) -> FactValues {
        self.shaped(|value| json!({ key: self.layers(value) }))
    }

    /// Layers of rows of values, null where there is no place.
    pub(crate) fn layers(&self, value: &dyn Fn(&[usize; 3], &Candidates) -> Value) -> Vec<Vec<Vec<Value>>> {
        let side = |axis: usize| self.candidates.keys().map(|place| place[axis] + 1).max().unwrap_or(0);
        let mut layers = vec![vec![vec![Value::Null; side(2)]; side(1)]; side(0)];
        for (place, own) in &self.candidates {
            layers[place[0]][place[1]][place[2]] = value(place, own);
        }
        layers
    }
}

impl Held {
    pub(crate) fn value(self) -> Value {
        match self {
            Held::Number(number) | Held::Pips(number) => number.into(),
            Held::Piece(piece) => piece.to_string().into(),
            Held::Star => "star".into(),
            Held::Value(value) => value.into(),
        }
    }

    pub(crate) fn text(self) -> String {
        match self {
            Held::Number(number) | Held::Pips(number) => number.to_string(),
            Held::Piece(piece) => piece.to_string(),
            Held::Star => "star".to_owned(),
            Held::Value(value) => value.to_string(),
        }
    }

    pub(crate) fn mark(self) -> Mark {
        match self {
            Held::Number(number) => char::from_digit(number, 10).map_or(Mark::Blank, Mark::Symbol),
            Held::Pips(number) => Mark::Pips(number),
            Held::Piece(piece) => Mark::Symbol(piece),
            Held::Star => Mark::Star,
            Held::Value(_) => Mark::Blank,
        }
    }
}

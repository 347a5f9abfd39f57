//! Sudokus in the JSON of f-puzzles.
//!
//! Cells are called `R1C1`; each sort of clue is a key with a list of objects. Drawings that stand
//! for no rule are told as a note; an unknown key is an error.

use serde_json::Value;

use super::clue::{Clue, LineKind, OutsideKind, PairKind};
use super::grid::{Cell, Grid, default_regions};
use super::json::{Object, Read, Reader, is_empty, shown, text_of};
use super::puzzle::{Sudoku, checked_size};
use crate::error::PuzzleError;

/// Keys that say nothing about the digits.
const ABOUT: [&str; 14] = [
    "size",
    "title",
    "author",
    "ruleset",
    "source",
    "solution",
    "grid",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "successMessage",
    "msgcorrect",
    "negative",
    "url",
];

/// Keys of clues that are no lines.
const CLUES: [&str; 18] = [
    "killercage",
    "littlekillersum",
    "arrow",
    "difference",
    "ratio",
    "xv",
    "quadruple",
    "clone",
    "odd",
    "even",
    "minimum",
    "maximum",
    "extraregion",
    "rowindexer",
    "columnindexer",
    "sandwichsum",
    "xsum",
    "skyscraper",
];

/// Keys of drawings without a rule.
const DRAWINGS: [&str; 5] = ["line", "text", "cage", "rectangle", "circle"];

/// Keys of a clue that say how it looks.
const LOOKS: [&str; 12] = [
    "outlineC",
    "baseC",
    "fontC",
    "width",
    "height",
    "angle",
    "size",
    "fromConstraint",
    "isNewConstraint",
    "fromRangskSolver",
    "isLLConstraint",
    "highlight",
];

/// Reads a puzzle.
pub(super) fn read(document: &Object) -> Read<Sudoku> {
    let mut builder = Builder::new(document)?;
    builder.squares(document.get("grid"))?;
    for (key, value) in document {
        if !ABOUT.contains(&key.as_str()) && !is_empty(value) {
            builder.entry(key, value)?;
        }
    }
    builder.finish(document)
}

pub(super) struct Builder {
    pub(super) sudoku: Sudoku,
    pub(super) grid: Grid,
    /// The cells with a digit that somebody has entered and that is not given.
    entered: Vec<Cell>,
}

impl Builder {
    /// An empty grid of the document's size, with its title.
    pub(super) fn new(document: &Object) -> Read<Builder> {
        let size = match document.get("size") {
            Some(Value::String(text)) => text.trim().parse().ok(),
            Some(value) => value.as_u64().and_then(|size| usize::try_from(size).ok()),
            None => document.get("grid").and_then(Value::as_array).map(Vec::len),
        };
        let size = size.ok_or_else(|| PuzzleError::malformed("the size of the grid is no number"))?;
        let grid = Grid { size: checked_size(size)? };
        let mut builder = Builder { sudoku: Sudoku::new(size, default_regions(size)), grid, entered: Vec::new() };
        builder.sudoku.title = text_of(document, "title");
        builder.sudoku.author = text_of(document, "author");
        Ok(builder)
    }

    fn squares(&mut self, value: Option<&Value>) -> Read<()> {
        let reader = Reader { grid: self.grid, place: "grid" };
        let size = self.grid.size;
        let rows = value.and_then(Value::as_array).ok_or_else(|| reader.error("the list of rows is missing"))?;
        let fault = || reader.error(format_args!("a grid of size {size} has {size} rows of {size} squares"));
        if rows.len() != size {
            return Err(fault());
        }
        let mut has_regions = false;
        for (row, squares) in rows.iter().enumerate() {
            let squares = squares.as_array().filter(|squares| squares.len() == size).ok_or_else(fault)?;
            for (column, square) in squares.iter().enumerate() {
                let cell = self.grid.cell(row, column);
                let place = format!("the square {}", self.grid.name(cell));
                has_regions |= self.square(cell, square, Reader { grid: self.grid, place: &place })?;
            }
        }
        if has_regions {
            self.check_regions(reader)?;
        }
        Ok(())
    }

    /// Reads a square; whether it has a region of its own.
    fn square(&mut self, cell: Cell, square: &Value, reader: Reader<'_>) -> Read<bool> {
        let square = square.as_object().ok_or_else(|| reader.error("a square must be an object in braces"))?;
        // Digits and pencil marks that a player has entered are no clues.
        let known = [
            "value",
            "given",
            "region",
            "givenPencilMarks",
            "c",
            "highlight",
            "centerPencilMarks",
            "cornerPencilMarks",
        ];
        reader.only(square, &[&known, &["parity"]])?;
        if square.get("given").is_some_and(|given| given == &Value::Bool(true)) {
            let digit = square.get("value").ok_or_else(|| reader.error("a given digit is missing"))?;
            self.sudoku.givens[cell] = Some(reader.digit(digit)?);
        } else if square.get("value").is_some_and(|value| !is_empty(value)) {
            self.entered.push(cell);
        }
        if let Some(marks) = square.get("givenPencilMarks").filter(|marks| !is_empty(marks)) {
            let marks = marks.as_array().ok_or_else(|| reader.error("pencil marks are a list of digits"))?;
            let digits = marks.iter().map(|mark| reader.digit(mark)).collect::<Read<Vec<i64>>>()?;
            self.sudoku.clues.push(Clue::OneOf { kind: "candidates", cell, digits });
        }
        if let Some(parity) = square.get("parity").filter(|parity| !is_empty(parity)) {
            let kind = match parity.as_str().map(str::to_lowercase).as_deref() {
                Some("even") => "even",
                Some("odd") => "odd",
                _ => return Err(reader.error(format_args!("{} is neither even nor odd", shown(parity)))),
            };
            self.parity(kind, cell);
        }
        match square.get("region") {
            None => Ok(false),
            Some(Value::Null) => {
                self.sudoku.regions[cell] = None;
                Ok(true)
            }
            Some(region) => {
                let number = reader.number(Some(region))?.ok_or_else(|| reader.error("the region is no number"))?;
                let below_zero = |_| reader.error(format_args!("{number} is no number of a region: they begin with 0"));
                self.sudoku.regions[cell] = Some(usize::try_from(number).map_err(below_zero)?);
                Ok(true)
            }
        }
    }

    pub(super) fn check_regions(&self, reader: Reader<'_>) -> Read<()> {
        let size = self.grid.size;
        match self.sudoku.region_cells().iter().find(|cells| cells.len() > size) {
            Some(cells) => Err(reader.error(format_args!(
                "the region at {} has {} squares, and there are {size} digits",
                self.grid.name(cells[0]),
                cells.len()
            ))),
            None => Ok(()),
        }
    }

    fn parity(&mut self, kind: &'static str, cell: Cell) {
        let remainder = i64::from(kind == "odd");
        let digits = (1..=self.grid.size as i64).filter(|digit| digit % 2 == remainder).collect();
        self.sudoku.clues.push(Clue::OneOf { kind, cell, digits });
    }

    pub(super) fn entry(&mut self, key: &str, value: &Value) -> Read<()> {
        let reader = Reader { grid: self.grid, place: key };
        if let Some(clues) = self.global(key)? {
            if value != &Value::Bool(true) {
                return Err(reader.error(format_args!("{} is neither true nor false", shown(value))));
            }
            self.sudoku.clues.extend(clues);
            return Ok(());
        }
        if !DRAWINGS.contains(&key) && !CLUES.contains(&key) && line_kind(key, self.grid).is_none() {
            return Err(PuzzleError::malformed(format!("`{key}` cannot be expressed here")));
        }
        let list = value.as_array().ok_or_else(|| reader.error("clues are a list in brackets"))?;
        if DRAWINGS.contains(&key) {
            // Plain JSON has the key `lines` for lines with a rule.
            let name = |drawing: &Value| Some(drawing.get("type")?.as_str()?.to_owned());
            if let Some(name) = list.iter().filter_map(name).find(|name| line_kind(name, self.grid).is_some()) {
                return Err(reader.error(format_args!("`{name}` is a rule, and the list `lines` has lines with rules")));
            }
            // The clue itself tells what an editor has drawn for it.
            let own = list.iter().filter(|drawing| drawing.get("fromConstraint").is_none()).count();
            if own > 0 {
                let plural = if own == 1 { "" } else { "s" };
                self.sudoku.notes.push(format!("{own} drawing{plural} ({key}) without a rule in the file"));
            }
            return Ok(());
        }
        for (number, item) in (1..).zip(list) {
            let place = format!("{key} {number}");
            let reader = Reader { grid: self.grid, place: &place };
            let item = item.as_object().ok_or_else(|| reader.error("a clue must be an object in braces"))?;
            let clues = self.clue(key, item, reader)?;
            self.sudoku.clues.extend(clues);
        }
        Ok(())
    }

    /// Rules of the whole grid.
    fn global(&self, key: &str) -> Read<Option<Vec<Clue>>> {
        let grid = self.grid;
        Ok(Some(match key {
            "diagonal+" => vec![Clue::diagonal(grid, true)],
            "diagonal-" => vec![Clue::diagonal(grid, false)],
            "antiknight" => vec![Clue::anti_knight(grid)],
            "antiking" => vec![Clue::anti_king(grid)],
            "disjointgroups" => {
                let regions = self.sudoku.region_cells();
                let most = regions.iter().map(Vec::len).max().unwrap_or(0);
                let group = |at: usize| regions.iter().filter_map(move |cells| cells.get(at)).copied().collect();
                let name = |at: usize| format!("the cells with number {} of all boxes", at + 1);
                let clue = |at| Clue::Different { kind: "disjoint-group", name: name(at), cells: group(at) };
                (0..most).map(clue).collect()
            }
            // Read with the marks that it depends on.
            "nonconsecutive" => Vec::new(),
            _ => return Ok(None),
        }))
    }

    fn clue(&mut self, key: &str, item: &Object, reader: Reader<'_>) -> Read<Vec<Clue>> {
        // Long because each key of the format has an arm.
        let value = reader.number(item.get("value"));
        let known: &[&str] = match key {
            "killercage" | "difference" | "ratio" | "xv" => &["cells", "value"],
            "littlekillersum" => &["cell", "cells", "direction", "value"],
            "arrow" => &["cells", "lines"],
            "whispers" | "renban" => &["lines", "value"],
            "quadruple" => &["cells", "values"],
            "clone" => &["cells", "cloneCells"],
            "odd" | "even" | "minimum" | "maximum" => &["cell"],
            "extraregion" | "rowindexer" | "columnindexer" => &["cells"],
            "sandwichsum" | "xsum" | "skyscraper" => &["cell", "value"],
            _ => &["lines"],
        };
        if let Some(line) = line_kind(key, self.grid) {
            reader.only(item, &[known, &LOOKS])?;
            let kind = match (line, value?) {
                (LineKind::Whisper(_), Some(step)) => LineKind::Whisper(step),
                (line, Some(value)) => {
                    self.sudoku.notes.push(format!("{}: the value {value} means nothing on such a line", reader.place));
                    line
                }
                (line, None) => line,
            };
            let lines = item.get("lines").and_then(Value::as_array).ok_or_else(|| reader.error("lines are missing"))?;
            let cells = lines.iter().map(|line| reader.path(Some(line))).collect::<Read<Vec<Vec<Cell>>>>()?;
            return Ok(cells.into_iter().map(|cells| Clue::Line { kind, cells, shade: None }).collect());
        }
        reader.only(item, &[known, &LOOKS])?;
        let one = match key {
            "killercage" => {
                Clue::Cage { cells: reader.different_cells(item.get("cells"))?, sum: value?, may_repeat: false }
            }
            "littlekillersum" => {
                let sum = value?.ok_or_else(|| reader.error("the sum is missing"))?;
                Clue::LittleKiller { cells: self.diagonal(item, reader)?, sum }
            }
            "arrow" => return arrows(item, reader),
            "difference" => self.mark(PairKind::Difference(value?.unwrap_or(1)), item, reader)?,
            "ratio" => self.mark(PairKind::Ratio(value?.unwrap_or(2)), item, reader)?,
            "xv" => {
                let sum = match item.get("value").and_then(Value::as_str) {
                    Some("X" | "x") => 10,
                    Some("V" | "v") => 5,
                    _ => return Err(reader.error("the mark is neither X nor V")),
                };
                self.mark(PairKind::Sum(sum), item, reader)?
            }
            "quadruple" => {
                let digits =
                    item.get("values").and_then(Value::as_array).ok_or_else(|| reader.error("digits are missing"))?;
                let digits = digits.iter().map(|digit| reader.digit(digit)).collect::<Read<Vec<i64>>>()?;
                Clue::Quadruple { cells: reader.different_cells(item.get("cells"))?, digits }
            }
            "clone" => {
                let [first, second] = ["cells", "cloneCells"].map(|key| reader.cells(item.get(key)));
                let (first, second) = (first?, second?);
                if first.len() != second.len() {
                    return Err(reader.error("a clone has as many cells as its original"));
                }
                Clue::Clone { first, second }
            }
            "odd" | "even" => {
                let cell = reader.cell(item.get("cell").unwrap_or(&Value::Null))?;
                self.parity(if key == "odd" { "odd" } else { "even" }, cell);
                return Ok(Vec::new());
            }
            "minimum" | "maximum" => {
                let cell = reader.cell(item.get("cell").unwrap_or(&Value::Null))?;
                Clue::Extreme { cell, is_least: key == "minimum", than: self.grid.beside(cell).collect() }
            }
            "extraregion" => {
                let cells = reader.different_cells(item.get("cells"))?;
                let name = format!("the extra region at {}", self.grid.names(&cells));
                Clue::Different { kind: "extra-region", name, cells }
            }
            "rowindexer" | "columnindexer" => {
                let is_column = key == "columnindexer";
                let cells = reader.different_cells(item.get("cells"))?;
                return Ok(cells.into_iter().map(|cell| Clue::Indexer { is_column, cell }).collect());
            }
            _ => {
                let kind = match key {
                    "sandwichsum" => OutsideKind::Sandwich,
                    "xsum" => OutsideKind::XSum,
                    _ => OutsideKind::Skyscraper,
                };
                let value = value?.ok_or_else(|| reader.error("the number is missing"))?;
                Clue::Outside { kind, cells: self.looking_in(item, reader)?, value }
            }
        };
        Ok(vec![one])
    }

    fn mark(&self, kind: PairKind, item: &Object, reader: Reader<'_>) -> Read<Clue> {
        Ok(Clue::Pair { kind, cells: reader.pair(item.get("cells"))? })
    }

    /// The cells of a diagonal that is looked into from a place beside the grid.
    fn diagonal(&self, item: &Object, reader: Reader<'_>) -> Read<Vec<Cell>> {
        let (row, column) = reader.outer_cell(item.get("cell").unwrap_or(&Value::Null))?;
        let direction = item.get("direction").and_then(Value::as_str).unwrap_or("");
        let (down, right) = match direction {
            "UL" => (-1, -1),
            "UR" => (-1, 1),
            "DL" => (1, -1),
            "DR" => (1, 1),
            _ => return Err(reader.error(format_args!("`{direction}` is no direction like DR"))),
        };
        let size = self.grid.size as i64;
        let inside = |at: i64| (1..=size).contains(&at);
        let cells = (1..=size).map(|steps| (row + steps * down, column + steps * right));
        let cells = cells.filter(|&(row, column)| inside(row) && inside(column));
        let cells: Vec<Cell> =
            cells.map(|(row, column)| self.grid.cell(row as usize - 1, column as usize - 1)).collect();
        if cells.is_empty() {
            return Err(reader.error("the diagonal misses the grid"));
        }
        // f-puzzles writes the cells beside the place and the direction from which they follow.
        if item.get("cells").is_some_and(|cells| !is_empty(cells)) {
            let mut said = reader.different_cells(item.get("cells"))?;
            let mut own = cells.clone();
            said.sort_unstable();
            own.sort_unstable();
            if said != own {
                let names = self.grid.names(&cells);
                return Err(reader.error(format_args!("`cells` are not those of the diagonal: {names}")));
            }
        }
        Ok(cells)
    }

    /// The cells of a row or column in the order in which they are seen from a place beside the grid.
    fn looking_in(&self, item: &Object, reader: Reader<'_>) -> Read<Vec<Cell>> {
        let (row, column) = reader.outer_cell(item.get("cell").unwrap_or(&Value::Null))?;
        let size = self.grid.size as i64;
        let inside = |at: i64| (1..=size).contains(&at).then(|| at as usize - 1);
        let mut cells = match (inside(row), inside(column)) {
            (Some(row), None) => self.grid.row(row),
            (None, Some(column)) => self.grid.column(column),
            _ => return Err(reader.error("the number stands beside no row and no column")),
        };
        if row > size || column > size {
            cells.reverse();
        }
        Ok(cells)
    }

    /// The rules that depend on other clues: marked cells are compared with the cells beside them
    /// that have no such mark, and some marks are denied where they are not given.
    pub(super) fn finish(mut self, document: &Object) -> Read<Sudoku> {
        let marked = |clue: &Clue| match clue {
            Clue::Extreme { cell, is_least, .. } => Some((*cell, *is_least)),
            _ => None,
        };
        let marked: Vec<(Cell, bool)> = self.sudoku.clues.iter().filter_map(marked).collect();
        for clue in &mut self.sudoku.clues {
            if let Clue::Extreme { is_least, than, .. } = clue {
                than.retain(|&other| !marked.contains(&(other, *is_least)));
            }
        }
        self.negative(document)?;
        self.sudoku.note_entered(&self.entered);
        Ok(self.sudoku)
    }

    /// No marks but those given.
    fn negative(&mut self, document: &Object) -> Read<()> {
        let marked = |sudoku: &Sudoku, counts: &dyn Fn(PairKind) -> bool| {
            let pair = |clue: &Clue| match clue {
                Clue::Pair { kind, cells: [a, b] } if counts(*kind) => Some(((*a).min(*b), (*a).max(*b))),
                _ => None,
            };
            sudoku.clues.iter().filter_map(pair).collect::<Vec<(Cell, Cell)>>()
        };
        let is_dot = |kind: PairKind| !matches!(kind, PairKind::Sum(_));
        let is_sum = |kind: PairKind| matches!(kind, PairKind::Sum(_));
        let others = |taken: Vec<(Cell, Cell)>| {
            let pairs = self.grid.neighbours().into_iter();
            pairs.filter(|&(a, b)| !taken.contains(&(a.min(b), a.max(b)))).collect::<Vec<(Cell, Cell)>>()
        };
        let present = |sudoku: &Sudoku, counts: &dyn Fn(PairKind) -> bool, default: PairKind| {
            let kinds = sudoku.clues.iter().filter_map(|clue| match clue {
                Clue::Pair { kind, .. } if counts(*kind) => Some(*kind),
                _ => None,
            });
            let mut kinds: Vec<PairKind> = kinds.collect();
            kinds.sort_unstable_by_key(|kind| format!("{kind:?}"));
            kinds.dedup();
            if kinds.is_empty() { vec![default] } else { kinds }
        };
        let mut clues = Vec::new();
        if document.get("nonconsecutive") == Some(&Value::Bool(true)) {
            clues.push(Clue::NoPair { kind: PairKind::Difference(1), pairs: others(marked(&self.sudoku, &is_dot)) });
        }
        let reader = Reader { grid: self.grid, place: "negative" };
        let denied = match document.get("negative").filter(|value| !is_empty(value)) {
            Some(value) => value.as_array().ok_or_else(|| reader.error("the names of marks must be a list"))?,
            None => &Vec::new(),
        };
        for name in denied {
            let (taken, kinds) = match name.as_str() {
                Some("ratio") => {
                    let is_ratio = |kind| matches!(kind, PairKind::Ratio(_));
                    (marked(&self.sudoku, &is_dot), present(&self.sudoku, &is_ratio, PairKind::Ratio(2)))
                }
                Some("difference") => {
                    let is_difference = |kind| matches!(kind, PairKind::Difference(_));
                    (marked(&self.sudoku, &is_dot), present(&self.sudoku, &is_difference, PairKind::Difference(1)))
                }
                Some("xv") => (marked(&self.sudoku, &is_sum), vec![PairKind::Sum(5), PairKind::Sum(10)]),
                _ => return Err(reader.error(format_args!("{} cannot be denied here", shown(name)))),
            };
            let pairs = others(taken);
            clues.extend(kinds.into_iter().map(|kind| Clue::NoPair { kind, pairs: pairs.clone() }));
        }
        self.sudoku.clues.append(&mut clues);
        Ok(())
    }
}

/// The rule of a line that is called so, in a grid of this size: neighbours on a line of whispers
/// differ by half the size at least, rounded up.
pub(super) fn line_kind(name: &str, grid: Grid) -> Option<LineKind> {
    let name: String = name.chars().filter(|char| char.is_alphanumeric()).collect::<String>().to_lowercase();
    let name = name.strip_suffix("line").unwrap_or(&name);
    Some(match name.strip_suffix('s').unwrap_or(name) {
        "thermometer" | "thermo" => LineKind::Thermometer,
        "slowthermometer" | "slowthermo" => LineKind::SlowThermometer,
        "renban" => LineKind::Renban,
        "nabner" => LineKind::Nabner,
        "whisper" | "germanwhisper" => LineKind::Whisper(grid.size.div_ceil(2) as i64),
        "regionsum" => LineKind::RegionSum,
        "parity" | "paritie" => LineKind::Parity,
        "entropic" | "entropy" => LineKind::Entropic,
        "modular" => LineKind::Modular,
        "palindrome" => LineKind::Palindrome,
        "samedifference" => LineKind::SameDifference,
        "zipper" => LineKind::Zipper,
        "between" => LineKind::Between,
        "lockout" => LineKind::Lockout,
        "doublearrow" => LineKind::DoubleArrow,
        _ => return None,
    })
}

fn arrows(item: &Object, reader: Reader<'_>) -> Read<Vec<Clue>> {
    let mut bulb = reader.different_cells(item.get("cells"))?;
    bulb.sort_unstable();
    let lines = item.get("lines").and_then(Value::as_array).ok_or_else(|| reader.error("lines are missing"))?;
    let arrow = |line: &Value| {
        let cells = reader.path(Some(line))?;
        // A line starts in the bulb.
        let start = usize::from(bulb.contains(&cells[0]));
        arrow_of(bulb.clone(), cells[start..].to_vec(), reader)
    };
    if bulb.len() > 3 {
        return Err(reader.error("a bulb with more than three cells"));
    }
    lines.iter().map(arrow).collect()
}

/// An arrow whose shaft passes a cell outside of the bulb.
pub(super) fn arrow_of(bulb: Vec<Cell>, shaft: Vec<Cell>, reader: Reader<'_>) -> Read<Clue> {
    match shaft.iter().all(|cell| bulb.contains(cell)) {
        true => Err(reader.error("an arrow without a shaft")),
        false => Ok(Clue::Arrow { bulb, shaft }),
    }
}

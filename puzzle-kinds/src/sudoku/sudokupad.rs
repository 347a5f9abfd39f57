//! Sudokus in the JSON of SudokuPad.
//!
//! Such files hold digits, regions and cages, and pictures: what a line or a circle means stands in the text of the
//! rules only. So a file with pictures is refused, with its rules in the message.

use serde_json::Value;

use super::clue::Clue;
use super::grid::{Cell, Grid, default_regions};
use super::json::{Object, Read, Reader, is_empty, shown};
use super::puzzle::{Sudoku, checked_size};
use crate::error::PuzzleError;

/// Keys of the document that say nothing about the digits.
const ABOUT: [&str; 8] = ["id", "cellSize", "settings", "metadata", "cells", "regions", "version", "puzzleId"];

/// Keys of the metadata that say nothing about the digits.
const ABOUT_PUZZLE: [&str; 10] =
    ["solution", "source", "msgcorrect", "msgincorrect", "date", "version", "id", "url", "email", "difficulty"];

/// Rules of the metadata that cannot be expressed.
const RULES: [&str; 1] = ["norowcol"];

/// The keys of drawings.
const DRAWINGS: [(&str, &str); 5] = [
    ("lines", "lines"),
    ("arrows", "arrows"),
    ("overlays", "shapes above the digits"),
    ("underlays", "shapes below the digits"),
    ("svg", "pictures"),
];

/// Whether a document looks like one of SudokuPad: its squares are called cells.
pub(super) fn looks_like(document: &Object) -> bool {
    document.get("cells").is_some_and(Value::is_array)
}

/// Reads a puzzle.
pub(super) fn read(document: &Object) -> Read<Sudoku> {
    let rows = document.get("cells").and_then(Value::as_array);
    let rows = rows.ok_or_else(|| PuzzleError::malformed("cells: the list of rows is missing"))?;
    let size = checked_size(rows.len())?;
    let grid = Grid { size };
    let mut sudoku = Sudoku::new(size, default_regions(size));
    let mut entered = Vec::new();
    let reader = Reader { grid, place: "cells" };
    for (row, squares) in rows.iter().enumerate() {
        let squares = squares.as_array().filter(|squares| squares.len() == size);
        let squares = squares.ok_or_else(|| reader.error("the grid is not square"))?;
        for (column, square) in squares.iter().enumerate() {
            let cell = grid.cell(row, column);
            let place = format!("the square {}", grid.name(cell));
            let reader = Reader { grid, place: &place };
            let square = square.as_object().ok_or_else(|| reader.error("a square must be an object in braces"))?;
            reader.only(square, &[&["value", "given", "highlight", "color"]])?;
            match square.get("value").filter(|value| !is_empty(value)) {
                // A digit is given unless the file says otherwise.
                Some(_) if reader.truth(square.get("given"))? == Some(false) => entered.push(cell),
                Some(value) => sudoku.givens[cell] = Some(reader.digit(value)?),
                None => {}
            }
        }
    }
    let regions = Reader { grid, place: "regions" }.list(document.get("regions"))?;
    if !regions.is_empty() {
        read_regions(&mut sudoku, regions)?;
    }
    let mut facts = Facts::default();
    let reader = Reader { grid, place: "metadata" };
    match document.get("metadata") {
        None | Some(Value::Null) => {}
        Some(Value::Object(metadata)) => {
            for (key, value) in metadata {
                facts.read(&mut sudoku, key, value, reader)?;
            }
        }
        Some(other) => return Err(reader.error(format_args!("{} is no object in braces", shown(other)))),
    }
    // Cages may name rules, too. These stand before the sums, as those of the metadata do.
    let rules = sudoku.clues.len();
    let cages = Reader { grid, place: "cages" }.list(document.get("cages"))?;
    for (number, cage) in (1..).zip(cages) {
        let place = format!("cage {number}");
        read_cage(&mut sudoku, cage, Reader { grid, place: &place }, &mut facts)?;
    }
    let anti_knight = facts.is_anti_knight.then(|| Clue::anti_knight(grid));
    let anti_king = facts.is_anti_king.then(|| Clue::anti_king(grid));
    sudoku.clues.splice(rules..rules, anti_knight.into_iter().chain(anti_king));
    refuse_drawings(document, facts.rules.as_deref())?;
    let reader = Reader { grid, place: "the document" };
    reader.only(document, &[&ABOUT, &["cages"]])?;
    sudoku.note_entered(&entered);
    Ok(sudoku)
}

fn place(grid: Grid, value: &Value, reader: Reader<'_>) -> Read<Cell> {
    let numbers =
        value.as_array().map(|pair| pair.iter().map(|number| number.as_u64().map(|at| at as usize)).collect());
    let numbers: Option<Vec<usize>> = numbers.unwrap_or(None);
    match numbers.as_deref() {
        Some(&[row, column]) if row < grid.size && column < grid.size => Ok(grid.cell(row, column)),
        _ => Err(reader.error(format_args!("{} is no cell like [0,8] on the grid", shown(value)))),
    }
}

fn places(grid: Grid, value: Option<&Value>, reader: Reader<'_>) -> Read<Vec<Cell>> {
    let list = value.and_then(Value::as_array).ok_or_else(|| reader.error("a list of cells is missing"))?;
    list.iter().map(|cell| place(grid, cell, reader)).collect()
}

fn read_regions(sudoku: &mut Sudoku, list: &[Value]) -> Read<()> {
    let grid = sudoku.grid;
    let reader = Reader { grid, place: "regions" };
    sudoku.regions = vec![None; grid.cells()];
    for (number, region) in list.iter().enumerate() {
        let cells = places(grid, Some(region), reader)?;
        if cells.len() > grid.size {
            return Err(reader.error(format_args!("region {} has more cells than there are digits", number + 1)));
        }
        for cell in cells {
            if sudoku.regions[cell].replace(number).is_some() {
                return Err(reader.error(format_args!("{} belongs to two regions", grid.name(cell))));
            }
        }
    }
    Ok(())
}

/// The rules that the metadata names. Older files keep metadata as cages without cells, each a text `key: value`.
#[derive(Default)]
struct Facts {
    /// The text of the rules.
    rules: Option<String>,
    is_anti_knight: bool,
    is_anti_king: bool,
}

impl Facts {
    /// Reads an entry of the metadata. An entry that is not known is noted, or refused if it is true and so a rule.
    fn read(&mut self, sudoku: &mut Sudoku, key: &str, value: &Value, reader: Reader<'_>) -> Read<()> {
        let place = format!("{}: {key}", reader.place);
        let own = Reader { place: &place, ..reader };
        let name = key.to_lowercase();
        match name.as_str() {
            "title" => sudoku.title = own.text(Some(value))?.or(sudoku.title.take()),
            "author" => sudoku.author = own.text(Some(value))?.or(sudoku.author.take()),
            "rules" => {
                let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
                let texts = list.iter().map(|text| own.text(Some(text))).collect::<Read<Vec<_>>>()?;
                let all: Vec<String> = self.rules.take().into_iter().chain(texts.into_iter().flatten()).collect();
                self.rules = (!all.is_empty()).then(|| all.join(" "));
            }
            "antiknight" => self.is_anti_knight |= own.truth(Some(value))? == Some(true),
            "antiking" => self.is_anti_king |= own.truth(Some(value))? == Some(true),
            other if ABOUT_PUZZLE.contains(&other) || is_empty(value) => {}
            other => match own.truth(Some(value)) {
                Ok(Some(false) | None) => {}
                Ok(Some(true)) => return Err(reader.error(format_args!("`{key}` cannot be expressed here"))),
                Err(error) if RULES.contains(&other) => return Err(error),
                Err(_) => sudoku.notes.push(format!("{}: `{key}` is not read", reader.place)),
            },
        }
        Ok(())
    }
}

fn read_cage(sudoku: &mut Sudoku, cage: &Value, reader: Reader<'_>, facts: &mut Facts) -> Read<()> {
    let cage = cage.as_object().ok_or_else(|| reader.error("a cage must be an object in braces"))?;
    if reader.list(cage.get("cells"))?.is_empty() {
        let value = cage.get("value").filter(|value| !is_empty(value));
        let is_sum = cage.get("sum").is_some_and(|sum| !is_empty(sum));
        return match value {
            Some(Value::String(text)) if !is_sum => match text.split_once(':') {
                Some((key, value)) => facts.read(sudoku, key.trim(), &Value::from(value.trim()), reader),
                None => {
                    sudoku.notes.push(format!("{}: a text without cells is not read", reader.place));
                    Ok(())
                }
            },
            None if !is_sum => Ok(()),
            _ => Err(reader.error("a list of cells is missing")),
        };
    }
    let known = [
        "cells",
        "value",
        "sum",
        "unique",
        "hidden",
        "style",
        "type",
        "fontC",
        "borderColor",
        "outlineC",
        "textColor",
        "fontSize",
    ];
    reader.only(cage, &[&known])?;
    let cells = places(sudoku.grid, cage.get("cells"), reader)?;
    let mut sorted = cells.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(reader.error(format_args!("the cell {} stands twice", sudoku.grid.name(pair[0]))));
    }
    let sum = match reader.number(cage.get("sum"))? {
        Some(sum) => Some(sum),
        None => reader.number(cage.get("value"))?,
    };
    let may_repeat = reader.truth(cage.get("unique"))? == Some(false);
    sudoku.clues.push(Clue::Cage { cells, sum, may_repeat });
    Ok(())
}

fn refuse_drawings(document: &Object, rules: Option<&str>) -> Read<()> {
    let drawn: Vec<String> = DRAWINGS
        .iter()
        .filter_map(|(key, name)| {
            let count = document.get(*key).and_then(Value::as_array).map_or(0, Vec::len);
            (count > 0).then(|| format!("{count} {name}"))
        })
        .collect();
    if drawn.is_empty() {
        return Ok(());
    }
    let text = match rules {
        Some(rules) => format!("; its text says: {}", rules.split_whitespace().collect::<Vec<_>>().join(" ")),
        None => String::new(),
    };
    let message = format!("the file draws {}, and does not say what they mean{text}", drawn.join(", "));
    Err(PuzzleError::malformed(message))
}

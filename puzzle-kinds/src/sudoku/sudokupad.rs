//! Sudokus in the JSON of SudokuPad.
//!
//! Such files hold digits, regions and cages, and pictures: what a line or a circle means stands in the text of the
//! rules only. So a file with pictures is refused, with its rules in the message.

use serde_json::Value;

use super::clue::Clue;
use super::grid::{Cell, Grid, default_regions};
use super::json::{Object, Read, Reader, is_empty, shown, text_of};
use super::puzzle::{Sudoku, checked_size};
use crate::error::PuzzleError;

/// Keys of the document that say nothing about the digits.
const ABOUT: [&str; 8] = ["id", "cellSize", "settings", "metadata", "cells", "regions", "version", "puzzleId"];

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
                Some(_) if square.get("given") == Some(&Value::Bool(false)) => entered.push(cell),
                Some(value) => sudoku.givens[cell] = Some(reader.digit(value)?),
                None => {}
            }
        }
    }
    if let Some(regions) = document.get("regions").filter(|regions| !is_empty(regions)) {
        read_regions(&mut sudoku, regions)?;
    }
    let mut rules = None;
    if let Some(metadata) = document.get("metadata").and_then(Value::as_object) {
        rules = read_metadata(&mut sudoku, metadata)?;
    }
    if let Some(cages) = document.get("cages").and_then(Value::as_array) {
        for (number, cage) in (1..).zip(cages) {
            let place = format!("cage {number}");
            read_cage(&mut sudoku, cage, Reader { grid, place: &place }, &mut rules)?;
        }
    }
    refuse_drawings(document, rules.as_deref())?;
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

fn read_regions(sudoku: &mut Sudoku, regions: &Value) -> Read<()> {
    let grid = sudoku.grid;
    let reader = Reader { grid, place: "regions" };
    let list = regions.as_array().ok_or_else(|| reader.error("regions must be a list of lists of cells"))?;
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

/// The title, the author and the text of the rules.
fn read_metadata(sudoku: &mut Sudoku, metadata: &Object) -> Read<Option<String>> {
    sudoku.title = text_of(metadata, "title");
    sudoku.author = text_of(metadata, "author");
    for (key, value) in metadata {
        match (key.as_str(), value) {
            ("antiknight", Value::Bool(true)) => sudoku.clues.push(Clue::anti_knight(sudoku.grid)),
            ("antiking", Value::Bool(true)) => sudoku.clues.push(Clue::anti_king(sudoku.grid)),
            (_, Value::Bool(true)) => {
                return Err(PuzzleError::malformed(format!("metadata: `{key}` cannot be expressed here")));
            }
            _ => {}
        }
    }
    Ok(text_of(metadata, "rules"))
}

fn read_cage(sudoku: &mut Sudoku, cage: &Value, reader: Reader<'_>, rules: &mut Option<String>) -> Read<()> {
    let cage = cage.as_object().ok_or_else(|| reader.error("a cage must be an object in braces"))?;
    if cage.get("cells").is_none_or(is_empty) {
        // Older files keep their title and rules as cages without cells.
        let text = text_of(cage, "value").unwrap_or_default();
        match text.split_once(':') {
            Some((key, rest)) if key.trim().eq_ignore_ascii_case("title") => {
                sudoku.title = Some(rest.trim().to_owned())
            }
            Some((key, rest)) if key.trim().eq_ignore_ascii_case("author") => {
                sudoku.author = Some(rest.trim().to_owned())
            }
            Some((key, rest)) if key.trim().eq_ignore_ascii_case("rules") => *rules = Some(rest.trim().to_owned()),
            _ => {}
        }
        return Ok(());
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
    let may_repeat = cage.get("unique") == Some(&Value::Bool(false));
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

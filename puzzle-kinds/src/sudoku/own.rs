//! Sudokus in JSON that says what it holds: lists of cells under the names of their rules.
//!
//! Beside the clues of f-puzzles, which may stand there as they are: lines as plain lists of cells,
//! arrows with bulb and shaft, letters in circles, and a yin-yang shading on which the rules of
//! lines depend.

use serde_json::Value;

use super::clue::{Clue, LineKind, Shade, ShadingRule};
use super::fpuzzles::{Builder, arrow_of, line_kind};
use super::grid::{Cell, Grid};
use super::json::{Object, Read, Reader, is_empty, shown};
use super::puzzle::Sudoku;
use crate::error::PuzzleError;

/// Keys that say nothing about the digits, or are read before the others.
const READ: [&str; 10] =
    ["size", "title", "author", "source", "solution", "shading", "givens", "regions", "yin_yang", "rule"];

/// The rule of a line where one of its cells has a colour.
#[derive(Clone, Copy)]
enum Follows {
    Itself,
    Other(LineKind),
}

/// Reads a puzzle.
pub(super) fn read(document: &Object) -> Read<Sudoku> {
    let mut builder = Builder::new(document)?;
    let grid = builder.grid;
    if let Some(rows) = document.get("givens") {
        let reader = Reader { grid, place: "givens" };
        for (cell, symbol) in symbols(rows, reader)?.into_iter().enumerate() {
            if !matches!(symbol.as_str(), "." | "0") {
                builder.sudoku.givens[cell] = Some(reader.digit(&Value::String(symbol))?);
            }
        }
    }
    if let Some(rows) = document.get("regions") {
        let reader = Reader { grid, place: "regions" };
        let mut labels: Vec<String> = Vec::new();
        for (cell, symbol) in symbols(rows, reader)?.into_iter().enumerate() {
            let known = labels.iter().position(|label| *label == symbol);
            let label = known.unwrap_or(labels.len());
            if known.is_none() {
                labels.push(symbol.clone());
            }
            builder.sudoku.regions[cell] = (symbol != ".").then_some(label);
        }
        builder.check_regions(reader)?;
    }
    let shaded = match document.get("yin_yang") {
        Some(shading) => Some(yin_yang(&mut builder.sudoku, shading)?),
        None => None,
    };
    let follows = match (document.get("rule"), &shaded) {
        (Some(rule), Some(names)) => Some(rule_of_lines(rule, names, grid)?),
        (Some(rule), None) => {
            return Err(PuzzleError::malformed(format!("rule: {} cannot be expressed here", shown(rule))));
        }
        (None, _) => None,
    };
    for (key, value) in document {
        if !READ.contains(&key.as_str()) && !is_empty(value) {
            entry(&mut builder, key, value, follows)?;
        }
    }
    builder.finish(document)
}

/// The symbols of rows, which are texts of a character a cell, or lists.
fn symbols(rows: &Value, reader: Reader<'_>) -> Read<Vec<String>> {
    let size = reader.grid.size;
    let fault = || reader.error(format_args!("there are {size} rows of {size} squares"));
    let rows = rows.as_array().filter(|rows| rows.len() == size).ok_or_else(fault)?;
    let mut all = Vec::with_capacity(size * size);
    for row in rows {
        let symbols: Vec<String> = match row {
            Value::String(text) => text.chars().map(String::from).collect(),
            Value::Array(list) => {
                list.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect()
            }
            _ => return Err(fault()),
        };
        if symbols.len() != size {
            return Err(fault());
        }
        all.extend(symbols);
    }
    Ok(all)
}

/// The names of the two colours.
fn yin_yang(sudoku: &mut Sudoku, value: &Value) -> Read<[String; 2]> {
    let reader = Reader { grid: sudoku.grid, place: "yin_yang" };
    let object = value.as_object().ok_or_else(|| reader.error("a shading must be an object in braces"))?;
    reader.only(object, &[&["colours", "connected", "no_2x2_mono"]])?;
    let names = object.get("colours").and_then(Value::as_array).map(Vec::as_slice);
    let names = match names {
        Some([Value::String(first), Value::String(second)]) if first != second => [first.clone(), second.clone()],
        _ => return Err(reader.error("`colours` are two different names")),
    };
    match object.get("connected") {
        Some(Value::String(text)) if text.starts_with("both") => {
            sudoku.clues.push(Clue::YinYang(ShadingRule::Connected));
        }
        Some(Value::Bool(true)) => sudoku.clues.push(Clue::YinYang(ShadingRule::Connected)),
        None | Some(Value::Bool(false)) => {}
        Some(other) => return Err(reader.error(format_args!("`connected`: {} is not both", shown(other)))),
    }
    match object.get("no_2x2_mono") {
        Some(Value::Bool(true)) => sudoku.clues.push(Clue::YinYang(ShadingRule::NoBlock)),
        None | Some(Value::Null | Value::Bool(false)) => {}
        Some(other) => {
            return Err(reader.error(format_args!("`no_2x2_mono`: {} is neither true nor false", shown(other))));
        }
    }
    sudoku.shades = Some(names.clone());
    Ok(names)
}

/// A sentence like `line fully on land: its own colour rule; fully on water: zipper only; mixed: both`.
fn rule_of_lines(value: &Value, names: &[String; 2], grid: Grid) -> Read<[Follows; 2]> {
    let unknown = |part: &str| PuzzleError::malformed(format!("rule: `{part}` cannot be expressed here"));
    let text = value.as_str().ok_or_else(|| unknown(&shown(value)))?;
    let mut follows = [None, None];
    let mut is_mixed_said = false;
    for part in text.split(';').map(str::trim) {
        let (place, what) = part.split_once(':').ok_or_else(|| unknown(part))?;
        let (place, what) = (place.trim(), what.trim());
        if place == "mixed" && what == "both" {
            is_mixed_said = true;
            continue;
        }
        let place = place.strip_prefix("line ").unwrap_or(place);
        let name = place.strip_prefix("fully on ").ok_or_else(|| unknown(part))?;
        let shade = names.iter().position(|own| own == name).ok_or_else(|| unknown(part))?;
        follows[shade] = Some(match what {
            "own" | "its own rule" | "its own colour rule" => Follows::Itself,
            other => {
                let other = other.strip_suffix(" only").unwrap_or(other);
                Follows::Other(line_kind(other, grid).ok_or_else(|| unknown(part))?)
            }
        });
    }
    match follows {
        [Some(first), Some(second)] if is_mixed_said => Ok([first, second]),
        _ => Err(PuzzleError::malformed("rule: it has to say what counts on each colour, and `mixed: both`")),
    }
}

fn entry(builder: &mut Builder, key: &str, value: &Value, follows: Option<[Follows; 2]>) -> Read<()> {
    let grid = builder.grid;
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    match key {
        "lines" => {
            let lines = Reader { grid, place: key }.list(Some(value))?;
            for (number, line) in (1..).zip(lines) {
                let place = format!("line {number}");
                let reader = Reader { grid, place: &place };
                let object = line.as_object().ok_or_else(|| reader.error("a line must be an object in braces"))?;
                reader.only(object, &[&["type", "cells"]])?;
                let name = object.get("type").and_then(Value::as_str).unwrap_or("");
                let kind = line_kind(name, grid);
                let kind = kind.ok_or_else(|| reader.error(format_args!("`{name}` is no line that is known")))?;
                push_line(builder, kind, reader.path(object.get("cells"))?, follows);
            }
        }
        "letter_quads" => letters(&mut builder.sudoku, value)?,
        "arrow" if value.is_array() && list.iter().all(|arrow| arrow.get("bulb").is_some()) => {
            for (number, arrow) in (1..).zip(list) {
                let place = format!("arrow {number}");
                let reader = Reader { grid, place: &place };
                let object = arrow.as_object().ok_or_else(|| reader.error("an arrow must be an object in braces"))?;
                reader.only(object, &[&["bulb", "shaft"]])?;
                let bulb = match object.get("bulb") {
                    Some(cell @ Value::String(_)) => vec![reader.cell(cell)?],
                    cells => reader.different_cells(cells)?,
                };
                let shaft = reader.path(object.get("shaft"))?;
                builder.sudoku.clues.push(arrow_of(bulb, shaft, reader)?);
            }
        }
        _ => match line_kind(key, grid) {
            Some(kind) if !list.is_empty() && list.iter().all(Value::is_array) => {
                for (number, cells) in (1..).zip(list) {
                    let place = format!("{key} {number}");
                    let cells = Reader { grid, place: &place }.path(Some(cells))?;
                    push_line(builder, kind, cells, follows);
                }
            }
            _ => builder.entry(key, value)?,
        },
    }
    Ok(())
}

fn push_line(builder: &mut Builder, kind: LineKind, cells: Vec<Cell>, follows: Option<[Follows; 2]>) {
    let clues = &mut builder.sudoku.clues;
    let Some(follows) = follows else {
        return clues.push(Clue::Line { kind, cells, shade: None });
    };
    for (shade, follows) in [Shade::First, Shade::Second].into_iter().zip(follows) {
        let kind = match follows {
            Follows::Itself => kind,
            Follows::Other(other) => other,
        };
        clues.push(Clue::Line { kind, cells: cells.clone(), shade: Some(shade) });
    }
}

fn letters(sudoku: &mut Sudoku, value: &Value) -> Read<()> {
    let grid = sudoku.grid;
    let reader = Reader { grid, place: "letter_quads" };
    let object = value.as_object().ok_or_else(|| reader.error("they must be an object in braces"))?;
    reader.only(object, &[&["letters", "all_different", "quads"]])?;
    if object.get("all_different").is_some_and(|value| value != &Value::Bool(true)) {
        return Err(reader.error("letters that may stand for the same digit cannot be expressed here"));
    }
    let names = object.get("letters").unwrap_or(&Value::Null);
    let names = match names {
        Value::Null => "",
        Value::String(names) => names,
        other => return Err(reader.error(format_args!("`letters`: {} is no text", shown(other)))),
    };
    let names: Vec<char> = names.chars().collect();
    if names.len() > grid.size {
        return Err(reader.error("there are more letters than digits"));
    }
    sudoku.letters = names.len();
    let quads = reader.list(object.get("quads"))?;
    for (number, quad) in (1..).zip(quads) {
        let place = format!("letter_quads {number}");
        let reader = Reader { grid, place: &place };
        let object = quad.as_object().ok_or_else(|| reader.error("a circle must be an object in braces"))?;
        reader.only(object, &[&["top_left", "letters"]])?;
        let corner = reader.cell(object.get("top_left").unwrap_or(&Value::Null))?;
        let cells: Option<Vec<Cell>> =
            [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().map(|(down, right)| grid.step(corner, down, right)).collect();
        let cells = cells.ok_or_else(|| reader.error("the circle is at the edge of the grid"))?;
        let letter = |value: &Value| {
            let name = value.as_str().and_then(|text| names.iter().position(|name| text == name.to_string()));
            name.ok_or_else(|| reader.error(format_args!("{} is none of the letters", shown(value))))
        };
        let own = reader.list(object.get("letters"))?;
        let letters = own.iter().map(letter).collect::<Read<Vec<usize>>>()?;
        sudoku.clues.push(Clue::Letters { cells, letters });
    }
    Ok(())
}

//! The part that the readers of JSON share: cells, numbers, and errors that name the place.

use std::fmt;

use gordian_formula::text::harmless;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::grid::{Cell, Grid};
use crate::error::PuzzleError;

pub(super) type Object = Map<String, Value>;

pub(super) type Read<T> = Result<T, PuzzleError>;

/// Text as JSON.
pub(super) fn parse(text: &str) -> Read<Object> {
    match serde_json::from_str(text) {
        Ok(Unambiguous(Value::Object(object))) => Ok(harmless_object(object)),
        Ok(_) => Err(PuzzleError::malformed("a Sudoku in JSON must be an object in braces")),
        Err(error) => Err(PuzzleError::not_json(text, &error)),
    }
}

/// JSON in which no object has a key twice: of two lists of clues, one would be lost.
struct Unambiguous(Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unambiguous, D::Error> {
        deserializer.deserialize_any(UnambiguousVisitor).map(Unambiguous)
    }
}

struct UnambiguousVisitor;

impl<'de> Visitor<'de> for UnambiguousVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unambiguous(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((key, Unambiguous(value))) = entries.next_entry::<String, Unambiguous>()? {
            if object.contains_key(&key) {
                return Err(de::Error::custom(format_args!("the key `{key}` stands twice")));
            }
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

/// All texts in an object on one line each, and harmless: they come to be titles, labels and parts
/// of messages.
fn harmless_object(object: Object) -> Object {
    let entry = |(key, value): (String, Value)| (harmless(&key).into_owned(), harmless_value(value));
    object.into_iter().map(entry).collect()
}

fn harmless_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(harmless(&text).into_owned()),
        Value::Array(list) => Value::Array(list.into_iter().map(harmless_value).collect()),
        Value::Object(object) => Value::Object(harmless_object(object)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// The cells and numbers of a grid, read from the part of a document that is called `place`.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) grid: Grid,
    pub(super) place: &'a str,
}

impl Reader<'_> {
    pub(super) fn error(&self, message: impl std::fmt::Display) -> PuzzleError {
        PuzzleError::malformed(format!("{}: {message}", self.place))
    }

    /// `R1C1`, on the grid.
    pub(super) fn cell(&self, value: &Value) -> Read<Cell> {
        let (row, column) = self.outer_cell(value)?;
        let inside = |at: i64| usize::try_from(at).ok().filter(|at| (1..=self.grid.size).contains(at));
        match (inside(row), inside(column)) {
            (Some(row), Some(column)) => Ok(self.grid.cell(row - 1, column - 1)),
            _ => Err(self.error(format_args!("the cell R{row}C{column} is off the grid"))),
        }
    }

    /// `R0C3`: a cell on the grid or beside it, counted from one.
    pub(super) fn outer_cell(&self, value: &Value) -> Read<(i64, i64)> {
        let fault = || self.error(format_args!("{} is no cell like \"R1C1\"", shown(value)));
        let text = value.as_str().ok_or_else(fault)?;
        let rest = text.trim().strip_prefix(['R', 'r']).ok_or_else(fault)?;
        let (row, column) = rest.split_once(['C', 'c']).ok_or_else(fault)?;
        match (row.parse::<i64>(), column.parse::<i64>()) {
            (Ok(row), Ok(column)) if row.abs() < 1000 && column.abs() < 1000 => Ok((row, column)),
            _ => Err(fault()),
        }
    }

    /// A list; an empty one where it is missing or null.
    pub(super) fn list<'v>(&self, value: Option<&'v Value>) -> Read<&'v [Value]> {
        match value {
            None | Some(Value::Null) => Ok(&[]),
            Some(Value::Array(list)) => Ok(list),
            Some(other) => Err(self.error(format_args!("{} is no list", shown(other)))),
        }
    }

    /// A list of cells, of which there is at least one.
    pub(super) fn cells(&self, value: Option<&Value>) -> Read<Vec<Cell>> {
        let list = value.and_then(Value::as_array).filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| self.error("a list of cells is missing"))?;
        list.iter().map(|cell| self.cell(cell)).collect()
    }

    /// The cells of a line in the order in which it passes them. Two names of one cell in a row are
    /// one step of it; a line that crosses itself or closes names a cell again later.
    pub(super) fn path(&self, value: Option<&Value>) -> Read<Vec<Cell>> {
        let mut cells = self.cells(value)?;
        cells.dedup();
        Ok(cells)
    }

    /// Like [`Reader::cells`], each cell once.
    pub(super) fn different_cells(&self, value: Option<&Value>) -> Read<Vec<Cell>> {
        let cells = self.cells(value)?;
        let mut sorted = cells.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(self.error(format_args!("the cell {} stands twice in a list", self.grid.name(pair[0])))),
            None => Ok(cells),
        }
    }

    /// Two different cells; most marks stand between cells that share a side, some between others.
    pub(super) fn pair(&self, value: Option<&Value>) -> Read<[Cell; 2]> {
        match self.different_cells(value)?[..] {
            [a, b] => Ok([a, b]),
            _ => Err(self.error("a mark stands between two cells")),
        }
    }

    /// A number, or a number as text; `None` where it is missing, empty or null.
    pub(super) fn number(&self, value: Option<&Value>) -> Read<Option<i64>> {
        let number = match value {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => return Ok(None),
            Some(Value::String(text)) => text.trim().parse().ok(),
            Some(Value::Number(number)) => number.as_i64(),
            Some(_) => None,
        };
        match number.filter(|number: &i64| number.abs() <= MAX_NUMBER) {
            Some(number) => Ok(Some(number)),
            None => Err(self.error(format_args!("{} is no number of a clue", value.map(shown).unwrap_or_default()))),
        }
    }

    /// True or false, also as text; `None` where it is missing, empty or null.
    pub(super) fn truth(&self, value: Option<&Value>) -> Read<Option<bool>> {
        match value {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Bool(truth)) => Ok(Some(*truth)),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
            Some(Value::String(text)) if text.trim().eq_ignore_ascii_case("true") => Ok(Some(true)),
            Some(Value::String(text)) if text.trim().eq_ignore_ascii_case("false") => Ok(Some(false)),
            Some(other) => Err(self.error(format_args!("{} is neither true nor false", shown(other)))),
        }
    }

    /// A text of one line, or a number that is one; `None` where it is missing, empty or null.
    pub(super) fn text(&self, value: Option<&Value>) -> Read<Option<String>> {
        match value {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => Err(self.error(format_args!("{} is no text", shown(other)))),
        }
    }

    /// A digit of the grid.
    pub(super) fn digit(&self, value: &Value) -> Read<i64> {
        let digit = self.number(Some(value))?.filter(|digit| (1..=self.grid.size as i64).contains(digit));
        digit.ok_or_else(|| self.error(format_args!("{} is no digit from 1 to {}", shown(value), self.grid.size)))
    }

    /// Fails at the first key that is not known.
    pub(super) fn only(&self, object: &Object, known: &[&[&str]]) -> Read<()> {
        let unknown = |key: &str| !known.iter().any(|keys| keys.contains(&key));
        match object.iter().find(|(key, value)| unknown(key) && !is_empty(value)) {
            Some((key, _)) => Err(self.error(format_args!("`{key}` cannot be expressed here"))),
            None => Ok(()),
        }
    }
}

/// Larger numbers are no clue.
const MAX_NUMBER: i64 = 1_000_000_000;

/// Whether a value says nothing: null, false, zero-length.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(object) => object.is_empty(),
        _ => false,
    }
}

/// A value as it stands in a message: its beginning.
pub(super) fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The title and author of a puzzle.
pub(super) fn text_of(object: &Object, key: &str) -> Option<String> {
    let text = object.get(key)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

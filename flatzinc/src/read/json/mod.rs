//! FlatZinc as JSON.

mod document;
mod expression;
mod fields;
mod raw;

use crate::error::{Error, Fault};
use crate::model::{Model, Place};

use document::Document;
use raw::Raw;

pub(super) fn read(text: &[u8]) -> Result<Model, Error> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let raw: Raw<'_> = serde_json::from_slice(text).map_err(|error| syntax(&error))?;
    Document::new(&raw)?.model()
}

/// The error of a text that is no JSON.
fn syntax(error: &serde_json::Error) -> Error {
    let position = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let place = Place { line: position(error.line()), column: position(error.column()) };
    // The message ends in the place.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    Error::new(place, b"", Fault::Json(message.to_owned()))
}

//! The parts of objects and arrays, or the error that something else stands there.

use super::raw::Raw;
use crate::error::{Error, Fault};
use crate::model::Place;

/// The error that a value is.
pub(super) fn fault(value: &Raw<'_>, fault: Fault) -> Error {
    Error::new(Place::default(), value.word().as_bytes(), fault)
}

/// The error that a word is.
pub(super) fn word_fault(word: &str, fault: Fault) -> Error {
    Error::new(Place::default(), word.as_bytes(), fault)
}

/// The values of these keys of an object, which has no others and none twice.
pub(super) fn fields<'r, 'a, const N: usize>(
    value: &'r Raw<'a>,
    what: &'static str,
    keys: [&str; N],
) -> Result<[Option<&'r Raw<'a>>; N], Error> {
    let Raw::Object(entries) = value else { return Err(fault(value, Fault::Expected(what))) };
    let mut found = [None; N];
    for (key, value) in entries {
        let at = keys.iter().position(|known| known == key).ok_or_else(|| word_fault(key, Fault::Key))?;
        if found[at].replace(value).is_some() {
            return Err(word_fault(key, Fault::Again));
        }
    }
    Ok(found)
}

/// The elements of an array.
pub(super) fn array<'r, 'a>(value: &'r Raw<'a>, what: &'static str) -> Result<&'r [Raw<'a>], Error> {
    match value {
        Raw::Array(elements) => Ok(elements),
        _ => Err(fault(value, Fault::Expected(what))),
    }
}

/// A name: what could stand in the classic format.
pub(super) fn name<'r>(value: &'r Raw<'_>) -> Result<&'r str, Error> {
    match value {
        Raw::Text(text) => checked_name(text),
        _ => Err(fault(value, Fault::Expected("a name"))),
    }
}

/// That this is a name.
pub(super) fn checked_name(text: &str) -> Result<&str, Error> {
    let is_name = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !matches!(text, "true" | "false");
    if is_name { Ok(text) } else { Err(word_fault(text, Fault::Expected("a name"))) }
}

/// Whether a key that is a flag is set.
pub(super) fn flag(value: Option<&Raw<'_>>) -> Result<bool, Error> {
    match value {
        None => Ok(false),
        Some(&Raw::Boolean(value)) => Ok(value),
        Some(other) => Err(fault(other, Fault::Expected("`true` or `false`"))),
    }
}

//! The puzzles of a JSON text: one, or several with names, as newspapers serve the levels of a day.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::error::{ErrorClass, PuzzleError};
use crate::part::index_of_picked;

/// A puzzle of a text that may hold several.
#[derive(Clone, Debug)]
pub struct Level<'a> {
    /// Its name, like `easy`; empty where the text is one puzzle by itself.
    pub name: String,
    /// Its fields; `None` where there is only a `null`.
    pub(crate) fields: Option<Fields<'a>>,
    /// The day that the text names, where it does.
    pub(crate) day: Option<String>,
    /// Its text.
    value: &'a RawValue,
}

/// The fields of a puzzle that mean something, unread. Those that are null or left out are `None`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Fields<'a> {
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) dominoes: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) regions: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) solution: Option<&'a RawValue>,
}

/// The puzzles of a text in their order, those included that are null.
///
/// # Errors
/// If the text is no JSON, or holds no puzzle.
pub fn levels(text: &str) -> Result<Vec<Level<'_>>, PuzzleError> {
    let top: BTreeMap<String, &RawValue> =
        serde_json::from_str(text).map_err(|error| PuzzleError::not_json(text, &error))?;
    if top.contains_key("dominoes") {
        let fields = serde_json::from_str(text).map_err(|error| PuzzleError::not_json(text, &error))?;
        let value = serde_json::from_str(text).map_err(|error| PuzzleError::not_json(text, &error))?;
        return Ok(vec![Level { name: String::new(), fields: Some(fields), day: None, value }]);
    }
    let day = top.get("printDate").and_then(|day| serde_json::from_str(day.get()).ok());
    let mut levels: Vec<(usize, Level<'_>)> = Vec::new();
    for (name, value) in top {
        let fields = match value.get().as_bytes().first() {
            Some(b'n') => None,
            Some(b'{') => serde_json::from_str(value.get()).ok(),
            _ => continue,
        };
        levels.push((offset(text, value.get()), Level { name, fields, day: Option::clone(&day), value }));
    }
    if levels.is_empty() {
        return Err(PuzzleError::malformed("there is no puzzle: no object with `dominoes` and `regions`").at(1, 1));
    }
    levels.sort_by_key(|(offset, _)| *offset);
    Ok(levels.into_iter().map(|(_, level)| level).collect())
}

impl<'a> Level<'a> {
    /// Whether there is a puzzle, and not only a `null` in its place.
    pub fn is_present(&self) -> bool {
        self.fields.as_ref().is_some_and(|fields| fields.dominoes.is_some() && fields.regions.is_some())
    }

    /// The reason why there is no puzzle in its place, if there is not.
    pub(crate) fn absence(&self) -> String {
        self.defect().unwrap_or_else(|| format!("the puzzle `{}` is null in this text", self.name))
    }

    /// The reason why an object is no puzzle; `None` if there is no object, or a part of it is null.
    fn defect(&self) -> Option<String> {
        let parts: BTreeMap<String, &RawValue> = serde_json::from_str(self.value.get()).ok()?;
        let is_null = |key: &str| parts.get(key).is_some_and(|part| part.get() == "null");
        if is_null("dominoes") || is_null("regions") {
            return None;
        }
        let name = if self.name.is_empty() { "the text".to_owned() } else { format!("`{}`", self.name) };
        let missing = ["dominoes", "regions"].into_iter().find(|&key| !parts.contains_key(key))?;
        Some(match parts.values().any(|part| part.get().starts_with('{')) {
            true => format!("{name} holds puzzles of its own: only a text with the puzzles of one day is understood"),
            false => format!("{name} is no puzzle: it has no `{missing}`"),
        })
    }

    /// The level that is meant: the one that is called so, by its number from 1 or by its name; without either, the
    /// only one that is there.
    ///
    /// # Errors
    /// If there is none, or several and none is named, or the one that is named is null.
    pub fn pick(levels: &[Level<'a>], pick: Option<&str>) -> Result<Level<'a>, PuzzleError> {
        let choice = |message: String| Err(PuzzleError::new(ErrorClass::Choice, message));
        let present: Vec<&Level<'_>> = levels.iter().filter(|level| level.is_present()).collect();
        let names: Vec<&str> = present.iter().map(|level| level.name.as_str()).collect();
        let named = match pick {
            None => match present[..] {
                [] => {
                    let defect = levels.iter().find_map(|level| level.defect());
                    return choice(defect.unwrap_or_else(|| "every puzzle of the text is null".to_owned()));
                }
                [only] => Some(only),
                [..] => {
                    let names = names.join(", ");
                    let message = format!("the text holds {} puzzles: choose one of {names}", present.len());
                    return choice(message);
                }
            },
            Some(pick) => {
                let names = levels.iter().map(|level| Some(level.name.as_str()));
                index_of_picked(pick, names).map(|index| &levels[index])
            }
        };
        match (named, pick) {
            (Some(level), _) if level.is_present() => Ok(level.clone()),
            (Some(level), _) => choice(level.absence()),
            (None, pick) => {
                let held = if names.iter().any(|name| !name.is_empty()) {
                    format!("the text holds {}", names.join(", "))
                } else {
                    "the text holds one puzzle".to_owned()
                };
                choice(format!("{held}, and none is called `{}`", pick.unwrap_or_default()))
            }
        }
    }
}

/// The offset of a part of the text.
pub(super) fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len())
}

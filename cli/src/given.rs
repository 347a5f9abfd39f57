//! The subject of a question that is asked about many: it takes the place of the input that the
//! command line names.

use std::path::PathBuf;
use std::sync::Arc;

use gordian_puzzles::{Kind, Part};
use serde::Serialize;

use crate::input::Input;

/// The subject of a question.
pub(crate) enum Given {
    /// A file.
    File(PathBuf),
    /// Bytes that stand in no file that could be opened again.
    Bytes { name: String, input: Input },
    /// A puzzle of a text.
    Puzzle { name: String, kind: Kind, text: Arc<str>, part: Part },
}

/// The label of a puzzle within its file: its name if it has one, else its number from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Label {
    Name(String),
    Number(usize),
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Label::Name(name) => f.write_str(name),
            Label::Number(number) => number.fmt(f),
        }
    }
}

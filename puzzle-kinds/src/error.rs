//! The errors in the text of a puzzle, with their places.

use std::fmt;

use gordian_formula::text::{escaped, harmless_lines, shown};

use gordian_encoders::encode::EncodingError;

/// The reason why a text is not a puzzle that can be asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleError {
    /// The kind of mistake.
    pub class: ErrorClass,
    /// One sentence without a full stop at its end.
    pub message: String,
    /// The place of the mistake, if there is a single one.
    pub place: Option<Place>,
    /// A few lines of text that show the place.
    pub picture: Option<String>,
}

/// The kinds of mistakes in a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorClass {
    /// The text cannot be read as a puzzle.
    Malformed,
    /// The text can be read, but the puzzle it describes has no solution, for a reason that counting alone shows.
    NoSolution,
    /// The text holds several puzzles, or none of that name, and one has to be chosen.
    Choice,
    /// The time was over before the puzzle was a formula.
    Stopped,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl PuzzleError {
    /// Makes an error. Parts of the text in the message are made harmless.
    pub(crate) fn new(class: ErrorClass, message: impl Into<String>) -> PuzzleError {
        PuzzleError { class, message: escaped(&message.into()).into_owned(), place: None, picture: None }
    }

    pub(crate) fn malformed(message: impl Into<String>) -> PuzzleError {
        PuzzleError::new(ErrorClass::Malformed, message)
    }

    pub(crate) fn stopped() -> PuzzleError {
        PuzzleError::new(ErrorClass::Stopped, "the time was over while the puzzle was encoded")
    }

    /// An error for a constraint that an encoder could not write; `context` comes before the
    /// reason.
    pub(crate) fn of_encoding(context: &str, error: &EncodingError) -> PuzzleError {
        match error {
            EncodingError::Stopped => PuzzleError::stopped(),
            error => PuzzleError::malformed(format!("{context}{error}")),
        }
    }

    /// A better solution is asked for, and any solution is as good as any other.
    pub(crate) fn without_goal() -> PuzzleError {
        PuzzleError::new(ErrorClass::Choice, "the puzzle has no goal, so that no solution is better than another")
    }

    /// There are so many puzzles, and none of them has this number or name.
    pub(crate) fn no_such_puzzle(pick: &str, count: usize) -> PuzzleError {
        let held = if count == 1 { "one puzzle".to_owned() } else { format!("{count} puzzles") };
        PuzzleError::new(ErrorClass::Choice, format!("the text holds {held}, and none is called `{pick}`"))
    }

    pub(crate) fn no_solution(message: impl Into<String>) -> PuzzleError {
        PuzzleError::new(ErrorClass::NoSolution, message)
    }

    pub(crate) fn at(mut self, line: usize, column: usize) -> PuzzleError {
        self.place = Some(Place { line: line.max(1), column: column.max(1) });
        self
    }

    pub(crate) fn with_picture(mut self, picture: impl Into<String>) -> PuzzleError {
        self.picture = Some(harmless_lines(&picture.into()).into_owned());
        self
    }

    /// Shows a drawing of the board, below the drawings so far.
    pub(crate) fn with_board(mut self, board: &str) -> PuzzleError {
        let shown = self.picture.take().map_or(String::new(), |picture| picture + "\n");
        self.with_picture(shown + board)
    }

    /// Shows the line of the text at the error's place, with a caret below `width` characters of it.
    pub(crate) fn pointing_into(self, text: &str, width: usize) -> PuzzleError {
        let Some(place) = self.place else { return self };
        let picture = caret_picture(text, place, width);
        self.with_picture(picture)
    }

    /// Text that is no JSON, or not that of a puzzle: by the message of its reader.
    pub(crate) fn not_json(text: &str, error: &serde_json::Error) -> PuzzleError {
        let message = error.to_string();
        // The message ends in the place.
        let message = message.split(" at line ").next().unwrap_or_default();
        let (line, byte) = (error.line().max(1), error.column().max(1));
        // The column is one in bytes.
        let before = text.lines().nth(line - 1).map_or("", |own| own.get(..byte - 1).unwrap_or(own));
        PuzzleError::malformed(format!("this is not the JSON of a puzzle: {message}"))
            .at(line, before.chars().count() + 1)
            .pointing_into(text, 1)
    }
}

/// The most characters of a line that a picture shows.
const MAX_SHOWN: usize = 100;

/// One line of `text` with its number, and carets below `width` characters of it; of a long line, the part around them.
pub(crate) fn caret_picture(text: &str, place: Place, width: usize) -> String {
    let line = text.lines().nth(place.line - 1).unwrap_or("").trim_end_matches('\r');
    let margin = place.line.to_string();
    let length = line.chars().count();
    let first = match length > MAX_SHOWN {
        true => (place.column - 1).saturating_sub(MAX_SHOWN / 2).min(length - MAX_SHOWN),
        false => 0,
    };
    let shown: String = line.chars().skip(first).take(MAX_SHOWN).map(shown).collect();
    let blank = " ".repeat(margin.len());
    let carets = "^".repeat(width.max(1));
    format!("{margin} | {shown}\n{blank} | {}{carets}", " ".repeat(place.column - 1 - first))
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "line {}, column {}: ", place.line, place.column)?;
        }
        f.write_str(&self.message)?;
        match &self.picture {
            Some(picture) => write!(f, "\n{}", picture.trim_end()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for PuzzleError {}

/// The way in which a proposed solution breaks the rules of its puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule and the place, in one sentence without a full stop at its end.
    pub message: String,
}

impl Violation {
    pub(crate) fn new(message: impl Into<String>) -> Violation {
        Violation { message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Violation {}

//! Positions in an input, and the errors that can be found there.

use std::fmt;
use std::io;

/// A place in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// A line and a column (in bytes) of a text, both from 1.
    Text {
        /// The line, from 1.
        line: u64,
        /// The column in bytes, from 1.
        column: u64,
    },
    /// An offset in bytes, from 0, in a binary file.
    Byte(u64),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Text { line, column } => write!(f, "line {line}, column {column}"),
            Position::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}

/// The reason why a proof could not be read to its end.
#[derive(Debug)]
pub enum ProofError {
    /// The input could not be read.
    Io(io::Error),
    /// The input is not of its format.
    Syntax {
        /// The position at which the offending text begins.
        position: Position,
        /// The error.
        error: SyntaxError,
    },
    /// Formula and proof hold more than 2³¹ words of clauses, or one clause more than 2²⁷ literals.
    TooLarge,
    /// The time was over before there was a verdict.
    Stopped,
}

/// The errors in the text or the bytes of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxError {
    /// Something that no proof holds at this place.
    Junk(String),
    /// A number beyond ±2147483647, or `-0`, where a literal must stand.
    LiteralRange(String),
    /// A clause identifier or a hint that is zero, negative where it may not be, or beyond 2⁶².
    IdRange(String),
    /// The input ends within a step.
    Truncated,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyntaxError::Junk(text) => write!(f, "'{text}' cannot stand here in a proof"),
            SyntaxError::LiteralRange(text) => write!(f, "'{text}' is not a literal"),
            SyntaxError::IdRange(text) => write!(f, "'{text}' is not a clause identifier"),
            SyntaxError::Truncated => write!(f, "the proof ends within a step"),
        }
    }
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::Io(error) => error.fmt(f),
            ProofError::Syntax { position, error } => write!(f, "{position}: {error}"),
            ProofError::Stopped => write!(f, "the time was over before the proof was checked"),
            ProofError::TooLarge => write!(f, "formula and proof are too large to be checked"),
        }
    }
}

impl std::error::Error for ProofError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ProofError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for ProofError {
    fn from(error: io::Error) -> ProofError {
        ProofError::Io(error)
    }
}

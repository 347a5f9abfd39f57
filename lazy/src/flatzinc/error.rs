//! Constraints that cannot be translated.

use std::fmt;

use crate::error::LazyError;

/// Why a model was not translated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TranslationError {
    /// A constraint of this name is not known here, or not in this form.
    Unsupported(String),
    /// A constraint of this name has arguments that are not its own.
    Arguments(String),
    /// Numbers are too large.
    Lazy(LazyError),
}

impl fmt::Display for TranslationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TranslationError::Unsupported(name) => write!(f, "the constraint {name} is not propagated"),
            TranslationError::Arguments(name) => write!(f, "the constraint {name} has arguments that are not its own"),
            TranslationError::Lazy(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TranslationError {}

impl From<LazyError> for TranslationError {
    fn from(error: LazyError) -> TranslationError {
        TranslationError::Lazy(error)
    }
}

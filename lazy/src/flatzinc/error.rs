//! Constraints that cannot be translated.

use std::fmt;

use gordian_flatzinc::Place;

use crate::error::LazyError;

/// Why a model was not translated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TranslationError {
    /// This constraint is not known here, or not in this form.
    Unsupported(RefusedConstraint),
    /// This constraint has arguments that are not its own.
    Arguments(RefusedConstraint),
    /// The goal is no integer.
    Goal,
    /// Numbers are too large.
    Lazy(LazyError),
}

/// A constraint that was not translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedConstraint {
    /// Its name.
    pub name: String,
    /// Its place.
    pub place: Place,
}

impl fmt::Display for RefusedConstraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the constraint `{}`", self.name)?;
        match self.place {
            Place { line: 0, .. } => Ok(()),
            place => write!(f, " ({place})"),
        }
    }
}

impl fmt::Display for TranslationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TranslationError::Unsupported(refused) => write!(f, "no propagator knows {refused} in this form"),
            TranslationError::Arguments(refused) => write!(f, "{refused} has arguments that are not its own"),
            TranslationError::Goal => f.write_str("the goal is no integer"),
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

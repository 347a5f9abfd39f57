//! Why a model cannot be mapped.

use std::fmt;

use gordian_encoders::encode::EncodingError;

use crate::model::Place;

/// Why a model cannot be turned into a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MappingError {
    /// No constraint of this name is known.
    UnknownConstraint {
        /// Its name.
        name: String,
        /// Its place.
        place: Place,
    },
    /// The arguments do not fit the constraint.
    WrongArguments {
        /// Its name.
        name: String,
        /// The fault.
        reason: &'static str,
        /// Its place.
        place: Place,
    },
    /// Numbers or tables are too large to be encoded.
    TooLarge {
        /// The variable or the constraint.
        name: String,
        /// The thing that is too large.
        error: EncodingError,
        /// Its place.
        place: Place,
    },
    /// The time was over.
    Stopped,
}

impl MappingError {
    /// The place of the constraint or the variable, if there is one.
    pub fn place(&self) -> Place {
        match self {
            MappingError::UnknownConstraint { place, .. }
            | MappingError::WrongArguments { place, .. }
            | MappingError::TooLarge { place, .. } => *place,
            MappingError::Stopped => Place::default(),
        }
    }
}

impl fmt::Display for MappingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MappingError::UnknownConstraint { name, .. } => write!(f, "the constraint `{name}` is not supported"),
            MappingError::WrongArguments { name, reason, .. } => write!(f, "`{name}`: {reason}"),
            MappingError::TooLarge { name, error, .. } => write!(f, "`{name}` is too large: {error}"),
            MappingError::Stopped => f.write_str("the time was over"),
        }
    }
}

impl std::error::Error for MappingError {}

//! Constraints that cannot be judged.

use std::fmt;

use crate::model::Place;

/// A constraint that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationError {
    /// Its name.
    pub constraint: String,
    /// Its place.
    pub place: Place,
    /// Why it cannot be judged.
    pub reason: EvaluationReason,
}

/// Why a constraint cannot be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvaluationReason {
    /// No constraint of this name is known.
    Unknown,
    /// It has another number of arguments.
    Arguments,
    /// An argument is of another type, or arrays that belong together differ in length; the number of the argument,
    /// from one.
    Argument(usize),
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.line > 0 {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "the constraint `{}` ", self.constraint)?;
        match self.reason {
            EvaluationReason::Unknown => f.write_str("is not supported"),
            EvaluationReason::Arguments => f.write_str("takes another number of arguments"),
            EvaluationReason::Argument(number) => {
                write!(f, "takes other values as argument {number}, or an array of another length")
            }
        }
    }
}

impl std::error::Error for EvaluationError {}

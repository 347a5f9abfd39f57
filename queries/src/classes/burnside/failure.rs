//! The reasons why classes cannot be counted.

use crate::QueryError;

/// The reason why there is no number.
pub(crate) enum Failure {
    /// The elements of the group are too many to go through.
    TooLarge,
    /// The counter was stopped.
    Stopped,
    Error(QueryError),
}

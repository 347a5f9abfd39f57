//! Constraints that cannot be posted.

use std::fmt;

/// Why an integer or a constraint was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LazyError {
    /// The integer has no value, or one that is too large.
    Domain,
    /// The literals of an integer do not go with its values.
    Literals,
    /// A number is too large, or negative where that means nothing.
    Overflow,
    /// A constraint about the items of a list that has none.
    Empty,
}

impl fmt::Display for LazyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LazyError::Domain => "an integer without values, or with values that are too large",
            LazyError::Literals => "literals that do not go with the values of their integer",
            LazyError::Overflow => "a number that is too large, or negative where that means nothing",
            LazyError::Empty => "a constraint about the items of a list that has none",
        })
    }
}

impl std::error::Error for LazyError {}

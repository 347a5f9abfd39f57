//! The remainder of two integers.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint, function};
use crate::encode::EncodingError;

/// The remainder of `first / second`, with the sign of `first`, is `result`; `second` is not zero.
#[derive(Clone, Debug)]
pub struct Modulo {
    /// One argument.
    pub first: Integer,
    /// The other.
    pub second: Integer,
    /// The value.
    pub result: Integer,
}

impl Constraint {
    /// The remainder of `first / second`, with the sign of `first`, is `result`; `second` is not zero.
    pub fn modulo(first: Integer, second: Integer, result: Integer) -> Constraint {
        Modulo { first, second, result }.into()
    }
}

impl Constrain for Modulo {
    fn holds(&self, assignment: &Assignment) -> bool {
        let [first, second, result] = [self.first, self.second, self.result].map(|x| assignment.value(x));
        modulo(first, second) == Some(result)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        function::post(poster, [self.first, self.second, self.result], modulo)
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        function::post_negation(poster, [self.first, self.second, self.result], modulo)
    }
}

fn modulo(first: i64, second: i64) -> Option<i64> {
    first.checked_rem(second)
}

//! The quotient of two integers.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint, function};
use crate::encode::EncodingError;

/// `first / second = result`, rounded towards zero; it does not hold where `second` is zero.
#[derive(Clone, Debug)]
pub struct Division {
    /// One argument.
    pub first: Integer,
    /// The other.
    pub second: Integer,
    /// The value.
    pub result: Integer,
}

impl Constraint {
    /// `first / second = result`, rounded towards zero; it does not hold where `second` is zero.
    pub fn division(first: Integer, second: Integer, result: Integer) -> Constraint {
        Division { first, second, result }.into()
    }
}

impl Constrain for Division {
    fn holds(&self, assignment: &Assignment) -> bool {
        let [first, second, result] = [self.first, self.second, self.result].map(|x| assignment.value(x));
        division(first, second) == Some(result)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        function::post(poster, [self.first, self.second, self.result], division)
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        function::post_negation(poster, [self.first, self.second, self.result], division)
    }
}

fn division(first: i64, second: i64) -> Option<i64> {
    first.checked_div(second)
}

//! The power of two integers.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint, function};
use crate::encode::EncodingError;

/// `first ^ second = result`. A negative exponent gives the reciprocal rounded towards zero: it does not hold where
/// `first` is zero then. Zero to the power of zero is one.
#[derive(Clone, Debug)]
pub struct Power {
    /// One argument.
    pub first: Integer,
    /// The other.
    pub second: Integer,
    /// The value.
    pub result: Integer,
}

impl Constraint {
    /// `first ^ second = result`. A negative exponent gives the reciprocal rounded towards zero: it does not hold where
    /// `first` is zero then. Zero to the power of zero is one.
    pub fn power(first: Integer, second: Integer, result: Integer) -> Constraint {
        Power { first, second, result }.into()
    }
}

impl Constrain for Power {
    fn holds(&self, assignment: &Assignment) -> bool {
        let [first, second, result] = [self.first, self.second, self.result].map(|x| assignment.value(x));
        power(first, second) == Some(result)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        function::post(poster, [self.first, self.second, self.result], power)
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        function::post_negation(poster, [self.first, self.second, self.result], power)
    }
}

fn power(first: i64, second: i64) -> Option<i64> {
    match (first, second) {
        (0, ..0) => None,
        (1, _) => Some(1),
        (-1, _) => Some(if second % 2 == 0 { 1 } else { -1 }),
        (_, ..0) => Some(0),
        _ => first.checked_pow(u32::try_from(second).ok()?),
    }
}

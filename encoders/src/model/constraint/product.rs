//! The product of two integers.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint, function};
use crate::encode::EncodingError;

/// `first * second = result`.
#[derive(Clone, Debug)]
pub struct Product {
    /// One argument.
    pub first: Integer,
    /// The other.
    pub second: Integer,
    /// The value.
    pub result: Integer,
}

impl Constraint {
    /// `first * second = result`.
    pub fn product(first: Integer, second: Integer, result: Integer) -> Constraint {
        Product { first, second, result }.into()
    }
}

impl Constrain for Product {
    fn holds(&self, assignment: &Assignment) -> bool {
        let [first, second, result] = [self.first, self.second, self.result].map(|x| assignment.value(x));
        product(first, second) == Some(result)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        function::post(poster, [self.first, self.second, self.result], product)
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        function::post_negation(poster, [self.first, self.second, self.result], product)
    }
}

fn product(first: i64, second: i64) -> Option<i64> {
    first.checked_mul(second)
}

//! Values of a set.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Truth};

/// The value is one of these.
#[derive(Clone, Debug)]
pub struct Member {
    /// The variable.
    pub of: Integer,
    /// Its values.
    pub values: Vec<i64>,
}

impl Constraint {
    /// The variable has this value.
    pub fn is(of: Integer, value: i64) -> Constraint {
        Member { of, values: vec![value] }.into()
    }

    /// The value is one of these.
    pub fn member(of: Integer, values: impl IntoIterator<Item = i64>) -> Constraint {
        Member { of, values: values.into_iter().collect() }.into()
    }
}

impl Constrain for Member {
    fn holds(&self, assignment: &Assignment) -> bool {
        self.values.contains(&assignment.value(self.of))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.restrict(self.of, |value| self.values.contains(&value));
        Ok(())
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.restrict(self.of, |value| !self.values.contains(&value));
        Ok(())
    }

    fn literal(&self, poster: &mut Poster<'_>) -> Option<Truth> {
        Some(poster.is_among(self.of, &self.values))
    }
}

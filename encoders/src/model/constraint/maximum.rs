//! The greatest of some variables.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::minimum::extreme;
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation};

/// The result is the greatest of the variables, of which there is at least one.
#[derive(Clone, Debug)]
pub struct Maximum {
    /// The variables.
    pub of: Vec<Integer>,
    /// The greatest.
    pub result: Integer,
}

impl Constraint {
    /// The result is the greatest of the variables, of which there is at least one.
    pub fn maximum(of: impl IntoIterator<Item = Integer>, result: Integer) -> Constraint {
        Maximum { of: of.into_iter().collect(), result }.into()
    }
}

impl Constrain for Maximum {
    fn holds(&self, assignment: &Assignment) -> bool {
        assignment.of(&self.of).iter().max() == Some(&assignment.value(self.result))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.minimum(&self.of, self.result, -1)
    }

    fn negate(&self) -> Option<Constraint> {
        Some(extreme(&self.of, self.result, [Relation::Greater, Relation::Less]))
    }
}

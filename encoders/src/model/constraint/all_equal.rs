//! Equal values.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation};

/// All have the same value.
#[derive(Clone, Debug)]
pub struct AllEqual {
    /// The variables.
    pub of: Vec<Integer>,
}

impl Constraint {
    /// All have the same value.
    pub fn all_equal(of: impl IntoIterator<Item = Integer>) -> Constraint {
        AllEqual { of: of.into_iter().collect() }.into()
    }
}

impl Constrain for AllEqual {
    fn holds(&self, assignment: &Assignment) -> bool {
        assignment.of(&self.of).windows(2).all(|pair| pair[0] == pair[1])
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let mut pairs = self.of.windows(2);
        pairs.try_for_each(|pair| poster.post(&Constraint::compare(pair[0], Relation::Equal, pair[1])))
    }

    fn negate(&self) -> Option<Constraint> {
        let pairs = self.of.windows(2).map(|pair| Constraint::all_different([pair[0], pair[1]]));
        Some(Constraint::Any(pairs.collect()))
    }
}

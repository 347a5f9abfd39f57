//! Values in order.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation, at_most_variable};

/// Each is less than the next, or at most the next.
#[derive(Clone, Debug)]
pub struct Increasing {
    /// The variables in order.
    pub of: Vec<Integer>,
    /// Whether neighbours differ.
    pub strictly: bool,
}

impl Constraint {
    /// Each is less than the next.
    pub fn increasing(of: impl IntoIterator<Item = Integer>) -> Constraint {
        Increasing { of: of.into_iter().collect(), strictly: true }.into()
    }

    /// None is greater than the next.
    pub fn not_decreasing(of: impl IntoIterator<Item = Integer>) -> Constraint {
        Increasing { of: of.into_iter().collect(), strictly: false }.into()
    }
}

impl Constrain for Increasing {
    fn holds(&self, assignment: &Assignment) -> bool {
        let mut pairs = assignment.of(&self.of).into_iter().zip(assignment.of(&self.of).into_iter().skip(1));
        pairs.all(|(first, second)| first < second || !self.strictly && first == second)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        for pair in self.of.windows(2) {
            let (x, y) = (poster.int_var(pair[0]), poster.int_var(pair[1]));
            let x = if self.strictly { x.plus(1)? } else { x };
            at_most_variable(poster, &x, &y);
        }
        Ok(())
    }

    fn negate(&self) -> Option<Constraint> {
        let relation = if self.strictly { Relation::AtLeast } else { Relation::Greater };
        let pairs = self.of.windows(2).map(|pair| Constraint::compare(pair[0], relation, pair[1]));
        Some(Constraint::Any(pairs.collect()))
    }
}

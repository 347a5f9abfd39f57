//! The absolute difference compared with a number.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::linear::{MOST_PAIRS, compares, opposite};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation};

/// `|first - second|` compares like this with the bound.
#[derive(Clone, Debug)]
pub struct Difference {
    /// One variable.
    pub first: Integer,
    /// The other.
    pub second: Integer,
    /// How the absolute difference compares.
    pub relation: Relation,
    /// With what.
    pub bound: i64,
}

impl Constraint {
    /// `|first - second|` compares like this with the bound.
    pub fn difference(first: Integer, second: Integer, relation: Relation, bound: i64) -> Constraint {
        Difference { first, second, relation, bound }.into()
    }
}

impl Constrain for Difference {
    fn holds(&self, assignment: &Assignment) -> bool {
        let difference = i128::from(assignment.value(self.first)) - i128::from(assignment.value(self.second));
        compares(difference.abs(), self.relation, i128::from(self.bound))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.difference(self.first, self.second, self.relation, self.bound)
    }

    fn negate(&self) -> Option<Constraint> {
        Some(Difference { relation: opposite(self.relation), ..self.clone() }.into())
    }
}

impl Poster<'_> {
    fn difference(&mut self, x: Integer, y: Integer, relation: Relation, bound: i64) -> Result<(), EncodingError> {
        let allowed = |a: i64, b: i64| compares((i128::from(a) - i128::from(b)).abs(), relation, bound.into());
        if x == y {
            return if allowed(0, 0) { Ok(()) } else { self.post(&Constraint::Any(Vec::new())) };
        }
        if self.combinations(&[x, y]) <= MOST_PAIRS {
            self.pairs(x, y, allowed);
            return Ok(());
        }
        let minus = |bound| Constraint::weighted([(1, x), (-1, y)], relation, bound);
        let opposite = |bound| Constraint::weighted([(1, y), (-1, x)], relation, bound);
        let both = vec![minus(bound), opposite(bound)];
        self.post(&match relation {
            Relation::Equal if bound < 0 => Constraint::Any(Vec::new()),
            Relation::Equal | Relation::AtLeast | Relation::Greater => Constraint::Any(both),
            Relation::NotEqual if bound < 0 => Constraint::All(Vec::new()),
            Relation::NotEqual | Relation::AtMost | Relation::Less => Constraint::All(both),
        })
    }
}

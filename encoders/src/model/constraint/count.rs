//! How many variables have some values.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::linear::{compares, opposite};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation, Sum, Truth};

/// How many of the variables have a value among these compares like this with the bound (also *among*).
#[derive(Clone, Debug)]
pub struct Count {
    /// The variables.
    pub of: Vec<Integer>,
    /// The values that count.
    pub values: Vec<i64>,
    /// How the number compares.
    pub relation: Relation,
    /// With what.
    pub bound: i64,
}

impl Constraint {
    /// Exactly this many of the variables have the value.
    pub fn count(count: usize, of: impl IntoIterator<Item = Integer>, value: i64) -> Constraint {
        Constraint::among(of, [value], Relation::Equal, i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// How many of the variables have a value among these compares like this with the bound.
    pub fn among(
        of: impl IntoIterator<Item = Integer>,
        values: impl IntoIterator<Item = i64>,
        relation: Relation,
        bound: i64,
    ) -> Constraint {
        Count { of: of.into_iter().collect(), values: values.into_iter().collect(), relation, bound }.into()
    }
}

impl Constrain for Count {
    fn holds(&self, assignment: &Assignment) -> bool {
        let number = assignment.of(&self.of).iter().filter(|value| self.values.contains(value)).count();
        compares(number as i128, self.relation, i128::from(self.bound))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let truths: Vec<Truth> = self.of.iter().map(|&x| poster.is_among(x, &self.values)).collect();
        poster.counted(truths, self.relation, self.bound)
    }

    fn negate(&self) -> Option<Constraint> {
        Some(Count { relation: opposite(self.relation), ..self.clone() }.into())
    }

    fn truth(&self, poster: &mut Poster<'_>) -> Result<Option<Truth>, EncodingError> {
        let mut sum = Sum::new();
        for &x in &self.of {
            match poster.is_among(x, &self.values) {
                Truth::When(lit) => sum.add_literal(1, lit),
                Truth::Always => sum.add_constant(1),
                Truth::Never => {}
            }
        }
        sum.truth(poster.structure(), self.relation, self.bound).map(Some)
    }
}

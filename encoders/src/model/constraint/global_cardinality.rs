//! How often each value stands.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer, Operand};
use super::{Constraint, Decompose};
use crate::encode::{EncodingError, Relation};

/// For each of the values, how many of the variables have it is its count.
///
/// A sum of value literals for each value.
#[derive(Clone, Debug)]
pub struct GlobalCardinality {
    /// The variables.
    pub of: Vec<Integer>,
    /// The values that are counted, and how often they stand.
    pub counts: Vec<(i64, Integer)>,
    /// Whether all variables have one of these values.
    pub is_closed: bool,
}

impl Constraint {
    /// For each of the values, how many of the variables have it is its count; other values may stand, too.
    pub fn global_cardinality(
        of: impl IntoIterator<Item = Integer>,
        counts: impl IntoIterator<Item = (i64, Integer)>,
    ) -> Constraint {
        let (of, counts) = (of.into_iter().collect(), counts.into_iter().collect());
        GlobalCardinality { of, counts, is_closed: false }.into()
    }
}

impl Decompose for GlobalCardinality {
    fn holds(&self, assignment: &Assignment) -> bool {
        let values = assignment.of(&self.of);
        let is_named = |value: &i64| self.counts.iter().any(|(named, _)| named == value);
        let is_right = |&(value, count): &(i64, Integer)| {
            values.iter().filter(|&&other| other == value).count() as i64 == assignment.value(count)
        };
        self.counts.iter().all(is_right) && (!self.is_closed || values.iter().all(is_named))
    }

    fn decompose(&self, poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        let mut parts = Vec::new();
        if self.is_closed {
            let values = || self.counts.iter().map(|&(value, _)| value);
            parts.extend(self.of.iter().map(|&x| Constraint::member(x, values())));
        }
        for &(value, count) in &self.counts {
            let terms: Vec<(i64, Operand)> = self
                .of
                .iter()
                .map(|&x| {
                    let is = poster.equals(x, value);
                    (1, poster.new_boolean(is).into())
                })
                .collect();
            parts.push(match *poster.values(count) {
                [only] => Constraint::weighted(terms, Relation::Equal, only),
                _ => Constraint::weighted(terms.into_iter().chain([(-1, count.into())]), Relation::Equal, 0),
            });
        }
        Ok(Constraint::All(parts))
    }
}

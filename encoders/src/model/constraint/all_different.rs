//! Different values.

use gordian_formula::ClauseSink;

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation};

/// No two have the same value.
///
/// A group for each value: exactly one variable has it where there are as many variables as values.
#[derive(Clone, Debug)]
pub struct AllDifferent {
    /// The variables.
    pub of: Vec<Integer>,
}

impl Constraint {
    /// No two have the same value.
    pub fn all_different(of: impl IntoIterator<Item = Integer>) -> Constraint {
        AllDifferent { of: of.into_iter().collect() }.into()
    }
}

impl Constrain for AllDifferent {
    fn holds(&self, assignment: &Assignment) -> bool {
        are_different(assignment.of(&self.of))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.all_different(&self.of);
        Ok(())
    }

    fn negate(&self) -> Option<Constraint> {
        let of = &self.of;
        let equal = |x: Integer, y: Integer| Constraint::compare(x, Relation::Equal, y);
        let pairs = of.iter().enumerate().flat_map(|(at, &x)| of[at + 1..].iter().map(move |&y| equal(x, y)));
        Some(Constraint::Any(pairs.collect()))
    }
}

pub(super) fn are_different(mut values: Vec<i64>) -> bool {
    values.sort_unstable();
    values.windows(2).all(|pair| pair[0] != pair[1])
}

impl Poster<'_> {
    pub(super) fn all_different(&mut self, of: &[Integer]) {
        let of_value = self.by_value(of, |_| true);
        if of.len() > of_value.len() {
            return self.add_clause(&[]);
        }
        let is_permutation = of.len() == of_value.len();
        for truths in of_value.values() {
            self.one_of(truths, is_permutation);
        }
    }
}

//! Different values but for some.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::all_different::are_different;
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation};

/// No two have the same value, unless it is one of those excepted.
///
/// A group for each other value.
#[derive(Clone, Debug)]
pub struct AllDifferentExcept {
    /// The variables.
    pub of: Vec<Integer>,
    /// Values that several may have.
    pub except: Vec<i64>,
}

impl Constraint {
    /// No two have the same value, unless it is one of those excepted.
    pub fn all_different_except(
        of: impl IntoIterator<Item = Integer>,
        except: impl IntoIterator<Item = i64>,
    ) -> Constraint {
        AllDifferentExcept { of: of.into_iter().collect(), except: except.into_iter().collect() }.into()
    }
}

impl Constrain for AllDifferentExcept {
    fn holds(&self, assignment: &Assignment) -> bool {
        let mut values = assignment.of(&self.of);
        values.retain(|value| !self.except.contains(value));
        are_different(values)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        for truths in poster.by_value(&self.of, |value| !self.except.contains(&value)).values() {
            poster.one_of(truths, false);
        }
        Ok(())
    }

    fn negate(&self) -> Option<Constraint> {
        let mut parts = Vec::new();
        for (at, &x) in self.of.iter().enumerate() {
            let counts = Constraint::member(x, self.except.iter().copied()).negated();
            for &y in &self.of[at + 1..] {
                parts.push(Constraint::All(vec![counts.clone(), Constraint::compare(x, Relation::Equal, y)]));
            }
        }
        Some(Constraint::Any(parts))
    }
}

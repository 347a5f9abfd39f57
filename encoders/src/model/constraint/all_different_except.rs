//! Different values but for some.

use std::collections::BTreeMap;

use gordian_formula::{ClauseSink, Lit};

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::all_different::are_different;
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation, Truth};

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
        let mut of_value: BTreeMap<i64, Vec<Truth>> = BTreeMap::new();
        for &x in &self.of {
            for value in poster.values(x).to_vec() {
                if !self.except.contains(&value) {
                    let is = poster.equals(x, value);
                    of_value.entry(value).or_default().push(is);
                }
            }
        }
        for truths in of_value.into_values() {
            let lits: Vec<Lit> = truths.iter().filter_map(|truth| truth.lit()).collect();
            match truths.len() - lits.len() {
                0 => poster.add_at_most_one(&lits),
                1 => lits.iter().for_each(|&lit| poster.add_clause(&[!lit])),
                _ => poster.add_clause(&[]),
            }
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

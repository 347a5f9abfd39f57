//! How many different values stand.

use gordian_formula::sorted_set;

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer, Operand};
use super::{Constraint, Decompose};
use crate::encode::{EncodingError, Relation, any_of};

/// The variables have so many different values (also *nvalue*).
///
/// A literal for each value says that it stands; the number is their sum (Bessiere, Hebrard, Hnich, Kiziltan & Walsh,
/// "Filtering algorithms for the NValue constraint", 2006, name the decomposition).
#[derive(Clone, Debug)]
pub struct NumberOfValues {
    /// The variables.
    pub of: Vec<Integer>,
    /// How many different values they have.
    pub number: Integer,
}

impl Constraint {
    /// The variables have so many different values.
    pub fn number_of_values(of: impl IntoIterator<Item = Integer>, number: Integer) -> Constraint {
        NumberOfValues { of: of.into_iter().collect(), number }.into()
    }
}

impl Decompose for NumberOfValues {
    fn holds(&self, assignment: &Assignment) -> bool {
        sorted_set(assignment.of(&self.of)).len() as i64 == assignment.value(self.number)
    }

    fn decompose(&self, poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        let of_value = poster.by_value(&self.of, |_| true);
        let mut terms: Vec<(i64, Operand)> = Vec::with_capacity(of_value.len() + 1);
        for truths in of_value.into_values() {
            let stands = any_of(poster.structure(), truths);
            terms.push((1, poster.new_boolean(stands).into()));
        }
        terms.push((-1, self.number.into()));
        Ok(Constraint::weighted(terms, Relation::Equal, 0))
    }
}

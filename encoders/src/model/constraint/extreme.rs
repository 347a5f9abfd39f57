//! The least and the greatest of some variables.

use gordian_formula::{ClauseSink, sorted_set};

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, IntVar, Relation, Truth, at_most_variable, imply};

/// The result is the least of the variables, of which there is at least one.
#[derive(Clone, Debug)]
pub struct Minimum {
    /// The variables.
    pub of: Vec<Integer>,
    /// The least.
    pub result: Integer,
}

impl Constraint {
    /// The result is the least of the variables, of which there is at least one.
    pub fn minimum(of: impl IntoIterator<Item = Integer>, result: Integer) -> Constraint {
        Minimum { of: of.into_iter().collect(), result }.into()
    }
}

impl Constrain for Minimum {
    fn holds(&self, assignment: &Assignment) -> bool {
        assignment.of(&self.of).iter().min() == Some(&assignment.value(self.result))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.minimum(&self.of, self.result, 1)
    }

    fn negate(&self) -> Option<Constraint> {
        Some(extreme(&self.of, self.result, [Relation::Less, Relation::Greater]))
    }
}

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

impl Poster<'_> {
    /// The result is the least of `sign * x`, times `sign`.
    fn minimum(&mut self, of: &[Integer], result: Integer, sign: i64) -> Result<(), EncodingError> {
        let result = self.int_var(result).times(sign)?;
        let of: Vec<IntVar> = of.iter().map(|&x| self.int_var(x).times(sign)).collect::<Result<_, _>>()?;
        for x in &of {
            at_most_variable(self, &result, x);
        }
        for value in values_of_any(&of) {
            let above: Vec<Truth> = of.iter().map(|x| x.at_least(value)).collect();
            imply(self, &above, &[result.at_least(value)]);
        }
        if of.is_empty() {
            self.add_clause(&[]);
        }
        Ok(())
    }
}

/// The values that some of the variables have, increasing.
pub(super) fn values_of_any(of: &[IntVar]) -> Vec<i64> {
    sorted_set(of.iter().flat_map(|x| x.values().iter().copied()))
}

/// The result is not the extreme: some variable lies beyond it, or all on this side of it.
fn extreme(of: &[Integer], result: Integer, [beyond, within]: [Relation; 2]) -> Constraint {
    let mut parts: Vec<Constraint> = of.iter().map(|&x| Constraint::compare(x, beyond, result)).collect();
    parts.push(Constraint::All(of.iter().map(|&x| Constraint::compare(x, within, result)).collect()));
    Constraint::Any(parts)
}

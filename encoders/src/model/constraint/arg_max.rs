//! The position of the greatest of some variables.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::arg_min::first_extreme;
use super::{Constraint, Decompose};
use crate::encode::EncodingError;

/// `index` is the first position, from zero, of the greatest of the variables, of which there is at least one.
///
/// The greatest value is defined with order literals; a literal for each variable says that it has it, and the first
/// of these is the position.
#[derive(Clone, Debug)]
pub struct ArgMax {
    /// The variables.
    pub of: Vec<Integer>,
    /// The position of the first greatest one.
    pub index: Integer,
}

impl Constraint {
    /// `index` is the first position, from zero, of the greatest of the variables.
    pub fn arg_max(of: impl IntoIterator<Item = Integer>, index: Integer) -> Constraint {
        ArgMax { of: of.into_iter().collect(), index }.into()
    }
}

impl Decompose for ArgMax {
    fn holds(&self, assignment: &Assignment) -> bool {
        let values = assignment.of(&self.of);
        let first = values.iter().position(|value| Some(value) == values.iter().max());
        first.is_some_and(|first| first as i64 == assignment.value(self.index))
    }

    fn decompose(&self, poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        first_extreme(poster, &self.of, self.index, -1)
    }
}

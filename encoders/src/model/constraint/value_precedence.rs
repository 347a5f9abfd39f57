//! Values that first stand in a given order.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constraint, Decompose};
use crate::encode::{EncodingError, Truth, any_of};

/// A value stands at a position only if the one before it in the list of values stands at an earlier position:
/// so values that could be exchanged are named in the order in which they are used.
///
/// A literal for each prefix and value says that it stands there (Law & Lee, "Global constraints for integer and set
/// value precedence", 2004; the decomposition is Walsh's, "Symmetry breaking using value precedence", 2006).
#[derive(Clone, Debug)]
pub struct ValuePrecedence {
    /// The variables in order.
    pub of: Vec<Integer>,
    /// The values in order.
    pub values: Vec<i64>,
}

impl Constraint {
    /// A value stands only after the one before it in the list of values.
    pub fn value_precedence(
        of: impl IntoIterator<Item = Integer>,
        values: impl IntoIterator<Item = i64>,
    ) -> Constraint {
        ValuePrecedence { of: of.into_iter().collect(), values: values.into_iter().collect() }.into()
    }
}

impl Decompose for ValuePrecedence {
    fn holds(&self, assignment: &Assignment) -> bool {
        let values = assignment.of(&self.of);
        let first = |value: i64| values.iter().position(|&other| other == value).unwrap_or(usize::MAX);
        self.values.windows(2).all(|pair| {
            let (before, after) = (first(pair[0]), first(pair[1]));
            after == usize::MAX || before < after
        })
    }

    fn decompose(&self, poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        let mut parts = Vec::new();
        for pair in self.values.windows(2) {
            let mut stood = Truth::Never;
            for &x in &self.of {
                let is = poster.equals(x, pair[1]);
                let (is, before) = (poster.new_boolean(is), poster.new_boolean(stood));
                parts.push(Constraint::Any(vec![Constraint::Holds(!is), Constraint::Holds(before)]));
                let first = poster.equals(x, pair[0]);
                stood = any_of(poster.structure(), [stood, first]);
            }
        }
        Ok(Constraint::All(parts))
    }
}

//! Lexicographic order.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constraint, Decompose};
use crate::encode::{EncodingError, Relation, Truth, all_of, any_of};

/// The first list is before the second one in lexicographic order, or may equal it. A list that begins another one is
/// before it.
///
/// Defined from the last position to the first: a position decides if its values differ, else the rest does (Frisch,
/// Hnich, Kiziltan, Miguel & Walsh, "Global constraints for lexicographic orderings", 2002, as clauses).
#[derive(Clone, Debug)]
pub struct Lexicographic {
    /// One list.
    pub first: Vec<Integer>,
    /// The other.
    pub second: Vec<Integer>,
    /// Whether the lists differ.
    pub strictly: bool,
}

impl Constraint {
    /// The first list is before the second one in lexicographic order.
    pub fn lexicographic_less(
        first: impl IntoIterator<Item = Integer>,
        second: impl IntoIterator<Item = Integer>,
    ) -> Constraint {
        let (first, second) = (first.into_iter().collect(), second.into_iter().collect());
        Lexicographic { first, second, strictly: true }.into()
    }

    /// The first list is before the second one in lexicographic order, or equals it.
    pub fn lexicographic_at_most(
        first: impl IntoIterator<Item = Integer>,
        second: impl IntoIterator<Item = Integer>,
    ) -> Constraint {
        let (first, second) = (first.into_iter().collect(), second.into_iter().collect());
        Lexicographic { first, second, strictly: false }.into()
    }
}

impl Decompose for Lexicographic {
    fn holds(&self, assignment: &Assignment) -> bool {
        let (first, second) = (assignment.of(&self.first), assignment.of(&self.second));
        first < second || first == second && !self.strictly
    }

    fn decompose(&self, poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        let (first, second) = (self.first.len(), self.second.len());
        let mut before = Truth::from(first < second || first == second && !self.strictly);
        for (&x, &y) in self.first.iter().zip(&self.second).rev() {
            let at_most = poster.defined(&Constraint::compare(x, Relation::AtMost, y))?;
            let less = poster.defined(&Constraint::compare(x, Relation::Less, y))?;
            let rest = all_of(poster.structure(), [at_most, before]);
            before = any_of(poster.structure(), [less, rest]);
        }
        Ok(Constraint::Holds(poster.new_boolean(before)))
    }
}

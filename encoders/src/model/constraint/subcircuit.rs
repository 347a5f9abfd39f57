//! One cycle through some of the vertices.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::circuit::{is_cycle, post_cycle, post_no_cycle};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Truth, all_of, any_of};

/// `successors[i]` is the vertex after vertex `i`, from zero, on one cycle through all vertices but those that follow
/// themselves; these may be all.
///
/// As [`Circuit`](super::Circuit), counted from the first vertex that does not follow itself.
#[derive(Clone, Debug)]
pub struct Subcircuit {
    /// The vertex after each vertex.
    pub successors: Vec<Integer>,
}

impl Constraint {
    /// `successors[i]` is the vertex after vertex `i`, from zero, on one cycle; vertices that follow themselves are on
    /// none.
    pub fn subcircuit(successors: impl IntoIterator<Item = Integer>) -> Constraint {
        Subcircuit { successors: successors.into_iter().collect() }.into()
    }
}

impl Subcircuit {
    /// For each vertex whether it is the first one on the cycle, and whether it is on it.
    fn first(&self, poster: &mut Poster<'_>) -> (Vec<Truth>, Vec<Truth>) {
        let mut before = Truth::Never;
        let (mut first, mut within) = (Vec::new(), Vec::new());
        for (at, &x) in self.successors.iter().enumerate() {
            let moves = !poster.equals(x, at as i64);
            first.push(all_of(poster.structure(), [moves, !before]));
            before = any_of(poster.structure(), [before, moves]);
            within.push(moves);
        }
        (first, within)
    }
}

impl Constrain for Subcircuit {
    fn holds(&self, assignment: &Assignment) -> bool {
        is_cycle(&assignment.of(&self.successors), true)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let (first, _) = self.first(poster);
        post_cycle(poster, &self.successors, &first)
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let (first, within) = self.first(poster);
        post_no_cycle(poster, &self.successors, &first, &within)
    }
}

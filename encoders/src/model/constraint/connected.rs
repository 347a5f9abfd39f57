//! That true vertices of a graph are connected.

use gordian_formula::{ClauseSink, Lit};

use super::super::connectivity::connected;
use super::super::poster::Poster;
use super::super::variable::{Assignment, Boolean};
use super::{Constrain, Constraint};
use crate::encode::EncodingError;

/// The true ones form one connected part of the graph, or there are none.
///
/// The negation divides them into two parts between which there is no edge.
#[derive(Clone, Debug)]
pub struct Connected {
    /// The vertices.
    pub of: Vec<Boolean>,
    /// Pairs of neighbours, by their positions in `of`.
    pub edges: Vec<(usize, usize)>,
}

impl Constraint {
    /// The true ones form one connected part of the graph, or there are none.
    pub fn connected(of: impl IntoIterator<Item = Boolean>, edges: Vec<(usize, usize)>) -> Constraint {
        Connected { of: of.into_iter().collect(), edges }.into()
    }
}

impl Constrain for Connected {
    fn holds(&self, assignment: &Assignment) -> bool {
        is_connected(assignment, &self.of, &self.edges)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let lits = poster.lits(&self.of);
        connected(poster, &lits, &self.edges);
        Ok(())
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let lits = poster.lits(&self.of);
        // True vertices of one part and of the other.
        let [here, there]: [Vec<Lit>; 2] =
            [(); 2].map(|()| poster.new_vars(lits.len()).into_iter().map(|var| var.positive()).collect());
        for (&lit, (&here, &there)) in lits.iter().zip(here.iter().zip(&there)) {
            poster.add_clause(&[!here, lit]);
            poster.add_clause(&[!there, lit]);
            poster.add_clause(&[!here, !there]);
            poster.add_clause(&[!lit, here, there]);
        }
        for &(one, other) in &self.edges {
            if one < lits.len() && other < lits.len() {
                poster.add_clause(&[!here[one], !there[other]]);
                poster.add_clause(&[!there[one], !here[other]]);
            }
        }
        poster.add_clause(&here);
        poster.add_clause(&there);
        Ok(())
    }
}

pub(super) fn is_connected(assignment: &Assignment, of: &[Boolean], edges: &[(usize, usize)]) -> bool {
    let mut waiting: Vec<usize> = (0..of.len()).filter(|&vertex| assignment.is_true(of[vertex])).collect();
    let mut reached: Vec<usize> = waiting.pop().into_iter().collect();
    let mut next = 0;
    while next < reached.len() {
        let vertex = reached[next];
        let beside = |other: usize| edges.contains(&(vertex, other)) || edges.contains(&(other, vertex));
        let (near, far) = waiting.iter().copied().partition(|&other| beside(other));
        let near: Vec<usize> = near;
        reached.extend(near);
        waiting = far;
        next += 1;
    }
    waiting.is_empty()
}

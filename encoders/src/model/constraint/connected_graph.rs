//! That chosen vertices are connected by chosen edges.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Boolean};
use super::{Constrain, Constraint};
use crate::encode::EncodingError;

/// The true vertices and the true edges make one connected graph, or there are none. Both ends of a true edge are true.
///
/// As [`Connected`](super::Connected), where edges are vertices between their ends.
#[derive(Clone, Debug)]
pub struct ConnectedGraph {
    /// The vertices.
    pub vertices: Vec<Boolean>,
    /// The edges: both ends, by their positions among the vertices, and the Boolean. An edge with an end that does not
    /// exist is false.
    pub edges: Vec<(usize, usize, Boolean)>,
}

impl Constraint {
    /// The true vertices and the true edges make one connected graph, or there are none.
    pub fn connected_graph(
        vertices: impl IntoIterator<Item = Boolean>,
        edges: impl IntoIterator<Item = (usize, usize, Boolean)>,
    ) -> Constraint {
        ConnectedGraph { vertices: vertices.into_iter().collect(), edges: edges.into_iter().collect() }.into()
    }
}

impl Constrain for ConnectedGraph {
    fn holds(&self, assignment: &Assignment) -> bool {
        let is_true: Vec<bool> = self.vertices.iter().map(|&vertex| assignment.is_true(vertex)).collect();
        let chosen: Vec<(usize, usize)> =
            self.edges.iter().filter(|edge| assignment.is_true(edge.2)).map(|edge| (edge.0, edge.1)).collect();
        let exists = |vertex: usize| is_true.get(vertex) == Some(&true);
        if !chosen.iter().all(|&(one, other)| exists(one) && exists(other)) {
            return false;
        }
        // Each vertex is named after the least one that edges lead to.
        let mut name: Vec<usize> = (0..is_true.len()).collect();
        for _ in 0..is_true.len() {
            for &(one, other) in &chosen {
                let least = name[one].min(name[other]);
                (name[one], name[other]) = (least, least);
            }
        }
        let mut names: Vec<usize> = (0..is_true.len()).filter(|&at| is_true[at]).map(|at| name[at]).collect();
        names.dedup();
        names.len() <= 1
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.post(&self.parts())
    }

    fn negate(&self) -> Option<Constraint> {
        Some(self.parts().negated())
    }
}

impl ConnectedGraph {
    fn parts(&self) -> Constraint {
        let mut parts = Vec::new();
        let mut of = self.vertices.clone();
        let mut incident = Vec::new();
        for &(one, other, edge) in &self.edges {
            for end in [one, other] {
                let vertex = self.vertices.get(end).map(|&vertex| Constraint::Holds(vertex));
                parts.push(Constraint::when(edge, vertex.unwrap_or(Constraint::Any(Vec::new()))));
                incident.push((end, of.len()));
            }
            of.push(edge);
        }
        incident.retain(|&(end, _)| end < self.vertices.len());
        parts.push(Constraint::connected(of, incident));
        Constraint::All(parts)
    }
}

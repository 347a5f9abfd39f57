//! Layered diagrams: sets of value sequences that a small machine accepts.

use std::collections::HashMap;
use std::hash::Hash;

use gordian_formula::sorted_set;

use crate::encode::EncodingError;

/// The most edges of one diagram.
const MAX_EDGES: usize = 1 << 18;

/// A set of sequences of values, as the paths of a layered graph (Pesant, "A regular language membership constraint for
/// finite sequences of variables", 2004): what a machine with few states accepts that reads the values one by one.
///
/// Nodes from which nothing is accepted are left out, and nodes from which the same is accepted are one.
///
/// ```
/// use gordian_encoders::model::Diagram;
///
/// // Three values from 0 to 2 that sum to 4: the state is the sum so far.
/// let values = [0, 1, 2];
/// let diagram = Diagram::new(&[&values, &values, &values], 0, |_, sum, value| Some(sum + value), |&sum| sum == 4)?;
/// assert!(diagram.holds(&[2, 0, 2]) && !diagram.holds(&[1, 1, 1]));
/// # Ok::<(), gordian_encoders::encode::EncodingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// For each layer and each of its nodes the edges: the value read, and the node of the next layer.
    /// The first layer has the node from which all paths start, the layer after the last has one node.
    layers: Vec<Vec<Edges>>,
    /// Whether there is a path at all; without one the layers have no nodes.
    is_possible: bool,
}

pub(super) type Edges = Vec<(i64, usize)>;

impl Diagram {
    /// The sequences that a machine accepts. `domains` are the values of each variable, `step(position, state, value)`
    /// is the next state, `None` where the sequence is refused, and `accepts` judges the last state.
    ///
    /// # Errors
    /// [`EncodingError::DiagramTooLarge`].
    pub fn new<S: Clone + Eq + Hash>(
        domains: &[&[i64]],
        start: S,
        step: impl Fn(usize, &S, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Diagram, EncodingError> {
        let mut states = vec![start];
        let mut layers: Vec<Vec<Edges>> = Vec::with_capacity(domains.len());
        let mut count = 0;
        for (position, domain) in domains.iter().enumerate() {
            let mut numbers: HashMap<S, usize> = HashMap::new();
            let mut next = Vec::new();
            let mut layer = Vec::with_capacity(states.len());
            for state in &states {
                let mut edges = Edges::new();
                for &value in *domain {
                    let Some(target) = step(position, state, value) else { continue };
                    let number = *numbers.entry(target).or_insert_with_key(|target| {
                        next.push(target.clone());
                        next.len() - 1
                    });
                    edges.push((value, number));
                }
                count += edges.len();
                layer.push(edges);
            }
            if count > MAX_EDGES {
                return Err(EncodingError::DiagramTooLarge { limit: MAX_EDGES as u64 });
            }
            layers.push(layer);
            states = next;
        }
        let accepted: Vec<Option<usize>> = states.iter().map(|state| accepts(state).then_some(0)).collect();
        let (layers, is_possible) = reduced(layers, accepted);
        Ok(Diagram { layers, is_possible })
    }

    /// The sequences that are rows of a table; rows of another length are none.
    pub(super) fn of_rows(width: usize, rows: &[Vec<i64>]) -> Result<Diagram, EncodingError> {
        let rows: Vec<&Vec<i64>> = sorted_set(rows.iter().filter(|row| row.len() == width));
        let domain = |at: usize| sorted_set(rows.iter().map(|row| row[at]));
        let domains: Vec<Vec<i64>> = (0..width).map(domain).collect();
        let domains: Vec<&[i64]> = domains.iter().map(Vec::as_slice).collect();
        // The state is the range of rows that begin like the values read.
        let step = |position: usize, &(from, to): &(usize, usize), value: i64| {
            let own: &[&Vec<i64>] = &rows[from..to];
            let start = from + own.partition_point(|row| row[position] < value);
            let end = from + own.partition_point(|row| row[position] <= value);
            (start < end).then_some((start, end))
        };
        Diagram::new(&domains, (0, rows.len()), step, |&(from, to)| from < to)
    }

    /// The sequences of values from the domains that this diagram does not hold.
    pub(super) fn complement(&self, domains: &[&[i64]]) -> Result<Diagram, EncodingError> {
        let start = self.is_possible.then_some(0);
        let step = |position: usize, node: &Option<usize>, value: i64| {
            Some(node.and_then(|node| self.next(position, node, value)))
        };
        Diagram::new(domains, start, step, Option::is_none)
    }

    /// Whether the values are a path.
    pub fn holds(&self, values: &[i64]) -> bool {
        let mut read = values.iter().enumerate();
        values.len() == self.layers.len()
            && self.is_possible
            && read.try_fold(0, |node, (position, &value)| self.next(position, node, value)).is_some()
    }

    /// The number of edges.
    pub fn num_edges(&self) -> usize {
        self.layers.iter().flatten().map(Vec::len).sum()
    }

    /// The layers, `None` without a path.
    pub(super) fn layers(&self) -> Option<&[Vec<Edges>]> {
        self.is_possible.then_some(&self.layers)
    }

    fn next(&self, position: usize, node: usize, value: i64) -> Option<usize> {
        let edges = self.layers.get(position)?.get(node)?;
        edges.iter().find(|&&(read, _)| read == value).map(|&(_, next)| next)
    }
}

/// The layers without dead nodes, equal nodes made one, from the last layer to the first; `numbers` says which node of
/// the layer after the last each state is, `None` for those that are not accepted.
fn reduced(layers: Vec<Vec<Edges>>, mut numbers: Vec<Option<usize>>) -> (Vec<Vec<Edges>>, bool) {
    let mut kept = Vec::with_capacity(layers.len());
    for layer in layers.into_iter().rev() {
        let mut known: HashMap<Edges, usize> = HashMap::new();
        let mut nodes: Vec<Edges> = Vec::new();
        let mut renumbered = Vec::with_capacity(layer.len());
        for edges in layer {
            let edges: Edges = edges.into_iter().filter_map(|(value, to)| Some((value, numbers[to]?))).collect();
            renumbered.push((!edges.is_empty()).then(|| {
                *known.entry(edges).or_insert_with_key(|edges| {
                    nodes.push(edges.clone());
                    nodes.len() - 1
                })
            }));
        }
        kept.push(nodes);
        numbers = renumbered;
    }
    kept.reverse();
    // Each node left is reached from the start, since a node is dead where all nodes before it are.
    let is_possible = numbers.first().copied().flatten().is_some();
    (kept, is_possible)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_that_accept_the_same_are_one() {
        let values: Vec<i64> = (0..10).collect();
        let domains = [values.as_slice(); 6];
        // Whether some value is 7, told by a machine that remembers everything it has read.
        let all = Diagram::new(
            &domains[..4],
            Vec::new(),
            |_, read, value| Some([read.as_slice(), &[value]].concat()),
            |read| read.contains(&7),
        );
        let all = all.expect("a small machine");
        assert!(all.layers.iter().all(|layer| layer.len() <= 2));
        assert!(all.holds(&[1, 7, 2, 3]) && !all.holds(&[1, 2, 3, 4]) && !all.holds(&[7, 7]));
        let none = all.complement(&domains[..4]).expect("a small machine");
        assert!(!none.holds(&[1, 7, 2, 3]) && none.holds(&[1, 2, 3, 4]));
    }

    #[test]
    fn a_table_is_a_diagram() {
        let rows = vec![vec![1, 2, 3], vec![1, 5, 3], vec![4, 5, 6], vec![4, 5, 6], vec![7]];
        let diagram = Diagram::of_rows(3, &rows).expect("a small table");
        for a in 0..8 {
            for b in 0..8 {
                for c in 0..8 {
                    assert_eq!(diagram.holds(&[a, b, c]), rows.contains(&vec![a, b, c]));
                }
            }
        }
        let empty = Diagram::of_rows(2, &[]).expect("an empty table");
        assert!(!empty.holds(&[0, 0]));
        assert!(empty.complement(&[&[0, 1], &[0]]).expect("small").holds(&[1, 0]));
    }
}

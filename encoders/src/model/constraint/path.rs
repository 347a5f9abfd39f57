//! Paths of a diagram.

use std::collections::BTreeMap;
use std::sync::Arc;

use gordian_formula::{ClauseSink, Lit};

use super::super::diagram::Diagram;
use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Truth, imply};

/// The values of the variables in their order are a path of the diagram.
#[derive(Clone, Debug)]
pub struct Path {
    /// The variables, one a layer of the diagram.
    pub of: Vec<Integer>,
    /// The paths.
    pub diagram: Arc<Diagram>,
}

impl Constraint {
    /// The values of the variables in their order are a path of the diagram.
    pub fn path(of: impl IntoIterator<Item = Integer>, diagram: impl Into<Arc<Diagram>>) -> Constraint {
        Path { of: of.into_iter().collect(), diagram: diagram.into() }.into()
    }
}

impl Constrain for Path {
    fn holds(&self, assignment: &Assignment) -> bool {
        self.diagram.holds(&assignment.of(&self.of))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.path(&self.of, &self.diagram);
        Ok(())
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let others = poster.complement(&self.of, &self.diagram)?;
        poster.path(&self.of, &others);
        Ok(())
    }
}

impl Poster<'_> {
    /// All values of the variables that are no path of the diagram.
    pub(super) fn complement(&self, of: &[Integer], diagram: &Diagram) -> Result<Diagram, EncodingError> {
        let domains: Vec<&[i64]> = of.iter().map(|&x| self.values(x)).collect();
        diagram.complement(&domains)
    }

    /// A literal for each node, exactly one true in each layer, and edges in both directions.
    pub(super) fn path(&mut self, of: &[Integer], diagram: &Diagram) {
        let Some(layers) = diagram.layers().filter(|layers| layers.len() == of.len()) else {
            return self.add_clause(&[]);
        };
        let mut nodes = vec![Truth::Always];
        for (position, (&x, layer)) in of.iter().zip(layers).enumerate() {
            let next: Vec<Truth> = match layers.get(position + 1).map_or(1, Vec::len) {
                1 => vec![Truth::Always],
                count => {
                    let lits: Vec<Lit> = self.new_vars(count).into_iter().map(|var| var.positive()).collect();
                    self.add_exactly_one(&lits);
                    lits.into_iter().map(Truth::from).collect()
                }
            };
            let values = self.values(x).to_vec();
            let equal: Vec<Truth> = values.iter().map(|&value| self.equals(x, value)).collect();
            // The nodes that lead to each node, by the value that they read.
            let mut into: Vec<BTreeMap<usize, Vec<Truth>>> = vec![BTreeMap::new(); next.len()];
            let mut reading: Vec<Vec<Truth>> = vec![Vec::new(); values.len()];
            for (&node, edges) in nodes.iter().zip(layer) {
                let mut allowed = Vec::new();
                for &(value, target) in edges {
                    let Ok(index) = values.binary_search(&value) else { continue };
                    imply(self, &[node, equal[index]], &[next[target]]);
                    into[target].entry(index).or_default().push(node);
                    reading[index].push(node);
                    allowed.push(equal[index]);
                }
                if allowed.len() < values.len() {
                    imply(self, &[node], &allowed);
                }
            }
            for (sources, &equal) in reading.iter().zip(&equal) {
                if sources.len() < nodes.len() {
                    imply(self, &[equal], sources);
                }
            }
            for (&target, into) in next.iter().zip(&into) {
                if target != Truth::Always {
                    let read: Vec<Truth> = into.keys().map(|&index| equal[index]).collect();
                    imply(self, &[target], &read);
                    let mut sources: Vec<Truth> = into.values().flatten().copied().collect();
                    sources.sort_unstable_by_key(|truth| truth.lit());
                    sources.dedup();
                    imply(self, &[target], &sources);
                }
                for (&index, sources) in into {
                    imply(self, &[target, equal[index]], sources);
                }
            }
            nodes = next;
        }
    }
}

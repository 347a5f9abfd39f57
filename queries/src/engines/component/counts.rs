//! How many models each node of a diagram has, by one pass up.

use gordian_formula::Lit;
use num_bigint::BigUint;

use super::dnnf::{Kind, Node};
use super::nnf::Nnf;

/// The models of each node.
pub(super) struct Counts {
    /// The number of variables on the longest way down.
    pub(super) spans: Vec<usize>,
    /// The number of models over so many variables.
    pub(super) models: Vec<BigUint>,
}

impl Counts {
    pub(super) fn up(nnf: &Nnf) -> Counts {
        let mut counts = Counts { spans: Vec::new(), models: Vec::new() };
        for kind in &nnf.diagram.nodes {
            let (span, models) = match kind {
                Kind::True => (0, BigUint::from(1u32)),
                Kind::False => (0, BigUint::ZERO),
                Kind::And(children) => (
                    children.iter().map(|&child| counts.spans[child as usize]).sum(),
                    children.iter().map(|&child| &counts.models[child as usize]).product(),
                ),
                Kind::Or(sides) => {
                    let span = sides.iter().map(|side| counts.span_of(side)).max().unwrap_or(0);
                    (span, sides.iter().map(|side| counts.side(side, span)).sum())
                }
            };
            counts.spans.push(span);
            counts.models.push(models);
        }
        counts
    }

    pub(super) fn span_of(&self, (lits, child): &(Vec<Lit>, Node)) -> usize {
        lits.len() + self.spans[*child as usize]
    }

    /// The models of a side over so many variables.
    pub(super) fn side(&self, side: &(Vec<Lit>, Node), span: usize) -> BigUint {
        &self.models[side.1 as usize] << (span - self.span_of(side))
    }
}

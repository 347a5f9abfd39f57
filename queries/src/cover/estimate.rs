//! How large the search tree will be.

use std::ops::ControlFlow;

use super::Cover;
use super::run::{Covers, Run};
use super::sparse::Sparse;

/// The nodes that the search is expected to visit, from so many random ways down (Knuth, *Estimating the efficiency of
/// backtrack programs*, 1975). The seed is always the same.
pub(crate) fn estimate(cover: &Cover, given: &[u32], ways: u32) -> f64 {
    let mut deaf = Deaf;
    let mut run = Run { cover, listener: &mut deaf, chosen: Vec::new(), nodes: 0, last_dead: 0 };
    let mut sparse = Sparse::new(cover);
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut sum = 0.0;
    for _ in 0..ways {
        sum += sparse.probe(given, &mut random, &mut run);
    }
    sum / f64::from(ways)
}

/// Hears nothing: ways down bring no covers.
struct Deaf;

impl Covers for Deaf {
    fn cover(&mut self, _options: &[u32]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn poll(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

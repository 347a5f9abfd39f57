//! How large the search tree will be.

use std::ops::ControlFlow;

use gordian_formula::Clock;

use super::Cover;
use super::run::{Covers, Run};
use super::sparse::Sparse;

/// The nodes that the search is expected to visit, from so many random ways down (Knuth, *Estimating the efficiency of
/// backtrack programs*, 1975). The seed is always the same. Infinitely many, where the time is over.
pub(crate) fn estimate(cover: &Cover, given: &[u32], ways: u32, clock: &Clock) -> f64 {
    let mut deaf = Deaf { clock };
    let mut run = Run { cover, listener: &mut deaf, chosen: Vec::new(), nodes: 0, touched: 0, last_dead: 0 };
    let mut sparse = Sparse::new(cover);
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut sum = 0.0;
    for _ in 0..ways {
        let ControlFlow::Continue(nodes) = sparse.probe(given, &mut random, &mut run) else { return f64::INFINITY };
        sum += nodes;
    }
    sum / f64::from(ways)
}

/// Hears nothing: ways down bring no covers.
struct Deaf<'a> {
    clock: &'a Clock,
}

impl Covers for Deaf<'_> {
    fn is_late(&mut self) -> bool {
        self.clock.is_over()
    }

    fn cover(&mut self, _options: &[u32]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn poll(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

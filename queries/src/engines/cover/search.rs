//! The search as a whole: sparse while the problem is large, dense below.

use super::Cover;
use super::dense::Dense;
use super::run::{Covers, Run};
use super::sparse::Sparse;

/// Visits every exact cover that holds the `given` options once, and returns the number of nodes visited.
/// A node is a set of chosen options at which a decision was looked for, forced ones included.
pub(crate) fn search(cover: &Cover, given: &[u32], listener: &mut dyn Covers) -> u64 {
    let mut run = Run::new(cover, listener);
    if run.listener.poll().is_continue() {
        let _ = Sparse::new(cover).search(given, &mut Dense::new(cover), &mut run);
    }
    run.nodes
}

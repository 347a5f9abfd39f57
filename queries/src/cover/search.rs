//! The search as a whole: sparse while the problem is large, dense below.

use std::ops::ControlFlow;

use super::Cover;
use super::dense::Dense;
use super::sparse::Sparse;

/// Who hears about the covers.
pub(crate) trait Covers {
    /// A solution: its options, in the order in which they were chosen. `Break` ends the search.
    fn cover(&mut self, options: &[u32]) -> ControlFlow<()>;

    /// Called every few thousand nodes. `Break` ends the search.
    fn poll(&mut self) -> ControlFlow<()>;
}

/// Nodes between two calls of [`Covers::poll`].
const POLL_INTERVAL: u64 = 1 << 12;

/// What the parts of the search share: the options chosen so far, and the listener.
pub(super) struct Run<'a> {
    pub(super) cover: &'a Cover,
    pub(super) listener: &'a mut dyn Covers,
    pub(super) chosen: Vec<u32>,
    pub(super) nodes: u64,
    /// The number, in its matrix, of the item that had no option left where the dense part last failed.
    pub(super) last_dead: usize,
}

impl Run<'_> {
    /// Counts a node, and asks the listener now and then.
    #[inline]
    pub(super) fn node(&mut self) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) { self.listener.poll() } else { ControlFlow::Continue(()) }
    }

    pub(super) fn solution(&mut self) -> ControlFlow<()> {
        self.listener.cover(&self.chosen)
    }
}

/// Visits every exact cover that holds the `given` options once, and returns the number of nodes visited.
/// A node is a set of chosen options at which a decision was looked for, forced ones included.
pub(crate) fn search(cover: &Cover, given: &[u32], listener: &mut dyn Covers) -> u64 {
    let mut run = Run { cover, listener, chosen: Vec::new(), nodes: 0, last_dead: 0 };
    if run.listener.poll().is_continue() {
        let _ = Sparse::new(cover).search(given, &mut Dense::new(cover), &mut run);
    }
    run.nodes
}

//! The patience with a cube: how long it may be explored before it is split.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The time for which a cube may be explored.
pub(super) struct Patience {
    /// Set when everybody is to stop.
    pub(super) stop: Arc<AtomicBool>,
    /// Nodes of the exact-cover search; `None` where the cube cannot be split.
    pub(super) nodes: Option<u64>,
    /// Ticks of the engine, and solutions that it may visit; `None` where the cube cannot be split.
    pub(super) ticks: Option<u64>,
    pub(super) solutions: Option<u128>,
}

/// A fraction of a second, as measured.
const NODES: u64 = 1 << 21;
/// The number of ticks that take about as long.
const TICKS: u64 = 1 << 25;
/// The number of solutions, which take few ticks, whose visits take about as long.
const SOLUTIONS: u128 = 1 << 18;

impl Patience {
    /// Patience that is limited if the cube can be split.
    pub(super) fn new(stop: &Arc<AtomicBool>, can_split: bool) -> Patience {
        Patience {
            stop: Arc::clone(stop),
            nodes: can_split.then_some(NODES),
            ticks: can_split.then_some(TICKS),
            solutions: can_split.then_some(SOLUTIONS),
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

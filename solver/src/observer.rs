//! Watching a long run.

use crate::statistics::Statistics;

/// Is told now and then how far a run has come.
pub trait Observer {
    /// Called about every thousand conflicts, about every thousand nodes of an enumeration, and before
    /// each technique of a simplification.
    fn progress(&mut self, statistics: &Statistics);

    /// Called before [`Observer::progress`] in an enumeration, with the part of the space that is
    /// done, from 0 to 1: each decision has half of what was left to it (Kilby, Slaney, Thiébaux &
    /// Walsh, Estimating search tree size, 2006).
    fn covered(&mut self, share: f64) {
        let _ = share;
    }
}

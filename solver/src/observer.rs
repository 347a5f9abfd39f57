//! Watching a long run.

use crate::statistics::Statistics;

/// Is told now and then how far a run has come.
pub trait Observer {
    /// Called about every thousand conflicts, and about every thousand nodes of an enumeration.
    fn progress(&mut self, statistics: &Statistics);
}

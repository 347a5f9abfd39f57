//! The result of a search.

use std::time::Duration;

use gordian_solver::Statistics;

/// A solution as it is found, borrowed for the length of one call.
#[derive(Clone, Copy, Debug)]
pub struct Solution<'a> {
    /// A value for each variable of the model, in their order; Booleans are 0 and 1.
    pub values: &'a [i64],
    /// The value that is to be small or large, where the model has a goal.
    pub objective: Option<i64>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The number of solutions that were found; with a goal, each better than those before.
    pub solutions: u64,
    /// Whether the search came to its end: no other solution that was wanted exists, or no better one.
    pub is_complete: bool,
    /// With a goal, the value of the last solution.
    pub objective: Option<i64>,
    /// The number of variables of the formula.
    pub variables: usize,
    /// The number of its clauses and groups.
    pub constraints: usize,
    /// How long it took to write the formula.
    pub mapping_time: Duration,
    /// How long the search took.
    pub search_time: Duration,
    /// The counters of the engine.
    pub statistics: Statistics,
    /// Variables of the model that had no bounds, of which only a part of the values was tried: that there is no other
    /// solution, or no better one, is not known then.
    pub unbounded: Vec<String>,
    /// Whether the search came to its end in this part.
    pub is_exhausted: bool,
}

impl Answer {
    /// The answer, where only a part of the values of these variables was tried. The flag tells that the solutions that
    /// were lost are worse than each that remained.
    pub(crate) fn of_unbounded(self, unbounded: Vec<String>, is_worse_only: bool) -> Answer {
        let is_exhausted = self.is_complete;
        if unbounded.is_empty() || is_worse_only && is_exhausted && self.solutions > 0 {
            return Answer { unbounded: Vec::new(), is_exhausted, ..self };
        }
        Answer { is_complete: false, is_exhausted, unbounded, ..self }
    }

    /// With a goal, a value that no solution is better than, if one is known.
    pub fn objective_bound(&self) -> Option<i64> {
        self.objective.filter(|_| self.is_complete)
    }
}

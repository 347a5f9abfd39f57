//! A question about a model.

use std::ops::ControlFlow;

use gordian_flatzinc::Model;
use gordian_flatzinc::mapping::Limits;
use gordian_formula::Clock;
use gordian_solver::Options;

use crate::Solution;

/// The solutions that are wanted of a model without a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Any one.
    #[default]
    One,
    /// This many; whether there are others is found out if there are fewer.
    UpTo(u64),
    /// All of them.
    All,
}

/// A question about a model.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    pub(crate) model: &'a Model,
    pub(crate) wanted: Wanted,
    pub(crate) clock: Clock,
    pub(crate) options: Options,
    pub(crate) limits: Limits,
    pub(crate) follows_order: bool,
    pub(crate) threads: usize,
}

/// It hears of solutions; `Break` ends the search.
pub(crate) type Listener<'l> = dyn FnMut(&Solution<'_>) -> ControlFlow<()> + 'l;

impl<'a> Question<'a> {
    /// Asks for one solution; of a model with a goal, for a best one.
    pub fn new(model: &'a Model) -> Question<'a> {
        Question {
            model,
            wanted: Wanted::One,
            clock: Clock::unlimited(),
            options: Options::default(),
            limits: Limits::default(),
            follows_order: false,
            threads: 1,
        }
    }

    /// So many solutions, of a model without a goal. Two solutions differ in what the model prints.
    pub fn with_wanted(self, wanted: Wanted) -> Question<'a> {
        Question { wanted, ..self }
    }

    /// Until this clock is over.
    pub fn with_clock(self, clock: Clock) -> Question<'a> {
        Question { clock, ..self }
    }

    /// With this much of the model as clauses, and the rest propagated.
    pub fn with_limits(self, limits: Limits) -> Question<'a> {
        Question { limits, ..self }
    }

    /// In the order of search that the model's annotations ask for, in turns with the engine's own. It is followed if
    /// all constraints are clauses and one solution is wanted, or the best one.
    pub fn with_order(self, follows_order: bool) -> Question<'a> {
        Question { follows_order, ..self }
    }

    /// With so many threads, at least one, that search the same formula and share what they learn. They are used if all
    /// constraints are clauses and one solution is wanted, or the best one; the order that annotations ask for is
    /// followed by a single thread alone.
    pub fn with_threads(self, threads: usize) -> Question<'a> {
        Question { threads: threads.max(1), ..self }
    }

    /// With an engine set up like this.
    pub fn with_options(self, options: Options) -> Question<'a> {
        Question { options, ..self }
    }
}

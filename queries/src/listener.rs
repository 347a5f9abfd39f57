//! The listeners that hear of solutions and progress while a query runs.

use std::ops::ControlFlow;

use gordian_formula::{Lit, Model, Var};

/// A solution as it is found, borrowed for the length of one call.
#[derive(Clone, Copy, Debug)]
pub struct Solution<'a> {
    pub(crate) true_vars: &'a [Var],
    pub(crate) model: Option<&'a Model>,
    pub(crate) num_vars: usize,
    pub(crate) orbit_size: Option<u128>,
}

impl<'a> Solution<'a> {
    /// The visible variables that are true, in ascending order. The other visible variables are false.
    pub fn true_vars(&self) -> &'a [Var] {
        self.true_vars
    }

    /// A model of the whole formula. The hidden variables have values that extend the visible ones.
    pub fn model(&self) -> Model {
        match self.model {
            Some(model) => model.clone(),
            None => {
                let mut values = vec![false; self.num_vars];
                for var in self.true_vars {
                    values[var.index()] = true;
                }
                Model::from_values(values)
            }
        }
    }

    /// The literals of these variables that are true, in their order.
    pub fn literals(&self, vars: impl IntoIterator<Item = Var>) -> impl Iterator<Item = Lit> {
        vars.into_iter().map(|var| match self.model {
            Some(model) => var.lit(model.value(var)),
            None => var.lit(self.true_vars.binary_search(&var).is_ok()),
        })
    }

    /// The number of solutions in its class, itself included; `None` if no symmetry was asked for.
    pub fn orbit_size(&self) -> Option<u128> {
        self.orbit_size
    }
}

/// The progress of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Solutions known so far.
    pub solutions: u128,
    /// Classes known so far; `None` where no symmetry was asked for.
    pub orbits: Option<u128>,
    /// The part of the search space that is done, from 0 to 1, each part of a split taken for as
    /// large as the others (Knuth, *Estimating the efficiency of backtrack programs*, 1975); `None`
    /// where that is not known.
    pub share: Option<f64>,
}

/// The part of a question that is settled: candidates of facts, or members of a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Candidates whose values are known, or members that were tried.
    pub settled: usize,
    /// All of them; never less than `settled`.
    pub of: usize,
}

/// A listener. A closure `FnMut(&Solution) -> ControlFlow<()>` is one that hears solutions only,
/// and `()` one that does not listen.
pub trait Listener {
    /// A solution was found, one of each class where classes were asked for. `Break` ends the query.
    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()>;

    /// Called about ten times a second at most.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }

    /// Called after each step that settled something, or tried to, so perhaps often.
    fn settled(&mut self, settled: Settled) {
        let _ = settled;
    }
}

impl Listener for () {
    fn solution(&mut self, _solution: &Solution<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Solution<'_>) -> ControlFlow<()>> Listener for F {
    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        self(solution)
    }
}

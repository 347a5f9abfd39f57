//! The parts of an explanation.

use gordian_formula::Model;

use crate::{Status, Stop};

/// An answer to the question why there is no solution.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// There is one.
    Satisfiable(Model),
    /// There is none, because of these members.
    Contradiction(Contradiction),
    /// A limit was reached before that was known.
    Unknown(Stop),
}

/// Members that have no model together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The members by their index, in ascending order. None where what cannot be left out has no model by itself.
    pub members: Vec<usize>,
    /// Whether it is known that each of them is needed: for each, a model of all others was seen and looked through
    /// constraint by constraint, and a solver that was made for it refuted them together.
    pub is_minimal: bool,
    /// Calls of the solver.
    pub calls: u64,
}

impl Explanation {
    /// Whether there is a model of all members.
    pub fn status(&self) -> Status {
        Status::of(matches!(self, Explanation::Satisfiable(_)), matches!(self, Explanation::Contradiction(_)))
    }
}

//! Facts about all solutions.

use gordian_formula::{Model, Var};
use num_bigint::BigUint;

use crate::{Status, Stop};

/// The properties that all solutions of a formula share.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Whether there are solutions.
    pub status: Status,
    /// The limit that ended the search before everything was known.
    pub stop: Option<Stop>,
    /// The visible variables, in ascending order.
    pub visible: Vec<Var>,
    /// The value of each visible variable in all solutions; `None` where it differs, or is not known to be the same.
    pub fixed: Vec<Option<bool>>,
    /// For each visible variable whether it is known to be true in some solution, and false in some.
    pub seen: Vec<[bool; 2]>,
    /// A solution, where there is one.
    pub first: Option<Model>,
    /// A solution that differs from the first one in a visible variable.
    pub second: Option<Model>,
    /// Calls of the solver.
    pub calls: u64,
    /// The number of solutions and of those in which each visible variable is true, as far as
    /// known, where that is how the rest was found.
    pub(crate) tally: Option<Counts>,
}

/// In how many solutions each visible variable is true.
#[derive(Clone, Debug)]
pub struct Counts {
    /// The number of solutions.
    pub total: BigUint,
    /// The number of those in which each visible variable is true, in their order.
    pub of_true: Vec<BigUint>,
    /// The limit that ended the count before everything was known; the numbers are those known at
    /// that moment.
    pub stop: Option<Stop>,
}

impl Facts {
    /// Nothing yet, about these variables.
    pub(crate) fn unknown(visible: Vec<Var>) -> Facts {
        let count = visible.len();
        Facts {
            status: Status::Unknown,
            stop: None,
            visible,
            fixed: vec![None; count],
            seen: vec![[false; 2]; count],
            first: None,
            second: None,
            calls: 0,
            tally: None,
        }
    }

    /// Takes note of the values in a model.
    pub(super) fn see(&mut self, model: &Model) {
        for (&var, seen) in self.visible.iter().zip(&mut self.seen) {
            seen[usize::from(!model.value(var))] = true;
        }
    }

    /// Whether everything is known.
    pub fn is_complete(&self) -> bool {
        self.stop.is_none()
    }

    /// Whether there is exactly one solution; `None` where that is not known.
    pub fn is_unique(&self) -> Option<bool> {
        match (self.status, &self.second) {
            (_, Some(_)) => Some(false),
            (Status::Unsatisfiable, None) => Some(false),
            (Status::Satisfiable, None) if self.is_complete() => Some(true),
            _ => None,
        }
    }
}

//! The task of an engine, and its result.

use gordian_formula::{Clock, Cnf};
use gordian_solver::{Options, Statistics};
use num_bigint::BigUint;

use super::blocking::TooMany;
use super::reading::Reading;
use crate::estimate::Estimate;
use crate::method::Goal;
use crate::slots::Slots;
use crate::symmetry::Action;
use crate::{Effort, Limits, SymmetryUse};

/// The task of an engine.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) reading: &'a Reading<'a>,
    /// Whether the solutions are to come to the collector, or their number suffices.
    pub(crate) goal: Goal,
    /// The symmetry whose classes are told, and how: by orbits or by clauses. Sums over a group are
    /// made of other tasks.
    pub(crate) action: Option<&'a Action>,
    pub(crate) symmetry: Option<SymmetryUse>,
    /// For engines that are, or have, a CDCL engine.
    pub(crate) options: &'a Options,
    pub(crate) limits: &'a Limits,
    /// For blocking, in turns with others.
    pub(crate) too_many: Option<TooMany>,
}

impl<'a> Task<'a> {
    pub(crate) fn cnf(&self) -> &'a Cnf {
        self.reading.cnf
    }

    pub(crate) fn slots(&self) -> &'a Slots {
        &self.reading.slots
    }

    pub(crate) fn clock(&self) -> &'a Clock {
        &self.limits.clock
    }

    /// Whether nothing but the number of all solutions is wanted.
    pub(crate) fn counts_all(&self) -> bool {
        self.goal == Goal::Count && self.action.is_none() && self.limits.solutions.is_none()
    }
}

/// The result of an engine beside all that it hands to the collector.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The number of solutions, where they were not counted one by one and the search came to its end.
    pub(crate) number: Option<BigUint>,
    /// An estimate of that number, where the search was broken off.
    pub(crate) estimate: Option<Estimate>,
    pub(crate) nodes: Option<u64>,
    pub(crate) effort: Option<Effort>,
    pub(crate) statistics: Option<Statistics>,
}

impl Found {
    pub(crate) fn nodes(nodes: u64) -> Found {
        Found { nodes: Some(nodes), ..Found::default() }
    }
}

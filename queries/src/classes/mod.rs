//! Classes of solutions under a symmetry: how a search tells them, and how they are counted without one.

pub(crate) mod burnside;
pub(crate) mod symmetry_breaking;

use std::ops::ControlFlow;

use gordian_formula::Model;

use crate::collect::Collector;
use crate::symmetry::{Action, Filter};
use symmetry_breaking::Greatest;

/// The way in which a search tells classes of solutions.
#[derive(Clone, Copy)]
pub(crate) enum Classes<'a> {
    /// Not at all: each solution counts for itself.
    Untold,
    /// All solutions come, and those of one orbit are a class.
    Orbits(&'a Action),
    /// The formula has clauses that break the symmetry, see [`symmetry_breaking::break_symmetry`]: the greatest
    /// solution of each class comes, and others may.
    Broken(&'a Action),
}

impl<'a> Classes<'a> {
    /// Orbits, where a symmetry is given.
    pub(crate) fn of(action: Option<&'a Action>) -> Classes<'a> {
        action.map_or(Classes::Untold, Classes::Orbits)
    }

    /// The teller that finds the classes of solutions as they come.
    pub(crate) fn teller(self) -> Teller<'a> {
        match self {
            Classes::Untold => Teller::Untold,
            Classes::Orbits(action) => Teller::Orbits(Filter::new(action)),
            Classes::Broken(action) => Teller::Broken(Greatest::new(action)),
        }
    }
}

/// Takes solutions, and tells which of them stand for their classes.
pub(crate) enum Teller<'a> {
    Untold,
    Orbits(Filter<'a>),
    Broken(Greatest<'a>),
}

impl Teller<'_> {
    pub(crate) fn take(&mut self, row: &[u32], model: &Model, collector: &mut Collector<'_>) -> ControlFlow<()> {
        match self {
            Teller::Untold => collector.take(row, Some(model), None, 1),
            Teller::Orbits(filter) => collector.take(row, Some(model), Some(filter), 1),
            Teller::Broken(greatest) => greatest.take(row, model, collector),
        }
    }
}

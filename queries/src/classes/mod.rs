//! Classes of solutions under a symmetry: how a search tells them, and how they are counted without one.

pub(crate) mod burnside;
pub(crate) mod leading;
pub(crate) mod symmetry_breaking;

use std::borrow::Cow;
use std::ops::ControlFlow;

use gordian_formula::{Model, Var};

use crate::collect::Collector;
use crate::slots::Slots;
use crate::symmetry::{Action, Filter, Leader};
use leading::{Leading, Ranked};
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
    /// A propagator breaks the symmetry during the search, see [`leading::Leading`]: the greatest solution of each
    /// class comes, and others may.
    Leading(&'a Leader),
}

impl<'a> Classes<'a> {
    /// Orbits, where a symmetry is given.
    pub(crate) fn of(action: Option<&'a Action>) -> Classes<'a> {
        action.map_or(Classes::Untold, Classes::Orbits)
    }

    /// The propagator that takes part in the search, if one does.
    pub(crate) fn propagator(self, slots: &'a Slots) -> Option<Leading<'a>> {
        match self {
            Classes::Leading(leader) => Some(Leading::new(leader, slots)),
            _ => None,
        }
    }

    /// The visible variables in the order in which a search decides them best: first those that are compared first.
    pub(crate) fn decisions(self, slots: &'a Slots) -> Cow<'a, [Var]> {
        match self {
            Classes::Leading(leader) => leader.slots().iter().map(|&slot| slots.vars()[slot as usize]).collect(),
            _ => slots.vars().into(),
        }
    }

    /// The teller that finds the classes of solutions as they come.
    pub(crate) fn teller(self) -> Teller<'a> {
        match self {
            Classes::Untold => Teller::Untold,
            Classes::Orbits(action) => Teller::Orbits(Filter::new(action)),
            Classes::Broken(action) => Teller::Broken(Greatest::new(action)),
            Classes::Leading(leader) => Teller::Ranked(Ranked::new(leader)),
        }
    }
}

/// Takes solutions, and tells which of them stand for their classes.
pub(crate) enum Teller<'a> {
    Untold,
    Orbits(Filter<'a>),
    Broken(Greatest<'a>),
    Ranked(Ranked<'a>),
}

impl Teller<'_> {
    pub(crate) fn take(&mut self, row: &[u32], model: &Model, collector: &mut Collector<'_>) -> ControlFlow<()> {
        match self {
            Teller::Untold => collector.take(row, Some(model), None, 1),
            Teller::Orbits(filter) => collector.take(row, Some(model), Some(filter), 1),
            Teller::Broken(greatest) => greatest.take(row, model, collector),
            Teller::Ranked(ranked) => ranked.take(row, model, collector),
        }
    }
}

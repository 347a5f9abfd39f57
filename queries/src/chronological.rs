//! All solutions by the engine's own backtracking.

use gordian_solver::{Budget, Enumeration, Solver};

use crate::blocking::true_slots;
use crate::collect::Collector;
use crate::slots::Slots;
use crate::symmetry::{Action, Filter};

pub(crate) fn run(
    slots: &Slots,
    solver: &mut Solver,
    symmetry: Option<&Action>,
    budget: &Budget,
    collector: &mut Collector<'_>,
) {
    if collector.poll().is_break() {
        return;
    }
    let mut filter = symmetry.map(Filter::new);
    let mut row = Vec::new();
    let enumeration = solver.enumerate(slots.vars(), budget, &mut |model| {
        true_slots(slots, model, &mut row);
        collector.take(&row, Some(model), filter.as_mut(), 1)
    });
    if let Enumeration::Interrupted(interrupt) = enumeration {
        let _ = collector.stop(interrupt.into());
    }
}

/// The number of solutions only. Where many share what matters to them, they are taken at once.
pub(crate) fn count(slots: &Slots, solver: &mut Solver, budget: &Budget, collector: &mut Collector<'_>) {
    if collector.poll().is_break() {
        return;
    }
    let enumeration = solver.enumerate_cubes(slots.vars(), budget, &mut |_, number| collector.add(number.into()));
    if let Enumeration::Interrupted(interrupt) = enumeration {
        let _ = collector.stop(interrupt.into());
    }
}

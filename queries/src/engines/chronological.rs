//! All solutions by the engine's own backtracking.

use gordian_solver::{Budget, Enumeration, Solver};

use crate::classes::Classes;
use crate::classes::leading::callbacks;
use crate::collect::Collector;
use crate::slots::Slots;
use crate::slots::true_slots;

/// Lines of memory that looking for literals which do not matter takes, and a model itself, beside the ticks of the
/// search: about half of the time where a cube comes every ten decisions.
const LINES_PER_CUBE: u64 = 6;

pub(crate) fn run(
    slots: &Slots,
    solver: &mut Solver,
    classes: Classes<'_>,
    budget: &Budget,
    collector: &mut Collector<'_>,
) {
    if collector.poll().is_break() {
        return;
    }
    let mut teller = classes.teller();
    let mut row = Vec::new();
    let mut leading = classes.propagator(slots);
    let callbacks = callbacks(&mut leading, slots);
    let vars = classes.decisions(slots);
    let enumeration = solver.enumerate_with(&vars, budget, callbacks, &mut |model| {
        true_slots(slots, model, &mut row);
        teller.take(&row, model, collector)
    });
    if let Enumeration::Interrupted(interrupt) = enumeration {
        let _ = collector.stop(interrupt.into());
    }
}

/// The number of solutions only. If many solutions share the literals that matter to them, they are
/// taken at once.
pub(crate) fn count(slots: &Slots, solver: &mut Solver, budget: &Budget, collector: &mut Collector<'_>) {
    if collector.poll().is_break() {
        return;
    }
    let enumeration = solver
        .enumerate_cubes(slots.vars(), budget, &mut |cube| collector.add(cube.num_models().into(), LINES_PER_CUBE));
    if let Enumeration::Interrupted(interrupt) = enumeration {
        let _ = collector.stop(interrupt.into());
    }
}

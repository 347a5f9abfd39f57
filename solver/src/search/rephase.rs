//! Resetting saved phases.

use gordian_formula::Var;

use crate::engine::{Call, Engine};
use crate::search::backtrack::backtrack;

/// Whether it is time.
pub(crate) fn rephasing(engine: &Engine, call: &Call<'_>) -> bool {
    call.options.rephase && engine.statistics.conflicts >= engine.schedule.rephase
}

/// Replaces the saved phases, in turn by the best ones, the initial ones, and the inverted ones (Biere & Fleury 2020).
pub(crate) fn rephase(engine: &mut Engine, call: &Call<'_>) {
    backtrack(engine, 0);
    let Engine { phases, statistics, schedule, random, trail, .. } = engine;
    let initial = call.options.initial_phase;
    match statistics.rephased {
        0 => phases.set_all(initial),
        1 => phases.set_all(!initial),
        n => match (n - 2) % 6 {
            0 | 2 | 4 => phases.save_best(),
            1 => phases.flip_all(),
            3 => phases.set_all(initial),
            _ => {
                for index in 0..trail.num_vars() {
                    phases.set(Var::from_index(index), random.below(2) == 0);
                }
            }
        },
    }
    phases.reset_target();
    phases.reset_best();
    statistics.rephased += 1;
    schedule.rephase = statistics.conflicts + call.options.rephase_interval * (statistics.rephased + 1);
}

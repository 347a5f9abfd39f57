//! Resetting saved phases.

use gordian_formula::Var;

use crate::engine::{Call, Engine};
use crate::search::backtrack::backtrack;
use crate::search::local_search::tabu::tabu;
use crate::search::local_search::walk::walk;

pub(crate) mod own {
    technique! {
        options {
            /// Reset saved phases at intervals.
            enabled "rephase": bool = true;
            /// Unit of the intervals between rephasings, in conflicts.
            interval "rephase_interval": (1..=1_000_000) = 1000;
        }
        counters {
            /// Times the saved phases were reset.
            rephased "rephased";
        }
        schedule(options) {
            /// Conflicts at which phases are reset.
            due: u64 = options.interval;
        }
    }
}

/// Whether it is time.
pub(crate) fn rephasing(engine: &Engine, call: &Call<'_>) -> bool {
    call.options.rephase.enabled && engine.statistics.conflicts >= engine.schedule.rephase.due
}

/// Replaces the saved phases, in turn by the best ones, those of a local search, and the inverted
/// or the initial ones (Biere & Fleury 2020).
pub(crate) fn rephase(engine: &mut Engine, call: &mut Call<'_>) {
    backtrack(engine, 0);
    let Engine { phases, statistics, random, trail, .. } = &mut *engine;
    let initial = call.options.decide.initial_phase;
    let mut is_walk = false;
    match statistics.rephase.rephased {
        0 => phases.set_all(initial),
        1 => phases.set_all(!initial),
        n => match (n - 2) % 6 {
            0 | 3 => phases.save_best(),
            2 => phases.flip_all(),
            5 => phases.set_all(initial),
            _ if call.options.walk.enabled => is_walk = true,
            _ => {
                for index in 0..trail.num_vars() {
                    phases.set(Var::from_index(index), random.below(2) == 0);
                }
            }
        },
    }
    if is_walk {
        let since = engine.statistics.ticks - engine.schedule.walk.last_ticks;
        walk(engine, call, since / 1000 * call.options.walk.effort);
        engine.schedule.walk.last_ticks = engine.statistics.ticks;
    }
    let since = engine.statistics.ticks - engine.schedule.tabu.last_ticks;
    tabu(engine, call, since / 1000 * call.options.tabu.effort);
    engine.schedule.tabu.last_ticks = engine.statistics.ticks;
    let Engine { phases, statistics, schedule, .. } = engine;
    phases.reset_target();
    phases.reset_best();
    statistics.rephase.rephased += 1;
    schedule.rephase.due = statistics.conflicts + call.options.rephase.interval * (statistics.rephase.rephased + 1);
}

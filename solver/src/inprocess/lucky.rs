//! Trying assignments that easy formulas are satisfied by.

use gordian_formula::Var;

use crate::engine::{Call, Engine};
use crate::search::backtrack::backtrack;
use crate::search::open_level::open_level;
use crate::search::propagate::propagate;

/// Assigns all variables false, or all true, from the first to the last or the other way round, with propagation in between, and
/// gives up at the first conflict (Biere, 2019, in CaDiCaL). True if that is a model; it stays assigned.
pub(crate) fn lucky(engine: &mut Engine, call: &Call<'_>) -> bool {
    let before = engine.statistics.ticks;
    let last = engine.trail.num_vars();
    let is_lucky = [false, true]
        .into_iter()
        .any(|value| assign_all(engine, 0..last, value) || assign_all(engine, (0..last).rev(), value));
    engine.statistics.inprocess_ticks += engine.statistics.ticks - before;
    engine.statistics.ticks = before;
    if is_lucky {
        engine.statistics.lucky += 1;
    } else {
        // What was tried is no experience of the search.
        engine.phases.set_all(call.options.initial_phase);
    }
    is_lucky
}

fn assign_all(engine: &mut Engine, order: impl Iterator<Item = usize>, value: bool) -> bool {
    for index in order {
        let lit = Var::from_index(index).lit(value);
        if engine.trail.value(lit) != 0 || engine.removed[index] {
            continue;
        }
        open_level(engine, lit);
        if propagate(engine).is_some() {
            backtrack(engine, 0);
            return false;
        }
    }
    true
}

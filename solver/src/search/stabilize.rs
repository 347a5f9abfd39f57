//! Switching between focused and stable mode.

use gordian_formula::Var;

use crate::engine::{Call, Engine};
use crate::schedule::{Mode, ModeSwitch};
use crate::search::backtrack::backtrack;
use crate::store::luby::Reluctant;

/// Whether the current phase is over.
pub(crate) fn switching_mode(engine: &Engine) -> bool {
    match engine.schedule.switch {
        ModeSwitch::Never => false,
        ModeSwitch::AtConflicts(limit) => engine.statistics.conflicts >= limit,
        ModeSwitch::AtTicks { limit, .. } => engine.statistics.ticks >= limit,
    }
}

/// Begins the other mode, for as many ticks as this one had, times a growing factor.
pub(crate) fn switch_mode(engine: &mut Engine, call: &Call<'_>) {
    backtrack(engine, 0);
    let Engine { trail, order, schedule, statistics, phases, .. } = engine;
    statistics.mode_switches += 1;
    let unit = match schedule.switch {
        ModeSwitch::AtTicks { unit, .. } => unit,
        ModeSwitch::AtConflicts(_) | ModeSwitch::Never => statistics.ticks.max(1),
    };
    // Phases 1 and 2 have the first length, 3 and 4 four times it, then nine times, and so on.
    let round = statistics.mode_switches / 2 + 1;
    schedule.switch = ModeSwitch::AtTicks { limit: statistics.ticks + unit * round * round, unit };
    schedule.mode = match schedule.mode {
        Mode::Focused => {
            let vars = (0..trail.num_vars()).map(Var::from_index);
            vars.filter(|&var| !trail.is_assigned(var)).for_each(|var| order.heap.insert(var));
            Mode::Stable
        }
        Mode::Stable => {
            order.queue.find_from_front();
            Mode::Focused
        }
    };
    schedule.decisions_at_conflict = statistics.decisions;
    schedule.reluctant = Reluctant::new(call.options.reluctant_period, call.options.reluctant_limit);
    phases.reset_target();
}

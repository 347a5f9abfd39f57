//! Restarts.

use gordian_formula::Var;

use crate::engine::{Call, Engine};
use crate::schedule::Mode;
use crate::search::backtrack::backtrack;
use crate::search::decide::next_var;

/// Whether a restart is due: in focused mode when recent glue is well above the long average (Audemard & Simon 2012; Biere & Fröhlich 2015),
/// in stable mode by reluctant doubling.
pub(crate) fn restarting(engine: &mut Engine, call: &Call<'_>) -> bool {
    if engine.trail.level() as usize <= call.assumptions.len() {
        return false;
    }
    match engine.schedule.mode {
        Mode::Stable => engine.schedule.reluctant.triggered(),
        Mode::Focused => {
            if engine.statistics.conflicts < engine.schedule.restart {
                return false;
            }
            let averages = engine.schedule.averages();
            let margin = 1.0 + call.options.restart_margin as f64 / 100.0;
            averages.glue_fast.value() > margin * averages.glue_slow.value()
        }
    }
}

/// Backtracks to the assumptions, or as far as decisions would not be made again.
pub(crate) fn restart(engine: &mut Engine, call: &Call<'_>) {
    let keep = if call.options.reuse_trail { reusable_level(engine) } else { 0 };
    let level = keep.max(call.assumptions.len() as u32);
    backtrack(engine, level.min(engine.trail.level()));
    engine.schedule.restart = engine.statistics.conflicts + call.options.restart_interval;
    engine.statistics.restarts += 1;
}

/// The number of levels whose decisions come before the next candidate in the order (Van der Tak, Ramos & Heule 2011).
fn reusable_level(engine: &mut Engine) -> u32 {
    let Some(next) = next_var(engine) else { return 0 };
    let Engine { trail, order, schedule, .. } = engine;
    let comes_before = |var: Var| match schedule.mode {
        Mode::Focused => order.queue.rank(var) > order.queue.rank(next),
        Mode::Stable => order.heap.score(var) > order.heap.score(next),
    };
    let levels = 1..=trail.level();
    levels.into_iter().take_while(|&level| trail.decision(level).is_some_and(|lit| comes_before(lit.var()))).count()
        as u32
}

//! Restarts.

use gordian_formula::Var;

use crate::engine::{Call, Engine};
use crate::search::backtrack::backtrack;
use crate::search::decide::next_var;
use crate::search::mode::own::Mode;

pub(crate) mod own {
    use crate::store::luby::Reluctant;

    technique! {
        options {
            /// Least conflicts between restarts in focused mode.
            interval "restart_interval": (1..=1_000_000) = 2;
            /// Percent by which recent glue must exceed the long average for a restart.
            margin "restart_margin": (0..=1000) = 10;
            /// Window of the average of recent glue, in conflicts.
            fast "restart_fast": (1..=1_000_000) = 33;
            /// Window of the long average of glue, in conflicts.
            slow "restart_slow": (1..=10_000_000) = 100_000;
            /// Unit of the restart intervals in stable mode, in conflicts.
            reluctant_period "reluctant_period": (1..=1_000_000) = 1024;
            /// Longest restart interval in stable mode, in conflicts.
            reluctant_limit "reluctant_limit": (1..=1_000_000_000) = 1_048_576;
            /// Restarts keep the decisions that would be made again.
            reuse_trail "reuse_trail": bool = true;
        }
        counters {
            /// Restarts.
            restarts "restarts";
        }
        schedule(options) {
            /// Conflicts at which a restart may happen again in focused mode.
            due: u64 = 0;
            /// The intervals in stable mode.
            reluctant: Reluctant = Reluctant::new(options.reluctant_period, options.reluctant_limit);
        }
    }
}

/// Whether a restart is due: in focused mode when recent glue is well above the long average
/// (Audemard & Simon 2012; Biere & Fröhlich 2015), in stable mode by reluctant doubling.
pub(crate) fn restarting(engine: &mut Engine, call: &Call<'_>) -> bool {
    if engine.trail.level() as usize <= call.assumptions.len() {
        return false;
    }
    match engine.schedule.mode.current {
        Mode::Stable => engine.schedule.restart.reluctant.triggered(),
        Mode::Focused => {
            if engine.statistics.conflicts < engine.schedule.restart.due {
                return false;
            }
            let averages = engine.schedule.averages();
            let margin = 1.0 + call.options.restart.margin as f64 / 100.0;
            averages.glue_fast.value() > margin * averages.glue_slow.value()
        }
    }
}

/// Backtracks to the assumptions, or as far as decisions would not be made again.
pub(crate) fn restart(engine: &mut Engine, call: &Call<'_>) {
    let keep = if call.options.restart.reuse_trail { reusable_level(engine) } else { 0 };
    let level = keep.max(call.assumptions.len() as u32);
    backtrack(engine, level.min(engine.trail.level()));
    engine.schedule.restart.due = engine.statistics.conflicts + call.options.restart.interval;
    engine.statistics.restart.restarts += 1;
}

/// The number of levels whose decisions come before the next candidate in the order (Van der Tak, Ramos & Heule 2011).
fn reusable_level(engine: &mut Engine) -> u32 {
    let Some(next) = next_var(engine) else { return 0 };
    let Engine { trail, order, schedule, .. } = engine;
    let comes_before = |var: Var| match schedule.mode.current {
        Mode::Focused => order.queue.rank(var) > order.queue.rank(next),
        Mode::Stable => order.heap.score(var) > order.heap.score(next),
    };
    let levels = 1..=trail.level();
    levels.into_iter().take_while(|&level| trail.decision(level).is_some_and(|lit| comes_before(lit.var()))).count()
        as u32
}

//! Making workers differ.

use crate::engine::Engine;
use crate::options::Options;
use crate::schedule::Schedule;
use crate::search::mode::own::{Mode, Switch};
use crate::search::mode::set_mode;
use crate::store::random::Random;

/// Conflicts in the first phase of a worker that does not begin as others do.
const FIRST_TURN: u64 = 1000;

/// Gives the copy of a search other habits, by its number among the workers, from 1 on. At level zero.
///
/// Neighbours differ in what matters most: the mode that they are in. The first copy lets both modes
/// take turns, even if one of them had all the time.
pub(crate) fn diversify(engine: &mut Engine, options: &mut Options, worker: usize) {
    options.search.seed = options.search.seed.wrapping_add(worker as u64);
    engine.random = Random::new(options.search.seed);
    let other = match engine.schedule.mode.current {
        Mode::Focused => Mode::Stable,
        Mode::Stable => Mode::Focused,
    };
    match worker % 4 {
        1 => set_mode(engine, other, Some(FIRST_TURN)),
        2 => set_mode(engine, Mode::Stable, None),
        3 => set_mode(engine, Mode::Focused, None),
        _ => {}
    }
    if worker.is_multiple_of(2) || engine.schedule.mode.switch == Switch::Never {
        options.decide.initial_phase = !options.decide.initial_phase;
        engine.phases.flip_all();
    }
    if worker / 4 % 2 == 1 {
        options.decide.target = 2;
    }
    if worker / 8 % 2 == 1 {
        options.restart.margin += 5;
        options.reduce.fraction = 90.max(options.reduce.fraction);
    }
}

/// Takes up again the modes that the search had before it became a worker. At level zero.
pub(crate) fn return_to_modes(engine: &mut Engine, options: &Options, before: &Schedule) {
    let current = engine.schedule.mode.current;
    match (before.mode.switch == Switch::Never, engine.schedule.mode.switch == Switch::Never) {
        (true, false) => set_mode(engine, before.mode.current, None),
        (false, true) => set_mode(engine, current, Some(options.mode.conflicts)),
        _ => {}
    }
}

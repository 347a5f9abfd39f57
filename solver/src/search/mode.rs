//! Switching between focused and stable mode.

use gordian_formula::{GroupKind, Lit, Var};

use crate::engine::{Call, Engine, Order};
use crate::options::Options;
use crate::schedule::Schedule;
use crate::search::backtrack::backtrack;
use crate::store::luby::Reluctant;
use crate::store::trail::Trail;

use self::own::{Mode, Switch};

pub(crate) mod own {
    /// The search favours quick refutation (focused) or a lasting partial model (stable); Biere &
    /// Fleury 2020, after Oh 2015.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Mode {
        Focused,
        Stable,
    }

    /// The first focused phase is measured in conflicts; every later phase gets its ticks times a
    /// growing factor, so that both modes have the same share of the time.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Switch {
        Never,
        AtConflicts(u64),
        AtTicks { limit: u64, unit: u64 },
    }

    technique! {
        options {
            /// 0: focused only, 1: focused and stable in turn, 2: stable only, 3: stable only if clauses choose
            /// and exclude or all have one size, else in turn.
            choice "mode": (0..=3) = 3;
            /// Conflicts in the first focused phase.
            conflicts "mode_conflicts": (10..=1_000_000) = 1000;
            /// Conflicts in stable mode with which each question under assumptions begins, if the modes take turns;
            /// 0: it goes on in the mode of the last one.
            question "question_conflicts": (0..=1_000_000_000) = 20_000;
        }
        counters {
            /// Switches between focused and stable mode.
            switches "mode switches";
        }
        schedule(options) {
            /// The mode of the search.
            current: Mode = if options.choice == 2 { Mode::Stable } else { Mode::Focused };
            /// The event at which it changes.
            switch: Switch = match options.choice {
                1 | 3 => Switch::AtConflicts(options.conflicts),
                _ => Switch::Never,
            };
            /// The number of clauses that the caller had given when the modes that suit the formula
            /// were last chosen.
            clauses: u64 = 0;
            /// Ticks when the modes began to take turns.
            ticks: u64 = 0;
            /// Switches when the modes began to take turns.
            switches: u64 = 0;
        }
    }
}

/// A formula of choices has this many pairs that exclude each other, or more, for each clause of
/// more than two literals.
const EXCLUSIONS_PER_CHOICE: u64 = 4;
/// And one, at most, of so many of these clauses has literals of both signs.
const CHOICES_PER_OTHER: u64 = 100;

/// Decides, before the first search and whenever the formula has grown to twice its size, whether
/// it is searched in stable mode only. That suits formulas of choices and exclusions, as of
/// puzzles, colourings and timetables, and formulas whose clauses all have one size, such as random
/// ones. At level zero.
pub(crate) fn choose_modes(engine: &mut Engine, options: &Options) {
    // Groups without clauses, as most puzzles come, are decided by the tightest one. There stable
    // mode alone was slower: one-sided pentominoes.
    if options.mode.choice != 3 || !engine.schedule.has_doubled(engine.schedule.mode.clauses) {
        return;
    }
    let is_stable = is_of_choices(engine) || is_uniform(engine);
    let Engine { trail, order, schedule, statistics, .. } = engine;
    schedule.mode.clauses = schedule.given_clauses;
    let was_stable = schedule.mode.switch == Switch::Never;
    match (was_stable, is_stable) {
        (false, true) => {
            enter_mode(schedule, order, trail, Mode::Stable);
            schedule.mode.switch = Switch::Never;
        }
        (true, false) => {
            enter_mode(schedule, order, trail, Mode::Focused);
            schedule.mode.switch = Switch::AtConflicts(statistics.conflicts + options.mode.conflicts);
        }
        _ => {}
    }
}

/// Whether clauses are choices and pairs exclude options.
fn is_of_choices(engine: &Engine) -> bool {
    let Engine { arena, groups, statistics, .. } = engine;
    let [mut num_longs, mut num_mixed, mut num_pairs, mut num_exact] = [0; 4];
    for clause in arena.irredundant() {
        let lits = arena.lits(clause);
        num_longs += 1;
        num_mixed += u64::from(!lits.iter().all(|lit: &Lit| lit.is_positive() == lits[0].is_positive()));
    }
    for (kind, members) in groups.iter() {
        num_pairs += (members.len() * (members.len() - 1) / 2) as u64;
        num_exact += u64::from(kind == GroupKind::ExactlyOne);
    }
    num_pairs += statistics.irredundant - num_longs;
    let num_choices = num_longs + num_exact;
    num_choices > 0 && num_pairs >= EXCLUSIONS_PER_CHOICE * num_choices && num_mixed * CHOICES_PER_OTHER <= num_choices
}

/// Whether all clauses have the same number of literals, three or more. Focused mode lives on what
/// few literals imply; there is little of that here.
pub(crate) fn is_uniform(engine: &Engine) -> bool {
    let Engine { arena, groups, statistics, .. } = engine;
    let mut num_longs = 0;
    let mut sizes = arena.irredundant().map(|clause| arena.size(clause)).inspect(|_| num_longs += 1);
    let Some(size) = sizes.next() else {
        return false;
    };
    groups.is_empty() && sizes.all(|other| other == size) && num_longs == statistics.irredundant
}

/// Changes the mode, at level zero. The order of decisions that rested is brought up to date.
fn enter_mode(schedule: &mut Schedule, order: &mut Order, trail: &Trail, mode: Mode) {
    match mode {
        Mode::Stable => {
            let vars = (0..trail.num_vars()).map(Var::from_index);
            vars.filter(|&var| !trail.is_assigned(var)).for_each(|var| order.heap.insert(var));
        }
        Mode::Focused => order.queue.find_from_front(),
    }
    schedule.mode.current = mode;
}

/// Goes on in a mode, at level zero: for so many conflicts and then in turn with the other one, or in
/// this one alone.
pub(crate) fn set_mode(engine: &mut Engine, mode: Mode, turn: Option<u64>) {
    let Engine { trail, order, schedule, statistics, .. } = engine;
    if mode != schedule.mode.current {
        enter_mode(schedule, order, trail, mode);
    }
    schedule.mode.switch = turn.map_or(Switch::Never, |turn| Switch::AtConflicts(statistics.conflicts + turn));
}

/// Has a question under assumptions begin in stable mode, if the modes take turns. Mostly such
/// questions follow each other and are alike: scores and phases that answered one fit the next, and
/// few restarts decide the assumptions anew. At level zero.
pub(crate) fn begin_question(engine: &mut Engine, call: &Call<'_>) {
    let turn = call.options.mode.question;
    if call.assumptions.is_empty() || engine.schedule.mode.switch == Switch::Never || turn == 0 {
        return;
    }
    set_mode(engine, Mode::Stable, Some(turn));
    let Engine { schedule, statistics, .. } = engine;
    (schedule.mode.ticks, schedule.mode.switches) = (statistics.ticks, statistics.mode.switches);
}

/// Whether the current phase is over.
pub(crate) fn switching_mode(engine: &Engine) -> bool {
    match engine.schedule.mode.switch {
        Switch::Never => false,
        Switch::AtConflicts(limit) => engine.statistics.conflicts >= limit,
        Switch::AtTicks { limit, .. } => engine.statistics.ticks >= limit,
    }
}

/// Begins the other mode, for as many ticks as this one had, times a growing factor.
pub(crate) fn switch_mode(engine: &mut Engine, call: &Call<'_>) {
    backtrack(engine, 0);
    let Engine { trail, order, schedule, statistics, phases, .. } = engine;
    statistics.mode.switches += 1;
    let unit = match schedule.mode.switch {
        Switch::AtTicks { unit, .. } => unit,
        Switch::AtConflicts(_) | Switch::Never => (statistics.ticks - schedule.mode.ticks).max(1),
    };
    // Phases 1 and 2 have the first length, 3 and 4 four times it, then nine times, and so on.
    let round = (statistics.mode.switches - schedule.mode.switches) / 2 + 1;
    schedule.mode.switch = Switch::AtTicks { limit: statistics.ticks + unit * round * round, unit };
    let next = match schedule.mode.current {
        Mode::Focused => Mode::Stable,
        Mode::Stable => Mode::Focused,
    };
    enter_mode(schedule, order, trail, next);
    schedule.decisions_at_conflict = statistics.decisions;
    schedule.restart.reluctant =
        Reluctant::new(call.options.restart.reluctant_period, call.options.restart.reluctant_limit);
    phases.reset_target();
}

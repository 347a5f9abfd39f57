//! Switching between focused and stable mode.

use gordian_formula::{GroupKind, Lit, Var};

use crate::engine::{Call, Engine, Order};
use crate::options::Options;
use crate::schedule::{Mode, ModeSwitch, Schedule};
use crate::search::backtrack::backtrack;
use crate::store::luby::Reluctant;
use crate::store::trail::Trail;

/// A formula of choices has this many pairs that exclude each other, or more, for each clause of more than two literals.
const EXCLUSIONS_PER_CHOICE: u64 = 4;
/// And one, at most, of so many of these clauses has literals of both signs.
const CHOICES_PER_OTHER: u64 = 100;

/// Settles, before the first search and whenever the formula has grown to twice its size, whether it is searched in stable mode only: a formula that lists what is to be chosen
/// from and what excludes what, as puzzles, colourings and timetables do, is better served by it, and so are random formulas and others of clauses of one size. At level zero.
pub(crate) fn choose_modes(engine: &mut Engine, options: &Options) {
    // Groups without clauses, as most puzzles come, are decided by the tightest one. There stable mode alone was slower: one-sided pentominoes.
    if options.mode != 3 || !engine.schedule.has_doubled(engine.schedule.mode_clauses) {
        return;
    }
    let is_stable = is_of_choices(engine) || is_uniform(engine);
    let Engine { trail, order, schedule, statistics, .. } = engine;
    schedule.mode_clauses = schedule.given_clauses;
    let was_stable = schedule.switch == ModeSwitch::Never;
    match (was_stable, is_stable) {
        (false, true) => {
            enter_mode(schedule, order, trail, Mode::Stable);
            schedule.switch = ModeSwitch::Never;
        }
        (true, false) => {
            enter_mode(schedule, order, trail, Mode::Focused);
            schedule.switch = ModeSwitch::AtConflicts(statistics.conflicts + options.mode_conflicts);
        }
        _ => {}
    }
}

/// Whether clauses say what is to be chosen from, and pairs what excludes what.
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

/// Whether all clauses have the same number of literals, three or more. Focused mode lives on what few literals imply; there is little of that here.
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
    schedule.mode = mode;
}

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
    let next = match schedule.mode {
        Mode::Focused => Mode::Stable,
        Mode::Stable => Mode::Focused,
    };
    enter_mode(schedule, order, trail, next);
    schedule.decisions_at_conflict = statistics.decisions;
    schedule.reluctant = Reluctant::new(call.options.reluctant_period, call.options.reluctant_limit);
    phases.reset_target();
}

//! Simplifying the formula between spells of search, at level zero.

pub(crate) mod cliques;
pub(crate) mod compact;
pub(crate) mod congruence;
pub(crate) mod decompose;
pub(crate) mod dense;
pub(crate) mod eliminate;
pub(crate) mod factor;
pub(crate) mod lucky;
pub(crate) mod parities;
pub(crate) mod pigeonhole;
pub(crate) mod probe;
pub(crate) mod restore;
pub(crate) mod subsume;
pub(crate) mod sweep;
pub(crate) mod vivify;

use crate::engine::{Call, Engine};
use crate::outcome::Outcome;
use crate::schedule::{Mode, ModeSwitch};
use crate::search::backtrack::backtrack;
use crate::search::collect::collect;
use crate::search::propagate::propagate;
use crate::search::stabilize::{choose_modes, is_uniform};
use crate::search::tabu::{find_choices, tabu};
use crate::statistics::Statistics;

use self::congruence::congruence;
use self::decompose::{decompose, remove_duplicate_binaries};
use self::dense::{enter_dense, leave_dense};
use self::eliminate::eliminate;
use self::factor::factor;
use self::lucky::lucky;
use self::parities::eliminate_parities;
use self::pigeonhole::refute_by_matching;
use self::probe::probe;
use self::subsume::subsume;
use self::sweep::sweep;
use self::vivify::vivify;

/// Tries constant assignments before the first search, and says when that is to pause for simplification. Gives the answer where no search is needed.
pub(crate) fn begin(engine: &mut Engine, call: &mut Call<'_>) -> Option<Outcome> {
    if !settle(engine, call) {
        return Some(Outcome::Unsatisfiable);
    }
    choose_modes(engine, call.options);
    engine.selection = None;
    let is_first =
        engine.statistics.decisions == 0 && call.assumptions.is_empty() && engine.phases.wishes().next().is_none();
    if is_first && call.options.lucky && call.link.is_none() && lucky(engine, call) {
        return Some(Outcome::Satisfiable);
    }
    let Engine { schedule, statistics, .. } = engine;
    let is_due = statistics.irredundant > 0 && schedule.has_doubled(schedule.preprocessed_clauses);
    let is_wanted = is_due && call.options.inprocess && call.options.preprocess;
    schedule.preprocess = is_wanted.then(|| schedule.preprocessed_ticks + 1000 * call.options.warm_up);
    // Gates are matched before the search finds some of the equivalences, and not others, by chance. Questions that follow each other are mostly answered before anything else is simplified.
    let is_new = schedule.has_doubled(schedule.matched_clauses);
    if is_wanted && is_new && call.options.congruence && (!is_stable_only(engine) || is_uniform(engine)) {
        engine.schedule.matched_clauses = engine.schedule.given_clauses;
        substitute_equivalences(engine, call);
    }
    (!settle(engine, call)).then_some(Outcome::Unsatisfiable)
}

/// Simplifies what is new, or has grown to twice its size, for the first time. False if the formula turned out to be unsatisfiable.
fn preprocess(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    engine.statistics.preprocessings += 1;
    let effort = Effort(Effort::FIRST);
    // What is decided here says nothing about where to search.
    let saved_phases = engine.phases.copy_saved();
    if call.options.matching && !call.is_late() {
        refute_by_matching(engine, call);
    }
    simplify(engine, call, &effort, true);
    engine.phases.restore_saved(&saved_phases);
    let is_open = settle(engine, call);
    let Engine { schedule, statistics, .. } = engine;
    schedule.preprocess = None;
    schedule.preprocessed_clauses = schedule.given_clauses;
    schedule.preprocessed_ticks = statistics.ticks;
    schedule.inprocessed_ticks = statistics.ticks;
    schedule.inprocess = schedule.inprocess.max(statistics.conflicts + call.options.inprocess_interval);
    is_open
}

/// Rounds of substitution, each of which makes gates smaller for the next.
const SUBSTITUTION_ROUNDS: usize = 3;

/// Writes one literal for those that binary clauses or gates show to be equivalent.
fn substitute_equivalences(engine: &mut Engine, call: &mut Call<'_>) {
    for _ in 0..SUBSTITUTION_ROUNDS {
        let before = engine.statistics.substituted;
        // What level zero decided shortens clauses to gates and equivalences that are seen only then.
        let mut is_decomposed = false;
        if goes_on(engine, call) && call.options.decompose {
            collect(engine, call);
            is_decomposed = decompose(engine, call);
        }
        if goes_on(engine, call) && call.options.congruence && !engine.schedule.congruence_delay.is_waiting() {
            match_gates(engine, call, is_decomposed);
        }
        // A round goes through all clauses.
        if 1000 * (engine.statistics.substituted - before) <= engine.trail.num_vars() as u64 {
            break;
        }
    }
}

/// Writes one literal for equal outputs of equal gates.
fn match_gates(engine: &mut Engine, call: &mut Call<'_>, is_decomposed: bool) {
    if !is_decomposed {
        // Two binary clauses may decide an input; decomposition has seen to that where it removed anything.
        remove_duplicate_binaries(engine, call);
        if !goes_on(engine, call) {
            return;
        }
    }
    collect(engine, call);
    let merged = engine.statistics.congruent;
    congruence(engine, call);
    if engine.statistics.congruent > merged && goes_on(engine, call) && call.options.decompose {
        collect(engine, call);
        decompose(engine, call);
    }
}

fn find_failed_literals(engine: &mut Engine, call: &mut Call<'_>, effort: &Effort) {
    if goes_on(engine, call) && call.options.probe {
        probe(engine, call, effort.ticks(call.options.probe_effort));
    }
}

/// Sweeps, and writes one literal for what was found to be equal, unless that is too little to go through all clauses for it now.
fn sweep_equivalences(engine: &mut Engine, call: &mut Call<'_>, effort: &Effort) {
    if !call.options.sweep || !goes_on(engine, call) {
        return;
    }
    let before = engine.statistics.swept_equal;
    collect(engine, call);
    sweep(engine, call, effort.ticks(call.options.sweep_effort));
    let is_worth_it = 1000 * (engine.statistics.swept_equal - before) > engine.trail.num_vars() as u64;
    if is_worth_it && call.options.decompose && goes_on(engine, call) {
        decompose(engine, call);
    }
}

fn simplify_dense(engine: &mut Engine, call: &mut Call<'_>, effort: &Effort) {
    let mut occurrences = enter_dense(engine, call);
    subsume(engine, call, &mut occurrences, effort.ticks(call.options.subsume_effort));
    if call.options.factor && !engine.is_inconsistent {
        factor(engine, call, &mut occurrences, effort.ticks(call.options.factor_effort));
    }
    if elimination_lasts(engine) {
        eliminate(engine, call, &mut occurrences, effort.ticks(call.options.eliminate_effort));
    }
    leave_dense(engine, call);
}

/// Where the formula is unsatisfiable, so much is lost, at most, before anything else is tried.
const MOST_FIRST_TICKS: u64 = 30_000_000;

/// Whether there is stable mode alone, as where clauses choose and exclude: there are no circuits there, unless all clauses have one size, and local search is for them.
fn is_stable_only(engine: &Engine) -> bool {
    engine.schedule.switch == ModeSwitch::Never && engine.schedule.mode == Mode::Stable
}

/// Looks for choices, in formulas of choices, and what to select of them. Whether it found that.
fn begin_tabu(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    if !is_stable_only(engine) || !call.assumptions.is_empty() || call.link.is_some() || !goes_on(engine, call) {
        return false;
    }
    engine.selection = find_choices(engine).map(Box::new);
    let num_options = engine.selection.as_ref().map_or(0, |selection| selection.lits().len() as u64);
    tabu(engine, call, (1000 * call.options.tabu_start * num_options).min(MOST_FIRST_TICKS))
}

/// What is done the first time and later alike; but parities are only looked for in clauses as they came.
fn simplify(engine: &mut Engine, call: &mut Call<'_>, effort: &Effort, is_new: bool) {
    substitute_equivalences(engine, call);
    if is_new && call.options.gauss && goes_on(engine, call) {
        let before = engine.statistics.sums;
        eliminate_parities(engine, call);
        if engine.statistics.sums > before && goes_on(engine, call) && call.options.decompose {
            decompose(engine, call);
        }
    }
    find_failed_literals(engine, call, effort);
    sweep_equivalences(engine, call, effort);
    if goes_on(engine, call) && call.options.eliminate {
        simplify_dense(engine, call, effort);
    }
}

/// Whether removed variables are not mostly brought back by what the caller adds: their clauses return, their resolvents stay, and the formula would grow with every turn.
fn elimination_lasts(engine: &Engine) -> bool {
    let Statistics { eliminated, substituted, restored, .. } = engine.statistics;
    2 * restored <= eliminated + substituted + engine.trail.num_vars() as u64
}

/// Runs every technique that is due. False if the formula turned out to be unsatisfiable.
pub(crate) fn inprocess(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    backtrack(engine, 0);
    if engine.schedule.preprocess.is_some() {
        if call.options.tabu && begin_tabu(engine, call) {
            engine.schedule.preprocess = None;
            return true;
        }
        return preprocess(engine, call);
    }
    engine.statistics.inprocessings += 1;
    let effort = Effort::since_last(engine);
    let saved_phases = engine.phases.copy_saved();
    simplify(engine, call, &effort, false);
    if goes_on(engine, call) && call.options.vivify {
        vivify(engine, call, effort.ticks(call.options.vivify_effort));
    }
    let is_open = settle(engine, call);
    engine.phases.restore_saved(&saved_phases);
    engine.schedule.inprocessed_ticks = engine.statistics.ticks;
    let count = engine.statistics.inprocessings as f64;
    let interval = call.options.inprocess_interval as f64 * count * (count + 9.0).log10();
    engine.schedule.inprocess = engine.statistics.conflicts + interval as u64;
    is_open
}

/// Propagates level zero to the end. False if that shows the formula to be unsatisfiable.
fn settle(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    if !engine.is_inconsistent && propagate(engine).is_some() {
        engine.is_inconsistent = true;
        call.proof.add(&[]);
    }
    !engine.is_inconsistent
}

/// As [`settle`], and whether there is time for more. Where there is not, the formula stays as it is.
fn goes_on(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    settle(engine, call) && !call.is_late()
}

/// Ticks that search spent since simplification last ran: each technique gets its share of them.
struct Effort(u64);

impl Effort {
    /// The first round, before which the search was short, decides what the formula looks like from then on.
    const FIRST: u64 = 10_000_000;
    /// Short searches still pay for a useful round. With ten million a quarter of the ticks of random formulas went there.
    const LEAST: u64 = 3_000_000;

    fn since_last(engine: &Engine) -> Effort {
        Effort((engine.statistics.ticks - engine.schedule.inprocessed_ticks).max(Effort::LEAST))
    }

    fn ticks(&self, per_mille: u64) -> u64 {
        self.0 / 1000 * per_mille
    }
}

//! Simplifying the formula between spells of search, at level zero.

pub(crate) mod cliques;
pub(crate) mod dense;
pub(crate) mod lucky;

/// Refutations that search would need too long for.
pub(crate) mod refute {
    pub(crate) mod gauss;
    pub(crate) mod pigeonhole;
}

/// Literals that have the same value in every model.
pub(crate) mod equal {
    pub(crate) mod congruence;
    pub(crate) mod decompose;
    pub(crate) mod sweep;
}

/// Shorter clauses, and fewer.
pub(crate) mod clauses {
    pub(crate) mod probe;
    pub(crate) mod subsume;
    pub(crate) mod vivify;
}

/// Variables that leave the formula, are added to it, or come back.
pub(crate) mod remove {
    pub(crate) mod bva;
    pub(crate) mod compact;
    pub(crate) mod eliminate;
    pub(crate) mod restore;
}

use crate::engine::{Call, Engine};
use crate::outcome::Outcome;
use crate::search::backtrack::backtrack;
use crate::search::collect::collect;
use crate::search::local_search::tabu::{find_choices, tabu};
use crate::search::mode::own::{Mode, Switch};
use crate::search::mode::{begin_question, choose_modes, is_uniform};
use crate::search::propagate::propagate;
use crate::statistics::Statistics;

use self::clauses::probe::probe;
use self::clauses::subsume::subsume;
use self::clauses::vivify::vivify;
use self::dense::{enter_dense, leave_dense};
use self::equal::congruence::congruence;
use self::equal::decompose::{decompose, remove_duplicate_binaries};
use self::equal::sweep::sweep;
use self::lucky::lucky;
use self::refute::gauss::gauss;
use self::refute::pigeonhole::pigeonhole;
use self::remove::bva::bva;
use self::remove::eliminate::eliminate;

pub(crate) mod own {
    technique! {
        options {
            /// Simplify the formula between spells of search.
            enabled "inprocess": bool = true;
            /// Simplify the formula early, after a short search.
            preprocess "preprocess": bool = true;
            /// Thousands of ticks of search before the formula is simplified for the first time.
            warm_up "warm_up": (0..=1_000_000) = 3000;
            /// Unit of the intervals between simplifications, in conflicts.
            interval "inprocess_interval": (1..=1_000_000) = 2000;
        }
        counters {
            /// Rounds of simplification before a search.
            preprocessings "preprocessings";
            /// Rounds of simplification.
            inprocessings "inprocessings";
        }
        schedule(options) {
            /// Conflicts at which search pauses for simplification.
            due: u64 = if options.enabled { options.interval } else { u64::MAX };
            /// Ticks at which new clauses are simplified, if there are any: formulas that a short
            /// search answers need no simplification.
            preprocess: Option<u64> = None;
            /// The number of clauses that the caller had given when they were last simplified
            /// before a search.
            preprocessed_clauses: u64 = 0;
            /// Ticks of search when that was.
            preprocessed_ticks: u64 = 0;
            /// Ticks of search when simplification last ended.
            last_ticks: u64 = 0;
        }
    }

    impl Schedule {
        pub(crate) fn is_due(&self, conflicts: u64, ticks: u64) -> bool {
            match self.preprocess {
                Some(limit) => ticks >= limit,
                None => conflicts >= self.due,
            }
        }
    }
}

/// Tries constant assignments before the first search, and says when that is to pause for
/// simplification. Gives the answer where no search is needed.
pub(crate) fn begin(engine: &mut Engine, call: &mut Call<'_>) -> Option<Outcome> {
    if !settle(engine, call) {
        return Some(Outcome::Unsatisfiable);
    }
    choose_modes(engine, call.options);
    begin_question(engine, call);
    engine.selection = None;
    let is_first =
        engine.statistics.decisions == 0 && call.assumptions.is_empty() && engine.phases.wishes().next().is_none();
    if is_first && call.options.lucky.enabled && call.link.is_none() && lucky(engine, call) {
        return Some(Outcome::Satisfiable);
    }
    let Engine { schedule, statistics, .. } = engine;
    let is_due = statistics.irredundant > 0 && schedule.has_doubled(schedule.inprocess.preprocessed_clauses);
    let is_wanted = is_due && call.options.inprocess.enabled && call.options.inprocess.preprocess;
    // Questions under assumptions mostly bring some clauses each. Rounds of inprocessing, which come
    // anyway, reach those, too.
    let is_first_time = schedule.inprocess.preprocessed_clauses == 0;
    schedule.inprocess.preprocess = (is_wanted && (is_first_time || call.assumptions.is_empty()))
        .then(|| schedule.inprocess.preprocessed_ticks + 1000 * call.options.inprocess.warm_up);
    // Gates are matched before the search finds some of the equivalences, and not others, by
    // chance. Questions that follow each other are mostly answered before anything else is
    // simplified.
    let is_new = schedule.has_doubled(schedule.congruence.clauses);
    if is_wanted && is_new && call.options.congruence.enabled && (!is_stable_only(engine) || is_uniform(engine)) {
        engine.schedule.congruence.clauses = engine.schedule.given_clauses;
        substitute_equivalences(engine, call);
    }
    (!settle(engine, call)).then_some(Outcome::Unsatisfiable)
}

/// Simplifies new clauses, or a formula that has grown to twice its size, for the first time. False
/// if the formula turned out to be unsatisfiable.
fn preprocess(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    engine.statistics.inprocess.preprocessings += 1;
    let effort = Effort(Effort::FIRST);
    // Values that simplification assigns say nothing about where to search.
    let saved_phases = engine.phases.copy_saved();
    if call.options.pigeonhole.enabled && !call.is_late() {
        pigeonhole(engine, call);
    }
    simplify(engine, call, &effort, true);
    engine.phases.restore_saved(&saved_phases);
    let is_open = settle(engine, call);
    let Engine { schedule, statistics, .. } = engine;
    schedule.inprocess.preprocess = None;
    schedule.inprocess.preprocessed_clauses = schedule.given_clauses;
    schedule.inprocess.preprocessed_ticks = statistics.ticks;
    schedule.inprocess.last_ticks = statistics.ticks;
    schedule.inprocess.due = schedule.inprocess.due.max(statistics.conflicts + call.options.inprocess.interval);
    is_open
}

/// Rounds of substitution, each of which makes gates smaller for the next.
const SUBSTITUTION_ROUNDS: usize = 3;

/// Writes one literal for those that binary clauses or gates show to be equivalent.
fn substitute_equivalences(engine: &mut Engine, call: &mut Call<'_>) {
    for _ in 0..SUBSTITUTION_ROUNDS {
        let before = engine.statistics.decompose.substituted;
        // Literals decided at level zero shorten clauses to gates and equivalences that show only
        // then.
        let mut is_decomposed = false;
        if goes_on(engine, call) && call.options.decompose.enabled {
            collect(engine, call);
            is_decomposed = decompose(engine, call);
        }
        if goes_on(engine, call) && call.options.congruence.enabled && !engine.schedule.congruence.delay.is_waiting() {
            match_gates(engine, call, is_decomposed);
        }
        // A round goes through all clauses.
        if 1000 * (engine.statistics.decompose.substituted - before) <= engine.trail.num_vars() as u64 {
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
    let merged = engine.statistics.congruence.congruent;
    congruence(engine, call);
    if engine.statistics.congruence.congruent > merged && goes_on(engine, call) && call.options.decompose.enabled {
        collect(engine, call);
        decompose(engine, call);
    }
}

fn find_failed_literals(engine: &mut Engine, call: &mut Call<'_>, effort: &Effort) {
    if goes_on(engine, call) && call.options.probe.enabled {
        probe(engine, call, effort.ticks(call.options.probe.effort));
    }
}

/// Sweeps, and writes one literal for those found to be equal, unless they are too few to go
/// through all clauses now.
fn sweep_equivalences(engine: &mut Engine, call: &mut Call<'_>, effort: &Effort) {
    if !call.options.sweep.enabled || !goes_on(engine, call) {
        return;
    }
    let before = engine.statistics.sweep.equal;
    collect(engine, call);
    sweep(engine, call, effort.ticks(call.options.sweep.effort));
    let is_worth_it = 1000 * (engine.statistics.sweep.equal - before) > engine.trail.num_vars() as u64;
    if is_worth_it && call.options.decompose.enabled && goes_on(engine, call) {
        decompose(engine, call);
    }
}

fn simplify_dense(engine: &mut Engine, call: &mut Call<'_>, effort: &Effort) {
    let mut occurrences = enter_dense(engine, call);
    subsume(engine, call, &mut occurrences, effort.ticks(call.options.subsume.effort));
    if call.options.bva.enabled && !engine.is_inconsistent {
        call.tell_progress(&engine.statistics);
        bva(engine, call, &mut occurrences, effort.ticks(call.options.bva.effort));
    }
    if elimination_lasts(engine) {
        call.tell_progress(&engine.statistics);
        eliminate(engine, call, &mut occurrences, effort.ticks(call.options.eliminate.effort));
    }
    leave_dense(engine, call);
}

/// The most ticks that the first local search may take. They are lost if the formula is
/// unsatisfiable.
const MOST_FIRST_TICKS: u64 = 30_000_000;

/// Whether there is stable mode alone, as where clauses choose and exclude: there are no circuits
/// there, unless all clauses have one size, and local search is for them.
fn is_stable_only(engine: &Engine) -> bool {
    engine.schedule.mode.switch == Switch::Never && engine.schedule.mode.current == Mode::Stable
}

/// Looks for choices, in formulas of choices, and what to select of them. Whether it found that.
fn begin_tabu(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    if !is_stable_only(engine) || !call.assumptions.is_empty() || call.link.is_some() || !goes_on(engine, call) {
        return false;
    }
    engine.selection = find_choices(engine).map(Box::new);
    let num_options = engine.selection.as_ref().map_or(0, |selection| selection.lits().len() as u64);
    tabu(engine, call, (1000 * call.options.tabu.start * num_options).min(MOST_FIRST_TICKS))
}

/// The techniques that run both the first time and later. Parities are looked for in new clauses
/// only, before other techniques change them.
fn simplify(engine: &mut Engine, call: &mut Call<'_>, effort: &Effort, is_new: bool) {
    substitute_equivalences(engine, call);
    if is_new && call.options.gauss.enabled && goes_on(engine, call) {
        let before = engine.statistics.gauss.sums;
        gauss(engine, call);
        if engine.statistics.gauss.sums > before && goes_on(engine, call) && call.options.decompose.enabled {
            decompose(engine, call);
        }
    }
    find_failed_literals(engine, call, effort);
    sweep_equivalences(engine, call, effort);
    if goes_on(engine, call) && call.options.eliminate.enabled {
        simplify_dense(engine, call, effort);
    }
}

/// Whether the caller's additions do not bring most removed variables back. Otherwise their clauses
/// would return, their resolvents stay, and the formula would grow with every turn.
fn elimination_lasts(engine: &Engine) -> bool {
    let Statistics { eliminate, decompose, restore, .. } = &engine.statistics;
    2 * restore.restored <= eliminate.eliminated + decompose.substituted + engine.trail.num_vars() as u64
}

/// Runs every technique that is due. False if the formula turned out to be unsatisfiable.
pub(crate) fn inprocess(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    backtrack(engine, 0);
    if engine.schedule.inprocess.preprocess.is_some() {
        if call.options.tabu.enabled && begin_tabu(engine, call) {
            engine.schedule.inprocess.preprocess = None;
            return true;
        }
        return preprocess(engine, call);
    }
    engine.statistics.inprocess.inprocessings += 1;
    let effort = Effort::since_last(engine);
    let saved_phases = engine.phases.copy_saved();
    simplify(engine, call, &effort, false);
    if goes_on(engine, call) && call.options.vivify.enabled {
        vivify(engine, call, effort.ticks(call.options.vivify.effort));
    }
    let is_open = settle(engine, call);
    engine.phases.restore_saved(&saved_phases);
    engine.schedule.inprocess.last_ticks = engine.statistics.ticks;
    let count = engine.statistics.inprocess.inprocessings as f64;
    let interval = call.options.inprocess.interval as f64 * count * (count + 9.0).log10();
    engine.schedule.inprocess.due = engine.statistics.conflicts + interval as u64;
    is_open
}

/// Rounds of simplification without a search in between, at most.
const ROUNDS_ALONE: usize = 6;

/// Simplifies before any search, until a round removes no variable. False if the formula turned out
/// to be unsatisfiable.
pub(crate) fn simplify_alone(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    if !settle(engine, call) || !preprocess(engine, call) {
        return false;
    }
    let num_gone = |engine: &Engine| {
        let Statistics { eliminate, decompose, .. } = &engine.statistics;
        eliminate.eliminated + decompose.substituted + engine.trail.root_literals().len() as u64
    };
    for _ in 0..ROUNDS_ALONE {
        let before = num_gone(engine);
        if call.is_late() || !inprocess(engine, call) || num_gone(engine) == before {
            break;
        }
    }
    !engine.is_inconsistent
}

/// Propagates level zero to the end. False if that shows the formula to be unsatisfiable.
fn settle(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    if !engine.is_inconsistent && propagate(engine).is_some() {
        engine.is_inconsistent = true;
        call.proof.add(&[]);
    }
    !engine.is_inconsistent
}

/// Like [`settle`], and also returns false if the time is over. Then the formula stays as it is. It
/// tells the observer, too, since a round may take seconds.
fn goes_on(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    call.tell_progress(&engine.statistics);
    settle(engine, call) && !call.is_late()
}

/// Ticks that search spent since simplification last ran: each technique gets its share of them.
struct Effort(u64);

impl Effort {
    /// The first round comes after a short search, and shapes the formula from then on.
    const FIRST: u64 = 10_000_000;
    /// Short searches still pay for a useful round. With ten million a quarter of the ticks of
    /// random formulas went there.
    const LEAST: u64 = 3_000_000;

    fn since_last(engine: &Engine) -> Effort {
        Effort((engine.statistics.ticks - engine.schedule.inprocess.last_ticks).max(Effort::LEAST))
    }

    fn ticks(&self, per_mille: u64) -> u64 {
        self.0 / 1000 * per_mille
    }
}

//! When what is due.

use crate::options::Options;
use crate::statistics::Statistics;
use crate::store::average::Average;
use crate::store::luby::Reluctant;

/// The search favours quick refutation (focused) or a lasting partial model (stable); Biere & Fleury 2020, after Oh 2015.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Focused,
    Stable,
}

/// Averages of the search, one set for each mode.
#[derive(Clone, Debug)]
pub(crate) struct Averages {
    pub(crate) glue_fast: Average,
    pub(crate) glue_slow: Average,
    /// Decisions from one conflict to the next.
    pub(crate) decision_rate: Average,
}

impl Averages {
    fn new(options: &Options) -> Averages {
        Averages {
            glue_fast: Average::new(options.restart_fast as f64),
            glue_slow: Average::new(options.restart_slow as f64),
            decision_rate: Average::new(options.restart_slow as f64),
        }
    }
}

/// Next due times, in conflicts or ticks, and what they depend on.
pub(crate) struct Schedule {
    pub(crate) mode: Mode,
    focused: Averages,
    stable: Averages,
    pub(crate) reluctant: Reluctant,
    /// Conflicts at which a restart may happen again in focused mode.
    pub(crate) restart: u64,
    /// Conflicts at which learned clauses are reduced.
    pub(crate) reduce: u64,
    /// Conflicts at which phases are reset.
    pub(crate) rephase: u64,
    /// Ticks of search when local search last ended.
    pub(crate) walked_ticks: u64,
    /// The same of tabu search.
    pub(crate) tabu_ticks: u64,
    /// Conflicts at which search pauses for simplification.
    pub(crate) inprocess: u64,
    /// How many clauses the caller has given, and how many there were when they were last simplified before a search. What is left of them says little: where all were
    /// eliminated, every new one would be twice as many.
    pub(crate) given_clauses: u64,
    pub(crate) preprocessed_clauses: u64,
    /// Ticks of search when that was.
    pub(crate) preprocessed_ticks: u64,
    /// How many clauses the caller had given when gates were last matched before a search.
    pub(crate) matched_clauses: u64,
    /// Ticks at which what is new is simplified, if anything is: what a short search answers needs none.
    pub(crate) preprocess: Option<u64>,
    /// How long to leave congruence closure alone.
    pub(crate) congruence_delay: Delay,
    /// The literal, by its code, that probing begins with.
    pub(crate) next_probe: usize,
    /// How long to leave sweeping alone.
    pub(crate) sweep_delay: Delay,
    /// The variable, by its index, that sweeping begins with.
    pub(crate) next_sweep: usize,
    /// Ticks of search when simplification last ended.
    pub(crate) inprocessed_ticks: u64,
    /// How many more clauses than it removes an elimination may add.
    pub(crate) elimination_bound: u64,
    pub(crate) switch: ModeSwitch,
    /// How many clauses the caller had given when the formula was last looked at for the modes that suit it.
    pub(crate) mode_clauses: u64,
    /// Decisions when the last conflict was met.
    pub(crate) decisions_at_conflict: u64,
    /// Literals of level zero when satisfied clauses were last swept out.
    pub(crate) swept_units: usize,
}

/// The first focused phase is measured in conflicts; every later phase gets its ticks times a growing factor, so that both modes
/// have the same share of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ModeSwitch {
    Never,
    AtConflicts(u64),
    AtTicks { limit: u64, unit: u64 },
}

/// Lets a technique that found nothing miss its turn, more often each time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Delay {
    wait: u32,
    left: u32,
}

impl Delay {
    /// Whether this turn is missed.
    pub(crate) fn is_waiting(&mut self) -> bool {
        let is_waiting = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_waiting
    }

    /// Takes note of whether a turn led to anything.
    pub(crate) fn note(&mut self, is_success: bool) {
        self.wait = if is_success { self.wait / 2 } else { self.wait + 1 };
        self.left = self.wait;
    }
}

impl Schedule {
    pub(crate) fn new(options: &Options) -> Schedule {
        Schedule {
            mode: if options.mode == 2 { Mode::Stable } else { Mode::Focused },
            focused: Averages::new(options),
            stable: Averages::new(options),
            reluctant: Reluctant::new(options.reluctant_period, options.reluctant_limit),
            restart: 0,
            reduce: options.reduce_interval,
            rephase: options.rephase_interval,
            inprocess: if options.inprocess { options.inprocess_interval } else { u64::MAX },
            walked_ticks: 0,
            tabu_ticks: 0,
            given_clauses: 0,
            preprocessed_clauses: 0,
            preprocessed_ticks: 0,
            matched_clauses: 0,
            preprocess: None,
            congruence_delay: Delay::default(),
            next_probe: 0,
            sweep_delay: Delay::default(),
            next_sweep: 0,
            inprocessed_ticks: 0,
            elimination_bound: 0,
            switch: if matches!(options.mode, 1 | 3) {
                ModeSwitch::AtConflicts(options.mode_conflicts)
            } else {
                ModeSwitch::Never
            },
            mode_clauses: 0,
            decisions_at_conflict: 0,
            swept_units: 0,
        }
    }

    /// Whether the caller has given more than twice as many clauses.
    pub(crate) fn has_doubled(&self, clauses: u64) -> bool {
        self.given_clauses > 2 * clauses
    }

    /// Whether it is time to simplify.
    pub(crate) fn is_inprocessing_due(&self, statistics: &Statistics) -> bool {
        match self.preprocess {
            Some(ticks) => statistics.ticks >= ticks,
            None => statistics.conflicts >= self.inprocess,
        }
    }

    pub(crate) fn averages(&self) -> &Averages {
        match self.mode {
            Mode::Focused => &self.focused,
            Mode::Stable => &self.stable,
        }
    }

    /// Takes note of a conflict and the glue of what was learned from it.
    pub(crate) fn note_conflict(&mut self, glue: u32, statistics: &Statistics) {
        let averages = match self.mode {
            Mode::Focused => &mut self.focused,
            Mode::Stable => &mut self.stable,
        };
        averages.glue_fast.update(f64::from(glue));
        averages.glue_slow.update(f64::from(glue));
        averages.decision_rate.update((statistics.decisions - self.decisions_at_conflict) as f64);
        self.decisions_at_conflict = statistics.decisions;
        if self.mode == Mode::Stable {
            self.reluctant.tick();
        }
    }
}

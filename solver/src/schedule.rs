//! The schedule: when each technique is due.

use crate::options::Options;
use crate::search::mode::own::Mode;
use crate::statistics::Statistics;
use crate::store::average::Average;

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
            glue_fast: Average::new(options.restart.fast as f64),
            glue_slow: Average::new(options.restart.slow as f64),
            decision_rate: Average::new(options.restart.slow as f64),
        }
    }
}

/// Builds [`Schedule`] from the table of techniques.
macro_rules! schedule {
    (all $all:tt scheduled { $($technique:ident: $($path:ident)::+;)+ }) => {
        /// Next due times of the techniques, in conflicts or ticks, and the counters that they
        /// depend on.
        #[derive(Clone)]
        pub(crate) struct Schedule {
            focused: Averages,
            stable: Averages,
            /// The number of clauses that the caller has given. The number left says little: if all
            /// were eliminated, any new clause would double it.
            pub(crate) given_clauses: u64,
            /// Decisions when the last conflict was met.
            pub(crate) decisions_at_conflict: u64,
            $(pub(crate) $technique: $($path)::+::Schedule,)+
        }

        impl Schedule {
            pub(crate) fn new(options: &Options) -> Schedule {
                Schedule {
                    focused: Averages::new(options),
                    stable: Averages::new(options),
                    given_clauses: 0,
                    decisions_at_conflict: 0,
                    $($technique: $($path)::+::Schedule::new(&options.$technique),)+
                }
            }
        }
    };
}

techniques!(schedule);

impl Schedule {
    /// Whether the caller has given more than twice as many clauses.
    pub(crate) fn has_doubled(&self, clauses: u64) -> bool {
        self.given_clauses > 2 * clauses
    }

    pub(crate) fn averages(&self) -> &Averages {
        match self.mode.current {
            Mode::Focused => &self.focused,
            Mode::Stable => &self.stable,
        }
    }

    /// Notes a conflict and the glue of the clause learned from it.
    pub(crate) fn note_conflict(&mut self, glue: u32, statistics: &Statistics) {
        let averages = match self.mode.current {
            Mode::Focused => &mut self.focused,
            Mode::Stable => &mut self.stable,
        };
        averages.glue_fast.update(f64::from(glue));
        averages.glue_slow.update(f64::from(glue));
        averages.decision_rate.update((statistics.decisions - self.decisions_at_conflict) as f64);
        self.decisions_at_conflict = statistics.decisions;
        if self.mode.current == Mode::Stable {
            self.restart.reluctant.tick();
        }
    }
}

//! Conflict-driven clause learning, one verb a file.

pub(crate) mod antecedent;

pub(crate) mod analyze;
pub(crate) mod assume;
pub(crate) mod backtrack;
pub(crate) mod bring;
pub(crate) mod bump;
pub(crate) mod collect;
pub(crate) mod consult;
pub(crate) mod decide;
pub(crate) mod diversify;
pub(crate) mod enumerate;
pub(crate) mod explain;
pub(crate) mod gauge;
pub(crate) mod hints;
pub(crate) mod implicant;
pub(crate) mod imply;
pub(crate) mod learn;
pub(crate) mod minimize;
pub(crate) mod mode;
pub(crate) mod open_level;
pub(crate) mod propagate;
pub(crate) mod reduce;
pub(crate) mod rephase;
pub(crate) mod restart;
pub(crate) mod share;
pub(crate) mod shrink;
pub(crate) mod tier;
pub(crate) mod visit;

/// For phases that leave few constraints false.
pub(crate) mod local_search {
    pub(crate) mod tabu;
    pub(crate) mod walk;
}

use crate::engine::{Call, Engine};
use crate::outcome::{Interrupt, Outcome};

use self::analyze::analyze;
use self::consult::{End, propagate_all};
use self::decide::{Decision, decide};
use self::learn::learn;
use self::mode::{switch_mode, switching_mode};
use self::reduce::{reduce, reducing};
use self::rephase::{rephase, rephasing};
use self::restart::{restart, restarting};
use self::share::{share, sharing};

pub(crate) mod own {
    technique! {
        options {
            /// Seed of the random numbers.
            seed "seed": (0..=u64::MAX) = 0;
        }
    }
}

/// The reason why a spell of search ended.
pub(crate) enum Spell {
    /// With an answer, or at a limit. The assignment stays as it is.
    Over(Outcome),
    /// It is time to simplify.
    Paused,
}

/// Searches until there is an answer, a limit is reached, or simplification is due.
pub(crate) fn search(engine: &mut Engine, call: &mut Call<'_>) -> Spell {
    loop {
        let conflict = match propagate_all(engine, call) {
            End::Quiet => None,
            End::Conflict(conflict) => Some(conflict),
            End::Refuted => return Spell::Over(Outcome::Unsatisfiable),
            End::Unexplained => return Spell::Over(Outcome::Unknown(Interrupt::Terminated)),
        };
        if let Some(conflict) = conflict {
            engine.statistics.conflicts += 1;
            if engine.trail.level() == 0 {
                engine.is_inconsistent = true;
                call.proof.add(&[]);
                return Spell::Over(Outcome::Unsatisfiable);
            }
            analyze(engine, call, conflict);
            learn(engine, call, conflict, 0);
            if let Some(interrupt) = call.exceeded(&engine.statistics) {
                return Spell::Over(Outcome::Unknown(interrupt));
            }
        } else if let Some(interrupt) = call.interrupted(&engine.statistics) {
            return Spell::Over(Outcome::Unknown(interrupt));
        } else if sharing(engine, call) {
            share(engine, call);
            if engine.is_inconsistent {
                return Spell::Over(Outcome::Unsatisfiable);
            }
        } else if reducing(engine) {
            reduce(engine, call);
        } else if engine.schedule.inprocess.is_due(engine.statistics.conflicts, engine.statistics.ticks) {
            return Spell::Paused;
        } else if switching_mode(engine) {
            switch_mode(engine, call);
        } else if restarting(engine, call) {
            restart(engine, call);
        } else if rephasing(engine, call) {
            rephase(engine, call);
        } else {
            match decide(engine, call) {
                Decision::Made => {}
                Decision::AllAssigned => return Spell::Over(Outcome::Satisfiable),
                Decision::FailedAssumption => return Spell::Over(Outcome::Unsatisfiable),
            }
        }
    }
}

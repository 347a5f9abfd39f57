//! The engines that are the CDCL engine: set up for a formula, with the symmetry broken where that is asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gordian_solver::{Observer, Options, Solver, Statistics};

use super::cover::Cover;
use super::reading::Reading;
use super::task::{Found, Task};
use super::{blocking, chronological};
use crate::classes::{Classes, symmetry_breaking};
use crate::collect::Collector;
use crate::symmetry::Leader;
use crate::{Engine, Limits, Refusal, SymmetryUse};

/// Brings the solutions to the collector, by blocking or by backtracking. The observer hears of the engine's progress.
///
/// # Errors
/// If the symmetry cannot be broken.
pub(crate) fn run(
    engine: Engine,
    task: &Task<'_>,
    observer: Option<Box<dyn Observer + Send>>,
    collector: &mut Collector<'_>,
) -> Result<Found, Refusal> {
    let slots = task.slots();
    let (mut broken, mut leader) = (None, None);
    let classes = match task.symmetry {
        Some(SymmetryUse::LexLeader) => {
            let action = task.action.ok_or(Refusal::NoSymmetry)?;
            if !action.is_on_formula() {
                return Err(Refusal::Trust);
            }
            let cnf = broken.insert(task.cnf().clone());
            if symmetry_breaking::break_symmetry(cnf, slots, action, task.clock()) {
                Classes::Broken(action)
            } else {
                Classes::Leading(leader.insert(Leader::of(action).ok_or(Refusal::LargeGroup)?))
            }
        }
        _ => Classes::of(task.action),
    };
    let options =
        if broken.is_none() { options(engine, task.reading, task.options, task.limits) } else { task.options.clone() };
    let mut solver = Solver::with_options(options);
    let covered = Arc::<AtomicU64>::default();
    solver.set_observer(Some(Box::new(Covered { share: Arc::clone(&covered), observer })));
    let cnf = broken.as_ref().unwrap_or(task.cnf());
    cnf.feed(&mut solver);
    let budget = task.limits.budget();
    match engine {
        Engine::Blocking => blocking::run(cnf, slots, &mut solver, classes, &budget, task.too_many, collector),
        _ if task.counts_all() => chronological::count(slots, &mut solver, &budget, collector),
        _ => chronological::run(slots, &mut solver, classes, &budget, collector),
    }
    if let share @ f64::MIN_POSITIVE.. = f64::from_bits(covered.load(Ordering::Relaxed)) {
        collector.note(share);
    }
    Ok(Found { statistics: Some(solver.statistics().clone()), ..Found::default() })
}

/// In an exact cover, deciding on the tightest group shortens the search by blocking a hundredfold:
/// measured on pentomino boards, by conflicts. If other clauses stand beside the groups, or options exclude
/// each other mostly without one of them having to be chosen, it may as well lengthen it.
pub(crate) fn options(engine: Engine, reading: &Reading<'_>, options: &Options, limits: &Limits) -> Options {
    let options = options.clone();
    match engine == Engine::Blocking && reading.cover(&limits.clock).is_ok_and(Cover::is_mostly_primary) {
        true => options.with("group_decisions", 1),
        false => options,
    }
}

/// Notes the part of the space that is done.
struct Covered {
    /// Its bits.
    share: Arc<AtomicU64>,
    observer: Option<Box<dyn Observer + Send>>,
}

impl Observer for Covered {
    fn progress(&mut self, statistics: &Statistics) {
        if let Some(observer) = &mut self.observer {
            observer.progress(statistics);
        }
    }

    fn covered(&mut self, share: f64) {
        self.share.store(share.to_bits(), Ordering::Relaxed);
        if let Some(observer) = &mut self.observer {
            observer.covered(share);
        }
    }
}

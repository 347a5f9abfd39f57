//! All solutions by forbidding each one that was found.

use std::ops::ControlFlow;

use gordian_formula::{Cnf, Lit, Model};
use gordian_solver::{Budget, Callbacks, Outcome, Solver};

use crate::classes::Classes;
use crate::classes::leading::callbacks;
use crate::collect::Collector;
use crate::slots::{Slots, never_nested, true_slots, visible_choices};
use crate::symmetry::{Action, Orbit, Pivot};
use crate::{QueryError, Stop};

/// Images of a solution that are forbidden between two looks at the clock.
const POLL_INTERVAL: usize = 1 << 12;
/// Half lines of memory that a variable of a model takes, and a literal of the clause that forbids it: reading the
/// model and adding the clause take about 75 ns for each variable of formulas with 20,000 and more, all visible.
const HALF_LINES_PER_LITERAL: u64 = 3;

/// When blocking gives up since there are too many solutions: at so many, if none took more conflicts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooMany {
    pub(crate) solutions: u64,
    pub(crate) conflicts: u64,
}

/// Solves, brings the solution to the collector, forbids it, and all its images where classes are told by
/// orbits, until there is none.
pub(crate) fn run(
    cnf: &Cnf,
    slots: &Slots,
    solver: &mut Solver,
    classes: Classes<'_>,
    budget: &Budget,
    mut too_many: Option<TooMany>,
    collector: &mut Collector<'_>,
) {
    let (orbits_under, mut teller) = match classes {
        Classes::Orbits(action) => (Some(action), Classes::Untold.teller()),
        _ => (None, classes.teller()),
    };
    let positive_suffices = orbits_under.is_none_or(|action| !action.negates()) && never_nested(cnf, slots);
    let excluded = orbits_under.map(|action| exclude(cnf, slots, action, solver));
    let mut leading = classes.propagator(slots);
    let mut orbit = Orbit::new();
    let mut row = Vec::new();
    let mut clause = Vec::new();
    let (mut found, mut before) = (0, 0);
    while collector.poll().is_continue() {
        let callbacks = callbacks(&mut leading, slots);
        let Some(model) = next_model(solver, budget, callbacks, collector) else { return };
        true_slots(slots, &model, &mut row);
        let flow = match orbits_under {
            None => {
                forbid(slots, &row, positive_suffices, &mut clause, solver);
                let read = slots.num_vars() + clause.len();
                if collector.charge(read as u64 * HALF_LINES_PER_LITERAL / 2).is_break() {
                    return;
                }
                teller.take(&row, &model, collector)
            }
            Some(action) => {
                if let Err(error) = orbit.expand(action, &row, collector.clock()) {
                    collector.fail(error);
                    return;
                }
                if !action.is_on_formula() && !all_are_solutions(slots, &orbit, solver, budget, collector) {
                    return;
                }
                // Each image is a clause, too.
                if collector.charge(2 * orbit.lines(action)).is_break() {
                    return;
                }
                let is_excluded = |slot: &u32| excluded.as_ref().is_some_and(|excluded| excluded[*slot as usize]);
                for (number, image) in orbit.rows().enumerate() {
                    if number % POLL_INTERVAL == POLL_INTERVAL - 1 && collector.poll().is_break() {
                        return;
                    }
                    if image.iter().any(is_excluded) {
                        continue;
                    }
                    forbid(slots, image, positive_suffices, &mut clause, solver);
                }
                collector.take_orbit(&row, Some(&model), orbit.len() as u128)
            }
        };
        if flow.is_break() {
            return;
        }
        found += 1;
        let conflicts = solver.statistics().conflicts;
        let taken = conflicts - std::mem::replace(&mut before, conflicts);
        too_many = too_many.filter(|most| taken <= most.conflicts);
        if too_many.is_some_and(|most| found == most.solutions) {
            let _: ControlFlow<()> = collector.stop(Stop::Budget);
            return;
        }
    }
}

/// A model of what the solver holds. If there is none, the collector knows whether the budget has ended.
fn next_model(
    solver: &mut Solver,
    budget: &Budget,
    callbacks: Callbacks<'_>,
    collector: &mut Collector<'_>,
) -> Option<Model> {
    match solver.solve_with(&[], budget, callbacks) {
        Outcome::Unsatisfiable => None,
        Outcome::Unknown(interrupt) => {
            let _ = collector.stop(interrupt.into());
            None
        }
        Outcome::Satisfiable => {
            let Some(model) = solver.model() else { unreachable!("a satisfiable outcome comes with a model") };
            Some(model)
        }
    }
}

/// Excludes, where there is a pivot, all its members but the representatives of their orbits: every class has solutions
/// without them. Tells which slots are excluded.
fn exclude(cnf: &Cnf, slots: &Slots, action: &Action, solver: &mut Solver) -> Vec<bool> {
    let mut excluded = vec![false; slots.len()];
    if !action.is_on_formula() {
        return excluded;
    }
    let Some(pivot) = Pivot::among(visible_choices(cnf, slots), action) else { return excluded };
    for slot in pivot.others {
        excluded[slot as usize] = true;
        solver.add_clause(&[slots.vars()[slot as usize].negative()]);
    }
    excluded
}

/// Whether each image of a solution is one. If not, the collector knows why: one is none, or the budget has ended.
fn all_are_solutions(
    slots: &Slots,
    orbit: &Orbit,
    solver: &mut Solver,
    budget: &Budget,
    collector: &mut Collector<'_>,
) -> bool {
    let mut assumptions = Vec::new();
    for image in orbit.rows().skip(1) {
        assumptions.clear();
        assumptions.extend(slots.vars().iter().map(|var| var.negative()));
        for &slot in image {
            assumptions[slot as usize] = !assumptions[slot as usize];
        }
        match solver.solve_within(&assumptions, budget) {
            Outcome::Satisfiable => {}
            Outcome::Unsatisfiable => {
                collector.fail(QueryError::NotASymmetry);
                return false;
            }
            Outcome::Unknown(interrupt) => {
                let _ = collector.stop(interrupt.into());
                return false;
            }
        }
    }
    true
}

/// Forbids a solution.
fn forbid(slots: &Slots, row: &[u32], positive_suffices: bool, clause: &mut Vec<Lit>, solver: &mut Solver) {
    clause.clear();
    if positive_suffices {
        clause.extend(row.iter().map(|&slot| slots.vars()[slot as usize].negative()));
    } else {
        clause.extend(slots.vars().iter().map(|var| var.positive()));
        for &slot in row {
            clause[slot as usize] = slots.vars()[slot as usize].negative();
        }
    }
    solver.add_clause(clause);
}

//! All solutions by forbidding each one that was found.

use gordian_formula::{Cnf, GroupKind, Lit, Model};
use gordian_solver::{Budget, Outcome, Solver};

use crate::QueryError;
use crate::collect::Collector;
use crate::slots::Slots;
use crate::symmetry::{Action, Orbit, Pivot};

/// Images of a solution that are forbidden between two looks at the clock.
const POLL_INTERVAL: usize = 1 << 12;

/// Solves, brings the solution to the collector, forbids it and with a symmetry all its images, until there is none.
///
/// With a `guard`, every clause that forbids holds its negation, and the search assumes it: the caller can take all of
/// them back by adding that negation as a clause.
pub(crate) fn run(
    cnf: &Cnf,
    slots: &Slots,
    solver: &mut Solver,
    guard: Option<Lit>,
    symmetry: Option<&Action>,
    budget: &Budget,
    collector: &mut Collector<'_>,
) {
    let positive_suffices = symmetry.is_none_or(|action| !action.negates()) && never_nested(cnf, slots);
    let excluded = symmetry.map(|action| exclude(cnf, slots, action, guard, solver));
    let mut orbit = Orbit::new();
    let mut row = Vec::new();
    let mut clause = Vec::new();
    while collector.poll().is_continue() {
        let Some(model) = next_model(guard, solver, budget, collector) else { return };
        true_slots(slots, &model, &mut row);
        let flow = match symmetry {
            None => {
                forbid(slots, &row, positive_suffices, guard, &mut clause, solver);
                collector.take(&row, Some(&model), None, 1)
            }
            Some(action) => {
                if let Err(error) = orbit.expand(action, &row, collector.clock()) {
                    collector.fail(error);
                    return;
                }
                if !action.is_on_formula() && !all_are_solutions(slots, &orbit, guard, solver, budget, collector) {
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
                    forbid(slots, image, positive_suffices, guard, &mut clause, solver);
                }
                collector.take_orbit(&row, Some(&model), orbit.len() as u128)
            }
        };
        if flow.is_break() {
            return;
        }
    }
}

/// A model of what the solver holds, under the guard. If there is none, the collector knows whether the budget has ended.
pub(crate) fn next_model(
    guard: Option<Lit>,
    solver: &mut Solver,
    budget: &Budget,
    collector: &mut Collector<'_>,
) -> Option<Model> {
    match solver.solve_within(guard.as_slice(), budget) {
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
fn exclude(cnf: &Cnf, slots: &Slots, action: &Action, guard: Option<Lit>, solver: &mut Solver) -> Vec<bool> {
    let mut excluded = vec![false; slots.len()];
    if !action.is_on_formula() {
        return excluded;
    }
    let Some(pivot) = Pivot::among(visible_choices(cnf, slots), action) else { return excluded };
    for slot in pivot.others {
        excluded[slot as usize] = true;
        let lit = slots.vars()[slot as usize].negative();
        match guard {
            Some(guard) => solver.add_clause(&[!guard, lit]),
            None => solver.add_clause(&[lit]),
        }
    }
    excluded
}

/// The exactly-one groups of visible variables, as rows of slots.
pub(crate) fn visible_choices(cnf: &Cnf, slots: &Slots) -> impl Iterator<Item = Vec<u32>> {
    let slot = |&lit: &Lit| slots.made_true_by(lit);
    cnf.groups()
        .filter(|group| group.kind == GroupKind::ExactlyOne)
        .filter_map(move |group| group.members.iter().map(slot).collect())
}

/// Whether each image of a solution is one. If not, the collector knows why: one is none, or the budget has ended.
fn all_are_solutions(
    slots: &Slots,
    orbit: &Orbit,
    guard: Option<Lit>,
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
        assumptions.extend(guard);
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

/// The slots of the visible variables that are true in a model.
pub(crate) fn true_slots(slots: &Slots, model: &Model, row: &mut Vec<u32>) {
    row.clear();
    row.extend((0..).zip(slots.vars()).filter(|(_, var)| model.value(**var)).map(|(slot, _)| slot));
}

/// Forbids a solution.
pub(crate) fn forbid(
    slots: &Slots,
    row: &[u32],
    positive_suffices: bool,
    guard: Option<Lit>,
    clause: &mut Vec<Lit>,
    solver: &mut Solver,
) {
    clause.clear();
    clause.extend(guard.map(|lit| !lit));
    if positive_suffices {
        clause.extend(row.iter().map(|&slot| slots.vars()[slot as usize].negative()));
    } else {
        clause.extend(slots.vars().iter().map(|var| var.positive()));
        let start = usize::from(guard.is_some());
        for &slot in row {
            clause[start + slot as usize] = slots.vars()[slot as usize].negative();
        }
    }
    solver.add_clause(clause);
}

/// Whether the true visible variables of one solution are never a proper subset of those of another, so that it is
/// enough to forbid the true ones.
///
/// It is so if each visible variable stands in an exactly-one group of visible variables: were one true only in the
/// larger of two nested solutions, the member of its group that is true in the smaller one would be true beside it.
pub(crate) fn never_nested(cnf: &Cnf, slots: &Slots) -> bool {
    let mut covered = vec![false; slots.len()];
    for slot in visible_choices(cnf, slots).flatten() {
        covered[slot as usize] = true;
    }
    covered.iter().all(|&covered| covered)
}

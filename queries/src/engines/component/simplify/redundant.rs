//! Clauses that follow from the others.

use std::cmp::Reverse;

use gordian_formula::{Lit, Var};
use gordian_solver::Outcome;

use super::formula::Formula;
use super::oracle::{MOST_CLAUSES, ask, oracle};
use crate::engines::component::polls::Polls;

/// Ticks that all questions may take, and how many more for each redundant clause.
const FIRST_TICKS: u64 = 1 << 18;
const TICKS_PER_CLAUSE: u64 = 1 << 15;

/// Removes clauses that follow from the others, long ones first. Returns whether these were many, an eighth or more.
///
/// They join variables that have nothing else in common. Without them a formula falls apart into more parts, more of
/// these look alike, and hidden variables make fewer resolvents (Soos and Meel 2022, in the preprocessor Arjun).
pub(super) fn remove_redundant(formula: &mut Formula, polls: &mut Polls<'_>) -> bool {
    let clauses = &mut formula.clauses;
    if clauses.len() > MOST_CLAUSES {
        return false;
    }
    clauses.sort_by_key(|clause| Reverse(clause.len()));
    let num_vars = formula.visible.len();
    let holds = |at: usize| Var::from_index(num_vars + at).positive();
    let mut solver = oracle();
    for (at, clause) in clauses.iter().enumerate() {
        solver.add_clause(&[&[!holds(at)], &clause[..]].concat());
    }
    let mut is_redundant = vec![false; clauses.len()];
    let mut found = 0;
    let begun = polls.ticks();
    for (at, clause) in clauses.iter().enumerate() {
        let ticks = solver.statistics().ticks;
        if polls.is_over_at(begun + ticks) || ticks > FIRST_TICKS + TICKS_PER_CLAUSE * found {
            break;
        }
        // Those asked about before have been settled by a unit.
        let others = (at + 1..clauses.len()).map(holds);
        let assumptions: Vec<Lit> = clause.iter().map(|&lit| !lit).chain(others).collect();
        is_redundant[at] = ask(&mut solver, &assumptions) == Outcome::Unsatisfiable;
        found += u64::from(is_redundant[at]);
        solver.add_clause(&[if is_redundant[at] { !holds(at) } else { holds(at) }]);
    }
    let mut stays = is_redundant.iter().map(|&is_redundant| !is_redundant);
    clauses.retain(|_| stays.next().unwrap_or(true));
    8 * found >= is_redundant.len() as u64
}

#[cfg(test)]
mod tests {
    use gordian_testkit::Random;

    use super::super::formula::tests::{VARS, models_of, random_formula};
    use super::*;

    #[test]
    fn what_is_left_has_the_same_models_and_says_nothing_twice() {
        let mut removed = 0;
        for seed in 0..200 {
            let mut formula = random_formula(&mut Random::new(seed), VARS);
            let before = formula.clauses.clone();
            remove_redundant(&mut formula, &mut Polls::new(&mut |_| std::ops::ControlFlow::Continue(())));
            removed += before.len() - formula.clauses.len();
            let left = models_of(&formula.clauses);
            assert_eq!(left, models_of(&before), "{seed}");
            for at in 0..formula.clauses.len() {
                let mut others = formula.clauses.clone();
                others.remove(at);
                assert_ne!(models_of(&others), left, "{seed}: {:?}", formula.clauses[at]);
            }
        }
        assert!(removed > 1000, "{removed}");
    }
}

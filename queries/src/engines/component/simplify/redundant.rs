//! Clauses that follow from the others.

use std::cmp::Reverse;

use gordian_formula::{Lit, Var};
use gordian_solver::{Budget, Options, Outcome, Solver};

use super::formula::Formula;
use crate::engines::component::polls::Polls;

/// Conflicts that one question may take.
const MOST_CONFLICTS: u64 = 100;
/// Clauses that are asked about at most: each question is about all of them.
const MOST_CLAUSES: usize = 8000;
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
    let mut oracle = Solver::with_options(Options::default().with("inprocess", 0).with("lucky", 0));
    for (at, clause) in clauses.iter().enumerate() {
        oracle.add_clause(&[&[!holds(at)], &clause[..]].concat());
    }
    let mut is_redundant = vec![false; clauses.len()];
    let mut found = 0;
    for (at, clause) in clauses.iter().enumerate() {
        if polls.is_over() || oracle.statistics().ticks > FIRST_TICKS + TICKS_PER_CLAUSE * found {
            break;
        }
        // Those asked about before have been settled by a unit.
        let others = (at + 1..clauses.len()).map(holds);
        let assumptions: Vec<Lit> = clause.iter().map(|&lit| !lit).chain(others).collect();
        let budget = Budget::unlimited().with_conflicts(MOST_CONFLICTS);
        is_redundant[at] = oracle.solve_within(&assumptions, &budget) == Outcome::Unsatisfiable;
        found += u64::from(is_redundant[at]);
        oracle.add_clause(&[if is_redundant[at] { !holds(at) } else { holds(at) }]);
    }
    let mut stays = is_redundant.iter().map(|&is_redundant| !is_redundant);
    clauses.retain(|_| stays.next().unwrap_or(true));
    formula.ticks += oracle.statistics().ticks;
    8 * found >= is_redundant.len() as u64
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use gordian_formula::{ClauseSink, Cnf};
    use gordian_testkit::{Random, models};

    use super::*;

    fn values(cnf: &Cnf) -> Vec<Vec<bool>> {
        models(cnf).map(|model| (0..8).map(|var| model.value(Var::from_index(var))).collect()).collect()
    }

    #[test]
    fn what_is_left_has_the_same_models_and_says_nothing_twice() {
        let mut removed = 0;
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut cnf = Cnf::new();
            let vars = cnf.new_vars(8);
            for _ in 0..10 + random.below(30) {
                let size = 1 + random.below(4);
                let clause: Vec<Lit> = (0..size).map(|_| vars[random.below(8)].lit(random.chance(50))).collect();
                cnf.add_clause(&clause);
            }
            let go_on = &mut || ControlFlow::Continue(());
            let mut formula = Formula::of(&cnf, None, &mut Polls::new(go_on)).unwrap();
            let before = formula.clauses.len();
            remove_redundant(&mut formula, &mut Polls::new(go_on));
            removed += before - formula.clauses.len();
            let with = |clauses: &[Vec<Lit>]| {
                let mut cnf = Cnf::new();
                cnf.new_vars(8);
                clauses.iter().for_each(|clause| cnf.add_clause(clause));
                values(&cnf)
            };
            let left = with(&formula.clauses);
            assert_eq!(left, values(&cnf), "{seed}");
            for at in 0..formula.clauses.len() {
                let mut others = formula.clauses.clone();
                others.remove(at);
                assert_ne!(with(&others), left, "{seed}: {:?}", formula.clauses[at]);
            }
        }
        assert!(removed > 1000, "{removed}");
    }
}

//! Literals that clauses do without.

use std::cmp::Reverse;

use gordian_formula::Lit;
use gordian_solver::Outcome;

use super::formula::Formula;
use super::oracle::{MOST_CLAUSES, ask, oracle};
use crate::engines::component::polls::Polls;

/// Literals of a clause that is left as it is.
const LONGEST: usize = 100;
/// Ticks that all questions may take, and how many more for each literal that is removed. A clause that is
/// compared with a model is a tick, too.
const FIRST_TICKS: u64 = 1 << 22;
const TICKS_PER_LITERAL: u64 = 1 << 14;

/// Removes literals without which a clause still follows from the formula, until each clause is a prime
/// implicate, long ones first. Returns whether there were any.
///
/// A model in which no other literal of a clause is true shows that this one is needed, so it answers one
/// question about many clauses (Soos and Meel 2022, in the preprocessor Arjun).
pub(super) fn strengthen(formula: &mut Formula, polls: &mut Polls<'_>) -> bool {
    let clauses = &mut formula.clauses;
    if clauses.len() > MOST_CLAUSES {
        return false;
    }
    clauses.sort_by_key(|clause| Reverse(clause.len()));
    let mut solver = oracle();
    clauses.iter().for_each(|clause| solver.add_clause(clause));
    let mut needed: Vec<Vec<Lit>> = vec![Vec::new(); clauses.len()];
    let (mut removed, mut compared) = (0, 0);
    let begun = polls.ticks();
    let mut at = clauses.partition_point(|clause| clause.len() > LONGEST);
    while at < clauses.len() {
        let clause = &mut clauses[at];
        let Some(&lit) = clause.iter().find(|lit| !needed[at].contains(lit)) else {
            at += 1;
            continue;
        };
        let ticks = solver.statistics().ticks + compared as u64;
        if polls.is_over_at(begun + ticks) || ticks > FIRST_TICKS + TICKS_PER_LITERAL * removed {
            break;
        }
        let assumptions: Vec<Lit> = clause.iter().filter(|&&other| other != lit).map(|&other| !other).collect();
        match ask(&mut solver, &assumptions) {
            Outcome::Unsatisfiable => {
                let before = clause.len();
                clause.retain(|&lit| solver.core().contains(&!lit));
                removed += (before - clause.len()) as u64;
                solver.add_clause(clause);
                if clause.is_empty() {
                    formula.contradict();
                    return true;
                }
            }
            Outcome::Satisfiable => {
                let Some(model) = solver.model() else { unreachable!("a satisfiable outcome comes with a model") };
                compared += clauses.len() - at;
                for (clause, needed) in clauses[at..].iter().zip(&mut needed[at..]) {
                    let mut satisfied = clause.iter().filter(|&&lit| model.satisfies(lit));
                    if let (Some(&lit), None) = (satisfied.next(), satisfied.next())
                        && !needed.contains(&lit)
                    {
                        needed.push(lit);
                    }
                }
            }
            Outcome::Unknown(_) => needed[at].push(lit),
        }
    }
    removed > 0
}

#[cfg(test)]
mod tests {
    use gordian_testkit::Random;

    use super::super::formula::tests::{VARS, models_of, random_formula};
    use super::*;

    #[test]
    fn what_is_left_has_the_same_models_and_no_literal_too_many() {
        let mut removed = 0;
        for seed in 0..200 {
            let mut formula = random_formula(&mut Random::new(seed), VARS);
            let before = models_of(&formula.clauses);
            let literals = |formula: &Formula| formula.clauses.iter().map(Vec::len).sum::<usize>();
            let most = literals(&formula);
            let is_changed = strengthen(&mut formula, &mut Polls::new(&mut |_| std::ops::ControlFlow::Continue(())));
            assert_eq!(is_changed, literals(&formula) < most || formula.is_contradictory(), "{seed}");
            if formula.is_contradictory() {
                assert!(before.is_empty(), "{seed}");
                continue;
            }
            removed += most - literals(&formula);
            assert_eq!(models_of(&formula.clauses), before, "{seed}");
            for (at, clause) in formula.clauses.iter().enumerate() {
                for lit in clause {
                    let mut shorter = formula.clauses.clone();
                    shorter[at].retain(|other| other != lit);
                    assert_ne!(models_of(&shorter), before, "{seed}: {clause:?} needs no {lit:?}");
                }
            }
        }
        assert!(removed > 500, "{removed}");
    }
}

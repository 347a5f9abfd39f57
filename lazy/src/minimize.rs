//! Searching for the best solution.

use gordian_formula::{ClauseSink, Model};
use gordian_solver::{Budget, Callbacks, Interrupt, Outcome};

use crate::solver::LazySolver;
use crate::view::View;

/// Conflicts in which a solution is looked for that is better by more than one.
const CONFLICTS_OF_STEP: u64 = 1000;

/// How far a search for the best solution came.
struct Progress {
    /// The number of conflicts at which it ends.
    end: Option<u64>,
    objective: View,
    /// The values of all integers in the best solution, and of the literals.
    values: Vec<i64>,
    model: Option<Model>,
    best: i64,
    /// Nothing below is possible.
    least: i64,
    /// By how much the next solution is to be better.
    step: i64,
}

impl LazySolver {
    /// [`LazySolver::minimize_with`] without limits.
    pub fn minimize(&mut self, objective: impl Into<View>, improved: impl FnMut(i64)) -> Outcome {
        let mut improved = improved;
        self.minimize_with(objective, &Budget::unlimited(), &mut || false, |_, best| improved(best))
    }

    /// Searches for a solution with the least value of a view. Each solution found adds that the
    /// next one is to be better, for good: afterwards only better ones are left. `improved` is told
    /// each value that is found, and can read the solution. The last solution can be read
    /// afterwards, too.
    ///
    /// As long as solutions come easily, the next one is to be better by twice as much as the last
    /// time: a step that does not lead anywhere is given up, or shows that no solution is that
    /// good.
    ///
    /// Limits of time and of conflicts hold for all of it, others for each of the searches that it
    /// is made of. [`Outcome::Unknown`] says that a limit was reached before the best solution was
    /// known to be that; the best one so far can be read.
    pub fn minimize_with(
        &mut self,
        objective: impl Into<View>,
        budget: &Budget,
        terminate: &mut dyn FnMut() -> bool,
        mut improved: impl FnMut(&LazySolver, i64),
    ) -> Outcome {
        let objective = objective.into();
        let end = budget.conflicts().map(|conflicts| self.statistics().conflicts + conflicts);
        let outcome = self.solve_with(&[], budget, Callbacks::none().with_terminate(terminate));
        if outcome != Outcome::Satisfiable {
            return outcome;
        }
        let least = self.least_of(objective);
        let mut progress = Progress { end, objective, values: Vec::new(), model: None, best: 0, least, step: 1 };
        self.improve(&mut progress, &mut improved);
        let outcome = loop {
            if progress.best <= progress.least {
                break Outcome::Satisfiable;
            }
            match self.step(&mut progress, budget, terminate) {
                Outcome::Satisfiable => self.improve(&mut progress, &mut improved),
                Outcome::Unsatisfiable => break Outcome::Satisfiable,
                Outcome::Unknown(interrupt) => break Outcome::Unknown(interrupt),
            }
        };
        self.restore(progress.values, progress.model);
        outcome
    }

    /// Takes note of a solution that was found.
    fn improve(&mut self, progress: &mut Progress, improved: &mut impl FnMut(&LazySolver, i64)) {
        progress.values = self.values().to_vec();
        progress.model = self.model().cloned();
        progress.best = progress.objective.of(progress.values[progress.objective.integer().index()]);
        improved(self, progress.best);
        let better = self.at_most(progress.objective, progress.best - 1);
        self.add_clause(&[better]);
    }

    /// Searches for a better solution, by the step and then by less.
    fn step(&mut self, progress: &mut Progress, budget: &Budget, terminate: &mut dyn FnMut() -> bool) -> Outcome {
        while progress.step > 1 {
            let target = (progress.best.saturating_sub(progress.step)).max(progress.least);
            let is_as_good = self.at_most(progress.objective, target);
            let limited = self.within(progress, budget, Some(CONFLICTS_OF_STEP));
            match self.solve_with(&[is_as_good], &limited, Callbacks::none().with_terminate(terminate)) {
                Outcome::Satisfiable => {
                    progress.step = progress.step.saturating_mul(2);
                    return Outcome::Satisfiable;
                }
                Outcome::Unsatisfiable if self.core().is_empty() => return Outcome::Unsatisfiable,
                Outcome::Unsatisfiable => {
                    self.add_clause(&[!is_as_good]);
                    progress.least = target + 1;
                    if progress.best <= progress.least {
                        return Outcome::Unsatisfiable;
                    }
                    progress.step = ((progress.best - progress.least) / 2).min(progress.step / 2).max(1);
                }
                Outcome::Unknown(Interrupt::Conflicts) if self.is_within(progress) => progress.step = 1,
                outcome => return outcome,
            }
        }
        let limited = self.within(progress, budget, None);
        let outcome = self.solve_with(&[], &limited, Callbacks::none().with_terminate(terminate));
        progress.step = 2;
        outcome
    }

    /// The rest of the limits, or so many conflicts.
    fn within(&self, progress: &Progress, budget: &Budget, most: Option<u64>) -> Budget {
        let left = progress.end.map(|end| end.saturating_sub(self.statistics().conflicts));
        match left.into_iter().chain(most).min() {
            Some(conflicts) => budget.clone().with_conflicts(conflicts),
            None => budget.clone(),
        }
    }

    /// Whether there are conflicts left.
    fn is_within(&self, progress: &Progress) -> bool {
        progress.end.is_none_or(|end| self.statistics().conflicts < end)
    }
}

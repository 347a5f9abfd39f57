//! Searching the best solution of a puzzle with a goal.

use std::ops::ControlFlow;
use std::rc::Rc;

use gordian_formula::text::escaped;
use gordian_minizinc::{Question, SearchError};
use gordian_puzzles::{AnyPuzzle, AnySolution};
use gordian_queries::Status;

use super::Run;
use super::report::{Best, Found, SolveReport};
use crate::ask::Ended;
use crate::failure::Failure;
use crate::render::report::Solved;

impl Run<'_> {
    /// Better and better solutions, until there is no better one, or a limit is reached.
    ///
    /// # Errors
    /// If the model is too large, or something was asked for that only goes with any solution.
    pub(super) fn solve_best(self, puzzle: &Rc<AnyPuzzle>) -> Result<SolveReport, Ended> {
        self.refuse_what_no_goal_has(puzzle)?;
        let Some(model) = puzzle.optimization() else { return self.give_up() };
        let mut best: Option<AnySolution> = None;
        let question =
            Question::new(model).with_clock(self.session.clock()).with_options(self.solver.options().clone());
        let answer = question.answer(&mut |found| {
            best = puzzle.solution_with(found.values);
            ControlFlow::Continue(())
        });
        let answer = answer.map_err(|error| match error {
            SearchError::Wrong(_) | SearchError::Judgement(_) => {
                Failure::new(format!("internal error, please report it: {error}"))
            }
            error => Failure::new(error.to_string()),
        })?;
        self.progress.clear();
        for name in &answer.unbounded {
            let name = escaped(name);
            self.session.warn(format_args!("`{name}` has no bounds: only a part of its values is tried"))?;
        }
        let solution = match best {
            Some(solution) => {
                let solved = Solved { solution, puzzle: Rc::clone(puzzle) };
                self.session.write_picture(|| solved.svg())?;
                Some(solved)
            }
            None => None,
        };
        let status = Status::of(solution.is_some(), answer.is_complete);
        let interrupt = (!answer.is_complete).then(|| self.session.interrupt());
        let best = Best { objective: answer.objective, optimal: answer.objective.map(|_| answer.is_complete) };
        let is_drawn = !self.arguments.no_model;
        let goal = puzzle.goal();
        let mut report = self.report(status, interrupt, Found::Best { solution, best, goal, is_drawn });
        report.stats.statistics = answer.statistics;
        Ok(report)
    }

    /// Refuses proofs, and limits that only one search has.
    fn refuse_what_no_goal_has(&self, puzzle: &AnyPuzzle) -> Result<(), Failure> {
        let arguments = self.arguments;
        let asked = [
            ("a proof", arguments.proof.is_some()),
            ("--check", arguments.check),
            ("--conflicts", arguments.conflicts.is_some()),
            ("--decisions", arguments.decisions.is_some()),
        ];
        match asked.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => {
                let goal = puzzle.goal().unwrap_or_default();
                let message =
                    format!("{option} goes with one search, and `{}` takes several; --time works", escaped(&goal));
                Err(Failure::new(message))
            }
        }
    }
}

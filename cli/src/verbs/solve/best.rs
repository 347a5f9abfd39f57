//! Searching without a formula that is whole: for the best solution of a puzzle with a goal, or where
//! a formula would be too large.

use std::ops::ControlFlow;
use std::rc::Rc;

use gordian_encoders::rule::Guarding;
use gordian_flatzinc::Model;
use gordian_formula::text::escaped;
use gordian_minizinc::{Answer, Question, SearchError};
use gordian_puzzles::{AnyPuzzle, AnySolution};
use gordian_queries::Status;
use gordian_solver::Outcome;

use super::Run;
use super::report::{Best, Found, SolveReport};
use crate::arguments::SolveArguments;
use crate::ask::Ended;
use crate::failure::Failure;
use crate::reading;
use crate::render::report::Solved;
use crate::verify;

/// The best solution is known, and the proof is not complete.
const NO_TIME_TO_PROVE: &str = "the time was over before the proof was complete";

impl Run<'_> {
    /// Better and better solutions, until there is no better one, or a limit is reached.
    ///
    /// # Errors
    /// If the model is too large, or something was asked for that only goes with any solution.
    pub(super) fn solve_best(mut self, puzzle: &Rc<AnyPuzzle>, model: &Model) -> Result<SolveReport, Ended> {
        self.refuse_what_no_goal_has(puzzle)?;
        let (answer, solution) = self.answer(puzzle, model)?;
        match answer.is_complete {
            true => self.prove(puzzle, answer.objective)?,
            false => self.finish_proof()?,
        }
        let status = Status::of(solution.is_some(), answer.is_complete);
        let interrupt = (!answer.is_complete).then(|| self.session.interrupt());
        let best = Best { objective: answer.objective, optimal: answer.objective.map(|_| answer.is_complete) };
        let is_drawn = !self.arguments.no_model;
        let goal = puzzle.goal();
        let mut report = self.report(status, interrupt, Found::Best { solution, best, goal, is_drawn });
        report.stats.statistics = answer.statistics;
        Ok(report)
    }

    /// Any solution of a model whose formula would be too large: what makes it so is propagated.
    ///
    /// # Errors
    /// The reason why there is no formula, if it is another one, or if something was asked for that needs a formula.
    pub(super) fn solve_without_formula(
        mut self,
        puzzle: &Rc<AnyPuzzle>,
        failure: Failure,
    ) -> Result<SolveReport, Ended> {
        let SolveArguments { proof, check, conflicts, decisions, .. } = self.arguments;
        let needs_formula = proof.is_some() || *check || conflicts.is_some() || decisions.is_some();
        let Some(model) = puzzle.model().filter(|_| !needs_formula) else { return Err(failure.into()) };
        let (answer, solution) = self.answer(puzzle, model)?;
        let status = Status::of(solution.is_some(), answer.is_complete);
        let interrupt = (status == Status::Unknown).then(|| self.session.interrupt());
        let is_drawn = !self.arguments.no_model;
        let mut report = self.report(status, interrupt, Found::Solution { solution, is_drawn });
        report.stats.statistics = answer.statistics;
        Ok(report)
    }

    /// The answer of the search for the last solution, each better than those before, or the only one.
    fn answer(&mut self, puzzle: &Rc<AnyPuzzle>, model: &Model) -> Result<(Answer, Option<Solved>), Ended> {
        let mut last: Option<AnySolution> = None;
        let question =
            Question::new(model).with_clock(self.session.clock()).with_options(self.solver.options().clone());
        let answer = question.answer(&mut |found| {
            last = puzzle.solution_with(found.values);
            ControlFlow::Continue(())
        });
        let answer = answer.map_err(|error| match error {
            SearchError::Wrong(_) | SearchError::Judgement(_) => verify::wrong(error),
            error => Failure::new(error),
        })?;
        self.progress.clear();
        for name in &answer.unbounded {
            let name = escaped(name);
            self.session.warn(format_args!("`{name}` has no bounds: only a part of its values is tried"))?;
        }
        let solved = last.map(|solution| Solved { solution, puzzle: Rc::clone(puzzle) });
        if let Some(solved) = &solved {
            self.session.write_picture(|| solved.svg())?;
        }
        Ok((answer, solved))
    }

    /// Proves, if that is asked for, that no objective is better than this, or that there is no solution: by another
    /// search, of the formula that `encode` writes.
    fn prove(&mut self, puzzle: &Rc<AnyPuzzle>, best: Option<i64>) -> Result<(), Ended> {
        if self.arguments.proof.is_none() && !self.arguments.check {
            return Ok(());
        }
        let clock = self.session.clock();
        let compiled = match best {
            Some(best) => reading::compile_better(puzzle, best, &clock),
            None => reading::compile(puzzle, Guarding::None, &clock),
        };
        let cnf = match compiled {
            Ok(compiled) => compiled.cnf,
            Err(Ended::Interrupted) => return Err(Failure::new(NO_TIME_TO_PROVE).into()),
            Err(Ended::Failure(failure)) => return Err(Failure::new(format!("there is no proof: {failure}")).into()),
            Err(ended) => return Err(ended),
        };
        cnf.feed(&mut self.solver);
        let outcome = self.solver.solve_within(&[], &self.session.budget());
        self.finish_proof()?;
        match outcome {
            Outcome::Unsatisfiable if self.arguments.check => Ok(verify::proof(&mut self.proofs, &cnf, &clock)?),
            Outcome::Unsatisfiable => Ok(()),
            Outcome::Unknown(_) => Err(Failure::new(NO_TIME_TO_PROVE).into()),
            Outcome::Satisfiable => Err(verify::wrong("a better solution exists than the best one").into()),
        }
    }

    /// Refuses limits that only one search has.
    fn refuse_what_no_goal_has(&self, puzzle: &AnyPuzzle) -> Result<(), Failure> {
        let arguments = self.arguments;
        let asked = [("--conflicts", arguments.conflicts.is_some()), ("--decisions", arguments.decisions.is_some())];
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

//! Solving a puzzle.

use std::rc::Rc;

use gordian_encoders::rule::Guarding;
use gordian_formula::Cnf;
use gordian_puzzles::AnyPuzzle;
use gordian_queries::Status;
use gordian_solver::Outcome;

use super::report::{Found, SolveReport};
use super::{Answer, Run};
use crate::ask::Ended;
use crate::reading;
use crate::verify;

impl Run<'_> {
    pub(super) fn solve_puzzle(mut self, puzzle: &Rc<AnyPuzzle>) -> Result<SolveReport, Ended> {
        #[cfg(feature = "flatzinc")]
        if let Some(model) = puzzle.model().filter(|_| puzzle.goal().is_some()) {
            return self.solve_best(puzzle, model);
        }
        let (outcome, cnf) = match reading::compile(puzzle, Guarding::None, &self.session.clock()) {
            Ok(compiled) => {
                compiled.cnf.feed(&mut self.solver);
                (self.search(&[])?, compiled.cnf)
            }
            Err(Ended::Interrupted) => (Outcome::Unknown(self.session.interrupt()), Cnf::new()),
            #[cfg(feature = "flatzinc")]
            Err(Ended::Failure(failure)) => return self.solve_without_formula(puzzle, failure),
            Err(ended) => return Err(ended),
        };
        self.progress.clear();
        self.finish_proof()?;
        let answer = Answer::of(outcome, &self.solver);
        let model = answer.model.as_ref();
        let solution = model.map(|model| verify::solution(puzzle, &cnf, model)).transpose()?;
        if answer.status == Status::Unsatisfiable && self.arguments.check {
            verify::proof(&mut self.proofs, &cnf, &self.session.clock())?;
        }
        if let Some(solution) = &solution {
            self.session.write_picture(|| solution.svg())?;
        }
        let is_drawn = !self.arguments.no_model;
        Ok(self.report(answer.status, answer.interrupt, Found::Solution { solution, is_drawn }))
    }
}

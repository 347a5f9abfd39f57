//! Solutions as a lazy solver finds them.

use std::ops::ControlFlow;

use gordian_flatzinc::Goal;
use gordian_formula::ClauseSink;
use gordian_lazy::LazySolver;
use gordian_solver::Budget;

use crate::judge::judge;
use crate::question::{Listener, Question, Wanted};
use crate::{Answer, SearchError, Solution};

/// Judges solutions, counts them and hands them on, until enough are found.
pub(crate) struct Found<'q, 'l, 'h> {
    question: &'q Question<'q>,
    listener: &'l mut Listener<'h>,
    answer: Answer,
    /// Whether no more are wanted, so that others may exist.
    is_enough: bool,
    wrong: Option<SearchError>,
}

impl<'q, 'l, 'h> Found<'q, 'l, 'h> {
    pub(crate) fn new(question: &'q Question<'q>, constraints: usize, listener: &'l mut Listener<'h>) -> Self {
        let answer = Answer { constraints, ..Answer::default() };
        let is_enough = question.model.goal == Goal::Satisfy && question.wanted == Wanted::UpTo(0);
        Found { question, listener, answer, is_enough, wrong: None }
    }

    /// The limits of the search.
    pub(crate) fn budget(&self) -> Budget {
        Budget::unlimited().with_clock(self.question.clock.clone())
    }

    /// Whether no more solutions are wanted.
    pub(crate) fn is_enough(&self) -> bool {
        self.is_enough
    }

    /// Takes the values of the model's variables in a solution.
    pub(crate) fn take(&mut self, values: &[i64]) -> ControlFlow<()> {
        let model = self.question.model;
        if let Err(error) = judge(model, values) {
            self.wrong = Some(error);
            return self.stop();
        }
        self.answer.solutions += 1;
        self.answer.objective = model.objective(values);
        let heard = (self.listener)(&Solution { values, objective: self.answer.objective });
        let is_last = match (model.goal, self.question.wanted) {
            (Goal::Minimize(_) | Goal::Maximize(_), _) | (Goal::Satisfy, Wanted::All) => false,
            (Goal::Satisfy, Wanted::One) => true,
            (Goal::Satisfy, Wanted::UpTo(count)) => self.answer.solutions >= count,
        };
        if heard.is_break() || is_last { self.stop() } else { ControlFlow::Continue(()) }
    }

    /// Wants no more solutions.
    pub(crate) fn stop(&mut self) -> ControlFlow<()> {
        self.is_enough = true;
        ControlFlow::Break(())
    }

    /// The answer after a search of this solver.
    ///
    /// # Errors
    /// If what was found is no solution.
    pub(crate) fn finish(self, is_complete: bool, solver: &LazySolver) -> Result<Answer, SearchError> {
        match self.wrong {
            Some(error) => Err(error),
            None => Ok(Answer {
                is_complete,
                variables: solver.num_vars(),
                statistics: solver.statistics().clone(),
                ..self.answer
            }),
        }
    }
}

//! A mapped model, its formula and the solver that searches it.

use std::ops::ControlFlow;

use gordian_encoders::encode::EncodingError;
use gordian_encoders::model::ProblemFormula;
use gordian_encoders::rule::Guarding;
use gordian_flatzinc::Model as FlatModel;
use gordian_flatzinc::mapping::Mapping;
use gordian_formula::Model;
use gordian_solver::{Budget, Callbacks, Outcome, Portfolio, Solver};

use crate::guide::Guide;
use crate::judge::judge;
use crate::question::{Listener, Question};
use crate::{Answer, SearchError, Solution};

/// Everything that a search needs.
pub(crate) struct Engine<'a> {
    pub(crate) model: &'a FlatModel,
    pub(crate) mapping: Mapping,
    pub(crate) formula: ProblemFormula,
    solver: Option<Solver>,
    guide: Option<Guide>,
    question: &'a Question<'a>,
}

impl<'a> Engine<'a> {
    /// The formula of a model; `None` if the time was over first.
    pub(crate) fn new(question: &'a Question<'a>, mapping: Mapping) -> Result<Option<Engine<'a>>, SearchError> {
        let formula = match mapping.problem.compile_as(Guarding::None, &question.clock) {
            Err(EncodingError::Stopped) => return Ok(None),
            formula => formula?,
        };
        let follows_order = question.follows_order && question.threads == 1;
        let guide = follows_order.then(|| Guide::new(question.model, &mapping, &formula)).flatten();
        Ok(Some(Engine { model: question.model, mapping, formula, solver: None, guide, question }))
    }

    pub(crate) fn solver(&mut self) -> &mut Solver {
        let Engine { formula, question, solver, .. } = self;
        solver.get_or_insert_with(|| {
            let mut solver = Solver::with_options(question.options.clone());
            formula.cnf.feed(&mut solver);
            solver
        })
    }

    /// A model of the formula and of the clauses that were added; the error says why there is none.
    pub(crate) fn next(&mut self) -> Result<Model, Outcome> {
        let budget = Budget::unlimited().with_clock(self.question.clock.clone());
        let portfolio = Portfolio::of_threads(self.question.threads);
        // The engine asks the guide, which changes no answer.
        let mut guide = self.guide.take();
        let solver = self.solver();
        let outcome = match &mut guide {
            Some(guide) => {
                let observed = guide.observed().to_vec();
                solver.solve_with(&[], &budget, Callbacks::none().with_propagator(guide, &observed))
            }
            None => solver.solve_portfolio(&[], &budget, &portfolio).outcome,
        };
        self.guide = guide;
        let solver = self.solver();
        match (outcome, solver.model()) {
            (Outcome::Satisfiable, Some(model)) => Ok(model),
            (outcome, _) => Err(outcome),
        }
    }

    /// The values of the model's variables, judged.
    ///
    /// # Errors
    /// If they are no solution.
    pub(crate) fn values(&self, model: &Model) -> Result<Vec<i64>, SearchError> {
        let values = self.mapping.values(&self.formula.assignment(model), &[]);
        judge(self.model, &values)?;
        Ok(values)
    }

    /// One solution.
    ///
    /// # Errors
    /// If what was found is none.
    pub(crate) fn find_one(&mut self, listener: &mut Listener<'_>) -> Result<Answer, SearchError> {
        let mut answer = Answer::default();
        match self.next() {
            Ok(model) => {
                let values = self.values(&model)?;
                let (ControlFlow::Continue(()) | ControlFlow::Break(())) =
                    listener(&Solution { values: &values, objective: None });
                answer.solutions = 1;
            }
            Err(outcome) => answer.is_complete = outcome == Outcome::Unsatisfiable,
        }
        answer.statistics = self.solver().statistics().clone();
        Ok(answer)
    }
}

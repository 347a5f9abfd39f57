//! Solving a formula, and answering the questions of an iCNF file.

use gordian_formula::dimacs::{FormulaTarget, Query as Asked};
use gordian_formula::{ClauseSink, Cnf, Instant, Lit, Var};
use gordian_queries::Status;

use super::report::{Found, Query, SolveReport};
use super::{Answer, Run};
use crate::ask::Ended;
use crate::failure::Failure;
use crate::reading::Formula;
use crate::render;
use crate::render::report::numbers;
use crate::verify;

impl Run<'_> {
    pub(super) fn solve_formula(mut self, mut formula: Formula) -> Result<SolveReport, Ended> {
        formula.announce(self.session)?;
        let began = Instant::now();
        let mut reader = Reader::new(&mut self);
        let report = formula.read(&mut reader);
        let seconds = began.elapsed().as_secs_f64();
        let Reader { copy, queries, last, failure, .. } = reader;
        let report = match (report, failure) {
            (Err(Ended::Failure(failure)), _) | (_, Some(failure)) => return Err(failure.into()),
            (Err(_), None) => return self.give_up(),
            (Ok(report), None) => report,
        };
        report.warnings.iter().try_for_each(|warning| self.session.warn(warning))?;
        self.solver.reserve_vars(report.num_vars());
        if report.num_vars() <= Var::MAX_INDEX {
            self.solver.allow_definitions(Var::from_index(report.num_vars()));
        }
        let (used, known) = (self.solver.used_vars().count(), self.solver.num_vars());
        let size = format!("{known} variables, {used} of them used, {} clauses", report.clauses);
        self.session.comment(size)?;
        self.session.comment(format_args!("read {:.2} MB in {seconds:.2} s", report.bytes as f64 / 1e6))?;
        if let Some(last) = last {
            return Ok(self.report(last, None, Found::Queries { queries }));
        }
        self.session.flush()?;
        let outcome = self.search(&[])?;
        let closed = self.finish_proof();
        let answer = Answer::of(outcome, &self.solver);
        match self.check_answer(&answer, &formula, copy.as_ref()) {
            Ok(checked) => {
                let model = answer.model.filter(|_| !self.arguments.no_model).map(|model| self.shown(&model));
                let report = self.report(answer.status, answer.interrupt, Found::Model { model, checked });
                Ok(SolveReport { failure: closed.err(), ..report })
            }
            Err(failure) => Ok(SolveReport { failure: Some(failure), ..self.unknown() }),
        }
    }

    /// The answer when a signal or the time limit came while the input was read.
    pub(super) fn give_up(mut self) -> Result<SolveReport, Ended> {
        self.finish_proof()?;
        Ok(self.unknown())
    }

    fn unknown(self) -> SolveReport {
        self.report(Status::Unknown, None, Found::Model { model: None, checked: None })
    }

    /// Checks a model on the formula, in its file or in the copy that was kept, and an
    /// unsatisfiable answer by its proof. Returns the words for what was checked.
    fn check_answer(
        &mut self,
        answer: &Answer,
        formula: &Formula,
        copy: Option<&Cnf>,
    ) -> Result<Option<&'static str>, Failure> {
        match (&answer.model, copy) {
            (Some(model), _) if formula.is_cheap_to_read_again() => {
                verify::model_on_file(formula, model)?;
                Ok(Some("model checked on the formula, read again"))
            }
            (Some(model), Some(cnf)) => {
                verify::model(cnf, model)?;
                Ok(Some("model checked"))
            }
            (None, Some(cnf)) if answer.status == Status::Unsatisfiable => {
                verify::proof(&mut self.proofs, cnf, &self.session.clock())?;
                Ok(Some("proof checked"))
            }
            _ => Ok(None),
        }
    }

    /// Answers one question of an iCNF file.
    fn answer_query(&mut self, number: usize, assumptions: &[Lit], copy: Option<&Cnf>) -> Result<Query, Failure> {
        if self.arguments.proof.is_some() {
            return Err(Failure::new("a proof needs one question without assumptions; this file asks others"));
        }
        let outcome = self.search(assumptions)?;
        let answer = Answer::of(outcome, &self.solver);
        let is_refuted = answer.status == Status::Unsatisfiable;
        if let Some(model) = &answer.model {
            verify::assumptions(assumptions, model)?;
        }
        let checked = match (copy, &answer.model) {
            (Some(cnf), Some(model)) => {
                verify::model(cnf, model)?;
                Some("model checked")
            }
            (Some(cnf), None) if is_refuted => {
                let options = self.solver.options().clone();
                verify::core(cnf, assumptions, self.solver.core(), options, &self.session.clock())?;
                Some("core checked by a proof")
            }
            _ => None,
        };
        let core = is_refuted.then(|| numbers(self.solver.core().iter().copied()));
        let model = answer.model.filter(|_| !self.arguments.no_model).map(|model| self.shown(&model));
        self.progress.clear();
        Ok(Query { status: answer.status, model, core, number, checked })
    }
}

/// Hands clauses to the engine as they are read, and questions as they are met.
struct Reader<'r, 'a> {
    run: &'r mut Run<'a>,
    /// A copy of the clauses, if answers are to be checked.
    copy: Option<Cnf>,
    /// The answers that are still to be printed.
    queries: Vec<Query>,
    answered: usize,
    last: Option<Status>,
    failure: Option<Failure>,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn new(run: &'r mut Run<'a>) -> Reader<'r, 'a> {
        let copy = run.arguments.check.then(Cnf::new);
        Reader { run, copy, queries: Vec::new(), answered: 0, last: None, failure: None }
    }

    fn answer(&mut self, assumptions: &[Lit]) -> Result<(), Failure> {
        self.answered += 1;
        let query = self.run.answer_query(self.answered, assumptions, self.copy.as_ref())?;
        self.last = Some(query.status);
        self.queries.extend(render::part(self.run.session, query)?);
        Ok(())
    }
}

impl FormulaTarget for Reader<'_, '_> {
    fn clause(&mut self, clause: &[Lit]) {
        self.run.solver.add_clause(clause);
        if let Some(copy) = &mut self.copy {
            copy.add_clause(clause);
        }
    }

    fn query(&mut self, query: Asked<'_>) -> bool {
        if self.failure.is_none() && self.run.arguments.lrat {
            let message = "--lrat needs a complete formula before the first question; this file adds clauses later";
            self.failure = Some(Failure::new(message));
        }
        if self.failure.is_none() {
            self.failure = self.answer(query.assumptions).err();
        }
        true
    }
}

//! Solving a formula, and answering the questions of an iCNF file.

use std::io::{self, Write};
use std::time::Instant;

use gordian_formula::dimacs::{FormulaTarget, Query as Asked};
use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use serde_json::{Map, Value};

use super::{Answer, Run, shown};
use crate::failure::Failure;
use crate::output::competition::{Status, write_values};
use crate::output::json;
use crate::reading::Formula;
use crate::verify;

impl Run<'_> {
    pub(super) fn solve_formula(mut self, mut formula: Formula) -> Result<u8, Failure> {
        self.session.comment(format_args!("Gordian {}", env!("CARGO_PKG_VERSION")))?;
        self.session.comment(format_args!("reading {}", formula.name()))?;
        self.session.out.flush()?;
        let began = Instant::now();
        let mut reader = Reader::new(&mut self);
        let report = formula.read(&mut reader)?;
        let seconds = began.elapsed().as_secs_f64();
        let Reader { copy, queries, failure, .. } = reader;
        failure.map_or(Ok(()), Err)?;
        let Some(report) = report else {
            return self.give_up();
        };
        for warning in &report.warnings {
            self.session.warn(&self.arguments.reading, warning)?;
        }
        self.solver.reserve_vars(report.num_vars());
        if report.num_vars() <= Var::MAX_INDEX {
            self.solver.allow_definitions(Var::from_index(report.num_vars()));
        }
        let (used, known) = (self.solver.used_vars().count(), self.solver.num_vars());
        let size = format!("{known} variables, {used} of them used, {} clauses", report.clauses);
        self.session.comment(size)?;
        self.session.comment(format_args!("read {:.2} MB in {seconds:.2} s", report.bytes as f64 / 1e6))?;
        if !queries.is_empty() {
            return self.end_queries(&queries);
        }
        self.session.out.flush()?;
        let outcome = self.solver.solve_within(&[], &self.budget());
        let closed = self.finish_proof();
        let answer = Answer::of(outcome, &self.solver);
        match self.check_answer(&answer, &formula, copy.as_ref()) {
            Ok(checked) => {
                let code = self.print_answer(&answer, checked)?;
                closed.map(|()| code)
            }
            Err(failure) => self.print_answer(&Answer::UNKNOWN, None).and(Err(failure)),
        }
    }

    /// Answers when a signal or the end of the time came while the input was read.
    pub(super) fn give_up(mut self) -> Result<u8, Failure> {
        self.finish_proof()?;
        self.print_answer(&Answer::UNKNOWN, None)
    }

    /// Checks a model on the formula as it stands in its file or in the copy that was kept, and an unsatisfiable answer
    /// by its proof. Tells what was done.
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

    fn print_answer(&mut self, answer: &Answer, checked: Option<&str>) -> Result<u8, Failure> {
        self.progress.clear();
        if self.session.common.json {
            let model = answer.model.as_ref().filter(|_| !self.arguments.no_model);
            let model = model.map(|model| ("model", json::numbers(shown(model, &self.solver))));
            self.print_document(answer.status, model)?;
            return Ok(answer.status.code());
        }
        if let Some(checked) = checked {
            self.session.comment(checked)?;
        }
        if let Some(reason) = answer.reason(self.session) {
            self.session.comment(reason)?;
        }
        self.print_status(answer)?;
        self.session.print_statistics(self.solver.statistics())?;
        Ok(answer.status.code())
    }

    fn print_status(&mut self, answer: &Answer) -> io::Result<()> {
        writeln!(self.session.out, "s {}", answer.status)?;
        // Whoever waits for the verdict need not wait for the model.
        self.session.out.flush()?;
        match answer.model.as_ref().filter(|_| !self.arguments.no_model) {
            Some(model) => write_values(&mut self.session.out, shown(model, &self.solver)),
            None => Ok(()),
        }
    }

    /// Answers one question of an iCNF file.
    fn answer_query(&mut self, number: usize, assumptions: &[Lit], copy: Option<&Cnf>) -> Result<Query, Failure> {
        if self.arguments.proof.is_some() {
            return Err(Failure::new("proofs are of one question; this file asks questions under assumptions"));
        }
        let outcome = self.solver.solve_within(assumptions, &self.budget());
        let answer = Answer::of(outcome, &self.solver);
        if let Some(model) = &answer.model {
            verify::assumptions(assumptions, model)?;
            copy.map_or(Ok(()), |cnf| verify::model(cnf, model))?;
        }
        let is_refuted = answer.status == Status::Unsatisfiable;
        let core: Vec<Lit> = if is_refuted { self.solver.core().to_vec() } else { Vec::new() };
        self.print_query(number, &answer, &core)?;
        let mut document = Map::new();
        document.insert("status".to_owned(), answer.status.word().into());
        if let Some(model) = answer.model.filter(|_| self.session.common.json && !self.arguments.no_model) {
            document.insert("model".to_owned(), json::numbers(shown(&model, &self.solver)));
        }
        if is_refuted {
            document.insert("core".to_owned(), json::numbers(core));
        }
        Ok(Query { status: answer.status, document: Value::Object(document) })
    }

    /// Prints a model or a core as `list` prints models: the one `s` line of the output is the last.
    fn print_query(&mut self, number: usize, answer: &Answer, core: &[Lit]) -> io::Result<()> {
        if self.session.common.json {
            return Ok(());
        }
        self.progress.clear();
        self.session.comment(format_args!("query {number}: {}", answer.status))?;
        if let Some(model) = answer.model.as_ref().filter(|_| !self.arguments.no_model) {
            write_values(&mut self.session.out, shown(model, &self.solver))?;
        }
        if answer.status == Status::Unsatisfiable {
            let core: String = core.iter().map(|lit| format!("{lit} ")).collect();
            self.session.comment(format_args!("core {core}0"))?;
        }
        self.session.flush()
    }

    fn end_queries(&mut self, queries: &[Query]) -> Result<u8, Failure> {
        self.progress.clear();
        let last = queries.last().map_or(Status::Unknown, |query| query.status);
        if self.session.common.json {
            let documents = queries.iter().map(|query| query.document.clone()).collect();
            self.print_document(last, [("queries", documents)])?;
        } else {
            writeln!(self.session.out, "s {last}")?;
            self.session.print_statistics(self.solver.statistics())?;
        }
        Ok(last.code())
    }
}

/// The answer to one question of an iCNF file.
struct Query {
    status: Status,
    document: Value,
}

/// Hands clauses to the engine as they are read, and questions as they are met.
struct Reader<'r, 'a> {
    run: &'r mut Run<'a>,
    /// The clauses again, where answers are to be checked.
    copy: Option<Cnf>,
    queries: Vec<Query>,
    failure: Option<Failure>,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn new(run: &'r mut Run<'a>) -> Reader<'r, 'a> {
        let copy = run.arguments.check.then(Cnf::new);
        Reader { run, copy, queries: Vec::new(), failure: None }
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
            let message = "--lrat: its numbers are those of one formula, and this one grows between questions";
            self.failure = Some(Failure::new(message));
        }
        if self.failure.is_none() {
            match self.run.answer_query(self.queries.len() + 1, query.assumptions, self.copy.as_ref()) {
                Ok(answer) => self.queries.push(answer),
                Err(failure) => self.failure = Some(failure),
            }
        }
        true
    }
}

//! `gordian facts`: the facts that all solutions share.

mod report;

use std::path::PathBuf;
use std::rc::Rc;

use gordian_encoders::rule::Guarding;
use gordian_formula::{ClauseSink, Cnf, Lit, Model, Var};
use gordian_puzzles::AnyPuzzle;
use gordian_puzzles::facts::Known as KnownVars;
use gordian_queries::{Counts, Facts};
use gordian_solver::Options;

use crate::arguments::{Drawing, FactsArguments, Files, Usual};
use crate::ask::{Ask, Ended, input_of};
use crate::clauses::{self, Clauses, Purpose};
use crate::failure::Failure;
use crate::reading::{self, Formula, Opened};
use crate::render::report::numbers;
use crate::session::Session;
use crate::verify;
use crate::watch::WatchParts;
use report::{FactsReport, FormulaKnown, Known, PuzzleKnown};

impl Ask for FactsArguments {
    type Report = FactsReport;
    const IS_QUESTION: bool = true;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        (&self.usual, Some(&self.drawing), Files::reading(&self.input))
    }

    fn several(&self) -> Option<&[PathBuf]> {
        self.several.each.as_deref()
    }

    fn ask(&self, session: &mut Session) -> Result<FactsReport, Ended> {
        match reading::open(session, input_of(self.input.as_ref()))? {
            Opened::Formula(formula) => self.of_formula(session, formula),
            Opened::Puzzle(puzzle) => {
                session.warn_of_goal(&puzzle)?;
                self.of_puzzle(session, &puzzle)
            }
        }
    }
}

impl FactsArguments {
    fn of_formula(&self, session: &mut Session, mut formula: Formula) -> Result<FactsReport, Ended> {
        let purpose = if self.counts { Purpose::CountedFacts } else { Purpose::Facts };
        let (clauses, report) = Clauses::read(session, &mut formula, purpose)?;
        let visible = clauses::visible(self.project.as_ref(), &report)?;
        clauses::refuse_free(clauses.num_free(visible.as_deref(), report.num_vars()), formula.name())?;
        let visible = visible.unwrap_or_else(|| (0..report.num_vars()).map(Var::from_index).collect());
        let mut cnf = clauses.cnf;
        cnf.add_visible(&visible);
        let (found, counted) = self.count(session, &cnf)?;
        found.first.iter().chain(&found.second).try_for_each(|model| verify::model(&cnf, model))?;
        let rows = || found.visible.iter().zip(&found.fixed);
        let fixed = rows().filter_map(|(var, fixed)| fixed.map(|value| var.lit(value)));
        let open = || rows().enumerate().filter(|(_, (_, fixed))| found.first.is_some() && fixed.is_none());
        let of_model = |model: &Option<Model>| -> Option<Vec<i32>> {
            let literals =
                |model: &Model| -> Vec<Lit> { found.visible.iter().map(|&var| var.lit(model.value(var))).collect() };
            model.as_ref().map(|model| numbers(literals(model)))
        };
        let counts = counted.as_ref().map(|counted| {
            let of = |rank: usize, var: &Var| (var.positive().to_string(), counted.of_true[rank].to_string());
            open().map(|(rank, (var, _))| of(rank, var)).collect()
        });
        let known = FormulaKnown {
            fixed: numbers(fixed),
            candidates: numbers(open().map(|(_, (var, _))| var.positive())),
            model: of_model(&found.first),
            second: of_model(&found.second),
            counts,
        };
        Ok(report_of(&found, counted.as_ref(), Known::Formula(known)))
    }

    fn of_puzzle(&self, session: &mut Session, puzzle: &Rc<AnyPuzzle>) -> Result<FactsReport, Ended> {
        reading::refuse_projection(self.project.as_ref())?;
        let compiled = reading::compile(puzzle, Guarding::None, &session.clock())?;
        let (found, counted) = self.count(session, &compiled.cnf)?;
        let solved = |model: &Option<Model>| {
            model.as_ref().map(|model| verify::solution(puzzle, &compiled.cnf, model)).transpose()
        };
        let (solution, second) = (solved(&found.first)?, solved(&found.second)?);
        let counts = counted.as_ref().map(|counted| counted.of_true.as_slice());
        let mut facts = puzzle.facts(&KnownVars { fixed: &found.fixed, counts });
        let places = match (&solution, &second) {
            (Some(first), Some(second)) => puzzle.differences(&first.solution, &second.solution),
            _ => Vec::new(),
        };
        session.write_picture(|| facts.to_svg())?;
        for solved in [&solution, &second].into_iter().flatten().filter(|_| !places.is_empty()) {
            session.further_picture(|| puzzle.stressed_board(Some(&solved.solution), &places).to_svg());
        }
        let values = std::mem::take(&mut facts.values);
        let known = PuzzleKnown {
            fixed: solution.is_some().then_some(values.fixed),
            candidates: solution.is_some().then_some(values.candidates),
            differences: second.is_some().then(|| places.iter().map(|&place| puzzle.place_name(place)).collect()),
            counts: values.counts,
            solution,
            second,
            facts,
            places,
        };
        Ok(report_of(&found, counted.as_ref(), Known::Puzzle(Box::new(known))))
    }

    /// Finds the facts, and counts if that is wanted and there is something to count.
    fn count(&self, session: &Session, cnf: &Cnf) -> Result<(Facts, Option<Counts>), Failure> {
        let question = session.question(cnf, Options::default())?;
        let mut watch = WatchParts { line: session.progress_line(), parts: "candidates" };
        let found = question.facts(&mut watch);
        let counted = (self.counts && found.first.is_some())
            .then(|| question.count_each(&found, &mut watch).map_err(Failure::new))
            .transpose();
        watch.line.clear();
        let counted = counted?;
        Ok((found, counted))
    }
}

fn report_of(found: &Facts, counted: Option<&Counts>, known: Known) -> FactsReport {
    FactsReport {
        status: found.status,
        complete: found.is_complete(),
        unique: found.is_unique(),
        count: counted.map(|counted| counted.total.to_string()),
        counted: counted.map(|counted| counted.stop.is_none()),
        known,
        stop: found.stop.or(counted.and_then(|counted| counted.stop)),
    }
}

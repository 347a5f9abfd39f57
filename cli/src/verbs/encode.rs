//! `gordian encode`: a puzzle as a DIMACS formula.

use std::io::{self, Write};

use gordian_encoders::rule::Guarding;
use gordian_formula::dimacs::{self, Writer};
use gordian_formula::{ClauseSink, Clock, Var};
use gordian_puzzles::{AnyPuzzle, Compiled};
use serde::Serialize;

use crate::arguments::{Content, Drawing, EncodeArguments, Files, Usual, file_of};
use crate::ask::{Ask, Ended};
use crate::failure::Failure;
use crate::output::files::OutputFile;
use crate::output::guard::OWN;
use crate::output::timed::Timed;
use crate::reading;
use crate::render::report::{Exit, Print, Report, numbers};
use crate::session::Session;

/// The answer of `gordian encode`: the size of the formula, and the formula if it was not written
/// elsewhere.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct EncodeReport {
    variables: usize,
    clauses: u64,
    /// The variables that have a meaning.
    visible: Vec<i32>,
    /// The meaning of each visible variable when it is true.
    meanings: Vec<String>,
    /// The formula; null if it was written to a file.
    dimacs: Option<String>,
}

impl Ask for EncodeArguments {
    type Report = EncodeReport;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        (&self.usual, None, Files::reading([&self.input]).writing(file_of(self.output.as_ref()), Content::Formula))
    }

    fn ask(&self, session: &mut Session) -> Result<EncodeReport, Ended> {
        session.signals.let_through();
        let puzzle = reading::open_puzzle(session, &self.input)?;
        let clock = session.clock();
        let compiled = match self.better_than {
            Some(than) => reading::compile_better(&puzzle, than, &clock)?,
            None => reading::compile(&puzzle, Guarding::None, &clock)?,
        };
        let goal = self.better_than.zip(puzzle.goal()).map(|(than, goal)| format!("{goal}, better than {than}"));
        let goal = goal.as_deref();
        let mut dimacs = None;
        match file_of(self.output.as_ref()) {
            Some(path) => {
                let file = OutputFile::create(&session.files, path, Content::Formula)?;
                let written = write(&puzzle, &compiled, goal, file, &clock).and_then(OutputFile::finish);
                written.map_err(|error| in_time(&clock, Failure::at(path, error)))?;
            }
            // Only a JSON document holds the formula: otherwise it would be in memory twice.
            None if session.common.json => {
                let written = write(&puzzle, &compiled, goal, Vec::new(), &clock);
                let text = written.map_err(|error| in_time(&clock, error.into()))?;
                dimacs = Some(String::from_utf8_lossy(&text).into_owned());
            }
            None => {
                let written = write(&puzzle, &compiled, goal, &mut session.out, &clock);
                written.map_err(|error| in_time(&clock, error.into()))?;
            }
        }
        Ok(EncodeReport {
            variables: compiled.cnf.num_vars(),
            clauses: compiled.cnf.num_expanded_clauses(),
            visible: numbers(compiled.cnf.projection().into_iter().map(Var::positive)),
            meanings: compiled.meanings,
            dimacs,
        })
    }
}

impl Report for EncodeReport {
    fn exit(&self) -> Exit {
        Exit::Done
    }
}

/// `ask` has written the formula already.
impl Print for EncodeReport {
    fn print(&self, _: &mut Session) -> io::Result<()> {
        Ok(())
    }
}

/// The error with which nothing was written. If the time is over, that is the reason.
fn in_time(clock: &Clock, failure: Failure) -> Failure {
    if clock.is_over() { Failure::new("the time is over; the formula is not complete") } else { failure }
}

/// The formula, with comments that say what its variables mean.
fn write<W: Write>(
    puzzle: &AnyPuzzle,
    compiled: &Compiled,
    goal: Option<&str>,
    output: W,
    clock: &Clock,
) -> io::Result<W> {
    let mut writer = Writer::new(Timed::new(output, clock.clone()));
    writer.comment(&format!("{}, encoded {OWN}{}", puzzle.kind().name, env!("CARGO_PKG_VERSION")));
    if let Some(title) = puzzle.title() {
        writer.comment(&format!("title: {title}"));
    }
    if let Some(goal) = goal {
        writer.comment(goal);
    }
    writer.comment("variable: what it means when it is true");
    for (number, meaning) in (1..).zip(&compiled.meanings) {
        writer.comment(&format!("{number}: {meaning}"));
    }
    dimacs::write(&compiled.cnf, writer.finish()?).map(Timed::into_inner)
}

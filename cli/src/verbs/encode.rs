//! `gordian encode`: a puzzle as a DIMACS formula.

use std::io::{self, Write};

use gordian_formula::dimacs::{self, Writer};
use gordian_formula::{ClauseSink, Clock, Var};
use gordian_puzzles::{AnyPuzzle, Compiled};
use serde_json::json;

use crate::arguments::{Content, EncodeArguments};
use crate::failure::Failure;
use crate::output::files::OutputFile;
use crate::output::guard::OWN;
use crate::output::json;
use crate::output::timed::Timed;
use crate::reading;
use crate::session::Session;

pub(crate) fn encode(session: &mut Session, arguments: &EncodeArguments) -> Result<u8, Failure> {
    session.signals.let_through();
    let puzzle = reading::open_puzzle(&arguments.input, &arguments.reading, session.clock())?;
    session.note_all(&arguments.reading, &puzzle);
    let clock = session.clock();
    let compiled = reading::compile(&puzzle, &clock)?.ok_or_else(reading::out_of_time)?;
    let mut text = None;
    match &arguments.output {
        Some(path) => {
            let file = OutputFile::create(&arguments.files(), path, Content::Formula)?;
            let written = write(&puzzle, &compiled, file, &clock).and_then(OutputFile::finish);
            written.map_err(|error| in_time(&clock, Failure::at(path, error)))?;
        }
        None if session.common.json => {
            let written = write(&puzzle, &compiled, Vec::new(), &clock);
            text = Some(written.map_err(|error| in_time(&clock, error.into()))?);
        }
        None => {
            let written = write(&puzzle, &compiled, &mut session.out, &clock);
            written.map_err(|error| in_time(&clock, error.into()))?;
        }
    }
    if session.common.json {
        let document = json!({
            "variables": compiled.cnf.num_vars(),
            "clauses": compiled.cnf.num_expanded_clauses(),
            "visible": json::numbers(compiled.cnf.projection().into_iter().map(Var::positive)),
            "meanings": compiled.meanings,
            "dimacs": text.map(|text| String::from_utf8_lossy(&text).into_owned()),
        });
        session.print_document(document)?;
    }
    Ok(0)
}

/// The reason why nothing was written: what fails when the time is over does so for that.
fn in_time(clock: &Clock, failure: Failure) -> Failure {
    if clock.is_over() { Failure::new("the time is over, not all was written") } else { failure }
}

/// The formula, with comments that say what its variables mean.
fn write<W: Write>(puzzle: &AnyPuzzle, compiled: &Compiled, output: W, clock: &Clock) -> io::Result<W> {
    let mut writer = Writer::new(Timed::new(output, clock.clone()));
    writer.comment(&format!("{}, encoded {OWN}{}", puzzle.kind().name, env!("CARGO_PKG_VERSION")));
    if let Some(title) = puzzle.title() {
        writer.comment(&format!("title: {title}"));
    }
    writer.comment("variable: what it means when it is true");
    for (number, meaning) in (1..).zip(&compiled.meanings) {
        writer.comment(&format!("{number}: {meaning}"));
    }
    dimacs::write(&compiled.cnf, writer.finish()?).map(Timed::into_inner)
}

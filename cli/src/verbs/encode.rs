//! `gordian encode`: a puzzle as a DIMACS formula.

use std::io::{self, Write};

use gordian_encoders::puzzle::{Compiled, Puzzle};
use gordian_formula::dimacs::{self, Writer};
use gordian_formula::{ClauseSink, Var};
use serde_json::json;

use crate::arguments::EncodeArguments;
use crate::failure::Failure;
use crate::output::files::OutputFile;
use crate::output::json;
use crate::reading;
use crate::session::Session;

pub(crate) fn encode(session: &mut Session, arguments: &EncodeArguments) -> Result<u8, Failure> {
    session.signals.let_through();
    let puzzle = reading::open_puzzle(&arguments.input, &arguments.reading, session.clock())?;
    session.note_all(&arguments.reading, &puzzle);
    let compiled = reading::compile(&puzzle)?;
    let mut text = None;
    match &arguments.output {
        Some(path) => {
            let file = OutputFile::create(path, true, &[&arguments.input])?;
            let written = write(&puzzle, &compiled, file).and_then(OutputFile::finish);
            written.map_err(|error| Failure::at(path, error))?;
        }
        None if session.common.json => text = Some(write(&puzzle, &compiled, Vec::new())?),
        None => drop(write(&puzzle, &compiled, &mut session.out)?),
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

/// The formula, with comments that say what its variables mean.
fn write<W: Write>(puzzle: &Puzzle, compiled: &Compiled, output: W) -> io::Result<W> {
    let mut writer = Writer::new(output);
    writer.comment(&format!("{}, encoded by gordian {}", puzzle.kind().name(), env!("CARGO_PKG_VERSION")));
    if let Some(title) = puzzle.title() {
        writer.comment(&format!("title: {title}"));
    }
    writer.comment("variable: what it means when it is true");
    for (number, meaning) in (1..).zip(&compiled.meanings) {
        writer.comment(&format!("{number}: {meaning}"));
    }
    dimacs::write(&compiled.cnf, writer.finish()?)
}

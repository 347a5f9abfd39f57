//! `gordian decode`: the solutions of a puzzle that another solver found.

use std::io::Write;

use gordian_checker::{SolverResult, Status as Said, read_result};
use gordian_formula::ClauseSink;
use serde_json::{Value, json};

use crate::arguments::DecodeArguments;
use crate::failure::Failure;
use crate::output::competition::Status;
use crate::output::drawing;
use crate::reading;
use crate::session::Session;
use crate::verify;

pub(crate) fn decode(session: &mut Session, arguments: &DecodeArguments) -> Result<u8, Failure> {
    session.signals.let_through();
    reading::only_one_is_stdin([&arguments.input, &arguments.result])?;
    let puzzle = reading::open_puzzle(&arguments.input, &arguments.reading, session.clock())?;
    session.note_all(&arguments.reading, &puzzle);
    let clock = session.clock();
    let compiled = reading::compile(&puzzle, &clock)?.ok_or_else(reading::out_of_time)?;
    let name = reading::name_of(&arguments.result);
    let result = read_result(reading::open_other(&arguments.result, &clock)?);
    if result.is_err() && clock.is_over() {
        return Err(reading::out_of_time());
    }
    let result = result.map_err(|error| Failure::new(reading::in_result(&name, &error)))?;
    let status = status_of(&result);
    if result.models.is_empty() && status == Status::Satisfiable {
        return Err(Failure::about(name, "the solver says that there is a model and does not show it"));
    }
    let style = drawing::style(arguments.drawing.color);
    let mut documents: Vec<Value> = Vec::new();
    for (number, assignment) in (1..).zip(&result.models) {
        if clock.is_over() {
            session.flush()?;
            return Err(Failure::new(format!(
                "the time is over, {} of {} models were decoded",
                number - 1,
                result.models.len()
            )));
        }
        let model = assignment.to_model(compiled.cnf.num_vars());
        let solution = verify::judged(&puzzle, &model)
            .map_err(|violation| Failure::about(&name, format_args!("model {number} is no solution: {violation}")))?;
        if number == 1 {
            drawing::write_svg(&arguments.files(), || puzzle.svg(Some(&solution)))?;
        }
        if session.common.json {
            documents.push(json!(solution));
            continue;
        }
        if result.models.len() > 1 {
            writeln!(session.out, "Solution {number}")?;
        }
        session.out.write_all(puzzle.draw(&solution, style).as_bytes())?;
    }
    if session.common.json {
        let document = json!({ "status": status.word(), "solutions": documents });
        session.print_document(document)?;
    } else if status == Status::Unsatisfiable {
        writeln!(session.out, "The solver says that there is no solution.")?;
    } else if status == Status::Unknown {
        writeln!(session.out, "The solver does not say whether there is a solution.")?;
    }
    Ok(status.code())
}

/// What the solver says, taking models for an answer where it prints no status.
fn status_of(result: &SolverResult) -> Status {
    let knows_model = !result.models.is_empty() || result.status == Some(Said::Satisfiable);
    Status::of(knows_model, result.status == Some(Said::Unsatisfiable))
}

//! `gordian decode`: the solutions of a puzzle that another solver found.

use std::io::{self, Write};

use gordian_checker::{SolverResult, Status as Said, read_result};
use gordian_encoders::rule::Guarding;
use gordian_formula::ClauseSink;
use gordian_queries::Status;
use serde::Serialize;

use crate::arguments::{DecodeArguments, Drawing, Files, Usual};
use crate::ask::{Ask, Ended};
use crate::failure::Failure;
use crate::reading;
use crate::render;
use crate::render::report::{Exit, Print, Report, Solved, StatusWord};
use crate::session::Session;
use crate::verify;

/// The answer of `gordian decode`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DecodeReport {
    #[serde(with = "StatusWord")]
    status: Status,
    solutions: Vec<Decoded>,
}

/// A solution, each checked against the rules of the puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
struct Decoded {
    solution: Solved,
    /// Its number, if there are several.
    #[serde(skip)]
    number: Option<usize>,
}

impl Ask for DecodeArguments {
    type Report = DecodeReport;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        (&self.usual, Some(&self.drawing), Files::reading([&self.input, &self.result]))
    }

    fn ask(&self, session: &mut Session) -> Result<DecodeReport, Ended> {
        session.signals.let_through();
        reading::only_one_is_stdin([&self.input, &self.result])?;
        let puzzle = reading::open_puzzle(session, &self.input)?;
        let clock = session.clock();
        let compiled = reading::compile(&puzzle, Guarding::None, &clock)?;
        let name = reading::name_of(&self.result);
        let result = read_result(reading::open_other(&self.result, &clock)?);
        let result = result.map_err(|error| Failure::new(reading::in_result(&name, &error)));
        let result = reading::in_time(&clock, result)?;
        let status = status_of(&result);
        if result.models.is_empty() && status == Status::Satisfiable {
            return Err(Failure::about(name, "the solver says that there is a model but does not show it").into());
        }
        let all = result.models.len();
        let mut solutions = Vec::new();
        for (number, assignment) in (1..).zip(&result.models) {
            if clock.is_over() {
                let message = format!("the time is over; {} of {all} models were decoded", number - 1);
                return Err(Failure::new(message).into());
            }
            let model = assignment.to_model(compiled.cnf.num_vars());
            let solution = verify::judged(&puzzle, &model).map_err(|violation| {
                Failure::about(&name, format_args!("model {number} is no solution: {violation}"))
            })?;
            if number == 1 {
                session.write_picture(|| solution.svg())?;
            }
            let number = (all > 1).then_some(number);
            solutions.extend(render::part(session, Decoded { solution, number })?);
        }
        Ok(DecodeReport { status, solutions })
    }
}

/// The status that the solver printed. Models without a status count as satisfiable.
fn status_of(result: &SolverResult) -> Status {
    let knows_model = !result.models.is_empty() || result.status == Some(Said::Satisfiable);
    Status::of(knows_model, result.status == Some(Said::Unsatisfiable))
}

impl Report for DecodeReport {
    fn exit(&self) -> Exit {
        Exit::Answered(self.status)
    }
}

impl Print for DecodeReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        match self.status {
            Status::Satisfiable => Ok(()),
            Status::Unsatisfiable => writeln!(session.out, "The solver says that there is no solution."),
            Status::Unknown => writeln!(session.out, "The solver does not say whether there is a solution."),
        }
    }
}

impl Print for Decoded {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        if let Some(number) = self.number {
            writeln!(session.out, "Solution {number}")?;
        }
        self.solution.print(session)
    }
}

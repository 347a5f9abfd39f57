//! The answer of `gordian list`: solutions, and then whether these are all and how many there are.

use std::io::{self, Write};

use serde::Serialize;

use crate::render::competition::write_values;
use crate::render::counted::Counted;
use crate::render::report::{Exit, Print, Report, Solved};
use crate::session::Session;

/// A solution in a list.
#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct Listed {
    pub(super) solution: Solution,
    #[serde(skip)]
    pub(super) number: u64,
}

/// A solution.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Solution {
    /// A model of a formula: a literal for each variable that matters.
    Model(Vec<i32>),
    /// A solution of a puzzle.
    Solved(Solved),
}

impl Print for Listed {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        match &self.solution {
            Solution::Model(model) => {
                writeln!(session.out, "c Answer: {}", self.number)?;
                write_values(&mut session.out, model)
            }
            Solution::Solved(solved) => {
                writeln!(session.out, "Solution {}", self.number)?;
                solved.print(session)?;
                writeln!(session.out)
            }
        }
    }
}

/// The end of the answer of `gordian list`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(transform = with_solutions))]
pub(crate) struct ListReport {
    #[serde(flatten)]
    pub(super) counted: Counted,
    /// The number of solutions that were drawn at random, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) drawn: Option<u64>,
    #[serde(skip)]
    pub(super) is_puzzle: bool,
}

/// The document holds the solutions too; they were printed before.
#[cfg(test)]
fn with_solutions(schema: &mut schemars::Schema) {
    let description = "For formulas, a literal for each variable that matters; for puzzles, the shape of the kind.";
    let solutions = serde_json::json!({ "description": description, "type": "array" });
    schema.ensure_object()["properties"]["solutions"] = solutions;
    schema.ensure_object()["required"].as_array_mut().unwrap().push("solutions".into());
}

impl Report for ListReport {
    const ENDS_LISTING: bool = true;

    fn exit(&self) -> Exit {
        Exit::Answered(self.counted.status)
    }

    /// The only line about one of many puzzles: it holds no solution.
    fn sentence(&self) -> String {
        let drawn = self.drawn.filter(|&drawn| drawn > 0);
        let drawn = drawn.map_or(String::new(), |drawn| format!(" Drawn at random: {drawn}, which --json shows."));
        self.counted.sentence() + &drawn
    }
}

impl Print for ListReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        let Counted { orbits, count, .. } = &self.counted;
        if self.is_puzzle {
            writeln!(session.out, "{}", self.counted.sentence())?;
            if let Some(drawn) = self.drawn.filter(|&drawn| drawn > 0) {
                writeln!(session.out, "Drawn at random: {drawn}.")?;
            }
            self.counted.print_method_on_request(session)?;
        } else {
            if let Some(drawn) = self.drawn {
                let all = orbits.as_ref().unwrap_or(count);
                session.comment(format_args!("{drawn} of {all} drawn at random"))?;
            }
            self.counted.print_status(session)?;
            self.counted.print_orbits(session)?;
        }
        self.counted.print_effort(session)
    }
}

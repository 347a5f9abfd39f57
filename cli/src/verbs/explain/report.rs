//! The answer of `gordian explain`.

use std::io::{self, Write};

use gordian_encoders::rule::Rule;
use gordian_puzzles::PuzzleError;
use gordian_puzzles::board::Board;
use gordian_queries::{Status, Stop};
use serde::Serialize;

use crate::render::competition::write_values;
use crate::render::prose;
use crate::render::report::{Exit, Print, Report, Solved, StatusWord};
use crate::session::Session;

/// The answer of `gordian explain`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ExplainReport {
    #[serde(with = "StatusWord")]
    pub(super) status: Status,
    #[serde(flatten)]
    pub(super) found: Found,
}

/// The explanation, or what was found in its place.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum Found {
    /// Rules of a puzzle that contradict each other.
    Rules(Rules),
    /// Clauses of a formula that contradict each other.
    Clauses(Clauses),
    /// A puzzle has a solution.
    Solution { solution: Solved },
    /// A formula has a model.
    Model {
        /// A literal for each variable.
        model: Vec<i32>,
    },
    /// A limit was reached before there was anything to show about a puzzle.
    Stopped {
        /// The reason.
        stopped: &'static str,
    },
    /// A limit was reached before there was anything to show about a formula.
    Unknown {
        #[serde(skip)]
        stop: Stop,
    },
}

/// Rules of a puzzle that contradict each other.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Rules {
    /// Whether each of them is needed.
    minimal: bool,
    reasons: Vec<Reason>,
    /// A drawing of the cells that the rules are about, if there are any.
    #[serde(skip)]
    board: Option<Box<Board>>,
    /// The contradiction that counting alone has shown, with its place in the text.
    #[serde(skip)]
    counted: Option<PuzzleError>,
}

/// A rule.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Reason {
    kind: String,
    text: String,
    /// Row and column, from zero.
    cells: Vec<[usize; 2]>,
}

/// Clauses of a formula that contradict each other.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Clauses {
    /// Whether each of them is needed.
    pub(super) minimal: bool,
    /// The lines in which they stand.
    #[serde(rename = "clauses")]
    pub(super) lines: Vec<u64>,
    /// The number of clauses of the whole formula.
    pub(super) of: usize,
    /// Their literals.
    #[serde(skip)]
    pub(super) literals: Vec<Vec<i32>>,
}

impl Rules {
    pub(super) fn new(rules: &[&Rule], minimal: bool, board: Option<Box<Board>>) -> Rules {
        let reason =
            |rule: &&Rule| Reason { kind: rule.kind.clone(), text: rule.text.clone(), cells: rule.cells.clone() };
        Rules { minimal, reasons: rules.iter().map(reason).collect(), board, counted: None }
    }

    /// A puzzle that was refuted while it was read. The error is the whole reason.
    pub(super) fn counted(error: PuzzleError) -> Rules {
        let reason = Reason { kind: "counting".to_owned(), text: error.message.clone(), cells: Vec::new() };
        Rules { minimal: true, reasons: vec![reason], board: None, counted: Some(error) }
    }
}

impl Report for ExplainReport {
    fn exit(&self) -> Exit {
        Exit::Answered(self.status)
    }

    fn sentence(&self) -> String {
        match &self.found {
            Found::Rules(rules) => {
                let reasons: Vec<&str> = rules.reasons.iter().map(|reason| reason.text.as_str()).collect();
                format!("There is no solution: {}.", reasons.join("; "))
            }
            Found::Clauses(clauses) => {
                let (size, all) = (clauses.lines.len(), clauses.of);
                format!("There is no solution: {size} of {all} clauses contradict each other.")
            }
            _ if self.status == Status::Satisfiable => "There is a solution.".to_owned(),
            _ => "It is not known whether there is a solution.".to_owned(),
        }
    }
}

impl Print for ExplainReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        match &self.found {
            Found::Rules(rules) => rules.print(session),
            Found::Clauses(clauses) => {
                clauses.print(session)?;
                writeln!(session.out, "s {}", self.status)
            }
            Found::Solution { solution } => {
                writeln!(session.out, "There is a solution.")?;
                solution.print(session)
            }
            Found::Model { model } => {
                writeln!(session.out, "s {}", self.status)?;
                write_values(&mut session.out, model)
            }
            Found::Stopped { stopped } if self.status == Status::Satisfiable => {
                writeln!(session.out, "There is a solution, which is not shown: {stopped}.")
            }
            Found::Stopped { stopped } => {
                writeln!(session.out, "It is not known whether there is a solution: {stopped}.")
            }
            Found::Unknown { stop } => {
                session.comment(format_args!("stopped: {}", prose::reason(*stop)))?;
                writeln!(session.out, "s {}", self.status)
            }
        }
    }
}

impl Print for Rules {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        let style = prose::style(session);
        let out = &mut session.out;
        if let Some(error) = &self.counted {
            writeln!(out, "There is no solution: {}.", error.message)?;
            return error.picture.iter().try_for_each(|picture| writeln!(out, "{}", picture.trim_end()));
        }
        let number = self.reasons.len();
        match (self.reasons.as_slice(), self.minimal) {
            ([], _) => writeln!(out, "There is no solution, even without any of the rules.")?,
            ([rule], true) => writeln!(out, "There is no solution, because this rule cannot be met: {}.", rule.text)?,
            (_, true) => writeln!(out, "There is no solution. These {number} rules contradict each other:")?,
            (_, false) => {
                writeln!(out, "There is no solution. Some of these {number} rules contradict each other;")?;
                writeln!(out, "the search stopped before it could leave out the others:")?;
            }
        }
        if number > 1 {
            self.reasons.iter().try_for_each(|rule| writeln!(out, "- {}", rule.text))?;
            if self.minimal {
                writeln!(out, "Without any one of them, the others can be met.")?;
            }
        }
        self.board.iter().try_for_each(|board| out.write_all(board.to_text(style).as_bytes()))
    }
}

impl Print for Clauses {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        let (size, all) = (self.lines.len(), self.of);
        let rest = if self.minimal { ", and each of them is needed:" } else { "; fewer may suffice:" };
        session.comment(format_args!("{size} of {all} clauses contradict each other{rest}"))?;
        for (line, literals) in self.lines.iter().zip(&self.literals) {
            let text: Vec<String> = literals.iter().map(i32::to_string).collect();
            writeln!(session.out, "c line {line}: {} 0", text.join(" "))?;
        }
        Ok(())
    }
}

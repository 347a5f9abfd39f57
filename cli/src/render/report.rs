//! The reports of verbs, and their parts.

use std::io::{self, Write};
use std::rc::Rc;

use gordian_formula::Lit;
use gordian_puzzles::{AnyPuzzle, AnySolution};
use gordian_queries::Status;
use gordian_solver::Statistics;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::failure::{ERROR, Failure};
use crate::session::Session;

/// Prints lines or sentences for people and scripts.
pub(crate) trait Print {
    fn print(&self, session: &mut Session) -> io::Result<()>;
}

/// The answer of a verb. Serde writes it as the documented JSON; fields that only the lines and
/// sentences use are skipped there.
pub(crate) trait Report: Print + Serialize {
    /// Whether it ends a document that began with a [`super::Listing`].
    const ENDS_LISTING: bool = false;

    /// The end of the program after this report.
    fn exit(&self) -> Exit;

    /// The answer in one line, for a list of many answers.
    fn sentence(&self) -> String {
        match self.exit() {
            Exit::Answered(status) => status.word().to_owned(),
            Exit::Judged { is_verified } => if is_verified { "verified" } else { "not verified" }.to_owned(),
            Exit::Done | Exit::Each { .. } => "done".to_owned(),
        }
    }

    /// An error that comes beside an answer.
    fn failure(self) -> Option<Failure>
    where
        Self: Sized,
    {
        None
    }
}

/// The end of a program without an error.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Exit {
    /// A question was answered.
    Answered(Status),
    /// Evidence was judged.
    Judged { is_verified: bool },
    /// Many questions were asked.
    Each { all_answered: bool },
    /// The verb did its work.
    Done,
}

impl Exit {
    /// The exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Answered(status) => status.code(),
            Exit::Judged { is_verified: false } | Exit::Each { all_answered: false } => ERROR,
            Exit::Judged { is_verified: true } | Exit::Each { all_answered: true } | Exit::Done => 0,
        }
    }
}

/// Whether there are solutions.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(remote = "Status", rename_all = "lowercase")]
pub(crate) enum StatusWord {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// A solution of a puzzle, in the shape of its kind.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub(crate) struct Solved {
    #[cfg_attr(test, schemars(with = "serde_json::Value"))]
    pub(crate) solution: AnySolution,
    /// The puzzle, on which the solution is drawn.
    #[serde(skip)]
    pub(crate) puzzle: Rc<AnyPuzzle>,
}

impl Solved {
    /// The solution as a picture.
    pub(crate) fn svg(&self) -> String {
        self.puzzle.svg(Some(&self.solution))
    }
}

/// The counters of the engine. JSON documents have underscores in their names.
pub(crate) struct Counters {
    pub(crate) statistics: Statistics,
    pub(crate) seconds: f64,
}

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.statistics.rows() {
            map.serialize_entry(&name.replace(' ', "_"), &value)?;
        }
        map.serialize_entry("seconds", &self.seconds)?;
        map.end()
    }
}

/// Literals as DIMACS writes them.
pub(crate) fn numbers(literals: impl IntoIterator<Item = Lit>) -> Vec<i32> {
    literals.into_iter().map(Lit::to_dimacs).collect()
}

/// The answer if the input was refuted while it was read, or the time was over before.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Early {
    #[serde(with = "StatusWord")]
    status: Status,
    complete: bool,
    /// Always 0.
    count: &'static str,
    /// Always empty.
    solutions: [u8; 0],
    /// The reason why there is no solution, if counting alone shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    seconds: f64,
}

impl Early {
    /// Counting alone has refuted the puzzle (with a `reason`), or a signal or the time limit came
    /// first.
    pub(crate) fn new(session: &Session, reason: Option<String>) -> Early {
        let complete = reason.is_some();
        let status = Status::of(false, complete);
        Early { status, complete, count: "0", solutions: [], reason, seconds: session.seconds() }
    }
}

impl Print for Early {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        match &self.reason {
            Some(reason) => writeln!(session.out, "There is no solution: {reason}."),
            None => writeln!(session.out, "s {}", self.status),
        }
    }
}

impl Report for Early {
    fn exit(&self) -> Exit {
        Exit::Answered(self.status)
    }

    fn sentence(&self) -> String {
        match &self.reason {
            Some(reason) => format!("There is no solution: {reason}."),
            None => "It is not known whether there is a solution.".to_owned(),
        }
    }
}

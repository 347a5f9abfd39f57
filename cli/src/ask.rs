//! What a verb is: arguments that can be asked.

use std::io;

use gordian_puzzles::PuzzleError;

use crate::arguments::{Drawing, Files, Usual};
use crate::failure::Failure;
use crate::render::report::Report;
use crate::session::Session;

/// The arguments of a verb.
pub(crate) trait Ask {
    /// What it answers.
    type Report: Report;
    /// Whether it asks about solutions: then an input that is refuted as it is read, or not read in
    /// time, is an answer too, and no error.
    const IS_QUESTION: bool = false;

    /// What it has in common with other verbs: the usual options, how puzzles are drawn where they
    /// are, and the files that it names, but for the picture.
    fn shared(&self) -> (&Usual, Option<&Drawing>, Files);

    fn ask(&self, session: &mut Session) -> Result<Self::Report, Ended>;
}

/// Why a verb has no report of its own.
#[derive(Debug)]
pub(crate) enum Ended {
    Failure(Failure),
    /// A puzzle without solutions, for a reason that counting alone shows.
    Refuted {
        name: String,
        error: PuzzleError,
    },
    /// A signal or the end of the time came first.
    Interrupted,
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Ended {
        Ended::Failure(failure)
    }
}

/// Of all streams, only standard output is written to without naming it in the error.
impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Failure(error.into())
    }
}

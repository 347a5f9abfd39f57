//! The trait of verbs: arguments that can be asked.

use std::io;
use std::path::{Path, PathBuf};

use gordian_puzzles::PuzzleError;

use crate::arguments::{Drawing, Files, Usual};
use crate::failure::Failure;
use crate::render::report::Report;
use crate::session::Session;

/// The arguments of a verb.
pub(crate) trait Ask {
    /// The answer of the verb.
    type Report: Report;
    /// Whether the verb asks about solutions. If it does, an input that is refuted while it is
    /// read, or that is not read in time, is an answer and no error.
    const IS_QUESTION: bool = false;

    /// The parts that verbs share: the usual options, the options of drawings if the verb draws,
    /// and the files that the verb names, without the picture.
    fn shared(&self) -> (&Usual, Option<&Drawing>, Files);

    /// The files all of whose puzzles are asked about, if there may be several.
    fn several(&self) -> Option<&[PathBuf]> {
        None
    }

    fn ask(&self, session: &mut Session) -> Result<Self::Report, Ended>;
}

/// The path of an input that is only left out where another one is given instead.
pub(crate) fn input_of(input: Option<&PathBuf>) -> &Path {
    input.map_or(Path::new("-"), PathBuf::as_path)
}

/// The reason why a verb has no report of its own.
#[derive(Debug)]
pub(crate) enum Ended {
    Failure(Failure),
    /// A puzzle without solutions, for a reason that counting alone shows.
    Refuted {
        name: String,
        error: PuzzleError,
    },
    /// A signal or the time limit came first.
    Interrupted,
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Ended {
        Ended::Failure(failure)
    }
}

/// Standard output is the only stream whose errors arrive here without its name.
impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Failure(error.into())
    }
}

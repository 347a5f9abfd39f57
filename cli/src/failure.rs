//! The errors with which a verb ends without an answer.

use std::fmt;
use std::io;
use std::path::Path;

use gordian_formula::text::escaped;

/// The exit code of usage, input and output errors.
pub(crate) const ERROR: u8 = 1;

/// An error with which a verb ends without an answer. It becomes `gordian: error: …` and exit code
/// [`ERROR`].
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
}

impl Failure {
    pub(crate) fn new(message: impl fmt::Display) -> Failure {
        Failure { message: message.to_string() }
    }

    /// An error about a file or a place in it.
    pub(crate) fn about(place: impl fmt::Display, error: impl fmt::Display) -> Failure {
        Failure::new(format!("{place}: {error}"))
    }

    /// An error about the file at this path.
    pub(crate) fn at(path: &Path, error: impl fmt::Display) -> Failure {
        Failure::about(escaped(&path.display().to_string()), error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Standard output is the only stream whose errors arrive here without its name.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::about("standard output", error)
    }
}

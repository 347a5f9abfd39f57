//! The reasons why a checkpoint cannot be used.

use std::fmt;

/// The version of the format. It changes with the format, and whenever the same cubes come to mean
/// something else.
pub(crate) const FORMAT: &str = "3";
/// The version of the program. Another one may split a formula otherwise, or count otherwise in a
/// cube.
pub(crate) const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// The reason why a checkpoint cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointError {
    /// The name of the place, such as the name of a file.
    pub place: String,
    /// The kind of the error.
    pub kind: CheckpointErrorKind,
}

/// The kinds of errors in a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointErrorKind {
    /// It cannot be read or written, for this reason of the system.
    Io(String),
    /// The content of the place does not begin as a checkpoint does.
    NoCheckpoint,
    /// It was written in a format of this version, which is not the one that is read.
    OtherFormat(String),
    /// It was written by this version of the program.
    OtherProgram(String),
    /// The last line is missing.
    Truncated,
    /// Its content has changed: the digest is another.
    Damaged,
    /// It was written by a run that asked something else.
    OtherQuestion,
}

impl fmt::Display for CheckpointErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointErrorKind::Io(message) => f.write_str(message),
            CheckpointErrorKind::NoCheckpoint => f.write_str("this file is no checkpoint; it is not changed"),
            CheckpointErrorKind::OtherFormat(version) => {
                write!(f, "the checkpoint has version {version} of the format; this program reads version {FORMAT}")
            }
            CheckpointErrorKind::OtherProgram(version) => {
                write!(f, "the checkpoint was written by version {version} of the program; this is {PROGRAM}")
            }
            CheckpointErrorKind::Truncated => f.write_str("the checkpoint is truncated"),
            CheckpointErrorKind::Damaged => f.write_str("the checkpoint is damaged: its digest does not match"),
            CheckpointErrorKind::OtherQuestion => {
                f.write_str("the checkpoint belongs to another formula, method or symmetry group")
            }
        }
    }
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl std::error::Error for CheckpointError {}

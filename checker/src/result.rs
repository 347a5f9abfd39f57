//! Reads the output of a solver: `s` and `v` lines, and MiniSat's result files.

use std::fmt;
use std::io::{self, Read};

use gordian_formula::Lit;

use crate::model::{Assignment, Contradictory};
use crate::read::bytes::Bytes;
use crate::read::position::{Position, ProofError, SyntaxError};

/// The status that a solver reports for a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// `s SATISFIABLE`, or minisat's `SAT`.
    Satisfiable,
    /// `s UNSATISFIABLE`, or minisat's `UNSAT`.
    Unsatisfiable,
    /// `s UNKNOWN`, or minisat's `INDET`.
    Unknown,
}

/// The output of a solver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolverResult {
    /// The status, if one was printed.
    pub status: Option<Status>,
    /// The models, in their order: none, one, or many of a listing.
    pub models: Vec<Assignment>,
}

/// The reason why solver output cannot be understood, with its place.
#[derive(Debug)]
pub struct ResultError {
    /// The line, from 1; the last line if something is missing.
    pub line: u64,
    /// The column in bytes, from 1.
    pub column: u64,
    /// The kind of the error.
    pub kind: ResultErrorKind,
}

/// The kinds of errors in the output of a solver.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResultErrorKind {
    /// The input could not be read.
    Io(io::Error),
    /// A line that begins with none of `c`, `o`, `s`, `v` and a number.
    UnknownLine(String),
    /// Something after `s` that is no status.
    UnknownStatus(String),
    /// A second status that differs from the first.
    TwoStatuses,
    /// Something on a `v` line that is no literal.
    NotALiteral(String),
    /// The last model has no final `0`.
    MissingZero,
    /// A model that holds a literal and its negation.
    Contradictory(Contradictory),
}

impl fmt::Display for ResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        match &self.kind {
            ResultErrorKind::Io(error) => error.fmt(f),
            ResultErrorKind::UnknownLine(text) => write!(f, "a line cannot begin with '{text}'"),
            ResultErrorKind::UnknownStatus(text) => write!(f, "'{text}' is no status"),
            ResultErrorKind::TwoStatuses => write!(f, "a second status contradicts the first"),
            ResultErrorKind::NotALiteral(text) => write!(f, "'{text}' is not a literal"),
            ResultErrorKind::MissingZero => write!(f, "the last model has no final 0"),
            ResultErrorKind::Contradictory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ResultError {}

/// Reads solver output: lines `c …`, `s STATUS`, `v literals`, and any number of models, each ended by `0`.
/// Lines `o …`, the values of an objective, are left out: a formula has none.
///
/// A model may go over several lines. Literals may also stand on lines of their own, and the status without `s`, as
/// minisat writes them.
///
/// # Errors
/// The first line that cannot be understood.
pub fn read_result(input: impl Read) -> Result<SolverResult, ResultError> {
    let mut reader = ResultReader { bytes: Bytes::new(input), result: SolverResult::default(), model: Vec::new() };
    match reader.run() {
        Ok(()) => Ok(reader.result),
        Err(Failure { position, kind }) => {
            let (line, column) = match position.unwrap_or_else(|| reader.bytes.text_position()) {
                Position::Text { line, column } => (line, column),
                Position::Byte(_) => (0, 0),
            };
            Err(ResultError { line, column, kind })
        }
    }
}

struct ResultReader<R> {
    bytes: Bytes<R>,
    result: SolverResult,
    model: Vec<Lit>,
}

/// An error whose place, where it has none, is where the reader stands.
struct Failure {
    position: Option<Position>,
    kind: ResultErrorKind,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure { position: None, kind: ResultErrorKind::Io(error) }
    }
}

impl<R: Read> ResultReader<R> {
    fn run(&mut self) -> Result<(), Failure> {
        loop {
            self.bytes.skip_blanks()?;
            let position = self.bytes.text_position();
            match self.bytes.peek()? {
                None => break,
                Some(b'-' | b'0'..=b'9') => self.literals()?,
                Some(_) => {
                    let word = self.bytes.quote()?;
                    match word.as_str() {
                        "s" => self.status()?,
                        "v" => self.literals()?,
                        "o" => self.bytes.skip_line()?,
                        "SAT" => self.set_status(position, Status::Satisfiable)?,
                        "UNSAT" => self.set_status(position, Status::Unsatisfiable)?,
                        "INDET" => self.set_status(position, Status::Unknown)?,
                        comment if comment.starts_with('c') => self.bytes.skip_line()?,
                        _ => {
                            let kind = ResultErrorKind::UnknownLine(word);
                            return Err(Failure { position: Some(position), kind });
                        }
                    }
                }
            }
        }
        if !self.model.is_empty() {
            return Err(Failure { position: None, kind: ResultErrorKind::MissingZero });
        }
        Ok(())
    }

    /// Skips blanks on the line; whether something is left on it.
    fn more_on_line(&mut self) -> io::Result<bool> {
        while let Some(b' ' | b'\t' | b'\r') = self.bytes.peek()? {
            self.bytes.bump();
        }
        Ok(self.bytes.peek()?.is_some_and(|byte| byte != b'\n'))
    }

    fn status(&mut self) -> Result<(), Failure> {
        self.more_on_line()?;
        let position = self.bytes.text_position();
        let word = self.bytes.quote()?;
        let status = match word.as_str() {
            "SATISFIABLE" => Status::Satisfiable,
            "UNSATISFIABLE" => Status::Unsatisfiable,
            "UNKNOWN" => Status::Unknown,
            _ => return Err(Failure { position: Some(position), kind: ResultErrorKind::UnknownStatus(word) }),
        };
        self.set_status(position, status)
    }

    fn set_status(&mut self, position: Position, status: Status) -> Result<(), Failure> {
        match self.result.status.replace(status) {
            Some(earlier) if earlier != status => {
                Err(Failure { position: Some(position), kind: ResultErrorKind::TwoStatuses })
            }
            _ => Ok(()),
        }
    }

    fn literals(&mut self) -> Result<(), Failure> {
        while self.more_on_line()? {
            let position = self.bytes.text_position();
            let fail = |kind| Err(Failure { position: Some(position), kind });
            let number = match self.bytes.number(i32::MAX as u64, SyntaxError::LiteralRange) {
                Ok(number) => number,
                Err(ProofError::Io(error)) => return fail(ResultErrorKind::Io(error)),
                Err(ProofError::Syntax {
                    error: SyntaxError::Junk(text) | SyntaxError::LiteralRange(text) | SyntaxError::IdRange(text),
                    ..
                }) => return fail(ResultErrorKind::NotALiteral(text)),
                Err(_) => return fail(ResultErrorKind::MissingZero),
            };
            match Lit::from_dimacs(number as i32) {
                Some(lit) => self.model.push(lit),
                None => match Assignment::from_literals(self.model.drain(..)) {
                    Ok(model) => self.result.models.push(model),
                    Err(error) => return fail(ResultErrorKind::Contradictory(error)),
                },
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Option<Status>, Vec<Vec<i32>>), String> {
        let numbers = |model: &Assignment| model.literals().iter().map(|lit| lit.to_dimacs()).collect();
        match read_result(text.as_bytes()) {
            Ok(result) => Ok((result.status, result.models.iter().map(numbers).collect())),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn competition_output_listings_and_minisat_files_are_read() {
        assert_eq!(
            read("c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\nc end"),
            Ok((Some(Status::Satisfiable), vec![vec![1, -2, 3]]))
        );
        assert_eq!(
            read("c Answer: 1\nv 1 0\nc Answer: 2\r\nv -1 0\r\ns SATISFIABLE\r\n"),
            Ok((Some(Status::Satisfiable), vec![vec![1], vec![-1]]))
        );
        assert_eq!(read("s SATISFIABLE\nv 0\n"), Ok((Some(Status::Satisfiable), vec![vec![]])));
        assert_eq!(read("s UNSATISFIABLE"), Ok((Some(Status::Unsatisfiable), vec![])));
        assert_eq!(read("SAT\n-1 2 0\n"), Ok((Some(Status::Satisfiable), vec![vec![-1, 2]])));
        assert_eq!(read("UNSAT\n"), Ok((Some(Status::Unsatisfiable), vec![])));
        assert_eq!(read("INDET\n"), Ok((Some(Status::Unknown), vec![])));
        assert_eq!(read("s UNKNOWN\nINDET\n"), Ok((Some(Status::Unknown), vec![])));
        assert_eq!(read(""), Ok((None, vec![])));
    }

    #[test]
    fn errors_say_where() {
        let error = |text| read(text).unwrap_err();
        assert_eq!(error("s MAYBE\n"), "line 1, column 3: 'MAYBE' is no status");
        assert_eq!(error("s UNKNOWN\ns SATISFIABLE\n"), "line 2, column 3: a second status contradicts the first");
        assert_eq!(error("v 1 x 0\n"), "line 1, column 5: 'x' is not a literal");
        assert_eq!(error("v 1 2147483648 0\n"), "line 1, column 5: '2147483648' is not a literal");
        assert_eq!(error("v 1 2\n"), "line 2, column 1: the last model has no final 0");
        assert_eq!(error("v 1 2 -1 0\n"), "line 1, column 10: variable 1 is both true and false");
        assert_eq!(error("hello\n"), "line 1, column 1: a line cannot begin with 'hello'");
    }
}

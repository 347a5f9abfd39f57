//! The claim of a certificate.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};

use gordian_formula::{Lit, Var};

/// The claim of a certificate, and how its parts are to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The number of solutions, free variables left out.
    pub solutions: u128,
    /// The number of classes, where it is claimed.
    pub classes: Option<u128>,
    /// The order of the group as it acts on the visible variables, where it is claimed.
    pub order: Option<u128>,
    /// Whether one solution of each class is listed, else all of them.
    pub lists_classes: bool,
    /// The number of solutions that are listed.
    pub num_listed: u64,
    /// Whether a solution is forbidden by its true visible variables only.
    pub forbids_true: bool,
    /// The variables that matter, ascending, but for the free ones.
    pub show: Vec<Var>,
    /// Variables that matter and stand in no constraint, ascending: each doubles the number of solutions.
    pub free: Vec<Var>,
    /// A clause of the formula; empty for none.
    pub choice: Vec<Lit>,
    /// The literals of the choice to which the others can be mapped.
    pub representatives: Vec<Lit>,
}

/// The reason why a part of a certificate cannot be read, with its place.
#[derive(Debug)]
pub struct ClaimError {
    /// The line, from 1.
    pub line: u64,
    /// The kind of the error.
    pub kind: ClaimErrorKind,
}

/// The kinds of errors in a part of a certificate.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClaimErrorKind {
    /// The input could not be read.
    Io(io::Error),
    /// A line that no certificate holds.
    UnknownLine(String),
    /// Something that is no number, or no literal, where one must stand.
    NotANumber(String),
    /// A list of literals without its final `0`.
    MissingZero,
    /// A line that must be there is not.
    Missing(&'static str),
    /// A line that may be there once is there again.
    Repeated(String),
    /// The certificate is of a version that this checker does not know.
    Version(String),
}

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        match &self.kind {
            ClaimErrorKind::Io(error) => error.fmt(f),
            ClaimErrorKind::UnknownLine(text) => write!(f, "a line cannot begin with '{text}'"),
            ClaimErrorKind::NotANumber(text) => write!(f, "'{text}' is not a number that can stand here"),
            ClaimErrorKind::MissingZero => write!(f, "the line has no final 0"),
            ClaimErrorKind::Missing(word) => write!(f, "there is no line '{word}'"),
            ClaimErrorKind::Repeated(word) => write!(f, "there is a second line '{word}'"),
            ClaimErrorKind::Version(text) => write!(f, "certificates of version '{text}' are not known"),
        }
    }
}

impl std::error::Error for ClaimError {}

/// Lines that go on with another of the same word.
const MAY_GO_ON: [&str; 4] = ["show", "free", "choice", "representatives"];

impl Claim {
    /// Reads a claim: lines that begin with a word, `c` lines passed over.
    ///
    /// # Errors
    /// The first line that cannot be understood, or that is missing.
    pub fn read(input: impl Read) -> Result<Claim, ClaimError> {
        let mut claim = Claim::default();
        let mut seen = HashSet::new();
        for_each_line(input, |line, words| {
            let fail = |kind| Err(ClaimError { line, kind });
            let (word, rest) = (words[0], &words[1..]);
            if !MAY_GO_ON.contains(&word) && !seen.insert(word.to_owned()) {
                return fail(ClaimErrorKind::Repeated(excerpt(word)));
            }
            match (word, rest) {
                ("gordian", ["certificate", "1"]) => {}
                ("gordian", ["certificate", version, ..]) => {
                    return fail(ClaimErrorKind::Version((*version).to_owned()));
                }
                ("solutions", [number]) => claim.solutions = parse(number, line)?,
                ("classes", [number]) => claim.classes = Some(parse(number, line)?),
                ("order", [number]) => claim.order = Some(parse(number, line)?),
                ("lists", [what @ ("classes" | "solutions"), number]) => {
                    claim.lists_classes = *what == "classes";
                    claim.num_listed = parse(number, line)?;
                }
                ("forbids", [what @ ("true" | "all")]) => claim.forbids_true = *what == "true",
                ("show", numbers) => claim.show.extend(vars(numbers, line)?),
                ("free", numbers) => claim.free.extend(vars(numbers, line)?),
                ("choice", numbers) => claim.choice.extend(lits(numbers, line)?),
                ("representatives", numbers) => claim.representatives.extend(lits(numbers, line)?),
                _ => return fail(ClaimErrorKind::UnknownLine(excerpt(words[0]))),
            }
            Ok(())
        })?;
        match ["gordian", "solutions", "lists", "forbids"].into_iter().find(|word| !seen.contains(*word)) {
            Some(word) => Err(ClaimError { line: 0, kind: ClaimErrorKind::Missing(word) }),
            // An order is one of a group, under which there are classes.
            None if claim.order.is_some() && claim.classes.is_none() => {
                Err(ClaimError { line: 0, kind: ClaimErrorKind::Missing("classes") })
            }
            None => Ok(claim),
        }
    }
}

/// Calls a function with the number and the words of each line that is not blank and no comment.
pub(super) fn for_each_line(
    input: impl Read,
    mut visit: impl FnMut(u64, &[&str]) -> Result<(), ClaimError>,
) -> Result<(), ClaimError> {
    let mut input = BufReader::new(input);
    let mut text = String::new();
    for line in 1.. {
        text.clear();
        match input.read_line(&mut text) {
            Err(error) => return Err(ClaimError { line, kind: ClaimErrorKind::Io(error) }),
            Ok(0) => break,
            Ok(_) => {}
        }
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        if !matches!(words.first(), None | Some(&"c")) {
            visit(line, &words)?;
        }
    }
    Ok(())
}

/// The literals of a line, whose last word is `0`.
pub(super) fn lits(words: &[&str], line: u64) -> Result<Vec<Lit>, ClaimError> {
    let Some((&"0", numbers)) = words.split_last() else {
        return Err(ClaimError { line, kind: ClaimErrorKind::MissingZero });
    };
    let lit = |word: &&str| {
        let lit = word.parse().ok().and_then(Lit::from_dimacs);
        lit.ok_or_else(|| ClaimError { line, kind: ClaimErrorKind::NotANumber(excerpt(word)) })
    };
    numbers.iter().map(lit).collect()
}

/// The variables of a line, whose last word is `0`.
pub(super) fn vars(words: &[&str], line: u64) -> Result<Vec<Var>, ClaimError> {
    let lits = lits(words, line)?;
    match lits.iter().find(|lit| lit.is_negative()) {
        Some(lit) => Err(ClaimError { line, kind: ClaimErrorKind::NotANumber(lit.to_string()) }),
        None => Ok(lits.into_iter().map(Lit::var).collect()),
    }
}

fn parse<N: std::str::FromStr>(word: &str, line: u64) -> Result<N, ClaimError> {
    word.parse().map_err(|_| ClaimError { line, kind: ClaimErrorKind::NotANumber(excerpt(word)) })
}

/// The beginning of a word, for an error.
pub(super) fn excerpt(word: &str) -> String {
    word.chars().take(32).flat_map(char::escape_debug).collect()
}

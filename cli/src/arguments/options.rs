//! Options that verbs share.
//!
//! A struct that clap flattens has no doc comment: it would replace the words about the verb in the
//! help.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use gordian_puzzles::{KINDS, Kind};
use gordian_queries::{ENGINES, Method, USES};

// The options of every verb.
#[derive(Args, Clone, Debug)]
pub(crate) struct Usual {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

// Options that do not concern the input.
#[derive(Args, Clone, Debug)]
pub(crate) struct Common {
    /// Print one JSON document and nothing else
    #[arg(long, help_heading = "General")]
    pub(crate) json: bool,
    /// Stop after this many seconds, counted from the start of the program
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds, help_heading = "General")]
    pub(crate) time: Option<Duration>,
    /// Seed of the random numbers; the same seed gives the same run
    #[arg(long, value_name = "N", help_heading = "General")]
    pub(crate) seed: Option<u64>,
    /// Solve or count with this many threads, at most eight for each processor; other verbs use one.
    /// The count is the same with any number, and so is whether there is a solution. With --each, so
    /// many threads share the puzzles; by default, one for each processor. In `cubes run`, so many
    /// threads share the cubes of a search, or count one cube after the other
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "General")]
    pub(crate) threads: Option<u32>,
    /// Print the answer only
    #[arg(short, long, conflicts_with = "verbose", help_heading = "General")]
    pub(crate) quiet: bool,
    /// Print statistics
    #[arg(short, long, help_heading = "General")]
    pub(crate) verbose: bool,
    /// Change an option of the engine; `--set help` lists them
    #[arg(long, value_name = "NAME=VALUE", help_heading = "General")]
    pub(crate) set: Vec<String>,
}

// How inputs are read.
#[derive(Args, Clone, Debug)]
pub(crate) struct Reading {
    /// Read the input as this kind, instead of telling the kind from its content
    #[arg(long = "as", value_name = "KIND", value_parser = InputKind::parser(), help_heading = "Input")]
    pub(crate) kind: Option<InputKind>,
    /// Take this puzzle of a file that holds several: a number from 1, or a name like easy, medium,
    /// hard
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    pub(crate) pick: Option<String>,
    /// Formulas: require a header, and one that is right
    #[arg(long, conflicts_with = "relaxed", help_heading = "Input")]
    pub(crate) strict: bool,
    /// Let outputs overwrite a file that looks like a formula or a puzzle, but never an input.
    /// Formulas: do not warn
    #[arg(short = 'f', long, visible_alias = "force", help_heading = "Input")]
    pub(crate) relaxed: bool,
}

/// The kinds of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputKind {
    Cnf,
    Puzzle(Kind),
}

impl InputKind {
    fn parser() -> impl TypedValueParser<Value = InputKind> {
        let of_puzzles = KINDS
            .iter()
            .map(|kind| PossibleValue::new(kind.name).aliases(kind.aliases.iter().copied()).help(kind.description));
        let all: Vec<PossibleValue> =
            [PossibleValue::new("cnf").help("DIMACS")].into_iter().chain(of_puzzles).collect();
        // `cnf` is the only name that is no kind of puzzle.
        PossibleValuesParser::new(all).map(|name| Kind::from_name(&name).map_or(InputKind::Cnf, InputKind::Puzzle))
    }
}

// The files whose puzzles are all asked about.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Several {
    /// Ask about every puzzle of these files: files of one kind may hold several, such as a list with
    /// a Sudoku in each line or the levels of a day. Each answer is a line, in the order of the
    /// puzzles; with --json, a document. Several threads share the puzzles, see --threads
    #[arg(long, value_name = "FILE", num_args = 0.., help_heading = "Input")]
    pub(crate) each: Option<Vec<PathBuf>>,
    // Files that stand before `--each`, or behind another option.
    #[arg(hide = true)]
    others: Vec<PathBuf>,
}

impl Several {
    /// Gathers the files, those at other places of the command line too. Without `--each`, returns the
    /// first one that is too many.
    pub(crate) fn gather<'a>(&mut self, before: impl IntoIterator<Item = &'a mut Option<PathBuf>>) -> Option<PathBuf> {
        let Some(files) = &mut self.each else { return self.others.drain(..).next() };
        let before = before.into_iter().filter_map(Option::take);
        *files = before.chain(self.others.drain(..)).chain(files.drain(..)).collect();
        None
    }
}

// How puzzles are drawn.
#[derive(Args, Clone, Debug)]
pub(crate) struct Drawing {
    /// Also draw to this file, as SVG
    #[arg(long, value_name = "FILE", help_heading = "Drawings")]
    pub(crate) svg: Option<PathBuf>,
    /// Use colours in drawings; auto uses them on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Drawings")]
    pub(crate) color: ColorChoice,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    Auto,
    Always,
    Never,
}

// The options of `list` and `count` that choose what they look at.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Scope {
    /// Stop after this many solutions
    #[arg(long, value_name = "N", help_heading = "Question")]
    pub(crate) limit: Option<u64>,
    /// Formulas: the variables that matter, like 1,2,5-9, or all; by default those of the `c p
    /// show` lines, else all
    #[arg(long, value_name = "VARIABLES", help_heading = "Question")]
    pub(crate) project: Option<Projection>,
    /// Take one solution of each class that symmetries map to each other: those of the board of
    /// polyforms, queens and stars; of other puzzles, those found in the formula
    #[arg(
        long,
        value_name = "GROUP",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "full",
        help_heading = "Question"
    )]
    pub(crate) up_to_symmetry: Option<GroupChoice>,
    /// Formulas: read symmetries from this file, one generator a line in cycle notation over
    /// literals, like (1 2 3)(4 -5); auto finds them
    #[arg(long, value_name = "FILE|auto", help_heading = "Question")]
    pub(crate) symmetry: Option<PathBuf>,
    /// Do not require that the symmetries map clauses to clauses: look up the images of the
    /// solutions instead (with --method burnside, of a sample only)
    #[arg(long, requires = "symmetry", help_heading = "Question")]
    pub(crate) unverified: bool,
    /// The engine that searches, the use of the symmetry, or both with a plus sign between, like
    /// frontier+burnside
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = Methods, help_heading = "Question")]
    pub(crate) method: Method,
    /// List or count a second time by another method, and compare; where that takes long, judge a proof of the count
    #[arg(long, help_heading = "Question")]
    pub(crate) check: bool,
}

/// The symmetries of a puzzle that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupChoice {
    /// All known symmetries
    Full,
    /// The rotations of the board only
    Rotations,
}

/// Reads a method. The help shows the engines and the uses of the symmetry, from their tables.
#[derive(Clone)]
struct Methods;

impl TypedValueParser for Methods {
    type Value = Method;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Method, clap::Error> {
        str::parse::<Method>.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let engines = ENGINES.iter().map(|row| (row.name, row.about));
        let uses = USES.iter().map(|row| (row.name, row.about));
        let all = [("auto", "The fastest method that applies")].into_iter().chain(engines).chain(uses);
        Some(Box::new(all.map(|(name, about)| PossibleValue::new(name).help(about))))
    }
}

/// Variables named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Projection {
    /// Every variable.
    All,
    /// These, as ranges of numbers from 1.
    Ranges(Vec<(u32, u32)>),
}

impl std::str::FromStr for Projection {
    type Err = String;

    fn from_str(text: &str) -> Result<Projection, String> {
        if text == "all" {
            return Ok(Projection::All);
        }
        let number = |word: &str| match word.trim().parse::<u32>() {
            Ok(number @ 1..=0x7fff_ffff) => Ok(number),
            _ => Err(format!("'{word}' is not a number from 1 to 2147483647")),
        };
        let range = |part: &str| match part.split_once('-') {
            None => number(part).map(|only| (only, only)),
            Some((first, last)) => match (number(first)?, number(last)?) {
                (first, last) if first <= last => Ok((first, last)),
                _ => Err(format!("the range '{part}' is empty")),
            },
        };
        text.split(',').map(range).collect::<Result<Vec<_>, String>>().map(Projection::Ranges)
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_given_as_numbers_and_ranges() {
        assert_eq!("1,2,5-9".parse(), Ok(Projection::Ranges(vec![(1, 1), (2, 2), (5, 9)])));
        assert_eq!("all".parse(), Ok(Projection::All));
        for wrong in ["", "0", "3-2", "1,,2", "x", "-1", "1-", "2147483648"] {
            assert!(wrong.parse::<Projection>().is_err(), "{wrong}");
        }
    }
}

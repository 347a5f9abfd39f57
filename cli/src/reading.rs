//! Inputs: told apart by their content, formulas read piece by piece, puzzles as a whole.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gordian_checker::ResultError;
use gordian_encoders::rule::Guarding;
use gordian_formula::dimacs::{self, Dialect, Fault, FormulaTarget, ReadOptions, Report, SyntaxError};
use gordian_formula::text::escaped;
use gordian_formula::{Clock, Lit, Var};
use gordian_puzzles::{AnyPuzzle, Compiled, ErrorClass, Kind, PuzzleError};
use gordian_solver::Options;

use crate::arguments::{InputKind, Reading};
use crate::detect::puzzle_kind;
use crate::failure::Failure;
use crate::foreign;
use crate::input::{self, Input};

/// How much of an input is looked at to tell what it is.
const PREFIX: u64 = 1 << 16;
/// Files up to this size are read a second time to check a model without being asked to.
const CHEAP: u64 = 1 << 26;
/// Texts beyond this many bytes are no puzzles.
const LARGEST_PUZZLE: u64 = 1 << 26;

/// The largest variable of a formula that is held with tables for each variable.
const LARGEST_VARIABLE: usize = 1 << 27;
/// Texts that are no formulas and no puzzles may have this many bytes: that is symmetries.
const LARGEST_TEXT: u64 = 1 << 28;

/// An input whose kind is known.
pub(crate) enum Opened {
    Formula(Formula),
    Puzzle(AnyPuzzle),
    /// A puzzle without solutions, for a reason that counting alone shows.
    Impossible(PuzzleError),
    /// A signal or the end of the time came first.
    Interrupted,
}

/// Opens a formula or a puzzle.
pub(crate) fn open(path: &Path, reading: &Reading, clock: Clock) -> Result<Opened, Failure> {
    open_with(path, reading, clock, AnyPuzzle::parse)
}

/// As [`open`], but what looks like a mistake in a puzzle is taken for one.
pub(crate) fn open_valid_puzzle(path: &Path, reading: &Reading, clock: Clock) -> Result<AnyPuzzle, Failure> {
    the_puzzle(path, open_with(path, reading, clock, AnyPuzzle::validate)?)
}

/// As [`open`], but a puzzle is taken as it is where its rules can tell why it has no solution.
pub(crate) fn open_unjudged(path: &Path, reading: &Reading, clock: Clock) -> Result<Opened, Failure> {
    open_with(path, reading, clock, AnyPuzzle::read)
}

/// How the text of a puzzle of a kind becomes a puzzle.
type Parser = fn(Kind, &str, Option<&str>) -> Result<AnyPuzzle, PuzzleError>;

fn open_with(path: &Path, reading: &Reading, clock: Clock, parse: Parser) -> Result<Opened, Failure> {
    let name = name_of(path);
    let mut prefix = Vec::new();
    let opened = input::open(path, &clock).and_then(|mut input| {
        input.by_ref().take(PREFIX).read_to_end(&mut prefix)?;
        Ok(input)
    });
    let input = match opened {
        Ok(input) => input,
        Err(_) if clock.is_over() => return Ok(Opened::Interrupted),
        Err(error) => return Err(Failure::about(name, error)),
    };
    let is_whole = (prefix.len() as u64) < PREFIX;
    let kind = match reading.kind {
        Some(InputKind::Cnf) => None,
        Some(InputKind::Puzzle(kind)) => Some(kind),
        None => match foreign::format_of(&prefix) {
            Some(format) => return Err(Failure::about(name, format_args!("this is {format}: it cannot be read"))),
            None => puzzle_kind(&prefix, is_whole),
        },
    };
    if let (None, None, true) = (kind, reading.kind, is_whole)
        && let Some(shape) = std::str::from_utf8(&prefix).ok().and_then(foreign::shape_of)
    {
        return Err(Failure::about(name, format_args!("this is {shape}: it cannot be read")));
    }
    let input: Input = Box::new(io::Cursor::new(prefix).chain(input));
    let Some(kind) = kind else {
        let again = path.metadata().is_ok_and(|metadata| metadata.is_file()).then(|| path.to_path_buf());
        let options = read_options(reading);
        return Ok(Opened::Formula(Formula { name, again, input, options, clock }));
    };
    let read = read_puzzle(kind, &name, input, reading, parse);
    if read.is_err() && clock.is_over() {
        return Ok(Opened::Interrupted);
    }
    match read? {
        Ok(puzzle) => Ok(Opened::Puzzle(puzzle)),
        Err(error) if error.class == ErrorClass::NoSolution => Ok(Opened::Impossible(error)),
        Err(error) => Err(at_place(&name, &error)),
    }
}

/// Opens what has to be a puzzle, which may have no solution.
pub(crate) fn open_puzzle(path: &Path, reading: &Reading, clock: Clock) -> Result<AnyPuzzle, Failure> {
    let opened = open_unjudged(path, reading, clock)?;
    the_puzzle(path, opened)
}

fn the_puzzle(path: &Path, opened: Opened) -> Result<AnyPuzzle, Failure> {
    match opened {
        Opened::Puzzle(puzzle) => Ok(puzzle),
        Opened::Impossible(error) => Err(at_place(&name_of(path), &error)),
        Opened::Interrupted => Err(out_of_time()),
        Opened::Formula(formula) => Err(Failure::about(formula.name, "this is a formula, not a puzzle; see --as")),
    }
}

/// A puzzle as a formula; `None` if a signal or the end of the time came first.
pub(crate) fn compile(puzzle: &AnyPuzzle, clock: &Clock) -> Result<Option<Compiled>, Failure> {
    in_time(puzzle.compile_as(Guarding::None, clock))
}

/// A puzzle as a formula from which rules can be left out; `None` if a signal or the end of the time came first.
pub(crate) fn compile_guarded(puzzle: &AnyPuzzle, clock: &Clock) -> Result<Option<Compiled>, Failure> {
    in_time(puzzle.compile_as(Guarding::Selectors, clock))
}

/// What was compiled, if there was time for it.
fn in_time(compiled: Result<Compiled, PuzzleError>) -> Result<Option<Compiled>, Failure> {
    match compiled {
        Ok(compiled) => Ok(Some(compiled)),
        Err(error) if error.class == ErrorClass::Stopped => Ok(None),
        Err(error) => Err(Failure::new(error.to_string())),
    }
}

/// The first variable of a clause that verbs other than `solve` and `check` do not take: they have tables with an
/// entry for each variable up to the largest, however few are used.
pub(crate) fn first_too_large(clause: &[Lit]) -> Option<Var> {
    clause.iter().map(|lit| lit.var()).find(|var| var.index() >= LARGEST_VARIABLE)
}

/// What is said of it.
pub(crate) fn too_large(name: &str, var: Var) -> Failure {
    let number = var.to_dimacs();
    let message =
        format!("variable {number} is too large here, where they may go up to {LARGEST_VARIABLE}; `solve` takes it");
    Failure::about(name, message)
}

/// What a verb says that has nothing to tell when the time is over.
pub(crate) fn out_of_time() -> Failure {
    Failure::new("the time is over, nothing is known")
}

/// The options of the engine that fit the input. What makes dancing links fast, a decision on the tightest exactly-one
/// group, does so for packings and most other puzzles.
pub(crate) fn usual_options(puzzle: Option<&AnyPuzzle>) -> Options {
    let is_like_cover = puzzle.is_some_and(|puzzle| puzzle.kind().is_like_cover);
    Options::default().with("group_decisions", u64::from(is_like_cover))
}

/// Reads a text that is no formula and no puzzle.
pub(crate) fn read_text(path: &Path, clock: &Clock) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = open_file(path, clock)?.take(LARGEST_TEXT + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::about(name_of(path), error))?;
    if bytes.len() as u64 > LARGEST_TEXT {
        return Err(Failure::about(
            name_of(path),
            format!("a text of more than {} MiB is refused", LARGEST_TEXT >> 20),
        ));
    }
    String::from_utf8(bytes).map_err(|_| Failure::about(name_of(path), "it is no text in UTF-8"))
}

/// Opens something that is no formula and no puzzle, decompressed.
pub(crate) fn open_other(path: &Path, clock: &Clock) -> Result<Input, Failure> {
    open_file(path, clock)
}

/// Refuses to read standard input twice.
pub(crate) fn only_one_is_stdin(paths: [&Path; 2]) -> Result<(), Failure> {
    if paths == [Path::new("-"); 2] {
        return Err(Failure::new("standard input can be read only once"));
    }
    Ok(())
}

/// What an input is called in messages.
pub(crate) fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "<stdin>".to_owned() } else { escaped(&path.display().to_string()).into_owned() }
}

fn open_file(path: &Path, clock: &Clock) -> Result<Input, Failure> {
    input::open(path, clock).map_err(|error| match clock.is_over() {
        true => out_of_time(),
        false => Failure::about(name_of(path), error),
    })
}

fn read_options(reading: &Reading) -> ReadOptions {
    ReadOptions::with_dialect(match (reading.strict, reading.relaxed) {
        (true, _) => Dialect::Strict,
        (false, true) => Dialect::Relaxed,
        (false, false) => Dialect::Lenient,
    })
}

fn read_puzzle(
    kind: Kind,
    name: &str,
    input: impl Read,
    reading: &Reading,
    parse: Parser,
) -> Result<Result<AnyPuzzle, PuzzleError>, Failure> {
    let mut bytes = Vec::new();
    input.take(LARGEST_PUZZLE + 1).read_to_end(&mut bytes).map_err(|error| Failure::about(name, error))?;
    if bytes.len() as u64 > LARGEST_PUZZLE {
        return Err(Failure::about(name, format!("a puzzle of more than {} MiB is none", LARGEST_PUZZLE >> 20)));
    }
    let text = String::from_utf8(bytes).map_err(|_| Failure::about(name, "a puzzle is a text in UTF-8"))?;
    Ok(parse(kind, &text, reading.pick.as_deref()))
}

/// The error as `FILE:LINE:COLUMN: …` with its picture.
fn at_place(name: &str, error: &PuzzleError) -> Failure {
    let place = error.place.map_or(String::new(), |place| format!(":{}:{}", place.line, place.column));
    let picture = error.picture.as_ref().map_or(String::new(), |picture| format!("\n{}", picture.trim_end()));
    Failure::new(format!("{name}{place}: {}{picture}", error.message))
}

/// The error as `FILE:LINE:COLUMN: …`.
fn in_formula(name: &str, error: dimacs::Error) -> Failure {
    match error {
        dimacs::Error::Io(error) => Failure::about(name, error),
        dimacs::Error::Syntax(SyntaxError { place, text, fault }) => {
            let format = if fault == Fault::UnknownFormat { foreign::of_header(&text) } else { None };
            let text = if text.is_empty() { text } else { format!("`{text}`: ") };
            let format = format.map_or(String::new(), |format| format!("; this one is for {format}"));
            Failure::new(format!("{name}:{}:{}: {text}{fault}{format}", place.line, place.column))
        }
    }
}

/// The error as `FILE:LINE:COLUMN: …`.
pub(crate) fn in_result(name: &str, error: &ResultError) -> String {
    let ResultError { line, column, .. } = error;
    let message = error.to_string();
    let message = message.strip_prefix(&format!("line {line}, column {column}: ")).unwrap_or(&message);
    format!("{name}:{line}:{column}: {message}")
}

/// A formula that has not been read yet.
pub(crate) struct Formula {
    name: String,
    /// Where it can be read a second time.
    again: Option<PathBuf>,
    input: Input,
    options: ReadOptions,
    clock: Clock,
}

impl Formula {
    /// What it is called in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Reads it into a target; `None` if a signal or the end of the time came first.
    pub(crate) fn read(&mut self, target: &mut impl FormulaTarget) -> Result<Option<Report>, Failure> {
        let read = dimacs::read(&mut self.input, &self.options, target);
        // Buffers that are given back late, among millions of small ones, take long.
        self.input = Box::new(io::empty());
        match read {
            Ok(report) => Ok(Some(report)),
            Err(_) if self.clock.is_over() => Ok(None),
            Err(error) => Err(in_formula(&self.name, error)),
        }
    }

    /// Whether it can be read a second time in less time than it takes to answer most questions about it.
    pub(crate) fn is_cheap_to_read_again(&self) -> bool {
        self.again.as_ref().and_then(|path| path.metadata().ok()).is_some_and(|metadata| metadata.len() <= CHEAP)
    }

    /// Reads it a second time, to the end, whatever the limits.
    pub(crate) fn read_again(&self, target: &mut impl FormulaTarget) -> Result<(), Failure> {
        let path = self.again.as_deref().ok_or_else(|| Failure::about(&self.name, "cannot be read a second time"))?;
        let read = dimacs::read(open_file(path, &Clock::unlimited())?, &self.options, target);
        read.map(drop).map_err(|error| in_formula(&self.name, error))
    }
}

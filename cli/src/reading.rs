//! Inputs: their content tells the kind; formulas are read piece by piece, puzzles as a whole.

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use gordian_checker::ResultError;
use gordian_encoders::rule::Guarding;
use gordian_formula::Clock;
use gordian_formula::dimacs::{self, Dialect, Fault, FormulaTarget, ReadOptions, Report, SyntaxError};
use gordian_formula::text::escaped;
use gordian_puzzles::{AnyPuzzle, Compiled, ErrorClass, Kind, Part, PuzzleError};
use gordian_solver::Options;

use crate::arguments::{InputKind, Projection, Reading};
use crate::ask::Ended;
use crate::failure::Failure;
use crate::given::{Given, Label};
use crate::input::detect::{is_named_formula, puzzle_kind};
use crate::input::foreign;
use crate::input::{self, Beginning, Input};
use crate::session::Session;

/// Files up to this size are read a second time to check a model without being asked to.
const CHEAP: u64 = 1 << 26;
/// The largest size of a puzzle in bytes.
const LARGEST_PUZZLE: u64 = 1 << 26;

/// The largest size in bytes of a text that is neither a formula nor a puzzle, such as a list of
/// symmetries.
const LARGEST_TEXT: u64 = 1 << 28;

/// An input whose kind is known.
pub(crate) enum Opened {
    Formula(Formula),
    Puzzle(Rc<AnyPuzzle>),
}

/// A function that turns the text of a puzzle of some kind into a puzzle.
type Parser = fn(Kind, &str, Option<&str>) -> Result<AnyPuzzle, PuzzleError>;

/// Opens a formula or a puzzle, and prints notes about what is unusual about the puzzle.
pub(crate) fn open(session: &mut Session, path: &Path) -> Result<Opened, Ended> {
    noted(session, path, AnyPuzzle::parse)
}

/// Like [`open`], but accepts a puzzle that is refuted while it is read, if its rules can tell why.
pub(crate) fn open_unjudged(session: &mut Session, path: &Path) -> Result<Opened, Ended> {
    noted(session, path, AnyPuzzle::read)
}

/// Like [`open_unjudged`], but refuses a formula.
pub(crate) fn open_puzzle(session: &mut Session, path: &Path) -> Result<Rc<AnyPuzzle>, Ended> {
    the_puzzle(open_unjudged(session, path)?)
}

/// Like [`open`], but treats what looks like a mistake in a puzzle as an error, and prints no
/// notes.
pub(crate) fn open_valid_puzzle(session: &Session, path: &Path) -> Result<Rc<AnyPuzzle>, Ended> {
    the_puzzle(open_with(session, path, AnyPuzzle::validate)?)
}

/// Like [`open`], but prints no notes.
pub(crate) fn open_untold(session: &Session, path: &Path) -> Result<Opened, Ended> {
    open_with(session, path, AnyPuzzle::parse)
}

fn noted(session: &mut Session, path: &Path, parse: Parser) -> Result<Opened, Ended> {
    let opened = open_with(session, path, parse)?;
    if let Opened::Puzzle(puzzle) = &opened {
        session.note(puzzle);
    }
    Ok(opened)
}

fn the_puzzle(opened: Opened) -> Result<Rc<AnyPuzzle>, Ended> {
    match opened {
        Opened::Puzzle(puzzle) => Ok(puzzle),
        Opened::Formula(formula) => {
            Err(Failure::about(formula.name, "this is a formula, not a puzzle; --as names the kind of a puzzle").into())
        }
    }
}

/// Opens the subject that is given, or else the file at the path.
fn open_with(session: &Session, path: &Path, parse: Parser) -> Result<Opened, Ended> {
    match session.given.take() {
        None => open_file_with(session, path, parse),
        Some(Given::File(path)) => open_file_with(session, &path, parse),
        Some(Given::Bytes { name, input }) => open_told(session, tell(session, name, input)?, None, parse),
        Some(Given::Puzzle { name, kind, text, part }) => {
            let parsed = parse(kind, part.of(&text), part.pick.as_deref());
            puzzle_of(name, parsed.map_err(|error| part.in_whole(&text, error)))
        }
    }
}

fn open_file_with(session: &Session, path: &Path, parse: Parser) -> Result<Opened, Ended> {
    let again = path.is_file().then(|| path.to_path_buf());
    open_told(session, tell_file(session, path)?, again, parse)
}

fn open_told(session: &Session, told: Told, again: Option<PathBuf>, parse: Parser) -> Result<Opened, Ended> {
    let Told { name, kind, prefix, rest } = told;
    let input: Input = Box::new(io::Cursor::new(prefix).chain(rest));
    let Some(kind) = kind else {
        admit_formula(&name, session)?;
        return Ok(Opened::Formula(Formula::new(session, name, again, input)));
    };
    let text = in_time(&session.clock(), puzzle_text(&name, input))?;
    puzzle_of(name, parse(kind, &text, session.reading.pick.as_deref()))
}

/// Tells what the input is. The text of a puzzle is read, and returned with its kind; a formula is not
/// read yet. The session is given the input then, since it may be standard input.
pub(crate) fn take_text(session: &Session, path: &Path) -> Result<Option<(Kind, Arc<str>)>, Ended> {
    let Told { name, kind, prefix, rest } = match session.given.take() {
        None => tell_file(session, path)?,
        Some(Given::File(path)) => tell_file(session, &path)?,
        Some(Given::Bytes { name, input }) => tell(session, name, input)?,
        Some(given @ Given::Puzzle { .. }) => {
            let Given::Puzzle { kind, text, .. } = &given else { return Ok(None) };
            let told = (*kind, Arc::clone(text));
            session.given.set(Some(given));
            return Ok(Some(told));
        }
    };
    let input: Input = Box::new(io::Cursor::new(prefix).chain(rest));
    let Some(kind) = kind else {
        session.given.set(Some(Given::Bytes { name, input }));
        return Ok(None);
    };
    let text: Arc<str> = in_time(&session.clock(), puzzle_text(&name, input))?.into();
    let part = Part { name: None, bytes: 0..text.len(), pick: session.reading.pick.clone() };
    session.given.set(Some(Given::Puzzle { name, kind, text: Arc::clone(&text), part }));
    Ok(Some((kind, text)))
}

/// Finds the puzzles of an input, in their order. A formula counts as one.
pub(crate) fn parts(session: &Session, path: &Path) -> Result<Vec<(Label, Given)>, Ended> {
    let Told { name, kind, prefix, rest } = tell_file(session, path)?;
    let input: Input = Box::new(io::Cursor::new(prefix).chain(rest));
    let pick = session.reading.pick.as_ref();
    let label =
        pick.map_or(Label::Number(1), |pick| pick.parse().map_or_else(|_| Label::Name(pick.clone()), Label::Number));
    let Some(kind) = kind else {
        admit_formula(&name, session)?;
        let given = if path.is_file() { Given::File(path.to_path_buf()) } else { Given::Bytes { name, input } };
        return Ok(vec![(label, given)]);
    };
    let text: Arc<str> = in_time(&session.clock(), puzzle_text(&name, input))?.into();
    if let Some(pick) = pick {
        let part = Part { name: None, bytes: 0..text.len(), pick: Some(pick.clone()) };
        return Ok(vec![(label, Given::Puzzle { name, kind, text, part })]);
    }
    let parts = (1..).zip(AnyPuzzle::parts(kind, &text));
    let given = |(number, (kind, part)): (usize, (Kind, Part))| {
        let label = part.name.clone().map_or(Label::Number(number), Label::Name);
        (label, Given::Puzzle { name: name.clone(), kind, text: Arc::clone(&text), part })
    };
    Ok(parts.map(given).collect())
}

/// Refuses what is asked of puzzles alone: to pick another than the only one of a file that holds a
/// formula, and to draw it.
fn admit_formula(name: &str, session: &Session) -> Result<(), Failure> {
    match session.reading.pick.as_deref() {
        _ if session.files.picture().is_some() => {
            Err(Failure::about(name, "this is a formula, and `--svg` draws puzzles"))
        }
        None | Some("1") => Ok(()),
        Some(pick) => Err(Failure::about(name, format_args!("this is a formula, and none is called `{pick}`"))),
    }
}

fn puzzle_of(name: String, parsed: Result<AnyPuzzle, PuzzleError>) -> Result<Opened, Ended> {
    match parsed {
        Ok(puzzle) => Ok(Opened::Puzzle(Rc::new(puzzle))),
        Err(error) if error.class == ErrorClass::NoSolution => Err(Ended::Refuted { name, error }),
        Err(error) => Err(at_place(&name, &error).into()),
    }
}

/// An input whose kind was told from its beginning.
struct Told {
    name: String,
    /// The kind of puzzle; `None` for a formula.
    kind: Option<Kind>,
    prefix: Vec<u8>,
    rest: Input,
}

fn tell_file(session: &Session, path: &Path) -> Result<Told, Ended> {
    let (clock, name) = (session.clock(), name_of(path));
    let opened = input::open(path, &clock).map_err(|error| Failure::about(&name, error));
    tell(session, name, in_time(&clock, opened)?)
}

fn tell(session: &Session, name: String, mut rest: Input) -> Result<Told, Ended> {
    let reading = &session.reading;
    let read = Beginning::read(&mut rest).map_err(|error| Failure::about(&name, error));
    let Beginning { bytes: prefix, is_whole } = in_time(&session.clock(), read)?;
    let kind = match reading.kind {
        Some(InputKind::Cnf) => None,
        Some(InputKind::Puzzle(kind)) => Some(kind),
        None => match foreign::format_of(&prefix) {
            Some(format) => return Err(unreadable(name, format)),
            None if is_named_formula(Path::new(&name)) => None,
            None => puzzle_kind(&prefix, is_whole),
        },
    };
    if let (None, None, true) = (kind, reading.kind, is_whole)
        && let Some(shape) = std::str::from_utf8(&prefix).ok().and_then(foreign::shape_of)
    {
        return Err(unreadable(name, shape));
    }
    Ok(Told { name, kind, prefix, rest })
}

fn unreadable(name: String, what: impl fmt::Display) -> Ended {
    Failure::about(name, format_args!("this is {what}: it cannot be read")).into()
}

/// The result, or [`Ended::Interrupted`] if it failed because the time was over.
pub(crate) fn in_time<T>(clock: &Clock, result: Result<T, Failure>) -> Result<T, Ended> {
    result.map_err(|failure| if clock.is_over() { Ended::Interrupted } else { failure.into() })
}

/// Compiles a puzzle to a formula; [`Guarding::Selectors`] makes rules that can be left out.
pub(crate) fn compile(puzzle: &AnyPuzzle, guarding: Guarding, clock: &Clock) -> Result<Compiled, Ended> {
    puzzle.compile_as(guarding, clock).map_err(not_compiled)
}

/// Compiles a puzzle with a goal to a formula in which the objective is better than this.
pub(crate) fn compile_better(puzzle: &AnyPuzzle, than: i64, clock: &Clock) -> Result<Compiled, Ended> {
    puzzle.compile_better(than, clock).map_err(not_compiled)
}

fn not_compiled(error: PuzzleError) -> Ended {
    match error.class {
        ErrorClass::Stopped => Ended::Interrupted,
        _ => Failure::new(error).into(),
    }
}

/// Refuses to project a puzzle.
pub(crate) fn refuse_projection(project: Option<&Projection>) -> Result<(), Failure> {
    match project {
        Some(_) => Err(Failure::new("--project is for formulas only; a puzzle has its own variables")),
        None => Ok(()),
    }
}

/// The error of a verb that has nothing to report when the time is over.
pub(crate) fn out_of_time() -> Failure {
    Failure::new("the time is over, or a signal came, before there was a result")
}

/// The options of the engine that fit the input. For packings and most other puzzles, the engine
/// decides on the tightest exactly-one group, which is what makes dancing links fast.
pub(crate) fn usual_options(puzzle: Option<&AnyPuzzle>) -> Options {
    usual_options_of(puzzle.map(|puzzle| puzzle.kind()))
}

/// Like [`usual_options`], if the kind of the puzzle is known only.
pub(crate) fn usual_options_of(kind: Option<Kind>) -> Options {
    let is_like_cover = kind.is_some_and(|kind| kind.is_like_cover);
    Options::default().with("group_decisions", u64::from(is_like_cover))
}

/// Reads a text that is neither a formula nor a puzzle.
pub(crate) fn read_text(path: &Path, clock: &Clock) -> Result<String, Failure> {
    text_of(&name_of(path), open_file(path, clock)?, LARGEST_TEXT, ["such a text", ""])
}

/// Opens a file that is neither a formula nor a puzzle, and decompresses it.
pub(crate) fn open_other(path: &Path, clock: &Clock) -> Result<Input, Failure> {
    open_file(path, clock)
}

/// Refuses to read standard input twice.
pub(crate) fn only_one_is_stdin<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<(), Failure> {
    if paths.into_iter().filter(|path| path.as_ref() == Path::new("-")).nth(1).is_some() {
        return Err(Failure::new("standard input can be read only once"));
    }
    Ok(())
}

/// The name of an input in messages.
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

fn puzzle_text(name: &str, input: impl Read) -> Result<String, Failure> {
    text_of(name, input, LARGEST_PUZZLE, ["a puzzle", ", as a puzzle must be"])
}

/// Reads a text of at most so many bytes. The words say what has this limit, and why it has to be text.
fn text_of(name: &str, input: impl Read, limit: u64, [what, why]: [&str; 2]) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes).map_err(|error| Failure::about(name, error))?;
    if bytes.len() as u64 > limit {
        return Err(Failure::about(name, format_args!("larger than {} MiB, the limit for {what}", limit >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| Failure::about(name, format_args!("this is not text in UTF-8{why}")))
}

/// The error as `FILE:LINE:COLUMN: …` with its picture.
pub(crate) fn at_place(name: &str, error: &PuzzleError) -> Failure {
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
    /// The path for reading it a second time, if that is possible.
    again: Option<PathBuf>,
    input: Input,
    options: ReadOptions,
    clock: Clock,
}

impl Formula {
    fn new(session: &Session, name: String, again: Option<PathBuf>, input: Input) -> Formula {
        Formula { name, again, input, options: read_options(&session.reading), clock: session.clock() }
    }

    /// Its name in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether weights of literals are to be read.
    pub(crate) fn read_weights(&mut self, reads: bool) {
        self.options.weights = reads;
    }

    /// Prints that it is being read.
    pub(crate) fn announce(&self, session: &mut Session) -> io::Result<()> {
        session.comment(format_args!("Gordian {}", env!("CARGO_PKG_VERSION")))?;
        session.comment(format_args!("reading {}", self.name))?;
        session.flush()
    }

    /// Reads it into a target.
    pub(crate) fn read(&mut self, target: &mut impl FormulaTarget) -> Result<Report, Ended> {
        let read = dimacs::read(&mut self.input, &self.options, target);
        // Freeing large buffers late, among millions of small ones, is slow.
        self.input = Box::new(io::empty());
        in_time(&self.clock, read.map_err(|error| in_formula(&self.name, error)))
    }

    /// Like [`Formula::read`], but prints the warnings.
    pub(crate) fn read_and_warn(
        &mut self,
        session: &mut Session,
        target: &mut impl FormulaTarget,
    ) -> Result<Report, Ended> {
        let report = self.read(target)?;
        report.warnings.iter().try_for_each(|warning| session.warn(warning))?;
        Ok(report)
    }

    /// Whether reading it a second time takes less time than answering most questions about it.
    pub(crate) fn is_cheap_to_read_again(&self) -> bool {
        self.again.as_ref().and_then(|path| path.metadata().ok()).is_some_and(|metadata| metadata.len() <= CHEAP)
    }

    /// Reads it a second time, to the end, without a limit of time.
    pub(crate) fn read_again(&self, target: &mut impl FormulaTarget) -> Result<(), Failure> {
        let path = self.again.as_deref().ok_or_else(|| Failure::about(&self.name, "cannot be read a second time"))?;
        let read = dimacs::read(open_file(path, &Clock::unlimited())?, &self.options, target);
        read.map(drop).map_err(|error| in_formula(&self.name, error))
    }
}

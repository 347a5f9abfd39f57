//! The doors of the command: the whole of it, and one question.

use std::error::Error;
use std::ffi::OsString;
use std::fmt;
use std::io::{Cursor, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gordian_formula::text::{escaped, escaped_lines};
use gordian_formula::{Clock, Instant};

use crate::arguments::{self, Arguments};
use crate::failure::ERROR;
use crate::given::Given;
use crate::input::open_bytes;
use crate::kept::Kept;
use crate::progress::Hearer;
use crate::session::{Session, Shown};
use crate::signals::Signals;

/// Runs the command with these words, of which the first is the name of the program: prints the
/// answer, and says how the program is to end.
pub fn run(words: impl IntoIterator<Item = OsString>, started: Instant) -> ExitCode {
    let arguments = match Arguments::read(arguments::with_verb(words.into_iter().collect())) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    match arguments.verb.run(started) {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(failure) => {
            report(format_args!("error: {failure}"));
            ExitCode::from(ERROR)
        }
    }
}

/// A question in the words of the command line.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The verb; with its step, as in `cubes run`.
    pub verb: &'a str,
    /// Its options, without the input and without options that name files to write.
    pub options: &'a [String],
    /// The subject.
    pub about: About<'a>,
    /// Ends the question soon after it becomes true; the answer is what is known until then.
    pub stop: Arc<AtomicBool>,
    /// Hears how far the answer has come.
    pub hearer: Hearer,
    /// The most pictures beside the first one: of the next solutions of a list, or of two solutions
    /// that show that there are several.
    pub pictures: usize,
}

/// The subject of a question.
#[derive(Clone, Copy, Debug)]
pub enum About<'a> {
    /// The text of a formula or a puzzle.
    Text(&'a str),
    /// The bytes of a file, compressed or not.
    Bytes {
        /// Its name in messages.
        name: &'a str,
        /// Its content.
        bytes: &'a [u8],
    },
    /// A file.
    File(&'a Path),
    /// Nothing but the options: some steps of `cubes` are about a folder.
    Nothing,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The document that the command prints with `--json`.
    pub document: String,
    /// The text that the command prints without it. Solutions of a list are left out.
    pub text: String,
    /// The picture, in SVG, if there is something to draw.
    pub svg: Option<String>,
    /// Further pictures, as many as were wanted and there are.
    pub pictures: Vec<String>,
    /// The proof, if it was asked for: in a request, `-` in the place of
    /// its file brings it here, as text.
    pub proof: Option<Vec<u8>>,
}

/// The reason why a question was not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestError {
    /// The verb or an option makes no sense.
    Usage(String),
    /// The input cannot be read, or the question does not fit it.
    Failed(String),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::Usage(message) | RequestError::Failed(message) => f.write_str(message),
        }
    }
}

impl Error for RequestError {}

/// Asks a verb one question, and prints nothing.
///
/// ```
/// use std::sync::Arc;
/// use gordian::{About, Hearer, Request, ask};
///
/// let about = About::Text("SEND + MORE = MONEY");
/// let (stop, hearer) = (Arc::default(), Hearer::default());
/// let reply = ask(&Request { verb: "count", options: &[], about, stop, hearer, pictures: 0 })?;
/// assert!(reply.document.contains("\"count\":\"1\""));
/// assert_eq!(reply.text, "1 solution.\n");
/// # Ok::<(), gordian::RequestError>(())
/// ```
///
/// # Errors
/// If the command line would be refused, or the command would print an error.
pub fn ask(request: &Request<'_>) -> Result<Reply, RequestError> {
    ask_and_keep(request, &mut Kept::default())
}

/// As [`ask`], but the formula of a folder of cubes is kept for the next question.
///
/// # Errors
/// As [`ask`].
pub fn ask_and_keep(request: &Request<'_>, kept: &mut Kept) -> Result<Reply, RequestError> {
    let input = match request.about {
        About::Nothing => None,
        // The name is for messages and documents only: the subject is given.
        About::File(path) if !path.to_string_lossy().starts_with('-') => Some(path.as_os_str().to_owned()),
        About::Text(_) | About::Bytes { .. } | About::File(_) => Some("-".into()),
    };
    let words = ["gordian"].into_iter().chain(request.verb.split_whitespace()).chain(["--json"]).map(OsString::from);
    let words = words.chain(input).chain(request.options.iter().map(OsString::from)).collect();
    let usage = |message: String| RequestError::Usage(message.trim_end().to_owned());
    let verb = Arguments::read(words).map_err(|error| usage(error.render().to_string()))?.verb;
    let Some(options) = verb.usual() else {
        return Err(usage(format!("`{}` asks no question", request.verb)));
    };
    let started = Instant::now();
    let clock = Clock::unlimited().with_flag(Arc::clone(&request.stop));
    let deadline = options.common.time.and_then(|limit| started.checked_add(limit));
    let clock = deadline.into_iter().fold(clock, Clock::with_deadline);
    let given = match request.about {
        About::Bytes { name, bytes } => {
            let name = escaped(name).into_owned();
            let opened = open_bytes(bytes.to_vec(), &clock);
            let input = opened.map_err(|error| RequestError::Failed(format!("{name}: {error}")))?;
            Given::Bytes { name, input }
        }
        About::File(path) => Given::File(path.to_path_buf()),
        About::Nothing => Given::Bytes { name: "<nothing>".to_owned(), input: Box::new(std::io::empty()) },
        About::Text(text) => {
            Given::Bytes { name: "<text>".to_owned(), input: Box::new(Cursor::new(text.as_bytes().to_vec())) }
        }
    };
    let threads = options.common.threads;
    let mut session = Session::for_one(&options, &Signals::default(), clock, given);
    session.common.threads = threads;
    session.shown = Some(Shown { most_pictures: request.pictures, ..Shown::default() });
    session.hearer = request.hearer.clone();
    session.kept = std::mem::take(kept);
    let answered = verb.ask(&mut session);
    *kept = std::mem::take(&mut session.kept);
    answered.map_err(|failure| RequestError::Failed(failure.to_string()))?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let Shown { text: plain, svg, proof, pictures, .. } = session.shown.unwrap_or_default();
    let proof = proof.and_then(|proof| proof.take());
    let (document, plain) = (text(session.out.into_kept()), text(plain));
    Ok(Reply { document, text: plain, svg: svg.into_inner(), pictures: pictures.into_inner(), proof })
}

/// Answers `--help` and `--version`, and reports what is wrong with a command line.
fn refuse(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        report(format_args!("{}", error.render()));
        return ExitCode::from(ERROR);
    }
    match error.print() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => ExitCode::from(ERROR),
        _ => ExitCode::SUCCESS,
    }
}

/// Prints a message on standard error; if even that fails, there is nobody to tell.
fn report(message: std::fmt::Arguments<'_>) {
    // A message may repeat parts of inputs, names and arguments. The terminal must show them and
    // not obey them.
    let text = format!("gordian: {message}");
    let text = escaped_lines(&text);
    let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
}

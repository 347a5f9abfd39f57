//! What every verb works with: the common options, the clock, the signals, standard output.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use gordian_formula::text::escaped;
use gordian_formula::{Clock, Cnf};
use gordian_puzzles::AnyPuzzle;
use gordian_queries::{Limits, Question};
use gordian_solver::{Budget, Interrupt, Options};

use crate::arguments::{ColorChoice, Common, Content, Files, Reading, Usual};
use crate::failure::Failure;
use crate::output::files::write;
use crate::output::stdout::Output;
use crate::signals::Signals;

/// One run of the program.
pub(crate) struct Session {
    pub(crate) common: Common,
    pub(crate) reading: Reading,
    pub(crate) files: Files,
    pub(crate) color: ColorChoice,
    pub(crate) signals: Signals,
    pub(crate) out: Output,
    /// What was warned of, for documents in JSON.
    pub(crate) warnings: Vec<String>,
    started: Instant,
    clock: Clock,
}

impl Session {
    pub(crate) fn new(usual: Usual, color: ColorChoice, files: Files, signals: Signals, started: Instant) -> Session {
        let Usual { common, reading } = usual;
        // A limit that the clock cannot represent is none.
        let deadline = common.time.and_then(|limit| started.checked_add(limit));
        let clock = Clock::unlimited().with_flag(signals.stop());
        let clock = deadline.into_iter().fold(clock, Clock::with_deadline);
        Session { common, reading, files, color, signals, out: Output::new(), warnings: Vec::new(), started, clock }
    }

    /// The seconds since the start of the program, with as many digits as mean something.
    pub(crate) fn seconds(&self) -> f64 {
        (self.started.elapsed().as_secs_f64() * 1e6).round() / 1e6
    }

    /// What tells when to stop.
    pub(crate) fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// What ended a run that the clock ended.
    pub(crate) fn interrupt(&self) -> Interrupt {
        if self.signals.is_stopped() { Interrupt::Terminated } else { Interrupt::Time }
    }

    /// The limits of a call of the engine.
    pub(crate) fn budget(&self) -> Budget {
        Budget::unlimited().with_clock(self.clock.clone())
    }

    /// The limits of a query.
    pub(crate) fn limits(&self) -> Limits {
        Limits::none().with_clock(self.clock.clone())
    }

    /// A question about a formula, within the limits of this run.
    pub(crate) fn question<'a>(&self, cnf: &'a Cnf, usual: Options) -> Result<Question<'a>, Failure> {
        Ok(Question::new(cnf).with_limits(self.limits()).with_options(self.options(usual)?))
    }

    /// The options of the engine: the usual ones, changed as was asked for.
    pub(crate) fn options(&self, usual: Options) -> Result<Options, Failure> {
        let mut options = usual;
        for setting in &self.common.set {
            let Some((name, value)) = setting.split_once('=') else {
                return Err(Failure::new(format!("--set {setting}: expected NAME=VALUE; --set help lists the names")));
            };
            options
                .set(name.trim(), value.trim())
                .map_err(|error| Failure::new(format!("--set {setting}: {error}")))?;
        }
        if let Some(seed) = self.common.seed {
            options = options.with("seed", seed);
        }
        Ok(options)
    }

    /// Whether lines for people to read may stand beside the answer on standard output.
    pub(crate) fn has_comments(&self) -> bool {
        !self.common.quiet && !self.common.json
    }

    /// Prints a comment line, if any are wanted.
    pub(crate) fn comment(&mut self, text: impl fmt::Display) -> io::Result<()> {
        if !self.has_comments() {
            return Ok(());
        }
        // What the text repeats of an input must neither move the cursor nor begin a line that is
        // none of comment.
        writeln!(self.out, "c {}", escaped(&text.to_string()))
    }

    /// Lets what was printed so far be seen.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Tells what is wrong with a formula but not wrong enough to refuse it; a document in JSON
    /// says it at its end.
    pub(crate) fn warn(&mut self, text: impl fmt::Display) -> io::Result<()> {
        if self.reading.relaxed {
            return Ok(());
        }
        self.warnings.push(text.to_string());
        self.comment(format_args!("WARNING {text}"))
    }

    /// Tells what looks unusual about a puzzle: beside the answer, which is a drawing, and in a
    /// document in JSON.
    pub(crate) fn note(&mut self, puzzle: &AnyPuzzle) {
        for note in puzzle.notes().into_iter().filter(|_| !self.reading.relaxed) {
            if self.has_comments() {
                // Where even this cannot be written, there is nobody to tell.
                let _ = writeln!(io::stderr(), "gordian: note: {note}");
            }
            self.warnings.push(note);
        }
    }

    /// Whether solutions of puzzles are drawn, on standard output or to a file.
    pub(crate) fn draws(&self) -> bool {
        !self.common.json || self.files.picture().is_some()
    }

    /// Writes the picture, in SVG, if one is wanted.
    pub(crate) fn write_picture(&self, svg: impl FnOnce() -> String) -> Result<(), Failure> {
        match self.files.picture() {
            Some(path) => write(&self.files, path, Content::Drawing, svg().as_bytes()),
            None => Ok(()),
        }
    }

    /// Whether progress is shown: on a terminal, if the answer is not to be all there is.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.common.quiet && io::stderr().is_terminal()
    }
}

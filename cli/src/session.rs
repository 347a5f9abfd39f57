//! What every verb works with: the common options, the clock, the signals, standard output.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use gordian_formula::Clock;
use gordian_formula::text::escaped;
use gordian_puzzles::AnyPuzzle;
use gordian_queries::Limits;
use gordian_solver::{Budget, Interrupt, Options, Statistics};
use serde_json::{Map, Value};

use crate::arguments::{Common, Reading};
use crate::failure::Failure;
use crate::output::json;
use crate::output::stdout::Output;
use crate::signals::Signals;

/// One run of the program.
pub(crate) struct Session {
    pub(crate) common: Common,
    pub(crate) signals: Signals,
    pub(crate) out: Output,
    started: Instant,
    clock: Clock,
    /// What was warned of, for documents in JSON.
    warnings: Vec<String>,
}

impl Session {
    pub(crate) fn new(common: Common, signals: Signals, started: Instant) -> Session {
        // A limit that the clock cannot represent is none.
        let deadline = common.time.and_then(|limit| started.checked_add(limit));
        let clock = Clock::unlimited().with_flag(signals.stop());
        let clock = deadline.into_iter().fold(clock, Clock::with_deadline);
        Session { common, signals, out: Output::new(), started, clock, warnings: Vec::new() }
    }

    /// The time since the start of the program.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
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

    /// Prints what is wrong with an input but not wrong enough to refuse it; a document in JSON
    /// says it at its end.
    pub(crate) fn warn(&mut self, reading: &Reading, text: impl fmt::Display) -> io::Result<()> {
        if reading.relaxed {
            return Ok(());
        }
        self.warnings.push(text.to_string());
        self.comment(format_args!("WARNING {text}"))
    }

    /// Tells what looks unusual about a puzzle: beside the answer, which is a drawing, and in a
    /// document in JSON.
    pub(crate) fn note_all(&mut self, reading: &Reading, puzzle: &AnyPuzzle) {
        for note in puzzle.notes().into_iter().filter(|_| !reading.relaxed) {
            if self.has_comments() {
                // Where even this cannot be written, there is nobody to tell.
                let _ = writeln!(io::stderr(), "gordian: note: {note}");
            }
            self.warnings.push(note);
        }
    }

    /// A document with what was warned of.
    pub(crate) fn with_warnings(&self, mut document: Map<String, Value>) -> Map<String, Value> {
        if !self.warnings.is_empty() {
            document.insert("warnings".to_owned(), self.warnings.as_slice().into());
        }
        document
    }

    /// Prints the one document of a run, with what was warned of.
    pub(crate) fn print_document(&mut self, document: impl Into<Value>) -> io::Result<()> {
        let document = match document.into() {
            Value::Object(object) => Value::Object(self.with_warnings(object)),
            other => other,
        };
        json::print(&mut self.out, &document)
    }

    /// Whether progress is shown: on a terminal, if the answer is not to be all there is.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.common.quiet && io::stderr().is_terminal()
    }

    /// Prints statistics as comment lines: under `-v`, and always when a signal ends the run.
    pub(crate) fn print_statistics(&mut self, statistics: &Statistics) -> io::Result<()> {
        if !self.common.verbose && !self.signals.is_stopped() {
            return Ok(());
        }
        for (name, value) in statistics.rows() {
            self.comment(format_args!("{name:<20} {value:>16}"))?;
        }
        let seconds = self.elapsed().as_secs_f64();
        self.comment(format_args!("{:<20} {seconds:>16.2}", "seconds"))
    }
}

//! The state that every verb works with: the common options, the clock, the signals, standard
//! output.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, IsTerminal, Write};

use gordian_formula::text::escaped;
use gordian_formula::{Clock, Cnf, Instant};
use gordian_puzzles::AnyPuzzle;
use gordian_queries::{Limits, Question};
use gordian_solver::{Budget, Interrupt, Options};

use crate::arguments::{ColorChoice, Common, Content, Files, Reading, Usual};
use crate::failure::Failure;
use crate::given::Given;
use crate::kept::Kept;
use crate::output::files::write;
use crate::output::shared::Shared;
use crate::output::stdout::Output;
use crate::progress::{Hearer, ProgressLine};
use crate::signals::Signals;

/// An answer as people see it.
#[derive(Default)]
pub(crate) struct Shown {
    pub(crate) text: Vec<u8>,
    pub(crate) svg: RefCell<Option<String>>,
    pub(crate) proof: Option<Shared<Vec<u8>>>,
    /// Pictures beside the first one, at most so many.
    pub(crate) pictures: RefCell<Vec<String>>,
    pub(crate) most_pictures: usize,
}

/// One run of the program.
pub(crate) struct Session {
    pub(crate) common: Common,
    pub(crate) reading: Reading,
    pub(crate) files: Files,
    pub(crate) color: ColorChoice,
    pub(crate) signals: Signals,
    pub(crate) out: Output,
    /// The warnings so far, for JSON documents.
    pub(crate) warnings: Vec<String>,
    /// The subject, if it is not the input that the command line names.
    pub(crate) given: Cell<Option<Given>>,
    /// Whether the question is one of many, whose answers are lines.
    pub(crate) is_one_of_many: bool,
    /// The plain text and the picture of the answer, where another program in this process asks for
    /// them beside the document.
    pub(crate) shown: Option<Shown>,
    /// The program that hears how far the answer has come.
    pub(crate) hearer: Hearer,
    /// The values that the last question left, and those for the next.
    pub(crate) kept: Kept,
    started: Instant,
    clock: Clock,
}

impl Session {
    pub(crate) fn new(usual: Usual, color: ColorChoice, files: Files, signals: Signals, started: Instant) -> Session {
        let Usual { common, reading } = usual;
        // A limit that the clock cannot represent counts as no limit.
        let deadline = common.time.and_then(|limit| started.checked_add(limit));
        let clock = Clock::unlimited().with_flag(signals.stop());
        let clock = deadline.into_iter().fold(clock, Clock::with_deadline);
        Session {
            common,
            reading,
            files,
            color,
            signals,
            out: Output::new(),
            warnings: Vec::new(),
            given: Cell::new(None),
            is_one_of_many: false,
            shown: None,
            hearer: Hearer::default(),
            kept: Kept::default(),
            started,
            clock,
        }
    }

    /// The state for one of the questions that a run asks: about what is given, answered in memory,
    /// by one thread.
    pub(crate) fn for_one(usual: &Usual, signals: &Signals, clock: Clock, given: Given) -> Session {
        let mut usual = usual.clone();
        usual.common = Common { time: None, threads: None, quiet: true, verbose: false, ..usual.common };
        let session = Session::new(usual, ColorChoice::Never, Files::default(), signals.clone(), Instant::now());
        Session { out: Output::kept(), given: Cell::new(Some(given)), is_one_of_many: true, clock, ..session }
    }

    /// The seconds since the start of the program, rounded to the digits that mean something.
    pub(crate) fn seconds(&self) -> f64 {
        (self.started.elapsed().as_secs_f64() * 1e6).round() / 1e6
    }

    /// The clock that says when to stop.
    pub(crate) fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// The reason why the clock ended a run.
    pub(crate) fn interrupt(&self) -> Interrupt {
        if self.clock.is_flagged() { Interrupt::Terminated } else { Interrupt::Time }
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

    /// The options of the engine: the usual ones with the changes of the command line.
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

    /// Whether comment lines for people may stand beside the answer on standard output.
    pub(crate) fn has_comments(&self) -> bool {
        !self.common.quiet && !self.common.json
    }

    /// Prints a comment line, if comments are wanted.
    pub(crate) fn comment(&mut self, text: impl fmt::Display) -> io::Result<()> {
        if !self.has_comments() {
            return Ok(());
        }
        // The text may repeat parts of an input. They must not move the cursor or begin a line that
        // is no comment.
        writeln!(self.out, "c {}", escaped(&text.to_string()))
    }

    /// Makes everything printed so far visible.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Warns of a fault in a formula that is not bad enough to refuse it. A JSON document lists the
    /// warnings at its end.
    pub(crate) fn warn(&mut self, text: impl fmt::Display) -> io::Result<()> {
        if self.reading.relaxed {
            return Ok(());
        }
        self.warnings.push(text.to_string());
        self.comment(format_args!("WARNING {text}"))
    }

    /// Warns of the files that are not written, since a puzzle was refuted before it became a formula.
    pub(crate) fn warn_of_unwritten(&mut self) -> io::Result<()> {
        let is_evidence = |content| matches!(content, Content::Proof | Content::Trace | Content::Certificate);
        let unwritten = self.files.outputs.iter().filter(|(_, content)| is_evidence(*content));
        let paths: Vec<String> = unwritten.map(|(path, _)| escaped(&path.display().to_string()).into_owned()).collect();
        for path in paths {
            self.warn(format_args!("{path} is not written: counting refutes the puzzle, without a formula"))?;
        }
        Ok(())
    }

    /// Notes what looks unusual about a puzzle: on standard error beside a drawing, and in a JSON
    /// document.
    pub(crate) fn note(&mut self, puzzle: &AnyPuzzle) {
        for note in puzzle.notes().into_iter().filter(|_| !self.reading.relaxed) {
            if self.has_comments() {
                // If standard error fails too, there is nobody to tell.
                let _ = writeln!(io::stderr(), "gordian: note: {note}");
            }
            self.warnings.push(note);
        }
    }

    /// Tells that all solutions of a puzzle are meant, where it asks for the best one.
    pub(crate) fn warn_of_goal(&mut self, puzzle: &AnyPuzzle) -> io::Result<()> {
        match puzzle.goal() {
            Some(goal) => {
                let goal = escaped(&goal).into_owned();
                self.warn(format_args!("`{goal}` is left out: any solution of the constraints counts"))
            }
            None => Ok(()),
        }
    }

    /// Whether solutions of puzzles are drawn, on standard output or to a file.
    pub(crate) fn draws(&self) -> bool {
        !self.common.json && !self.is_one_of_many || self.files.picture().is_some()
    }

    /// Writes the picture, in SVG, if one is wanted.
    pub(crate) fn write_picture(&self, svg: impl FnOnce() -> String) -> Result<(), Failure> {
        if let Some(shown) = &self.shown {
            shown.svg.replace(Some(svg()));
            return Ok(());
        }
        match self.files.picture() {
            Some(path) => write(&self.files, path, Content::Drawing, svg().as_bytes()),
            None => Ok(()),
        }
    }

    /// Draws another picture, where another program in this process asks for it.
    pub(crate) fn further_picture(&self, svg: impl FnOnce() -> String) {
        let wanted = self.shown.as_ref().filter(|shown| shown.pictures.borrow().len() < shown.most_pictures);
        if let Some(shown) = wanted {
            shown.pictures.borrow_mut().push(svg());
        }
    }

    /// Lends the place of the proof, where another program in this process asks for it.
    pub(crate) fn hand_over(&mut self, proof: Shared<Vec<u8>>) {
        if let Some(shown) = &mut self.shown {
            shown.proof = Some(proof);
        }
    }

    /// Shows progress to whoever is to see it.
    pub(crate) fn progress_line(&self) -> ProgressLine {
        self.progress_line_beside(false)
    }

    /// Like [`Session::progress_line`]; a proof on the same terminal would mix with the line.
    pub(crate) fn progress_line_beside(&self, is_proof_printed: bool) -> ProgressLine {
        ProgressLine::new(self.shows_progress() && !is_proof_printed, self.hearer.clone())
    }

    /// Whether progress is shown: on a terminal, unless the answer is to stand alone.
    fn shows_progress(&self) -> bool {
        !self.common.quiet && !self.is_one_of_many && io::stderr().is_terminal()
    }
}

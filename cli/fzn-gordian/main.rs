//! MiniZinc's protocol over the crate `gordian-minizinc`: reads a model, prints solutions, exits.

#![forbid(unsafe_code)]

mod arguments;
mod print;
mod watch;

use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use clap::Parser;
use gordian_flatzinc::mapping::constraint_words;
use gordian_flatzinc::{Goal, Model, Place, VariableId};
use gordian_formula::Clock;
use gordian_formula::text::escaped_lines;
use gordian_minizinc::{Answer, Question, Wanted};
use gordian_solver::Options;
use signal_hook::consts::{SIGINT, SIGTERM};

use arguments::Arguments;
use print::{solution, statistics};
use watch::{is_read, watch};

/// The longest text of a constraint that stands in a warning.
const MOST_WORDS: usize = 100;

fn main() -> ExitCode {
    let started = Instant::now();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::from(error.use_stderr()));
        }
    };
    match run(&arguments, started) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // The terminal shows whatever a message repeats of the input, and does not obey it.
            let _ = writeln!(std::io::stderr(), "fzn-gordian: {}", escaped_lines(&failure).trim_end());
            ExitCode::FAILURE
        }
    }
}

/// Answers, or says what is wrong.
fn run(arguments: &Arguments, started: Instant) -> Result<(), String> {
    let shown = arguments.file.display();
    let bytes = std::fs::read(&arguments.file).map_err(|error| format!("{shown}: {error}"))?;
    let model = Model::read(&bytes).map_err(|error| format!("{shown}:{error}"))?;
    drop(bytes);
    let stop = catch_signals().map_err(|error| format!("signals cannot be caught: {error}"))?;
    let mut clock = Clock::unlimited().with_flag(Arc::clone(&stop));
    if let Some(milliseconds) = arguments.time_limit {
        clock = clock.with_deadline(started + Duration::from_millis(milliseconds));
    }
    let read = started.elapsed();
    let printer =
        Mutex::new(Printer { model: &model, arguments, held: None, printed: 0, failure: None, is_closed: false });
    let question = Question::new(&model)
        .with_wanted(arguments.wanted())
        .with_clock(clock.clone())
        .with_order(!arguments.free)
        .with_threads(arguments.threads)
        .with_options(options(arguments));
    let answer = std::thread::scope(|scope| {
        let (running, ended) = mpsc::channel();
        scope.spawn(|| watch(&clock, &{ ended }, is_read, || lock(&printer).give_up()));
        let answer = question.answer(&mut |found| lock(&printer).take(found.values));
        drop(running);
        answer
    });
    let answer = answer.map_err(|error| match error.place() {
        Place { line: 0, .. } => format!("{shown}: {error}"),
        place => format!("{shown}:{place}: {error}"),
    })?;
    let mut printer = printer.into_inner().unwrap_or_else(PoisonError::into_inner);
    printer.finish(&answer, arguments.wanted())?;
    warn_of_unbounded(&model, &answer.unbounded);
    if arguments.statistics {
        printer.print(&statistics(&answer, read))?;
    }
    if arguments.verbose {
        warn(format_args!("{} variables, {} clauses and groups", answer.variables, answer.constraints));
        if stop.load(Ordering::Relaxed) {
            warn(format_args!("stopped by a signal"));
        }
    }
    Ok(())
}

/// Names the variables of which only a part of the values was tried: each that the author of the model made, and those
/// of the compiler in one line.
fn warn_of_unbounded(model: &Model, names: &[String]) {
    let (mut introduced, mut own): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| name.starts_with("X_INTRODUCED_"));
    if introduced.len() == 1 {
        own.append(&mut introduced);
    }
    for name in own {
        let definition = definition(model, name);
        warn(format_args!("`{name}`{definition} has no bounds: only a part of its values is tried"));
    }
    if let [first, ..] = introduced[..] {
        let (count, definition) = (introduced.len(), definition(model, first));
        warn(format_args!(
            "{count} variables of the compiler have no bounds, such as `{first}`{definition}: only a part of their \
             values is tried"
        ));
    }
}

/// The constraint that defines a variable, if there is one: the author of the model does not know a variable that the
/// compiler made.
fn definition(model: &Model, name: &str) -> String {
    let at = model.variables.iter().position(|variable| variable.name == name);
    let id = at.and_then(|at| u32::try_from(at).ok()).map(VariableId);
    let Some(constraint) = id.and_then(|id| model.definition(id)) else { return String::new() };
    let words = constraint_words(model, constraint);
    let words = if words.len() <= MOST_WORDS { words } else { constraint.name.clone() };
    match constraint.place {
        Place { line: 0, .. } => format!(", defined by `{words}`,"),
        place => format!(", defined by `{words}` ({place}),"),
    }
}

fn options(arguments: &Arguments) -> Options {
    match arguments.seed {
        Some(seed) => Options::default().with("seed", seed.unsigned_abs()),
        None => Options::default(),
    }
}

/// The flag that the first signal sets; the second ends the program.
fn catch_signals() -> std::io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register_conditional_default(signal, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

fn warn(message: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "fzn-gordian: {}", escaped_lines(&message.to_string()).trim_end());
}

fn lock<'p, 'a>(printer: &'p Mutex<Printer<'a>>) -> MutexGuard<'p, Printer<'a>> {
    printer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints solutions as they come, or the last one at the end.
struct Printer<'a> {
    model: &'a Model,
    arguments: &'a Arguments,
    /// The best solution so far, where only that is printed.
    held: Option<String>,
    /// The number of solutions that were printed.
    printed: u64,
    failure: Option<String>,
    /// Whether nobody reads the solutions any more, as behind `head`.
    is_closed: bool,
}

impl Printer<'_> {
    fn take(&mut self, values: &[i64]) -> ControlFlow<()> {
        let text = solution(self.model, values);
        if self.model.goal != Goal::Satisfy && !self.arguments.all && !self.arguments.intermediate {
            self.held = Some(text);
            return ControlFlow::Continue(());
        }
        match self.print(&text) {
            Ok(()) if self.is_closed => ControlFlow::Break(()),
            Ok(()) => {
                self.printed += 1;
                ControlFlow::Continue(())
            }
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    /// Prints the best solution so far, or that none is known, and ends the program in the middle of its work.
    fn give_up(&mut self) {
        let last = match (self.held.take(), self.printed) {
            (Some(text), _) => self.print(&text),
            (None, 0) => self.print("=====UNKNOWN=====\n"),
            (None, _) => Ok(()),
        };
        if let Err(failure) = last.and(self.failure.take().map_or(Ok(()), Err)) {
            warn(format_args!("{failure}"));
            std::process::exit(1);
        }
        if self.arguments.verbose {
            warn(format_args!("the time was over before the search had begun, or it did not end in time"));
        }
        std::process::exit(0);
    }

    fn finish(&mut self, answer: &Answer, wanted: Wanted) -> Result<(), String> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if let Some(text) = self.held.take() {
            self.print(&text)?;
        }
        let has_one = self.model.goal == Goal::Satisfy && wanted == Wanted::One && answer.solutions > 0;
        match (answer.solutions, answer.is_complete) {
            (0, true) => self.print("=====UNSATISFIABLE=====\n"),
            (0, false) => self.print("=====UNKNOWN=====\n"),
            (_, true) if !has_one => self.print("==========\n"),
            _ => Ok(()),
        }
    }

    fn print(&mut self, text: &str) -> Result<(), String> {
        let mut out = std::io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.is_closed = true,
            written => written.map_err(|error| format!("standard output: {error}"))?,
        }
        Ok(())
    }
}

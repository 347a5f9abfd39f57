//! The command line of Gordian: turns arguments into requests, prints what comes back, exits.

#![forbid(unsafe_code)]

mod arguments;
mod failure;
mod signals;

mod output;

mod progress;
mod session;

mod detect;
mod foreign;
mod input;
mod patient;
mod proof;
mod reading;
mod subject;
mod verify;

mod certificate;
mod checkpoint;
mod watch;

mod verbs;

use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::{CommandFactory, Parser};
use gordian_formula::text::escaped_lines;
use gordian_solver::{HugePages, Options};

use arguments::{Arguments, Common, Verb};
use failure::{ERROR, Failure};
use session::Session;
use signals::Signals;

#[global_allocator]
static ALLOCATOR: HugePages = HugePages;

fn main() -> ExitCode {
    let started = Instant::now();
    gordian_solver::map_large_stores();
    let words: Vec<OsString> = std::env::args_os().collect();
    let arguments = match Arguments::try_parse_from(arguments::with_verb(words)) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    match run(arguments.verb, started) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            report(format_args!("error: {failure}"));
            ExitCode::from(ERROR)
        }
    }
}

fn run(verb: Verb, started: Instant) -> Result<u8, Failure> {
    let common = match &verb {
        Verb::Solve(arguments) => &arguments.common,
        Verb::List(arguments) => &arguments.common,
        Verb::Count(arguments) => &arguments.common,
        Verb::Facts(arguments) => &arguments.common,
        Verb::Explain(arguments) => &arguments.common,
        Verb::Encode(arguments) => &arguments.common,
        Verb::Decode(arguments) => &arguments.common,
        Verb::Check(arguments) => &arguments.common,
        Verb::Show(arguments) => &arguments.common,
        Verb::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "gordian", &mut script);
            return print(&script);
        }
    };
    if common.set.iter().any(|setting| setting == "help") {
        return print(options_table().as_bytes());
    }
    output::guard::check(&verb.files())?;
    let signals = Signals::install().map_err(|error| Failure::about("signal handlers", error))?;
    let mut session = Session::new(Common::clone(common), signals.clone(), started);
    let result = match verb {
        Verb::Solve(arguments) => verbs::solve::solve(&mut session, &arguments),
        Verb::List(arguments) => verbs::list::list(&mut session, &arguments),
        Verb::Count(arguments) => verbs::count::count(&mut session, &arguments),
        Verb::Facts(arguments) => verbs::facts::facts(&mut session, &arguments),
        Verb::Explain(arguments) => verbs::explain::explain(&mut session, &arguments),
        Verb::Encode(arguments) => verbs::encode::encode(&mut session, &arguments),
        Verb::Decode(arguments) => verbs::decode::decode(&mut session, &arguments),
        Verb::Check(arguments) => verbs::check::check(&mut session, &arguments),
        Verb::Show(arguments) => verbs::show::show(&mut session, &arguments),
        Verb::Completions { .. } => Ok(0),
    };
    // What was said before an error is printed before the error.
    let flushed = session.out.flush();
    let code = result?;
    flushed?;
    signals.raise_again();
    // Everything is written. Giving back what the session holds, after millions of small pieces, would take as long as
    // a limit of time leaves.
    std::mem::forget(session);
    Ok(code)
}

/// Prints something that is not the answer to a question.
fn print(bytes: &[u8]) -> Result<u8, Failure> {
    let mut out = output::stdout::Output::new();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(0)
}

/// Answers `--help` and `--version`, and says what is wrong with a command line.
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
    // Whatever a message repeats of inputs, names and arguments, the terminal shows it and does not
    // obey.
    let text = format!("gordian: {message}");
    let text = escaped_lines(&text);
    let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
}

fn options_table() -> String {
    let row = |row: &gordian_solver::OptionRow| {
        let range = format!("{}..{}", row.low, row.high);
        format!("{:<20} {:>10} {:<24} {}\n", row.name, row.default, range, row.doc)
    };
    let heading = format!("{:<20} {:>10} {:<24} {}\n", "option", "default", "range", "meaning");
    heading + &Options::all().map(row).collect::<String>()
}

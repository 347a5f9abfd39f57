//! The command line of Gordian: turns arguments into questions, prints the reports that come back,
//! and exits.

mod arguments;
mod failure;
#[cfg(target_os = "linux")]
mod memory;
mod signals;

mod output;

mod given;
mod progress;
mod session;

mod render;

mod ask;
mod input;
mod proof;
mod reading;

mod clauses;
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

use clap::Parser;
use gordian_formula::text::escaped_lines;

use arguments::Arguments;
use failure::ERROR;

#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: memory::HugePages = memory::HugePages;

fn main() -> ExitCode {
    let started = Instant::now();
    #[cfg(target_os = "linux")]
    memory::map_large_stores();
    let words: Vec<OsString> = std::env::args_os().collect();
    let arguments = match Arguments::try_parse_from(arguments::with_verb(words)) {
        Ok(mut arguments) => {
            arguments.verb.gather();
            arguments
        }
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

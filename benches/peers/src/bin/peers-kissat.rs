//! Asks Kissat about the file that is the only argument. Why apart from the others: see `solvers.rs`.

use std::path::PathBuf;
use std::process::ExitCode;

use peers::answer::{ask, report};

fn main() -> ExitCode {
    report(match std::env::args_os().nth(1).map(PathBuf::from) {
        Some(file) => ask(rustsat_kissat::Kissat::default(), &file),
        None => Err("no file".to_string()),
    })
}

//! Counts the exact covers of a file by dlx-rs: items in the first line, then an option in each line.

use std::collections::HashMap;
use std::process::ExitCode;

use dlx_rs::Solver;

fn main() -> ExitCode {
    let Some(text) = std::env::args().nth(1).and_then(|path| std::fs::read_to_string(path).ok()) else {
        eprintln!("covers FILE");
        return ExitCode::FAILURE;
    };
    let mut lines = text.lines();
    // dlx-rs numbers items from one.
    let items: HashMap<&str, usize> = lines.next().unwrap_or_default().split_whitespace().zip(1..).collect();
    let mut solver = Solver::new(items.len());
    for (number, line) in lines.enumerate() {
        let option: Vec<usize> = line.split_whitespace().map(|item| items[item]).collect();
        solver.add_option(number, &option);
    }
    println!("Found {} solutions", solver.count());
    ExitCode::SUCCESS
}

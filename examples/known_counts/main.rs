//! Writes problems whose numbers of solutions are known: puzzles, and formulas with their symmetries.
//!
//! `cargo run --example known_counts FOLDER` fills the folder, and `rows.tsv` there says what each
//! file should come to: number of the row, name, file, symmetries (a file, `own` where the puzzle
//! has them, or `-`), whether these are symmetries of the solutions only, the limit in seconds,
//! solutions, classes, the method for the classes. `benches/known_counts.py` runs them.

#![allow(clippy::print_stderr, reason = "an example that is run says why it failed")]

mod chess;
mod combinatorial;
mod cycles;
mod numbers;
mod peaceable;
mod points;
mod polyforms;
pub(crate) mod rows;

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::ExitCode;

use gordian_formula::{Permutation, Var};
use rows::{Input, Row, rows};

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1) else {
        eprintln!("usage: known_counts FOLDER");
        return ExitCode::FAILURE;
    };
    let folder = Path::new(&folder);
    let written = fs::create_dir_all(folder).and_then(|()| {
        let lines: io::Result<Vec<String>> = rows().iter().map(|row| write(folder, row)).collect();
        fs::write(folder.join("rows.tsv"), lines?.concat())
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

/// Writes the files of a row, and returns its line of the table.
pub(crate) fn write(folder: &Path, row: &Row) -> io::Result<String> {
    let name = format!("{:02}-{}", row.number, row.name);
    let (file, symmetries, trust) = match &row.input {
        Input::Puzzle { text, symmetries } => {
            let file = format!("{name}.txt");
            fs::write(folder.join(&file), text)?;
            (file, (*symmetries).to_owned(), "-")
        }
        Input::Formula(formula) => {
            let file = format!("{name}.cnf");
            gordian_formula::dimacs::write(&formula.cnf, File::create(folder.join(&file))?)?;
            let symmetries = format!("{name}.symmetry");
            let generators: Vec<String> =
                formula.generators.iter().map(|generator| cycle_notation(generator) + "\n").collect();
            fs::write(folder.join(&symmetries), generators.concat())?;
            let trust = if formula.is_trusted { "solutions" } else { "formula" };
            (file, symmetries, trust)
        }
    };
    let number = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    let (solutions, classes) = (number(row.solutions), number(row.classes));
    Ok(format!(
        "{}\t{}\t{file}\t{symmetries}\t{trust}\t{}\t{solutions}\t{classes}\t{}\n",
        row.number, row.name, row.limit, row.method
    ))
}

/// The cycles of a permutation of variables, as in `(1 2 3)(4 5)`.
fn cycle_notation(permutation: &Permutation) -> String {
    let mut seen = vec![false; permutation.num_vars()];
    let mut text = String::new();
    for first in 0..seen.len() {
        let mut at = Var::from_index(first).positive();
        let mut cycle = Vec::new();
        while !std::mem::replace(&mut seen[at.var().index()], true) {
            cycle.push(at.to_dimacs().to_string());
            at = permutation.image(at);
        }
        if cycle.len() > 1 {
            text += &format!("({})", cycle.join(" "));
        }
    }
    text
}

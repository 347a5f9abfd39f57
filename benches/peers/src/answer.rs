//! The answer of a solver about a formula: asked through RustSAT, printed, and read back.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal, Var};

use crate::formula::Formula;

/// The answer of a solver about a formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Satisfiable, by these literals.
    Satisfiable(Vec<i32>),
    /// Unsatisfiable.
    Unsatisfiable,
    /// Nothing.
    Unknown,
}

/// Reads a file and asks a solver about it.
///
/// # Errors
/// If the file cannot be read or the solver fails.
pub fn ask(mut solver: impl Solve, path: &Path) -> Result<Answer, String> {
    let formula = Formula::read(path)?;
    let Some(last) = formula.num_vars.checked_sub(1) else {
        let empty = formula.clauses().any(<[i32]>::is_empty);
        return Ok(if empty { Answer::Unsatisfiable } else { Answer::Satisfiable(Vec::new()) });
    };
    solver.reserve(Var::new(last as u32)).map_err(|error| error.to_string())?;
    for clause in formula.clauses() {
        if clause.is_empty() {
            return Ok(Answer::Unsatisfiable);
        }
        let clause: Result<Clause, _> = clause.iter().map(|literal| Lit::from_ipasir(*literal)).collect();
        let clause = clause.map_err(|error| error.to_string())?;
        solver.add_clause(clause).map_err(|error| error.to_string())?;
    }
    match solver.solve().map_err(|error| error.to_string())? {
        SolverResult::Unsat => Ok(Answer::Unsatisfiable),
        SolverResult::Interrupted => Ok(Answer::Unknown),
        SolverResult::Sat => {
            let mut model = Vec::with_capacity(formula.num_vars);
            for index in 0..formula.num_vars as u32 {
                match solver.var_val(Var::new(index)).map_err(|error| error.to_string())? {
                    TernaryVal::True => model.push(index as i32 + 1),
                    TernaryVal::False => model.push(-(index as i32 + 1)),
                    TernaryVal::DontCare => {}
                }
            }
            Ok(Answer::Satisfiable(model))
        }
    }
}

/// Prints an answer as the SAT Competition wants it, or why there is none.
pub fn report(answer: Result<Answer, String>) -> ExitCode {
    match answer.and_then(|answer| print(&answer).map_err(|error| error.to_string())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print(answer: &Answer) -> std::io::Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    match answer {
        Answer::Unknown => writeln!(out, "s UNKNOWN")?,
        Answer::Unsatisfiable => writeln!(out, "s UNSATISFIABLE")?,
        Answer::Satisfiable(model) => {
            writeln!(out, "s SATISFIABLE")?;
            for part in model.chunks(10) {
                write!(out, "v")?;
                part.iter().try_for_each(|literal| write!(out, " {literal}"))?;
                writeln!(out)?;
            }
            writeln!(out, "v 0")?;
        }
    }
    out.flush()
}

/// Reads an answer in the form of the SAT Competition. A model without its closing zero is none:
/// the solver was cut off.
pub fn read_answer(output: &str) -> Answer {
    let status = output.lines().rev().find_map(|line| line.strip_prefix("s "));
    match status.map(str::trim) {
        Some("UNSATISFIABLE") => Answer::Unsatisfiable,
        Some("SATISFIABLE") => {
            let words = output.lines().filter_map(|line| line.strip_prefix("v ")).flat_map(str::split_whitespace);
            let literals: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
            match literals.unwrap_or_default().split_last() {
                Some((0, model)) => Answer::Satisfiable(model.to_vec()),
                _ => Answer::Unknown,
            }
        }
        _ => Answer::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_and_cut_off_models_are_none() {
        assert_eq!(read_answer("c x\ns SATISFIABLE\nv 1 -2\nv 3 0\n"), Answer::Satisfiable(vec![1, -2, 3]));
        assert_eq!(read_answer("s SATISFIABLE\nv 1 -2\n"), Answer::Unknown);
        assert_eq!(read_answer("s UNSATISFIABLE"), Answer::Unsatisfiable);
        assert_eq!(read_answer(""), Answer::Unknown);
    }
}

//! The solvers that are linked into this program, each run as `peers --worker NAME FILE`.
//!
//! Kissat has a program of its own: it and CaDiCaL carry the same small solver inside, and their
//! copies cannot be linked into one program.

use std::path::Path;
use std::process::ExitCode;

use peers::answer::{Answer, ask, report};
use peers::formula::Formula;

/// The solvers that can be asked for by name.
pub const NAMES: [&str; 7] = ["minisat", "glucose", "batsat", "varisat", "splr", "kissat", "cadical"];

/// The command that asks a solver of [`NAMES`], but for the name of the file.
///
/// # Errors
/// If this program's own path cannot be found.
pub fn command(name: &str) -> Result<Vec<String>, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    Ok(match name {
        "kissat" => vec![own.with_file_name("peers-kissat").to_string_lossy().into_owned()],
        _ => vec![own.to_string_lossy().into_owned(), "--worker".to_string(), name.to_string()],
    })
}

/// Runs a linked solver on a file and prints its answer.
pub fn work(arguments: &[String]) -> ExitCode {
    report(match arguments {
        [name, file] => answer(name, Path::new(file)),
        _ => Err("--worker NAME FILE".to_string()),
    })
}

fn answer(name: &str, path: &Path) -> Result<Answer, String> {
    match name {
        "minisat" => ask(rustsat_minisat::simp::Minisat::default(), path),
        "glucose" => ask(rustsat_glucose::simp::Glucose::default(), path),
        "batsat" => ask(rustsat_batsat::BasicSolver::default(), path),
        "cadical" => ask(rustsat_cadical::CaDiCaL::default(), path),
        "varisat" => ask_varisat(path),
        "splr" => ask_splr(path),
        _ => Err(format!("{name}: no such solver here")),
    }
}

fn ask_varisat(path: &Path) -> Result<Answer, String> {
    use varisat::ExtendFormula;
    let formula = Formula::read(path)?;
    let mut solver = varisat::Solver::new();
    let mut literals = Vec::new();
    for clause in formula.clauses() {
        literals.clear();
        literals.extend(clause.iter().map(|literal| varisat::Lit::from_dimacs(*literal as isize)));
        solver.add_clause(&literals);
    }
    match solver.solve().map_err(|error| error.to_string())? {
        false => Ok(Answer::Unsatisfiable),
        true => {
            let model = solver.model().ok_or("no model")?;
            Ok(Answer::Satisfiable(model.iter().map(|literal| literal.to_dimacs() as i32).collect()))
        }
    }
}

/// Splr's own reader takes the lines of a file for its clauses, so it is given clauses.
fn ask_splr(path: &Path) -> Result<Answer, String> {
    use splr::{Certificate, Config, SolveIF, SolverError};
    let formula = Formula::read(path)?;
    let clauses: Vec<Vec<i32>> = formula.clauses().map(<[i32]>::to_vec).collect();
    let config = Config { quiet_mode: true, c_timeout: f64::from(u32::MAX), ..Config::default() };
    let answer = match splr::Solver::try_from((config, &clauses[..])) {
        Ok(mut solver) => solver.solve(),
        Err(answer) => answer,
    };
    match answer {
        Ok(Certificate::SAT(model)) => Ok(Answer::Satisfiable(model)),
        Ok(Certificate::UNSAT) | Err(SolverError::EmptyClause | SolverError::RootLevelConflict(_)) => {
            Ok(Answer::Unsatisfiable)
        }
        Err(_) => Ok(Answer::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_linked_solver_answers() {
        let folder = std::env::temp_dir();
        let satisfiable = folder.join(format!("peers-sat-{}.cnf", std::process::id()));
        let unsatisfiable = folder.join(format!("peers-unsat-{}.cnf", std::process::id()));
        std::fs::write(&satisfiable, "c x\np cnf 5 3\n1 -2 0\n2 3 0 -3 -1\n0\n").unwrap();
        std::fs::write(&unsatisfiable, "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n").unwrap();
        let formula = Formula::read(&satisfiable).unwrap();
        for name in NAMES.into_iter().filter(|name| *name != "kissat") {
            let Ok(Answer::Satisfiable(model)) = answer(name, &satisfiable) else { panic!("{name}") };
            assert!(formula.is_model(&model), "{name}: {model:?}");
            assert_eq!(answer(name, &unsatisfiable), Ok(Answer::Unsatisfiable), "{name}");
        }
        std::fs::remove_file(satisfiable).unwrap();
        std::fs::remove_file(unsatisfiable).unwrap();
    }
}

//! The program as RustSAT runs it: its `ExternalSolver` writes a formula, starts `gordian`, and
//! reads the `s` and `v` lines.

use std::process::Command;

use rustsat::solvers::external::{InputVia, OutputVia};
use rustsat::solvers::{ExternalSolver, Solve, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal, Var};

use crate::GORDIAN;

fn solver(arguments: &[&str], input: InputVia) -> ExternalSolver {
    let mut command = Command::new(GORDIAN);
    command.args(arguments);
    ExternalSolver::new(command, input, OutputVia::pipe(), "gordian")
}

/// Each way to hand over the formula.
fn solvers() -> Vec<ExternalSolver> {
    vec![
        solver(&["-q"], InputVia::tempfile_last()),
        solver(&["solve"], InputVia::tempfile_last()),
        solver(&[], InputVia::tempfile_first()),
        solver(&["solve", "-q", "-"], InputVia::pipe()),
    ]
}

fn pigeons(pigeons: i32, holes: i32) -> Vec<Clause> {
    let lit = |number: i32| Lit::from_ipasir(number).expect("no literal is zero");
    gordian_testkit::pigeonhole(pigeons, holes)
        .into_iter()
        .map(|clause| clause.into_iter().map(lit).collect())
        .collect()
}

#[test]
fn rustsat_runs_the_program() {
    for mut solver in solvers() {
        let clauses = pigeons(20, 20);
        solver.extend(clauses.iter());
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        let solution = solver.solution(Var::new(399)).unwrap();
        assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| solution.lit_value(lit) == TernaryVal::True)));
    }
    for mut solver in solvers() {
        solver.extend(pigeons(6, 5));
        assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
        assert!(solver.lit_val(Lit::positive(0)).is_err());
    }
}

#[test]
fn a_limit_is_an_interrupted_call_to_rustsat() {
    let mut solver = solver(&["solve", "--set", "pigeonhole=0", "--conflicts", "3"], InputVia::tempfile_last());
    solver.extend(pigeons(9, 8));
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
}

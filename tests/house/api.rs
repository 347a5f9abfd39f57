//! The promises that the libraries make about their types as a whole; `docs/api.md` says the rest.

use std::error::Error;
use std::fmt::Debug;
use std::hash::Hash;

use gordian_checker as checker;
use gordian_formula as formula;
use gordian_formula::{Cnf, Lit, Var};
use gordian_puzzles as puzzles;
use gordian_queries as queries;
use gordian_solver as solver;
use gordian_solver::{Budget, DratWriter, Interrupt, Outcome, Solver};

fn can_be_shared<T: Send + Sync + 'static>() {}
fn can_be_moved<T: Send>() {}
fn is_a_value<T: Copy + Eq + Ord + Hash + Debug + Send + Sync>() {}
fn is_an_error<T: Error + Send + Sync + 'static>() {}

/// Each line is the test: it does not compile where the promise is broken.
#[test]
fn types_can_go_where_threads_and_errors_go() {
    is_a_value::<Lit>();
    is_a_value::<Var>();
    can_be_shared::<Cnf>();
    can_be_shared::<formula::Model>();
    can_be_shared::<formula::Permutation>();
    can_be_shared::<solver::Options>();
    can_be_shared::<solver::Terminator>();
    can_be_shared::<solver::Statistics>();
    can_be_moved::<Solver>();
    can_be_moved::<Budget>();
    can_be_moved::<DratWriter<Vec<u8>>>();
    can_be_shared::<queries::Answer>();
    can_be_shared::<queries::SymmetryGroup>();
    can_be_shared::<puzzles::AnyPuzzle>();
    is_an_error::<formula::dimacs::Error>();
    is_an_error::<formula::PermutationError>();
    is_an_error::<solver::OptionError>();
    is_an_error::<checker::ProofError>();
    is_an_error::<checker::DnnfError>();
    is_an_error::<checker::ClaimError>();
    is_an_error::<checker::ResultError>();
    is_an_error::<queries::QueryError>();
    is_an_error::<puzzles::PuzzleError>();
}

#[test]
fn what_is_shown_for_debugging_says_something() {
    let mut solver = Solver::new();
    let lits = [(); 3].map(|()| solver.new_var().positive());
    solver.add_clause(&lits);
    assert_eq!(solver.solve(), Outcome::Satisfiable);
    let text = format!("{solver:?}");
    assert!(text.contains("num_vars: 3") && text.contains("satisfiable"), "{text}");
    let text = format!("{:?}", DratWriter::binary(Vec::new()));
    assert!(text.contains("binary: true"), "{text}");
    assert_eq!(format!("{:?} {}", lits[0], !lits[1]), "1 -2");
}

#[test]
fn why_a_call_ended_can_be_read() {
    let mut solver = Solver::new();
    solver.reserve_vars(2);
    let outcome = solver.solve_within(&[], &Budget::unlimited().with_decisions(0));
    assert_eq!(outcome, Outcome::Unknown(Interrupt::Decisions));
    assert_eq!(Interrupt::Decisions.to_string(), "the limit of decisions");
}

/// Readers and writers are taken by value, so that a reference to one does as well.
#[test]
fn readers_and_writers_can_be_lent() {
    let mut text: &[u8] = b"p cnf 2 1\n1 -2 0\n";
    let mut cnf = Cnf::new();
    formula::dimacs::read(&mut text, &formula::dimacs::ReadOptions::default(), &mut cnf).unwrap();
    let mut written = Vec::new();
    formula::dimacs::write(&cnf, &mut written).unwrap();
    assert_eq!(written, b"p cnf 2 1\n1 -2 0\n");
}

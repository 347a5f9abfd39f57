//! The example of `README.md`: a formula, solved and counted. The test of the documents compares them.

use gordian_formula::{ClauseSink, Cnf};
use gordian_queries::{QueryError, Question};
use gordian_solver::{Outcome, Solver};

#[test]
fn a_formula_is_solved_and_counted() -> Result<(), QueryError> {
    let mut cnf = Cnf::new();
    let [tea, coffee, milk] = [0, 1, 2].map(|_| cnf.new_var().positive());
    cnf.add_exactly_one(&[tea, coffee]);
    cnf.add_clause(&[!milk, coffee]);

    let mut solver = Solver::new();
    cnf.feed(&mut solver);
    assert_eq!(solver.solve(), Outcome::Satisfiable);
    assert_eq!(solver.solve_under(&[tea, milk]), Outcome::Unsatisfiable);

    let answer = Question::new(&cnf).count(&mut ())?;
    assert_eq!(answer.count, 3);
    Ok(())
}

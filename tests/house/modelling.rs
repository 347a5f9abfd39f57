//! The example of `docs/modelling.md`: a problem of one's own, modelled and solved.

use gordian_encoders::encode::{EncodingError, Relation};
use gordian_encoders::model::{Constraint, Problem, ProblemFormula};
use gordian_encoders::rule::Rule;
use gordian_formula::{ClauseSink, Model, Var};
use gordian_solver::{Outcome, Solver};

fn model_of(solver: &Solver, formula: &ProblemFormula) -> Model {
    let value = |index| solver.value(Var::from_index(index).positive()) == Some(true);
    Model::from_values((0..formula.cnf.num_vars()).map(value).collect())
}

#[test]
fn a_problem_of_ones_own_is_modelled_and_solved() -> Result<(), EncodingError> {
    let mut problem = Problem::new();
    let mut cells = Vec::new();
    for name in ["a", "b", "c", "d", "e", "f", "g", "h", "i"] {
        cells.push(problem.integer(name, 1..=9)?);
    }
    let all = Constraint::all_different(cells.iter().copied());
    problem.require(Rule::new("different", "each number stands once", []), all);
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in lines {
        let sum = Constraint::sum(line.map(|cell| cells[cell]), Relation::Equal, 15);
        let places = line.map(|cell| [cell / 3, cell % 3]);
        problem.require(Rule::new("sum", format!("the line {line:?} sums to 15"), places), sum);
    }
    let row = Constraint::increasing([cells[3], cells[4], cells[5]]);
    let column = Constraint::increasing([cells[1], cells[4], cells[7]]);
    let wanted = problem.boolean("the middle row increases, and so does the column where a is odd");
    problem.require(Rule::new("order", "the wish is granted", []), Constraint::Holds(wanted));
    let odd = Constraint::member(cells[0], [1, 3, 5, 7, 9]);
    let granted = Constraint::All(vec![row, odd.implies(column)]);
    problem.require(Rule::new("order", "what is wished", []), Constraint::when(wanted, granted));

    let formula = problem.compile()?;
    let mut solver = Solver::new();
    formula.cnf.feed(&mut solver);
    assert_eq!(solver.solve_under(&[]), Outcome::Satisfiable);
    let solution = formula.assignment(&model_of(&solver, &formula));
    assert_eq!(problem.first_broken(&solution), None);
    let square: Vec<i64> = cells.iter().map(|&cell| solution.value(cell)).collect();
    assert_eq!(square[4], 5);
    Ok(())
}

//! A solver that answers many short questions about a formula.

use gordian_formula::Lit;
use gordian_solver::{Budget, Options, Outcome, Solver};

/// Clauses of a formula about each of which is asked, at most: each question is about all of them.
pub(super) const MOST_CLAUSES: usize = 1 << 16;
/// Conflicts that one question may take.
const MOST_CONFLICTS: u64 = 100;

/// A solver for questions of which each is easy: what simplifies a formula for one long search is left out.
pub(super) fn oracle() -> Solver {
    Solver::with_options(Options::default().with("inprocess", 0).with("lucky", 0))
}

/// Whether there is a model with these literals; unknown if that is hard to tell.
pub(super) fn ask(oracle: &mut Solver, assumptions: &[Lit]) -> Outcome {
    oracle.solve_within(assumptions, &Budget::unlimited().with_conflicts(MOST_CONFLICTS))
}

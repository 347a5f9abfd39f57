//! Encoders write to a solver as to any other sink.

use gordian_formula::{ClauseSink, Lit, Var};

use super::Solver;

impl ClauseSink for Solver {
    fn new_var(&mut self) -> Var {
        Solver::new_var(self)
    }

    fn num_vars(&self) -> usize {
        Solver::num_vars(self)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        Solver::add_clause(self, clause);
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        Solver::add_at_most_one(self, members);
    }

    fn add_exactly_one(&mut self, members: &[Lit]) {
        Solver::add_exactly_one(self, members);
    }
}

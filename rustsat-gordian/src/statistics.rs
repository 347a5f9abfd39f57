//! Counters.

use rustsat::solvers::{GetInternalStats, SolveStats, SolverStats};

use crate::solver::Adapter;

impl<C> SolveStats for Adapter<C> {
    /// `n_clauses` and `avg_clause_len` are about the clauses as they were added, `max_var` also
    /// about reserved variables and assumptions.
    fn stats(&self) -> SolverStats {
        let counts = &self.counts;
        SolverStats {
            n_sat: counts.satisfiable,
            n_unsat: counts.unsatisfiable,
            n_terminated: counts.interrupted,
            n_clauses: counts.clauses,
            max_var: counts.max_var,
            avg_clause_len: if counts.clauses == 0 { 0.0 } else { counts.literals as f32 / counts.clauses as f32 },
            cpu_solve_time: counts.time,
        }
    }
}

impl<C> GetInternalStats for Adapter<C> {
    fn propagations(&self) -> usize {
        saturated(self.solver.statistics().propagations)
    }

    fn decisions(&self) -> usize {
        saturated(self.solver.statistics().decisions)
    }

    fn conflicts(&self) -> usize {
        saturated(self.solver.statistics().conflicts)
    }
}

fn saturated(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

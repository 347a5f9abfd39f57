//! Interrupting from another thread.

use gordian_solver::Terminator;
use rustsat::solvers::{Interrupt, InterruptSolver};

use crate::solver::Adapter;

/// Ends the call that a solver is at, or its next one; lives as long as it likes.
#[derive(Clone, Debug)]
pub struct Interrupter(Terminator);

impl InterruptSolver for Interrupter {
    fn interrupt(&self) {
        self.0.trip();
    }
}

impl<C> Interrupt for Adapter<C> {
    type Interrupter = Interrupter;

    fn interrupter(&mut self) -> Interrupter {
        Interrupter(self.terminator.clone())
    }
}

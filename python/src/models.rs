//! An iterator over models that a search of its own finds.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;

use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_solver::{Budget, Solver, Terminator};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::wait::INTERVAL;

/// Models that are found before anybody asks for them.
const AHEAD: usize = 64;

/// The models of a formula, each once. The search goes on while models are taken, and ends when the
/// iterator is dropped or closed.
#[pyclass(module = "gordian", frozen)]
pub(crate) struct Models {
    /// None once it is closed.
    models: Mutex<Option<Receiver<Vec<i32>>>>,
    terminator: Terminator,
}

impl Models {
    /// Begins to search for the models of a formula in which the assumptions are true.
    pub(crate) fn of(formula: &Cnf, assumptions: &[Lit]) -> PyResult<Models> {
        let mut solver = Solver::new();
        formula.feed(&mut solver);
        solver.reserve_vars(formula.num_vars());
        assumptions.iter().for_each(|&lit| solver.add_clause(&[lit]));
        let vars: Vec<Var> = (0..solver.num_vars()).map(Var::from_index).collect();
        let (sender, models) = sync_channel(AHEAD);
        let terminator = Terminator::new();
        let budget = Budget::unlimited().with_terminator(terminator.clone());
        let search = move || {
            let numbers = |lit: Lit| lit.to_dimacs();
            solver.enumerate(&vars, &budget, &mut |model| {
                // Nobody takes them any more where the other end is gone.
                match sender.send(model.literals().take(vars.len()).map(numbers).collect()) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
        };
        let started = thread::Builder::new().spawn(search);
        started.map_err(|error| PyRuntimeError::new_err(format!("no thread can be started: {error}")))?;
        Ok(Models { models: Mutex::new(Some(models)), terminator })
    }
}

impl Drop for Models {
    fn drop(&mut self) {
        self.terminator.trip();
    }
}

#[pymethods]
impl Models {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Vec<i32>>> {
        loop {
            let received = py.detach(|| {
                let models = self.models.lock().unwrap_or_else(|poison| poison.into_inner());
                models.as_ref().map_or(Err(RecvTimeoutError::Disconnected), |models| models.recv_timeout(INTERVAL))
            });
            match received {
                Ok(model) => return Ok(Some(model)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }

    /// Ends the search.
    fn close(&self) {
        self.terminator.trip();
        self.models.lock().unwrap_or_else(|poison| poison.into_inner()).take();
    }
}

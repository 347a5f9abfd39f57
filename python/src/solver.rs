//! The incremental solver under the names of PySAT.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Instant;

use gordian_formula::{ClauseSink, Lit, Model, Var};
use gordian_solver::{Budget, Callbacks, Outcome, Terminator};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cnf::Given;
use crate::literals::literals;
use crate::models::Models;
use crate::wait::{INTERVAL, wait};

/// Formulas with more literals are searched by a thread of their own, since simplification may take
/// longer than a user waits after Ctrl-C. For others, starting the thread would take longest.
const LARGE: usize = 20_000;

/// An incremental SAT solver with the names and the behaviour of PySAT's. The last answer can be read
/// until the next search, whatever is added meanwhile.
///
/// The interpreter's lock is free during a search, and Ctrl-C ends it.
#[pyclass(module = "gordian", frozen)]
pub(crate) struct Solver {
    state: Mutex<State>,
    /// Tripped by `interrupt`.
    interrupt: Terminator,
    /// The limits of `solve_limited`; `u64::MAX` for none.
    conflicts: AtomicU64,
    propagations: AtomicU64,
}

/// The state that one call at a time may use.
#[derive(Default)]
struct State {
    /// None once it is deleted.
    solver: Option<gordian_solver::Solver>,
    /// The formula as it was given, for enumeration and to check models.
    formula: gordian_formula::Cnf,
    literals: usize,
    status: Option<bool>,
    model: Option<Model>,
    core: Option<Vec<Lit>>,
    /// The seconds of the last search, and of all.
    seconds: [f64; 2],
}

impl State {
    fn solver(&mut self) -> PyResult<&mut gordian_solver::Solver> {
        self.solver.as_mut().ok_or_else(|| PyRuntimeError::new_err("the solver is deleted"))
    }

    fn add(&mut self, clause: &[Lit]) -> PyResult<()> {
        self.solver()?.add_clause(clause);
        self.formula.add_clause(clause);
        self.literals += clause.len();
        Ok(())
    }

    fn add_all(&mut self, formula: &Given<'_>) -> PyResult<()> {
        match formula {
            Given::Formula(cnf) => {
                let solver = self.solver()?;
                cnf.formula.feed(solver);
                solver.reserve_vars(cnf.formula.num_vars());
                cnf.formula.feed(&mut self.formula);
                self.formula.reserve_vars(cnf.formula.num_vars());
                self.literals += cnf.formula.clauses().map(<[Lit]>::len).sum::<usize>();
                Ok(())
            }
            // As in PySAT, only clauses bring variables.
            Given::Clauses { clauses, .. } => clauses.iter().try_for_each(|clause| self.add(clause)),
        }
    }

    /// Takes an answer. Every model is checked on the formula as it was given.
    fn learn(&mut self, outcome: Outcome, assumptions: &[Lit]) -> PyResult<Option<bool>> {
        self.forget();
        let solver = self.solver()?;
        let (model, core) = (solver.model(), solver.core().to_vec());
        match outcome {
            Outcome::Satisfiable => {
                let num_vars = self.formula.num_vars();
                let values = |index| {
                    model.as_ref().is_some_and(|model| index < model.num_vars() && model.value(Var::from_index(index)))
                };
                let model = Model::from_values((0..num_vars).map(values).collect());
                if self.formula.first_violated(&model).is_some() || !assumptions.iter().all(|&lit| model.satisfies(lit))
                {
                    return Err(PyRuntimeError::new_err("internal error, please report it: the model is wrong"));
                }
                self.model = Some(model);
                self.status = Some(true);
            }
            Outcome::Unsatisfiable => {
                self.core = Some(core).filter(|core| !core.is_empty());
                self.status = Some(false);
            }
            Outcome::Unknown(_) => {}
        }
        Ok(self.status)
    }

    fn forget(&mut self) {
        (self.status, self.model, self.core) = (None, None, None);
    }
}

/// The assumptions that had been assigned when propagation, which assigns one after the other, met a
/// conflict. `implied` are the literals that followed until then.
fn assigned_until_conflict<'a>(
    solver: &mut gordian_solver::Solver,
    assumptions: &'a [Lit],
    implied: &[Lit],
) -> &'a [Lit] {
    // More assumptions never make a conflict go away, so the first one that brings it is found by halving.
    let numbers: Vec<usize> = (0..assumptions.len()).collect();
    let number = numbers.partition_point(|&number| !solver.propagate(&assumptions[..number]).is_conflict);
    let Some((&last, before)) = assumptions[..number].split_last() else { return &[] };
    let was_false = implied.contains(&!last) || before.contains(&!last) || solver.fixed_value(last) == Some(false);
    if was_false { before } else { &assumptions[..number] }
}

/// The number of variables up to the largest of these literals.
fn solver_vars(lits: &[Lit]) -> usize {
    lits.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0)
}

impl Solver {
    fn state(&self) -> PyResult<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(_)) => {
                Err(PyRuntimeError::new_err("the solver is broken: an earlier call failed"))
            }
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err("the solver is searching in another thread")),
        }
    }

    fn search(&self, py: Python<'_>, assumptions: Option<&Bound<'_, PyAny>>, budget: Budget) -> PyResult<Option<bool>> {
        let assumptions = assumptions.map(literals).transpose()?.unwrap_or_default();
        let mut state = self.state()?;
        state.forget();
        state.formula.reserve_vars(solver_vars(&assumptions));
        let is_large = state.literals > LARGE;
        let began = Instant::now();
        let signal = Terminator::new();
        let budget = budget.with_terminator(signal.clone());
        let solver = state.solver()?;
        let outcome = if is_large {
            wait(py, || signal.trip(), || solver.solve_within(&assumptions, &budget))
        } else {
            search_here(py, solver, &assumptions, &budget)
        };
        let seconds = began.elapsed().as_secs_f64();
        state.seconds = [seconds, state.seconds[1] + seconds];
        state.learn(outcome?, &assumptions)
    }
}

/// Searches on this thread, and looks after signals from time to time.
fn search_here(
    py: Python<'_>,
    solver: &mut gordian_solver::Solver,
    assumptions: &[Lit],
    budget: &Budget,
) -> PyResult<Outcome> {
    let mut raised = None;
    let outcome = py.detach(|| {
        let mut looked = Instant::now();
        let mut is_over = || {
            if looked.elapsed() >= INTERVAL {
                looked = Instant::now();
                raised = Python::attach(|py| py.check_signals()).err();
            }
            raised.is_some()
        };
        solver.solve_with(assumptions, budget, Callbacks::none().with_terminate(&mut is_over))
    });
    raised.map_or(Ok(outcome), Err)
}

#[pymethods]
impl Solver {
    /// A solver with the clauses of a formula, if one is given. `use_timer` is taken for the sake of
    /// PySAT; times are always measured.
    #[new]
    #[pyo3(signature = (bootstrap_with=None, use_timer=false))]
    fn new(bootstrap_with: Option<&Bound<'_, PyAny>>, use_timer: bool) -> PyResult<Solver> {
        let _ = use_timer;
        let state = State { solver: Some(gordian_solver::Solver::new()), ..State::default() };
        let no_limit = || AtomicU64::new(u64::MAX);
        let interrupt = Terminator::new();
        let solver = Solver { state: Mutex::new(state), interrupt, conflicts: no_limit(), propagations: no_limit() };
        if let Some(formula) = bootstrap_with {
            solver.append_formula(formula, true)?;
        }
        Ok(solver)
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.delete()
    }

    fn __repr__(&self) -> PyResult<String> {
        let state = self.state()?;
        Ok(format!(
            "<Solver: {} variables, {} clauses>",
            state.formula.num_vars(),
            state.formula.num_expanded_clauses()
        ))
    }

    /// Frees the memory. Nothing can be asked any more.
    fn delete(&self) -> PyResult<()> {
        let mut state = self.state()?;
        state.forget();
        state.solver = None;
        state.formula = gordian_formula::Cnf::new();
        Ok(())
    }

    /// Adds a clause. With `no_return=False`, tells whether the formula may still be satisfiable, as
    /// far as unit propagation shows.
    #[pyo3(signature = (clause, no_return=true))]
    fn add_clause(&self, clause: &Bound<'_, PyAny>, no_return: bool) -> PyResult<Option<bool>> {
        let clause = literals(clause)?;
        let mut state = self.state()?;
        state.add(&clause)?;
        if no_return { Ok(None) } else { Ok(Some(!state.solver()?.propagate(&[]).is_conflict)) }
    }

    /// Adds the clauses of a formula: a CNF, or a sequence of sequences.
    #[pyo3(signature = (formula, no_return=true))]
    fn append_formula(&self, formula: &Bound<'_, PyAny>, no_return: bool) -> PyResult<Option<bool>> {
        // To read it runs the caller's code, which may ask this solver, so it comes before the lock.
        let formula = Given::read(formula)?;
        let mut state = self.state()?;
        state.add_all(&formula)?;
        if no_return { Ok(None) } else { Ok(Some(!state.solver()?.propagate(&[]).is_conflict)) }
    }

    /// At most one of the literals is true. The engine keeps them as a group, without clauses.
    fn add_at_most_one(&self, lits: &Bound<'_, PyAny>) -> PyResult<()> {
        let lits = literals(lits)?;
        let mut state = self.state()?;
        state.solver()?.add_at_most_one(&lits);
        state.formula.add_at_most_one(&lits);
        Ok(())
    }

    /// Exactly one of the literals is true. The engine keeps them as a group, without clauses.
    fn add_exactly_one(&self, lits: &Bound<'_, PyAny>) -> PyResult<()> {
        let lits = literals(lits)?;
        let mut state = self.state()?;
        state.solver()?.add_exactly_one(&lits);
        state.formula.add_exactly_one(&lits);
        Ok(())
    }

    /// Whether there is a model in which the assumptions are true. Limits do not matter here.
    #[pyo3(signature = (assumptions=None))]
    fn solve(&self, py: Python<'_>, assumptions: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        self.search(py, assumptions, Budget::unlimited())?.ok_or_else(|| {
            PyRuntimeError::new_err("internal error, please report it: the search ended without an answer")
        })
    }

    /// As `solve`, within the limits that were set; None if one was reached, or `interrupt` was
    /// called. `expect_interrupt` is taken for the sake of PySAT; interrupts are always expected.
    #[pyo3(signature = (assumptions=None, expect_interrupt=false))]
    fn solve_limited(
        &self,
        py: Python<'_>,
        assumptions: Option<&Bound<'_, PyAny>>,
        expect_interrupt: bool,
    ) -> PyResult<Option<bool>> {
        let _ = expect_interrupt;
        let mut budget = Budget::unlimited().with_terminator(self.interrupt.clone());
        let limit = |number: &AtomicU64| Some(number.load(Ordering::Relaxed)).filter(|&number| number != u64::MAX);
        if let Some(conflicts) = limit(&self.conflicts) {
            budget = budget.with_conflicts(conflicts);
        }
        if let Some(propagations) = limit(&self.propagations) {
            budget = budget.with_propagations(propagations);
        }
        self.search(py, assumptions, budget)
    }

    /// The most conflicts of each call of `solve_limited`; zero or a negative number is no limit.
    #[pyo3(signature = (budget=-1), text_signature = "($self, budget=-1)")]
    fn conf_budget(&self, budget: i64) {
        self.conflicts.store(limit_of(budget), Ordering::Relaxed);
    }

    /// The most propagations of each call of `solve_limited`; zero or a negative number is no limit.
    #[pyo3(signature = (budget=-1), text_signature = "($self, budget=-1)")]
    fn prop_budget(&self, budget: i64) {
        self.propagations.store(limit_of(budget), Ordering::Relaxed);
    }

    /// Ends `solve_limited`, from another thread, now and until `clear_interrupt`.
    fn interrupt(&self) {
        self.interrupt.trip();
    }

    /// Lets `solve_limited` search again.
    fn clear_interrupt(&self) {
        self.interrupt.reset();
    }

    /// The answer of the last call: True, False, or None where there is none.
    fn get_status(&self) -> PyResult<Option<bool>> {
        Ok(self.state()?.status)
    }

    /// The model of the last call: a literal for each variable; None where there is none.
    fn get_model(&self) -> PyResult<Option<Vec<i32>>> {
        let state = self.state()?;
        Ok(state.model.as_ref().map(|model| model.literals().map(|lit| lit.to_dimacs()).collect()))
    }

    /// Assumptions of the last call that contradict the formula; None where that is not what it
    /// answered, or where the formula is contradictory without any.
    fn get_core(&self) -> PyResult<Option<Vec<i32>>> {
        let state = self.state()?;
        Ok(state.core.as_ref().map(|core| core.iter().map(|lit| lit.to_dimacs()).collect()))
    }

    /// The models of the formula as it is now in which the assumptions are true. Unlike in PySAT, the
    /// solver stays as it is: the models are searched by a solver of their own.
    #[pyo3(signature = (assumptions=None))]
    fn enum_models(&self, assumptions: Option<&Bound<'_, PyAny>>) -> PyResult<Models> {
        let assumptions = assumptions.map(literals).transpose()?.unwrap_or_default();
        let mut state = self.state()?;
        state.solver()?;
        Models::of(&state.formula, &assumptions)
    }

    /// Propagates assumptions without a search: whether that meets no conflict, and the literals that
    /// are true then, the assumptions first. After a conflict: those that were true until then, without
    /// the assumptions that were not reached or were false already.
    #[pyo3(signature = (assumptions=None, phase_saving=0))]
    fn propagate(&self, assumptions: Option<&Bound<'_, PyAny>>, phase_saving: i32) -> PyResult<(bool, Vec<i32>)> {
        let assumptions = assumptions.map(literals).transpose()?.unwrap_or_default();
        if !(0..=2).contains(&phase_saving) {
            return Err(PyValueError::new_err("phase_saving is 0, 1 or 2"));
        }
        let mut state = self.state()?;
        state.formula.reserve_vars(solver_vars(&assumptions));
        let solver = state.solver()?;
        let propagation =
            if phase_saving > 0 { solver.propagate_and_save(&assumptions) } else { solver.propagate(&assumptions) };
        let assigned = match propagation.is_conflict {
            true => assigned_until_conflict(solver, &assumptions, &propagation.implied),
            false => &assumptions,
        };
        let mut told: HashSet<Lit> = propagation.implied.iter().copied().collect();
        let assigned = assigned.iter().copied().filter(|&lit| told.insert(lit));
        let mut all: Vec<i32> = assigned.map(|lit| lit.to_dimacs()).collect();
        all.extend(propagation.implied.iter().map(|lit| lit.to_dimacs()));
        Ok((!propagation.is_conflict, all))
    }

    /// Tries these literals first when their variables are decided.
    #[pyo3(signature = (literals=None))]
    fn set_phases(&self, literals: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let wishes = literals.map(crate::literals::literals).transpose()?.unwrap_or_default();
        let mut state = self.state()?;
        let solver = state.solver()?;
        wishes.into_iter().for_each(|lit| solver.set_phase(lit));
        Ok(())
    }

    /// The number of variables.
    fn nof_vars(&self) -> PyResult<usize> {
        Ok(self.state()?.formula.num_vars())
    }

    /// The number of clauses that were added; a group counts as the clauses it stands for.
    fn nof_clauses(&self) -> PyResult<u64> {
        Ok(self.state()?.formula.num_expanded_clauses())
    }

    /// The counters of the engine so far.
    fn accum_stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut state = self.state()?;
        let statistics = state.solver()?.statistics();
        let rows = PyDict::new(py);
        rows.set_item("restarts", statistics.get("restarts").unwrap_or_default())?;
        rows.set_item("conflicts", statistics.conflicts)?;
        rows.set_item("decisions", statistics.decisions)?;
        rows.set_item("propagations", statistics.propagations)?;
        Ok(rows)
    }

    /// The seconds of the last search.
    fn time(&self) -> PyResult<f64> {
        Ok(self.state()?.seconds[0])
    }

    /// The seconds of all searches.
    fn time_accum(&self) -> PyResult<f64> {
        Ok(self.state()?.seconds[1])
    }
}

/// A budget as PySAT has it: zero or a negative number is none.
fn limit_of(budget: i64) -> u64 {
    u64::try_from(budget).ok().filter(|&limit| limit > 0).unwrap_or(u64::MAX)
}

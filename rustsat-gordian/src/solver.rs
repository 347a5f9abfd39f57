//! Solving, with and without assumptions.

use std::collections::HashSet;
use std::fmt;
use std::time::Duration;

use gordian_solver::{Budget, Options, Outcome, Solver, Terminator};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult, SolverState, StateError};
use rustsat::types::{Cl, Clause, Lit, TernaryVal, Var};
use rustsat::utils::Timer;

use crate::callbacks::{CallbackStore, NoCallbacks, StoredCallbacks};
use crate::literal::{to_ours, to_theirs, var_to_ours};

/// The solver, which can move between threads.
pub type Gordian = Adapter<NoCallbacks>;

/// The solver with RustSAT's callbacks, which stays on the thread that attached them.
pub type GordianWithCallbacks<'term, 'learn> = Adapter<StoredCallbacks<'term, 'learn>>;

/// Gordian behind the interfaces of RustSAT; named [`Gordian`] or [`GordianWithCallbacks`].
pub struct Adapter<C> {
    pub(crate) solver: Solver,
    pub(crate) callbacks: C,
    pub(crate) answer: Answer,
    pub(crate) terminator: Terminator,
    pub(crate) limits: Limits,
    pub(crate) frozen: HashSet<Var>,
    pub(crate) counts: Counts,
    /// Work space: a clause, or assumptions.
    lits: Vec<gordian_formula::Lit>,
}

/// The result of the last call, unless clauses came since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    None,
    Satisfiable,
    Unsatisfiable { under_assumptions: bool },
    Interrupted,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    pub(crate) conflicts: Option<u32>,
    pub(crate) decisions: Option<u32>,
    pub(crate) propagations: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) satisfiable: usize,
    pub(crate) unsatisfiable: usize,
    pub(crate) interrupted: usize,
    pub(crate) clauses: usize,
    pub(crate) literals: usize,
    pub(crate) max_var: Option<Var>,
    pub(crate) time: Duration,
}

impl Answer {
    fn state(self) -> SolverState {
        match self {
            Answer::None => SolverState::Input,
            Answer::Satisfiable => SolverState::Sat,
            Answer::Unsatisfiable { .. } => SolverState::Unsat,
            Answer::Interrupted => SolverState::Unknown,
        }
    }
}

impl<C: CallbackStore> Adapter<C> {
    /// A solver with options of its own.
    #[must_use]
    pub fn with_options(options: Options) -> Self {
        Adapter {
            solver: Solver::with_options(options),
            callbacks: C::default(),
            answer: Answer::None,
            terminator: Terminator::new(),
            limits: Limits::default(),
            frozen: HashSet::new(),
            counts: Counts::default(),
            lits: Vec::new(),
        }
    }

    fn call(&mut self, assumptions: &[Lit]) -> anyhow::Result<SolverResult> {
        let timer = Timer::now();
        self.take_up(assumptions)?;
        let mut budget = Budget::unlimited().with_terminator(self.terminator.clone());
        if let Some(limit) = self.limits.conflicts {
            budget = budget.with_conflicts(limit.into());
        }
        if let Some(limit) = self.limits.decisions {
            budget = budget.with_decisions(limit.into());
        }
        if let Some(limit) = self.limits.propagations {
            budget = budget.with_propagations(limit.into());
        }
        let Adapter { solver, callbacks, lits, .. } = self;
        let outcome = callbacks.lend(|callbacks| solver.solve_with(lits, &budget, callbacks));
        self.counts.time += timer.elapsed();
        Ok(match outcome {
            Outcome::Satisfiable => {
                self.counts.satisfiable += 1;
                self.answer = Answer::Satisfiable;
                SolverResult::Sat
            }
            Outcome::Unsatisfiable => {
                self.counts.unsatisfiable += 1;
                self.answer = Answer::Unsatisfiable { under_assumptions: !assumptions.is_empty() };
                SolverResult::Unsat
            }
            Outcome::Unknown(_) => {
                self.terminator.reset();
                self.counts.interrupted += 1;
                self.answer = Answer::Interrupted;
                SolverResult::Interrupted
            }
        })
    }

    /// Leaves the literals in `lits`, as Gordian's.
    fn take_up(&mut self, lits: &[Lit]) -> anyhow::Result<()> {
        self.lits.clear();
        for &lit in lits {
            self.lits.push(to_ours(lit)?);
        }
        self.note_vars(lits);
        Ok(())
    }

    pub(crate) fn note_vars(&mut self, lits: &[Lit]) {
        let largest = lits.iter().map(|lit| lit.var()).max();
        self.counts.max_var = self.counts.max_var.max(largest);
    }
}

impl<C> Adapter<C> {
    /// The solver behind the adapter, to be looked at.
    #[must_use]
    pub fn inner(&self) -> &Solver {
        &self.solver
    }

    pub(crate) fn expect_state(&self, required_state: SolverState) -> anyhow::Result<()> {
        let actual_state = self.answer.state();
        if actual_state == required_state { Ok(()) } else { Err(StateError { required_state, actual_state }.into()) }
    }
}

impl<C: CallbackStore> Default for Adapter<C> {
    fn default() -> Self {
        Adapter::with_options(Options::default())
    }
}

impl<C: fmt::Debug> fmt::Debug for Adapter<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adapter")
            .field("answer", &self.answer)
            .field("limits", &self.limits)
            .field("counts", &self.counts)
            .field("callbacks", &self.callbacks)
            .finish_non_exhaustive()
    }
}

impl<C: CallbackStore> Solve for Adapter<C> {
    fn signature(&self) -> &'static str {
        concat!("Gordian ", env!("CARGO_PKG_VERSION"))
    }

    fn reserve(&mut self, max_var: Var) -> anyhow::Result<()> {
        self.solver.reserve_vars(var_to_ours(max_var)?.index() + 1);
        self.counts.max_var = self.counts.max_var.max(Some(max_var));
        Ok(())
    }

    /// Like RustSAT's other solvers, answers at once if nothing changed since the last answer.
    fn solve(&mut self) -> anyhow::Result<SolverResult> {
        match self.answer {
            Answer::Satisfiable => Ok(SolverResult::Sat),
            Answer::Unsatisfiable { under_assumptions: false } => Ok(SolverResult::Unsat),
            _ => self.call(&[]),
        }
    }

    fn lit_val(&self, lit: Lit) -> anyhow::Result<TernaryVal> {
        self.expect_state(SolverState::Sat)?;
        let lit = to_ours(lit)?;
        if !self.solver.is_used(lit.var()) {
            return Ok(TernaryVal::DontCare);
        }
        Ok(match self.solver.value(lit) {
            Some(true) => TernaryVal::True,
            Some(false) => TernaryVal::False,
            None => TernaryVal::DontCare,
        })
    }

    fn add_clause_ref<K>(&mut self, clause: &K) -> anyhow::Result<()>
    where
        K: AsRef<Cl> + ?Sized,
    {
        let clause: &[Lit] = clause.as_ref().as_ref();
        self.take_up(clause)?;
        self.solver.add_clause(&self.lits);
        self.counts.clauses += 1;
        self.counts.literals += clause.len();
        self.answer = Answer::None;
        Ok(())
    }
}

impl<C: CallbackStore> SolveIncremental for Adapter<C> {
    fn solve_assumps(&mut self, assumps: &[Lit]) -> anyhow::Result<SolverResult> {
        self.call(assumps)
    }

    fn core(&mut self) -> anyhow::Result<Vec<Lit>> {
        self.expect_state(SolverState::Unsat)?;
        Ok(self.solver.core().iter().map(|&lit| to_theirs(!lit)).collect())
    }
}

impl<C: CallbackStore> Extend<Clause> for Adapter<C> {
    /// # Panics
    /// If a variable has no DIMACS number; [`Solve::add_clause`] tells it as an error.
    fn extend<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) {
        for clause in clauses {
            self.add_clause_ref(&clause).expect("a variable with a DIMACS number");
        }
    }
}

impl<'a, K, C> Extend<&'a K> for Adapter<C>
where
    K: AsRef<Cl> + ?Sized,
    C: CallbackStore,
{
    /// # Panics
    /// If a variable has no DIMACS number; [`Solve::add_clause_ref`] tells it as an error.
    fn extend<T: IntoIterator<Item = &'a K>>(&mut self, clauses: T) {
        for clause in clauses {
            self.add_clause_ref(clause).expect("a variable with a DIMACS number");
        }
    }
}

//! The solver as callers see it.

use std::collections::HashMap;
use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, Cnf, Lit, Model, Var};
use gordian_solver::{Budget, Callbacks, Interrupt, Options, Outcome, Solver, Statistics};

use crate::domain::Domain;
use crate::engine::{Counters, Engine};
use crate::error::LazyError;
use crate::propagate::Propagate;
use crate::view::{Integer, View};

/// A solver for clauses, integers of any size, and constraints over them that are propagated, not written out.
///
/// Literals that say `x >= v` are made when the search first speaks of them (lazy clause generation; Ohrimenko,
/// Stuckey & Codish, *Propagation via lazy clause generation*, 2009), so a large domain costs nothing by itself.
///
/// ```
/// use gordian_lazy::{LazySolver, Outcome};
///
/// let mut solver = LazySolver::new();
/// let [x, y] = [(); 2].map(|()| solver.new_integer(0, 1_000_000));
/// let [x, y] = [x?, y?];
/// solver.add_at_most(&[(-3, x.into()), (-2, y.into())], -1_000_001, None)?; // 3x + 2y >= 1,000,001
/// solver.add_at_most(&[(1, x.into()), (-2, y.into())], 0, None)?; // x <= 2y
/// assert_eq!(solver.minimize(x, |_| ()), Outcome::Satisfiable);
/// assert_eq!(solver.value_of(x), Some(0));
/// # Ok::<(), gordian_lazy::LazyError>(())
/// ```
#[derive(Debug)]
pub struct LazySolver {
    solver: Solver,
    engine: Engine,
    /// Literals that say `x = v`.
    equalities: HashMap<(Integer, i64), Lit>,
    /// The literals of the last solution.
    model: Option<Model>,
    has_model: bool,
}

impl Default for LazySolver {
    fn default() -> LazySolver {
        LazySolver::new()
    }
}

impl LazySolver {
    /// One without constraints, with default options.
    pub fn new() -> LazySolver {
        LazySolver::with_options(Options::default())
    }

    /// One without constraints.
    pub fn with_options(options: Options) -> LazySolver {
        LazySolver::of_formula(&Cnf::new(), options)
    }

    /// One with the constraints of a formula, whose variables keep their numbers.
    pub fn of_formula(formula: &Cnf, options: Options) -> LazySolver {
        let mut solver = Solver::with_options(options);
        formula.feed(&mut solver);
        let truth = solver.new_var().positive();
        solver.add_clause(&[truth]);
        let engine = Engine::new(truth);
        LazySolver { solver, engine, equalities: HashMap::new(), model: None, has_model: false }
    }

    /// A literal that is true.
    pub fn truth(&self) -> Lit {
        self.engine.store.truth()
    }

    /// A new literal.
    pub fn new_literal(&mut self) -> Lit {
        self.new_var().positive()
    }

    /// An integer with all values from `lower` to `upper`.
    ///
    /// # Errors
    /// [`LazyError::Domain`] where there are none, or one is beyond [`MAX_MAGNITUDE`](crate::MAX_MAGNITUDE).
    pub fn new_integer(&mut self, lower: i64, upper: i64) -> Result<Integer, LazyError> {
        self.new_integer_in(&[(lower, upper)])
    }

    /// An integer with the values of these ranges, each from its first value to its last.
    ///
    /// # Errors
    /// As [`LazySolver::new_integer`].
    pub fn new_integer_in(&mut self, ranges: &[(i64, i64)]) -> Result<Integer, LazyError> {
        self.has_model = false;
        let domain = Domain::from_ranges(ranges).ok_or(LazyError::Domain)?;
        Ok(self.engine.store.add_integer(domain))
    }

    /// An integer with these increasing values whose order literals are there: entry `i` says that
    /// it is at least `values[i + 1]`. Clauses must say that each implies the one before.
    ///
    /// # Errors
    /// As [`LazySolver::new_integer`]; [`LazyError::Literals`] where there are not as many
    /// literals as values but one, or the values do not increase.
    pub fn bind_integer(&mut self, values: &[i64], order: &[Lit]) -> Result<Integer, LazyError> {
        if order.len() + 1 != values.len() || values.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(LazyError::Literals);
        }
        let ranges: Vec<(i64, i64)> = values.iter().map(|&value| (value, value)).collect();
        let integer = self.new_integer_in(&ranges)?;
        for (&value, &lit) in values[1..].iter().zip(order) {
            self.engine.store.bind(integer, value, lit);
        }
        self.reserve();
        Ok(integer)
    }

    /// Makes a literal say that an integer is at least this value.
    pub fn bind_at_least(&mut self, integer: Integer, value: i64, lit: Lit) {
        self.has_model = false;
        match self.engine.store.unmade(integer, value) {
            Some(value) => {
                self.engine.store.bind(integer, value, lit);
                self.reserve();
            }
            None => {
                let own = self.at_least(integer, value);
                self.add_clause(&[!own, lit]);
                self.add_clause(&[own, !lit]);
            }
        }
    }

    /// The literal that says that a view is at least this value.
    pub fn at_least(&mut self, view: impl Into<View>, value: i64) -> Lit {
        self.has_model = false;
        self.engine.store.reserve_vars(self.solver.num_vars());
        let lit = self.engine.store.literal(view.into(), value.clamp(-i64::MAX / 2, i64::MAX / 2));
        self.reserve();
        lit
    }

    /// The literal that says that a view is at most this value.
    pub fn at_most(&mut self, view: impl Into<View>, value: i64) -> Lit {
        let value = value.clamp(-i64::MAX / 2, i64::MAX / 2);
        self.at_least(-view.into(), -value)
    }

    /// The literal that says that a view has this value.
    pub fn equals(&mut self, view: impl Into<View>, value: i64) -> Lit {
        let view = view.into();
        let value = view.of(value);
        let integer = view.integer();
        if let Some(&lit) = self.equalities.get(&(integer, value)) {
            return lit;
        }
        if !self.engine.store.domain(integer).contains(value) {
            return !self.truth();
        }
        let (from, to) = (self.at_least(integer, value), self.at_most(integer, value));
        let lit = if from == self.truth() {
            to
        } else if to == self.truth() {
            from
        } else {
            let lit = self.new_literal();
            self.add_clause(&[!lit, from]);
            self.add_clause(&[!lit, to]);
            self.add_clause(&[!from, !to, lit]);
            lit
        };
        self.equalities.insert((integer, value), lit);
        lit
    }

    /// The least and the greatest value that an integer may have at all.
    pub fn domain_bounds(&self, integer: Integer) -> (i64, i64) {
        let domain = self.engine.store.domain(integer);
        (domain.least(), domain.greatest())
    }

    pub(crate) fn post(&mut self, guard: Option<Lit>, propagator: impl Propagate + Send + 'static) {
        self.has_model = false;
        self.engine.post(guard, Box::new(propagator));
        self.reserve();
    }

    /// The variables of the two sides are numbered in common.
    fn reserve(&mut self) {
        self.solver.reserve_vars(self.engine.store.num_vars());
        self.engine.store.reserve_vars(self.solver.num_vars());
    }

    /// Searches for a solution.
    pub fn solve(&mut self) -> Outcome {
        self.solve_with(&[], &Budget::unlimited(), Callbacks::none())
    }

    /// Searches for a solution in which these literals are true, within limits, and calls back on
    /// the way. A propagator among the callbacks is left out.
    pub fn solve_with(&mut self, assumptions: &[Lit], budget: &Budget, mut callbacks: Callbacks<'_>) -> Outcome {
        self.reserve();
        let observed: Vec<Var> = self.engine.store.observed().to_vec();
        let callbacks = callbacks.reborrow().with_propagator(&mut self.engine, &observed);
        let outcome = self.solver.solve_with(assumptions, budget, callbacks);
        self.has_model = outcome == Outcome::Satisfiable;
        if self.has_model {
            self.model = self.solver.model();
        }
        self.reserve();
        outcome
    }

    /// The values of all integers in the last solution.
    pub(crate) fn values(&self) -> &[i64] {
        &self.engine.values
    }

    /// The values of the literals in the solution that was found, as [`LazySolver::value_of`].
    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref().filter(|_| self.has_model)
    }

    /// Makes an earlier solution the last one.
    pub(crate) fn restore(&mut self, values: Vec<i64>, model: Option<Model>) {
        self.engine.values = values;
        self.model = model;
        self.has_model = self.model.is_some();
    }

    /// The least value of the view's domain.
    pub(crate) fn least_of(&self, view: View) -> i64 {
        self.engine.store.least(view)
    }

    /// The value of an integer in the solution that was found, if the last call found one and nothing was added since.
    pub fn value_of(&self, view: impl Into<View>) -> Option<i64> {
        let view = view.into();
        self.has_model.then(|| view.of(self.engine.values[view.integer().index()]))
    }

    /// The value of a literal in that solution.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        let model = self.model.as_ref().filter(|_| self.has_model)?;
        Some(model.satisfies(lit))
    }

    /// Assumptions of the last call that together contradict the constraints, as [`Solver::core`].
    pub fn core(&self) -> &[Lit] {
        self.solver.core()
    }

    /// Visits every assignment of these literals and integers that a solution has, each once, until
    /// the visitor breaks off. Visited assignments are excluded by clauses, so that memory grows
    /// with the solutions. The solver can be used as before afterwards.
    ///
    /// `Err` says why it ended early.
    ///
    /// # Errors
    /// [`Interrupt`] where a limit was reached.
    pub fn enumerate(
        &mut self,
        literals: &[Lit],
        integers: &[Integer],
        budget: &Budget,
        visit: &mut dyn FnMut(&LazySolver) -> ControlFlow<()>,
    ) -> Result<(), Interrupt> {
        let scope = self.new_literal();
        let ended = loop {
            match self.solve_with(&[scope], budget, Callbacks::none()) {
                Outcome::Satisfiable => {}
                Outcome::Unsatisfiable => break Ok(()),
                Outcome::Unknown(interrupt) => break Err(interrupt),
            }
            if visit(self).is_break() {
                break Ok(());
            }
            let mut clause = vec![!scope];
            clause.extend(literals.iter().map(|&lit| if self.value(lit) == Some(true) { !lit } else { lit }));
            let values: Vec<i64> = integers.iter().map(|integer| self.engine.values[integer.index()]).collect();
            for (&integer, value) in integers.iter().zip(values) {
                clause.push(self.at_most(integer, value - 1));
                clause.push(self.at_least(integer, value + 1));
            }
            self.add_clause(&clause);
        };
        self.add_clause(&[!scope]);
        ended
    }

    /// Counters of the search.
    pub fn statistics(&self) -> &Statistics {
        self.solver.statistics()
    }

    /// Counters of the propagation.
    pub fn counters(&self) -> Counters {
        self.engine.counters
    }

    /// How many propagators there are.
    pub fn num_propagators(&self) -> usize {
        self.engine.num_propagators()
    }
}

impl ClauseSink for LazySolver {
    fn new_var(&mut self) -> Var {
        let var = self.solver.new_var();
        self.reserve();
        var
    }

    fn num_vars(&self) -> usize {
        self.solver.num_vars()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.has_model = false;
        self.solver.add_clause(clause);
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        self.has_model = false;
        self.solver.add_at_most_one(members);
    }

    fn add_exactly_one(&mut self, members: &[Lit]) {
        self.has_model = false;
        self.solver.add_exactly_one(members);
    }
}

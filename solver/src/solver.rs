//! The solver as callers see it.

use std::fmt;
use std::ops::ControlFlow;

use gordian_formula::{GroupKind, Lit, Model, Var};

use crate::budget::Budget;
use crate::callbacks::Callbacks;
use crate::engine::{Call, Engine};
use crate::external::External;
use crate::inprocess::cliques::find_cliques;
use crate::inprocess::remove::compact::compact;
use crate::inprocess::remove::restore::restore;
use crate::models::{Cube, model_of};
use crate::observer::Observer;
use crate::options::Options;
use crate::outcome::{Enumeration, Outcome};
use crate::pool::Port;
use crate::proof::{Proof, ProofTracer};
use crate::propagator::{Link, Propagator};
use crate::search::backtrack::backtrack;
use crate::search::enumerate::enumerate;
use crate::solve::solve;
use crate::statistics::Statistics;
use crate::store::trail::Reason;

/// An incremental solver: constraints can be added at any time, and it can be asked again and again.
///
/// Adding a constraint discards the model and the core of the last answer. Learned clauses are kept between calls.
pub struct Solver {
    engine: Engine,
    external: External,
    options: Options,
    proof: Proof,
    observer: Option<Box<dyn Observer + Send>>,
    state: State,
    /// Work space for a constraint being added: its literals, inside and outside.
    internal: Vec<Lit>,
    /// For each internal variable the last long clause added with it, by number.
    stamps: Vec<u32>,
    stamp: u32,
}

/// The result of the last call that can still be read.
enum State {
    /// Nothing: constraints were added since.
    Open,
    /// A value for each internal literal, removed variables included.
    Model(Vec<i8>),
    Core(Vec<Lit>),
}

impl fmt::Debug for Solver {
    /// Shows the size of the solver and its last answer, without the clauses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.state {
            State::Open => "open",
            State::Model(_) => "satisfiable",
            State::Core(_) => "unsatisfiable",
        };
        let statistics = self.statistics();
        f.debug_struct("Solver")
            .field("num_vars", &self.num_vars())
            .field("irredundant", &statistics.irredundant)
            .field("redundant", &statistics.redundant)
            .field("conflicts", &statistics.conflicts)
            .field("state", &state)
            .finish_non_exhaustive()
    }
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver without constraints, with default options.
    pub fn new() -> Solver {
        Solver::with_options(Options::default())
    }

    /// A solver without constraints.
    pub fn with_options(options: Options) -> Solver {
        Solver {
            engine: Engine::new(&options),
            external: External::default(),
            options,
            proof: Proof::default(),
            observer: None,
            state: State::Open,
            internal: Vec::new(),
            stamps: Vec::new(),
            stamp: 0,
        }
    }

    /// The options it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sends the steps of the proof to a tracer from now on. A complete proof begins before the first constraint.
    pub fn set_proof(&mut self, tracer: Box<dyn ProofTracer + Send>) {
        self.engine.arena.forget_identifiers();
        self.proof.set_tracer(Some(tracer), self.external.names());
    }

    /// Lets the proof introduce variables by definition, numbered from this one on; the caller promises not to name
    /// them in constraints to come. Without this, techniques that need definitions rest while a proof is written.
    pub fn allow_definitions(&mut self, first: Var) {
        self.proof.allow_definitions(first);
    }

    /// Ends the proof and hands back the tracer, which is to be finished by the caller.
    pub fn take_proof(&mut self) -> Option<Box<dyn ProofTracer + Send>> {
        self.engine.arena.forget_identifiers();
        self.proof.set_tracer(None, self.external.names())
    }

    /// Reports progress to an observer from now on, or to none.
    pub fn set_observer(&mut self, observer: Option<Box<dyn Observer + Send>>) {
        self.observer = observer;
    }

    /// The counters since the solver was made.
    pub fn statistics(&self) -> &Statistics {
        &self.engine.statistics
    }

    /// Raises the number of variables to at least `num_vars`. Costs no memory until they are used.
    pub fn reserve_vars(&mut self, num_vars: usize) {
        self.external.reserve(num_vars);
    }

    /// A new variable.
    pub fn new_var(&mut self) -> Var {
        self.external.new_var()
    }

    /// The number of variables: one more than the largest index that was made or used.
    pub fn num_vars(&self) -> usize {
        self.external.num_vars()
    }

    /// The variables named so far, in the order of their first use; those that unit clauses decide may come last.
    pub fn used_vars(&self) -> impl Iterator<Item = Var> + '_ {
        let named = self.external.names().iter().map(|(_, name)| name);
        named.chain(self.external.fixed_lits().map(|lit| lit.var()))
    }

    /// Whether some constraint, assumption or wish named this variable so far.
    pub fn is_used(&self, var: Var) -> bool {
        self.external.get(var.positive()).is_some() || self.external.fixed(var.positive()).is_some()
    }

    /// Adds a clause. Literals may repeat, tautologies are dropped, the empty clause makes the formula unsatisfiable.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.open();
        let mut lits = std::mem::take(&mut self.internal);
        self.internalize(clause, &mut lits);
        self.engine.schedule.given_clauses += 1;
        let identifier = self.proof.give(&lits);
        self.add_internal_clause(clause.len(), identifier, &mut lits);
        self.internal = lits;
    }

    /// Adds a clause that had this size before anything was taken out of it, and this identifier in the proof, or 0.
    fn add_internal_clause(&mut self, size: usize, mut identifier: u64, lits: &mut Vec<Lit>) {
        // Sorted, a repeated or negated literal stands next to its like.
        if self.has_repeated_var(lits) {
            lits.sort_unstable();
            lits.dedup();
            if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
                return;
            }
        }
        if self.engine.trail.len() > 0 || lits.len() < 2 {
            self.grow_trail();
            let trail = &self.engine.trail;
            if lits.iter().any(|&lit| trail.value(lit) > 0) {
                return;
            }
            lits.retain(|&lit| trail.value(lit) == 0);
        }
        let engine = &mut self.engine;
        if lits.len() != size {
            self.proof.add_root_units(engine.trail.root_literals());
            self.proof.add(lits);
            identifier = 0;
        }
        if let Some(clause) = engine.add_clause(lits) {
            engine.arena.note_identifier(clause, identifier);
        }
    }

    /// At most one of these literals is true. One that stands twice is false.
    pub fn add_at_most_one(&mut self, members: &[Lit]) {
        self.open();
        self.add_group(members, GroupKind::AtMostOne);
    }

    /// Exactly one of these literals is true. One that stands twice is false.
    pub fn add_exactly_one(&mut self, members: &[Lit]) {
        self.open();
        self.add_group(members, GroupKind::ExactlyOne);
    }

    /// Brings a group into the form that the engine takes: distinct variables, none assigned, two or more.
    fn add_group(&mut self, members: &[Lit], kind: GroupKind) {
        let mut lits = std::mem::take(&mut self.internal);
        self.internalize(members, &mut lits);
        self.proof.give_group(&lits, kind);
        self.grow_trail();
        lits.sort_unstable();
        // Two of the same would both be true: they are false. A literal and its negation leave no room for others.
        let repeated: Vec<Lit> = lits.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        let opposed: Vec<Lit> = lits.windows(2).filter(|pair| pair[0] == !pair[1]).map(|pair| pair[0]).collect();
        for &lit in &repeated {
            self.engine.derive_unit(!lit, &mut self.proof);
        }
        lits.retain(|lit| !repeated.contains(lit));
        if let Some(&first) = opposed.first() {
            // One of the pair is true, whatever the value of its variable: every other member is false.
            for &lit in lits.iter().filter(|lit| lit.var() != first.var()) {
                self.engine.derive_unit(!lit, &mut self.proof);
            }
        } else if lits.len() >= 2 {
            self.engine.add_group(&lits, kind);
        } else if kind == GroupKind::ExactlyOne {
            match lits.first() {
                Some(&last) => self.engine.derive_unit(last, &mut self.proof),
                None => {
                    self.engine.is_inconsistent = true;
                    self.proof.add(&[]);
                }
            }
        }
        self.internal = lits;
    }

    /// Searches for a model.
    pub fn solve(&mut self) -> Outcome {
        self.solve_under(&[])
    }

    /// Searches for a model in which these literals are true.
    pub fn solve_under(&mut self, assumptions: &[Lit]) -> Outcome {
        self.solve_within(assumptions, &Budget::unlimited())
    }

    /// Searches for a model in which these literals are true, within limits.
    pub fn solve_within(&mut self, assumptions: &[Lit], budget: &Budget) -> Outcome {
        self.solve_with(assumptions, budget, Callbacks::none())
    }

    /// Searches for a model in which these literals are true, within limits, and calls back on the way.
    pub fn solve_with(&mut self, assumptions: &[Lit], budget: &Budget, callbacks: Callbacks<'_>) -> Outcome {
        let before = self.engine.statistics.clone();
        self.search(assumptions, budget, callbacks, before, None)
    }

    /// Like [`Solver::solve_with`], with a way to other workers. The limits are counted from the
    /// statistics before.
    fn search(
        &mut self,
        assumptions: &[Lit],
        budget: &Budget,
        mut callbacks: Callbacks<'_>,
        before: Statistics,
        port: Option<Port>,
    ) -> Outcome {
        self.open();
        self.compact();
        if let Some(interrupt) = budget.ended().filter(|_| !self.engine.is_inconsistent) {
            return Outcome::Unknown(interrupt);
        }
        let mut lits = Vec::new();
        self.internalize(assumptions, &mut lits);
        let lent = callbacks.take_propagator();
        let observed = self.observe(&lent);
        let first_new = self.external.num_vars();
        self.group(budget);
        if let Some(interrupt) = budget.ended().filter(|_| !self.engine.is_inconsistent) {
            return Outcome::Unknown(interrupt);
        }
        if !self.prepare() {
            self.state = State::Core(Vec::new());
            return Outcome::Unsatisfiable;
        }
        let mut call = Call {
            observer: self.observer.as_deref_mut(),
            assumptions: &lits,
            callbacks: callbacks.reborrow(),
            link: lent.map(|(propagator, _)| Link::new(propagator, &observed, first_new)),
            port,
            ..Call::new(&self.options, budget, &mut self.proof, &mut self.external, before)
        };
        let outcome = match call.interrupted(&self.engine.statistics) {
            Some(interrupt) => Outcome::Unknown(interrupt),
            None => solve(&mut self.engine, &mut call),
        };
        self.external.add_definitions(self.engine.trail.num_vars());
        self.state = match outcome {
            Outcome::Satisfiable => State::Model(self.engine.extended_values()),
            Outcome::Unsatisfiable if self.engine.is_inconsistent => State::Core(Vec::new()),
            Outcome::Unsatisfiable => {
                let names = self.external.names();
                State::Core(self.engine.learning.clause.iter().filter_map(|&lit| names.name(lit)).collect())
            }
            Outcome::Unknown(_) => State::Open,
        };
        if !matches!(self.state, State::Model(_)) {
            backtrack(&mut self.engine, 0);
        }
        outcome
    }

    /// Visits every assignment of the visible variables that extends to a model, each exactly once, by chronological
    /// backtracking without blocking clauses, so memory does not grow with the number of models. Within limits, it
    /// keeps what it learns from conflicts if measuring shows that this saves time. It decides on the tightest open
    /// exactly-one group first, as dancing links do, then on the visible variables in the order given.
    ///
    /// The visited model also has values for invisible variables, one possibility of several. The solver stays usable.
    pub fn enumerate(
        &mut self,
        visible: &[Var],
        budget: &Budget,
        visit: &mut dyn FnMut(&Model) -> ControlFlow<()>,
    ) -> Enumeration {
        self.enumerate_with(visible, budget, Callbacks::none(), visit)
    }

    /// Like [`Solver::enumerate`], with callbacks: only models that the propagator accepts are visited.
    pub fn enumerate_with(
        &mut self,
        visible: &[Var],
        budget: &Budget,
        callbacks: Callbacks<'_>,
        visit: &mut dyn FnMut(&Model) -> ControlFlow<()>,
    ) -> Enumeration {
        self.enumerate_by(visible, budget, callbacks, false, &mut |cube| visit(&cube.model()))
    }

    /// [`Solver::enumerate`], but models that differ only in visible variables that do not matter to
    /// them come together. Each model is one of exactly one such set (disjoint cubes; Morgado &
    /// Marques-Silva, *Good learning and implicit model enumeration*, 2005).
    pub fn enumerate_cubes(
        &mut self,
        visible: &[Var],
        budget: &Budget,
        visit: &mut dyn FnMut(&Cube<'_>) -> ControlFlow<()>,
    ) -> Enumeration {
        self.enumerate_by(visible, budget, Callbacks::none(), true, visit)
    }

    fn enumerate_by(
        &mut self,
        visible: &[Var],
        budget: &Budget,
        mut callbacks: Callbacks<'_>,
        at_once: bool,
        visit: &mut dyn FnMut(&Cube<'_>) -> ControlFlow<()>,
    ) -> Enumeration {
        self.open();
        self.compact();
        if let Some(interrupt) = budget.ended().filter(|_| !self.engine.is_inconsistent) {
            return Enumeration::Interrupted(interrupt);
        }
        let mut lits = Vec::new();
        let visible = visible.iter().map(|var| var.positive());
        let visible: Vec<Lit> = visible.filter(|&lit| self.external.fixed(lit).is_none()).collect();
        self.internalize(&visible, &mut lits);
        let lent = callbacks.take_propagator();
        let observed = self.observe(&lent);
        let first_new = self.external.num_vars();
        self.group(budget);
        if let Some(interrupt) = budget.ended().filter(|_| !self.engine.is_inconsistent) {
            return Enumeration::Interrupted(interrupt);
        }
        if !self.prepare() {
            return Enumeration::Complete;
        }
        let vars: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();
        let before = self.engine.statistics.clone();
        let mut call = Call {
            observer: self.observer.as_deref_mut(),
            callbacks: callbacks.reborrow(),
            link: lent.map(|(propagator, _)| Link::new(propagator, &observed, first_new)),
            ..Call::new(&self.options, budget, &mut self.proof, &mut self.external, before)
        };
        let mut with_cube =
            |engine: &Engine, external: &External, num_free: u32| visit(&Cube { engine, external, num_free });
        let ended = enumerate(&mut self.engine, &mut call, &vars, at_once, &mut with_cube);
        self.external.add_definitions(self.engine.trail.num_vars());
        ended
    }

    /// The value of a literal in the model that was found; `None` where there is none to read.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        let State::Model(values) = &self.state else { return None };
        Some(match self.external.get(lit) {
            Some(internal) => values[internal.index()] > 0,
            // Nothing speaks of a variable that is not fixed either; like `Model`, take it as false.
            None => self.external.fixed(lit).unwrap_or(lit.is_negative()),
        })
    }

    /// The model that was found, if the last call found one and nothing was added since.
    pub fn model(&self) -> Option<Model> {
        let State::Model(values) = &self.state else { return None };
        Some(model_of(values, &self.external))
    }

    /// Assumptions of the last call that together contradict the formula; empty if the formula is
    /// unsatisfiable by itself, or if the last call did not answer unsatisfiable.
    pub fn core(&self) -> &[Lit] {
        match &self.state {
            State::Core(core) => core,
            State::Open | State::Model(_) => &[],
        }
    }

    /// Panics unless the data structures of the engine are consistent. For tests; slow.
    #[doc(hidden)]
    pub fn check_invariants(&self) {
        self.engine.check_invariants();
    }

    /// The internal literals of the variables that a propagator observes; removed ones are brought back.
    fn observe(&mut self, lent: &Option<(&mut dyn Propagator, &[Var])>) -> Vec<Lit> {
        let vars: Vec<Lit> = lent.iter().flat_map(|(_, vars)| vars.iter()).map(|var| var.positive()).collect();
        let mut observed = Vec::new();
        self.internalize(&vars, &mut observed);
        observed
    }

    /// Leaves the last answer behind.
    fn open(&mut self) {
        if self.engine.trail.level() > 0 {
            backtrack(&mut self.engine, 0);
        }
        self.state = State::Open;
    }

    /// Before the first search, leaves out variables that unit clauses decide. Earlier internal literals are void.
    fn compact(&mut self) {
        let is_first = self.engine.removed.is_empty() && self.external.fixed_lits().next().is_none();
        if !self.options.compact.enabled || !is_first {
            return;
        }
        self.proof.begin();
        self.grow_trail();
        if let Some(values) = compact(&mut self.engine, &mut self.proof) {
            self.external.fix(&values);
            (self.stamps, self.stamp) = (Vec::new(), 0);
        }
    }

    /// Looks for groups among new clauses; for fewer of them when the time is over.
    fn group(&mut self, budget: &Budget) {
        self.proof.begin();
        if !self.engine.is_inconsistent {
            self.grow_trail();
            find_cliques(&mut self.engine, &self.options, budget);
        }
    }

    /// After [`Solver::group`]: watches new clauses and connects groups. Whether there is anything left to search for.
    fn prepare(&mut self) -> bool {
        if self.engine.is_inconsistent {
            return false;
        }
        // Not before the tables of the cliques are gone: both are large.
        self.grow();
        let engine = &mut self.engine;
        engine.watch_new_clauses();
        if engine.has_new_groups && !engine.is_inconsistent {
            engine.connect_groups();
            self.proof.add_root_units(engine.trail.root_literals());
            if engine.is_inconsistent {
                self.proof.add(&[]);
            }
        }
        !engine.is_inconsistent
    }

    fn internalize(&mut self, lits: &[Lit], internal: &mut Vec<Lit>) {
        internal.clear();
        internal.reserve(lits.len());
        for &lit in lits {
            let known = self.external.get(lit).unwrap_or_else(|| self.put_to_use(lit));
            if self.engine.removed.get(known.var().index()) == Some(&true) {
                self.restore(known.var());
            }
            internal.push(known);
        }
    }

    /// Brings a variable back that simplification removed.
    #[cold]
    fn restore(&mut self, var: Var) {
        for mut clause in restore(&mut self.engine, var) {
            let size = clause.len();
            self.add_internal_clause(size, 0, &mut clause);
        }
    }

    #[cold]
    fn put_to_use(&mut self, lit: Lit) -> Lit {
        let internal = Var::from_index(self.external.num_internal());
        let fixed = self.external.fixed(lit.var().positive());
        self.external.put_to_use(lit.var());
        self.proof.push_name(lit.var());
        if let Some(value) = fixed {
            self.grow_trail();
            self.engine.trail.assign(internal.lit(value), Reason::Unit);
        }
        // A model that can still be read has the value that it had for a variable nobody spoke of.
        if let State::Model(values) = &mut self.state {
            let value = if fixed == Some(true) { 1 } else { -1 };
            values.resize(internal.positive().index(), 0);
            values.extend([value, -value]);
        }
        internal.lit(lit.is_positive())
    }

    /// Makes the engine know the variables in use. Not for each new one, since reading a formula
    /// brings them one by one.
    fn grow(&mut self) {
        if self.external.num_internal() > self.engine.removed.len() {
            self.engine.grow(self.external.num_internal(), &self.options);
        }
    }

    /// Like [`Solver::grow`], but for the assignment only. The other tables are made when there is
    /// something to search.
    fn grow_trail(&mut self) {
        self.engine.trail.grow(self.external.num_internal());
    }

    /// Short clauses are compared pair by pair; in a long one, each variable gets the stamp of the clause.
    fn has_repeated_var(&mut self, lits: &[Lit]) -> bool {
        if lits.len() <= 8 {
            return (1..lits.len()).any(|at| lits[..at].iter().any(|lit| lit.var() == lits[at].var()));
        }
        if self.stamp == u32::MAX {
            (self.stamp, self.stamps) = (0, Vec::new());
        }
        self.stamp += 1;
        self.stamps.resize(self.external.num_internal(), 0);
        lits.iter().any(|lit| std::mem::replace(&mut self.stamps[lit.var().index()], self.stamp) == self.stamp)
    }
}

mod portfolio;
mod probe;
mod simplify;
mod sink;

pub use self::portfolio::{Portfolio, PortfolioAnswer};
pub use self::simplify::simplify;

#[cfg(test)]
mod tests;

//! The solver as callers see it.

use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, GroupKind, Lit, Model, Var};

use crate::budget::Budget;
use crate::engine::{Call, Engine};
use crate::external::External;
use crate::observer::Observer;
use crate::options::Options;
use crate::outcome::{Enumeration, Outcome};
use crate::proof::{Proof, ProofTracer};
use crate::search::backtrack::backtrack;
use crate::search::enumerate::enumerate;
use crate::search::search;
use crate::statistics::Statistics;

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
}

/// What the last call left to be read.
enum State {
    /// Nothing: constraints were added since.
    Open,
    Model,
    Core(Vec<Lit>),
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
        }
    }

    /// The options it was made with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sends the steps of the proof to a tracer from now on. To be complete, a proof must begin before the first constraint.
    pub fn set_proof(&mut self, tracer: Box<dyn ProofTracer + Send>) {
        self.proof.set_tracer(Some(tracer));
    }

    /// Ends the proof and hands back the tracer, which is to be finished by the caller.
    pub fn take_proof(&mut self) -> Option<Box<dyn ProofTracer + Send>> {
        self.proof.set_tracer(None)
    }

    /// Reports progress to an observer from now on, or to none.
    pub fn set_observer(&mut self, observer: Option<Box<dyn Observer + Send>>) {
        self.observer = observer;
    }

    /// What was counted since the solver was made.
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

    /// The variables that some constraint or assumption named so far, in the order of their first use.
    pub fn used_vars(&self) -> &[Var] {
        self.external.used()
    }

    /// Adds a clause. Literals may repeat, a tautology is dropped, and the empty clause makes the formula unsatisfiable.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.open();
        let mut lits = std::mem::take(&mut self.internal);
        self.internalize(clause, &mut lits);
        self.add_internal_clause(clause, &mut lits);
        self.internal = lits;
    }

    /// `clause` is what the caller gave, `lits` the same inside.
    fn add_internal_clause(&mut self, clause: &[Lit], lits: &mut Vec<Lit>) {
        let engine = &mut self.engine;
        // Sorted, a repeated or negated literal stands next to its like.
        if lits.len() > 1 && has_repeated_var(lits) {
            lits.sort_unstable();
            lits.dedup();
            if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
                return;
            }
        }
        if lits.iter().any(|&lit| engine.trail.value(lit) > 0) {
            return;
        }
        lits.retain(|&lit| engine.trail.value(lit) == 0);
        if lits.len() != clause.len() {
            self.proof.add_root_units(engine.trail.root_literals());
            self.proof.add(lits);
        }
        engine.add_clause(lits);
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
        lits.sort_unstable();
        // Two of the same would both be true: they are false. A literal and its negation leave no room for others.
        let repeated: Vec<Lit> = lits.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        let opposed: Vec<Lit> = lits.windows(2).filter(|pair| pair[0] == !pair[1]).map(|pair| pair[0]).collect();
        for &lit in &repeated {
            self.derive_unit(!lit);
        }
        lits.retain(|lit| !repeated.contains(lit));
        if let Some(&first) = opposed.first() {
            // One of the pair is true, whatever the value of its variable: every other member is false.
            for &lit in lits.iter().filter(|lit| lit.var() != first.var()) {
                self.derive_unit(!lit);
            }
        } else if lits.len() >= 2 {
            self.engine.add_group(&lits, kind);
        } else if kind == GroupKind::ExactlyOne {
            match lits.first() {
                Some(&last) => self.derive_unit(last),
                None => {
                    self.engine.is_inconsistent = true;
                    self.proof.add(&[]);
                }
            }
        }
        self.internal = lits;
    }

    /// Adds a unit clause that follows from a group.
    fn derive_unit(&mut self, lit: Lit) {
        match self.engine.trail.value(lit) {
            0 => {
                self.engine.assign_root(lit);
                self.proof.add(&[lit]);
            }
            value if value < 0 => {
                self.engine.is_inconsistent = true;
                self.proof.add(&[]);
            }
            _ => {}
        }
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
        self.open();
        let mut lits = Vec::new();
        self.internalize(assumptions, &mut lits);
        if !self.prepare() {
            self.state = State::Core(Vec::new());
            return Outcome::Unsatisfiable;
        }
        let mut call = Call {
            options: &self.options,
            budget,
            proof: &mut self.proof,
            observer: self.observer.as_deref_mut(),
            assumptions: &lits,
            before: self.engine.statistics.clone(),
        };
        let outcome = search(&mut self.engine, &mut call);
        self.state = match outcome {
            Outcome::Satisfiable => State::Model,
            Outcome::Unsatisfiable if self.engine.is_inconsistent => State::Core(Vec::new()),
            Outcome::Unsatisfiable => {
                State::Core(self.engine.learning.clause.iter().map(|&lit| self.external.name(lit)).collect())
            }
            Outcome::Unknown(_) => State::Open,
        };
        if !matches!(self.state, State::Model) {
            backtrack(&mut self.engine, 0);
        }
        outcome
    }

    /// Visits every assignment of the visible variables that extends to a model, each exactly once, by chronological backtracking without blocking clauses: memory
    /// does not grow with the number of models. Decides on the tightest open exactly-one group first, as dancing links do.
    ///
    /// The model handed to the visitor has a value for every variable; what is not visible is one of the possible ways. The
    /// solver can be used as before afterwards.
    pub fn enumerate(
        &mut self,
        visible: &[Var],
        budget: &Budget,
        visit: &mut dyn FnMut(&Model) -> ControlFlow<()>,
    ) -> Enumeration {
        self.open();
        let mut lits = Vec::new();
        let visible: Vec<Lit> = visible.iter().map(|var| var.positive()).collect();
        self.internalize(&visible, &mut lits);
        if !self.prepare() {
            return Enumeration::Complete;
        }
        let vars: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();
        let mut call = Call {
            options: &self.options,
            budget,
            proof: &mut self.proof,
            observer: self.observer.as_deref_mut(),
            assumptions: &[],
            before: self.engine.statistics.clone(),
        };
        let external = &self.external;
        let mut with_model = |engine: &Engine| visit(&model_of(engine, external));
        enumerate(&mut self.engine, &mut call, &vars, &mut with_model)
    }

    /// The value of a literal in the model that was found; `None` where there is none to read.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        matches!(self.state, State::Model).then(|| match self.external.get(lit) {
            Some(internal) => self.engine.trail.value(internal) > 0,
            // Nothing speaks of this variable; like `Model`, take it as false.
            None => lit.is_negative(),
        })
    }

    /// The model that was found, if the last call found one and nothing was added since.
    pub fn model(&self) -> Option<Model> {
        matches!(self.state, State::Model).then(|| model_of(&self.engine, &self.external))
    }

    /// Assumptions of the last call that together contradict the formula; empty if the formula is unsatisfiable by itself, or if
    /// the last call did not answer unsatisfiable.
    pub fn core(&self) -> &[Lit] {
        match &self.state {
            State::Core(core) => core,
            State::Open | State::Model => &[],
        }
    }

    /// Panics unless the data structures of the engine are consistent. For tests; slow.
    #[doc(hidden)]
    pub fn check_invariants(&self) {
        self.engine.check_invariants();
    }

    /// Leaves the last answer behind.
    fn open(&mut self) {
        if self.engine.trail.level() > 0 {
            backtrack(&mut self.engine, 0);
        }
        self.state = State::Open;
    }

    /// Whether there is anything left to search for, groups connected.
    fn prepare(&mut self) -> bool {
        let engine = &mut self.engine;
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
        for &lit in lits {
            let known = self.external.get(lit);
            internal.push(known.unwrap_or_else(|| self.put_to_use(lit)));
        }
    }

    #[cold]
    fn put_to_use(&mut self, lit: Lit) -> Lit {
        let internal = Var::from_index(self.external.num_used());
        self.external.put_to_use(lit.var());
        self.proof.push_name(lit.var());
        self.engine.grow(self.external.num_used(), &self.options);
        internal.lit(lit.is_positive())
    }
}

/// Short clauses are compared pair by pair; for long ones it is cheaper to sort than to prove that it need not be.
fn has_repeated_var(lits: &[Lit]) -> bool {
    lits.len() > 12 || (1..lits.len()).any(|at| lits[..at].iter().any(|lit| lit.var() == lits[at].var()))
}

fn model_of(engine: &Engine, external: &External) -> Model {
    let mut values = vec![false; external.num_vars()];
    for (index, var) in external.used().iter().enumerate() {
        values[var.index()] = engine.trail.value(Var::from_index(index).positive()) > 0;
    }
    Model::from_values(values)
}

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

#[cfg(test)]
mod tests {
    use gordian_formula::Cnf;

    use super::*;
    use crate::store::random::Random;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| lit(number)).collect()
    }

    /// `pigeons` into `holes`, at most one in each hole, as groups or as binary clauses.
    fn pigeonhole(solver: &mut Solver, pigeons: usize, holes: usize, with_groups: bool) {
        let vars: Vec<Vec<Lit>> =
            (0..pigeons).map(|_| (0..holes).map(|_| solver.new_var().positive()).collect()).collect();
        for pigeon in &vars {
            solver.add_clause(pigeon);
        }
        for hole in 0..holes {
            let column: Vec<Lit> = vars.iter().map(|pigeon| pigeon[hole]).collect();
            if with_groups {
                solver.add_at_most_one(&column);
            } else {
                for (index, &first) in column.iter().enumerate() {
                    column[index + 1..].iter().for_each(|&second| solver.add_clause(&[!first, !second]));
                }
            }
        }
    }

    #[test]
    fn pigeons_need_as_many_holes() {
        let (pigeons, holes) = if cfg!(miri) { (4, 3) } else { (7, 6) };
        for with_groups in [false, true] {
            let mut solver = Solver::new();
            pigeonhole(&mut solver, pigeons, holes, with_groups);
            assert_eq!(solver.solve(), Outcome::Unsatisfiable);
            assert_eq!(solver.core(), &[]);
            let mut solver = Solver::new();
            pigeonhole(&mut solver, holes, holes, with_groups);
            assert_eq!(solver.solve(), Outcome::Satisfiable);
            solver.check_invariants();
        }
    }

    #[test]
    fn a_run_is_repeated_exactly_and_a_budget_ends_it() {
        let run = |budget: &Budget| {
            let mut solver = Solver::new();
            pigeonhole(&mut solver, 8, 7, false);
            let outcome = solver.solve_within(&[], budget);
            (outcome, solver.statistics().clone())
        };
        let conflicts = if cfg!(miri) { 20 } else { 500 };
        let budget = Budget::unlimited().with_conflicts(conflicts);
        let (outcome, statistics) = run(&budget);
        assert_eq!(outcome, Outcome::Unknown(crate::Interrupt::Conflicts));
        assert_eq!(statistics.conflicts, conflicts);
        assert_eq!(run(&budget).1, statistics);
    }

    #[test]
    fn a_budget_counts_from_the_beginning_of_its_call() {
        let mut solver = Solver::new();
        pigeonhole(&mut solver, 8, 7, true);
        let budget = Budget::unlimited().with_conflicts(10);
        for call in 1..=3 {
            assert!(matches!(solver.solve_within(&[], &budget), Outcome::Unknown(_)));
            assert_eq!(solver.statistics().conflicts, 10 * call);
        }
    }

    #[test]
    fn the_core_names_only_assumptions_that_matter() {
        let mut solver = Solver::new();
        solver.add_clause(&lits(&[-1, -2, 3]));
        solver.add_clause(&lits(&[-3, 4]));
        let outcome = solver.solve_under(&lits(&[5, 1, 6, 2, -4]));
        assert_eq!(outcome, Outcome::Unsatisfiable);
        let mut core = solver.core().to_vec();
        core.sort_unstable();
        assert_eq!(core, lits(&[1, 2, -4]));
        assert_eq!(solver.solve_under(&lits(&[1, 2])), Outcome::Satisfiable);
        assert_eq!(solver.value(lit(4)), Some(true));
        assert_eq!(solver.core(), &[]);
        solver.add_clause(&lits(&[-4]));
        assert_eq!(solver.value(lit(4)), None);
    }

    #[test]
    fn odd_groups_mean_what_they_say() {
        let models_of = |build: &dyn Fn(&mut Solver), num_vars: usize| {
            let mut solver = Solver::new();
            solver.reserve_vars(num_vars);
            build(&mut solver);
            let visible: Vec<Var> = (0..num_vars).map(Var::from_index).collect();
            let mut count = 0;
            let mut visit = |_: &Model| {
                count += 1;
                ControlFlow::Continue(())
            };
            assert_eq!(solver.enumerate(&visible, &Budget::unlimited(), &mut visit), Enumeration::Complete);
            count
        };
        assert_eq!(models_of(&|solver| solver.add_exactly_one(&[]), 2), 0);
        assert_eq!(models_of(&|solver| solver.add_at_most_one(&[]), 2), 4);
        assert_eq!(models_of(&|solver| solver.add_exactly_one(&lits(&[1])), 2), 2);
        assert_eq!(models_of(&|solver| solver.add_exactly_one(&lits(&[1, 1])), 1), 0);
        assert_eq!(models_of(&|solver| solver.add_at_most_one(&lits(&[1, 2, 2])), 2), 2);
        assert_eq!(models_of(&|solver| solver.add_exactly_one(&lits(&[1, -1, 2])), 2), 2);
        assert_eq!(models_of(&|solver| solver.add_exactly_one(&lits(&[1, -1, 2, -2])), 2), 0);
        assert_eq!(models_of(&|solver| solver.add_exactly_one(&lits(&[-1, -2, -3])), 3), 3);
    }

    #[test]
    fn a_visitor_can_stop_and_the_solver_goes_on() {
        let mut solver = Solver::new();
        let members: Vec<Lit> = (0..5).map(|_| solver.new_var().positive()).collect();
        solver.add_exactly_one(&members);
        let visible: Vec<Var> = members.iter().map(|lit| lit.var()).collect();
        let mut seen = 0;
        let end = solver.enumerate(&visible, &Budget::unlimited(), &mut |_| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((end, seen), (Enumeration::Stopped, 3));
        for &member in &members {
            assert_eq!(solver.solve_under(&[member]), Outcome::Satisfiable);
        }
        assert_eq!(solver.solve_under(&members[..2]), Outcome::Unsatisfiable);
    }

    #[test]
    fn variables_far_apart_are_solved_in_little_memory() {
        let mut solver = Solver::new();
        solver.add_clause(&lits(&[i32::MAX, 1]));
        solver.add_clause(&lits(&[-1]));
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        assert_eq!(solver.value(lit(i32::MAX)), Some(true));
        assert_eq!(solver.used_vars().len(), 2);
    }

    /// Formulas of up to eight variables, grown step by step, against all assignments.
    #[test]
    fn small_random_formulas_agree_with_brute_force() {
        let rounds = if cfg!(miri) { 4 } else { 1500 };
        for seed in 0..rounds {
            let mut random = Random::new(seed);
            let num_vars = 1 + random.below(8) as usize;
            let mut options = Options::default();
            options.set("reduce_interval", "10").unwrap();
            options.set("mode_conflicts", "10").unwrap();
            options.set("rephase_interval", "2").unwrap();
            options.set("group_decisions", &(seed % 2).to_string()).unwrap();
            let mut solver = Solver::with_options(options);
            solver.reserve_vars(num_vars);
            let mut cnf = Cnf::new();
            cnf.reserve_vars(num_vars);
            for _ in 0..3 {
                grow(&mut random, num_vars, &mut cnf, &mut solver);
                compare(&mut random, num_vars, &cnf, &mut solver, seed);
            }
        }
    }

    fn random_lits(random: &mut Random, num_vars: usize, count: u64) -> Vec<Lit> {
        (0..count).map(|_| Var::from_index(random.below(num_vars as u64) as usize).lit(random.below(3) > 0)).collect()
    }

    fn grow(random: &mut Random, num_vars: usize, cnf: &mut Cnf, solver: &mut Solver) {
        for _ in 0..random.below(2 * num_vars as u64 + 1) {
            let size = 1 + random.below(4);
            let clause: Vec<Lit> = random_lits(random, num_vars, size)
                .into_iter()
                .map(|lit| if random.below(2) == 0 { lit } else { !lit })
                .collect();
            cnf.add_clause(&clause);
            solver.add_clause(&clause);
        }
        for _ in 0..random.below(3) {
            let size = 1 + random.below(6);
            let members = random_lits(random, num_vars, size);
            if random.below(2) == 0 {
                cnf.add_at_most_one(&members);
                solver.add_at_most_one(&members);
            } else {
                cnf.add_exactly_one(&members);
                solver.add_exactly_one(&members);
            }
        }
    }

    fn compare(random: &mut Random, num_vars: usize, cnf: &Cnf, solver: &mut Solver, seed: u64) {
        let all = (0..1u32 << num_vars)
            .map(|bits| Model::from_values((0..num_vars).map(|index| bits >> index & 1 != 0).collect()));
        let models: Vec<Model> = all.filter(|model| cnf.first_violated(model).is_none()).collect();
        let assumption_count = random.below(4);
        let assumptions = random_lits(random, num_vars, assumption_count);
        let satisfies = |model: &Model, lits: &[Lit]| lits.iter().all(|&lit| model.satisfies(lit));
        let expected = models.iter().any(|model| satisfies(model, &assumptions));
        match solver.solve_under(&assumptions) {
            Outcome::Satisfiable => {
                let model = solver.model().unwrap();
                assert!(
                    expected && cnf.first_violated(&model).is_none() && satisfies(&model, &assumptions),
                    "seed {seed}"
                );
                solver.check_invariants();
            }
            Outcome::Unsatisfiable => {
                assert!(!expected, "seed {seed}");
                assert!(solver.core().iter().all(|lit| assumptions.contains(lit)), "seed {seed}");
                assert!(!models.iter().any(|model| satisfies(model, solver.core())), "seed {seed}");
            }
            Outcome::Unknown(_) => panic!("there was no limit"),
        }
        let visible: Vec<Var> = (0..num_vars).map(Var::from_index).filter(|_| random.below(3) > 0).collect();
        let project = |model: &Model| visible.iter().map(|&var| model.value(var)).collect::<Vec<bool>>();
        let mut expected: Vec<Vec<bool>> = models.iter().map(project).collect();
        expected.sort_unstable();
        expected.dedup();
        let mut visited = Vec::new();
        let end = solver.enumerate(&visible, &Budget::unlimited(), &mut |model| {
            assert!(cnf.first_violated(model).is_none(), "seed {seed}");
            visited.push(project(model));
            ControlFlow::Continue(())
        });
        assert_eq!(end, Enumeration::Complete);
        visited.sort_unstable();
        assert_eq!(visited, expected, "seed {seed}");
    }
}

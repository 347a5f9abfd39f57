//! A solver for the clauses near a variable.

use gordian_formula::{Lit, Var};

use super::candidates::Candidates;
use super::environment::Environment;
use crate::budget::Budget;
use crate::engine::{Call, Engine};
use crate::external::External;
use crate::options::Options;
use crate::outcome::{Interrupt, Outcome};
use crate::proof::Proof;
use crate::search::backtrack::backtrack;
use crate::search::{Spell, search};
use crate::store::random::Random;

/// Conflicts after which a question is left open.
const CONFLICTS: u64 = 100;

/// The facts that the clauses show, in the variables of the outer engine.
#[derive(Default)]
pub(super) struct Found {
    pub(super) units: Vec<Lit>,
    pub(super) equal: Vec<[Lit; 2]>,
    /// Whether the clauses contradict each other.
    pub(super) is_contradiction: bool,
}

pub(super) struct Inner<'a> {
    engine: Engine,
    environment: &'a Environment,
    options: Options,
    budget: Budget,
    proof: Proof,
    external: External,
    random: Random,
}

impl<'a> Inner<'a> {
    pub(super) fn new(environment: &'a Environment, mut proof: Proof, seed: u64) -> Inner<'a> {
        let mut options = Options::default();
        (options.inprocess.enabled, options.rephase.enabled, options.mode.choice) = (false, false, 0);
        let mut engine = Engine::new(&options);
        engine.grow(environment.vars().len(), &options);
        for clause in environment.clauses() {
            match clause {
                // Equal literals may leave the same unit twice, or with both signs.
                &[unit] if engine.trail.is_assigned(unit.var()) => {
                    engine.is_inconsistent |= engine.trail.value(unit) < 0;
                }
                _ => _ = engine.add_clause(clause),
            }
        }
        for (kind, members) in environment.groups() {
            engine.add_group(members, *kind);
        }
        engine.watch_new_clauses();
        engine.connect_groups();
        if engine.is_inconsistent {
            proof.add(&[]);
        }
        let budget = Budget::unlimited().with_conflicts(CONFLICTS);
        Inner { engine, environment, options, budget, proof, external: External::default(), random: Random::new(seed) }
    }

    /// Cache lines touched, about.
    pub(super) fn ticks(&self) -> u64 {
        self.engine.statistics.ticks
    }

    pub(super) fn into_proof(self) -> Proof {
        self.proof
    }

    /// Finds the literals that the clauses decide, and those they make equal, until it has taken so
    /// many ticks.
    pub(super) fn explore(&mut self, limit: u64) -> Found {
        let mut found = Found::default();
        if self.ask(&[]) == Outcome::Satisfiable {
            let mut candidates = Candidates::new(self.environment, self.engine.trail.values());
            self.find_decided(&mut candidates, limit);
            self.find_equal(&mut candidates, &mut found, limit);
            self.engine.statistics.ticks += candidates.ticks();
        }
        backtrack(&mut self.engine, 0);
        let decided = self.engine.trail.root_literals().iter();
        found.units = decided.map(|&lit| self.outer(lit)).collect();
        found.is_contradiction = self.engine.is_inconsistent;
        found
    }

    fn goes_on(&self, candidates: &Candidates, limit: u64) -> bool {
        !self.engine.is_inconsistent && self.engine.statistics.ticks + candidates.ticks() < limit
    }

    fn find_decided(&mut self, candidates: &mut Candidates, limit: u64) {
        while self.goes_on(candidates, limit)
            && let Some(lit) = candidates.next_backbone()
        {
            if self.engine.trail.root_value(lit) != 0 {
                continue;
            }
            match self.ask(&[!lit]) {
                Outcome::Satisfiable => candidates.refine(self.engine.trail.values()),
                Outcome::Unsatisfiable => self.add_core(),
                Outcome::Unknown(_) => {}
            }
        }
    }

    fn find_equal(&mut self, candidates: &mut Candidates, found: &mut Found, limit: u64) {
        while self.goes_on(candidates, limit)
            && let Some([left, right]) = candidates.next_pair(|lit| self.engine.trail.root_value(lit) == 0)
        {
            let one_way = self.ask(&[left, !right]);
            if one_way == Outcome::Satisfiable {
                candidates.refine(self.engine.trail.values());
                continue;
            }
            if one_way == Outcome::Unsatisfiable {
                self.add_core();
            }
            let other_way = self.ask(&[!left, right]);
            if other_way == Outcome::Satisfiable {
                candidates.refine(self.engine.trail.values());
                continue;
            }
            if other_way == Outcome::Unsatisfiable {
                self.add_core();
            }
            candidates.drop(right);
            if (one_way, other_way) == (Outcome::Unsatisfiable, Outcome::Unsatisfiable) {
                found.equal.push([left, right].map(|lit| self.outer(lit)));
            }
        }
    }

    fn outer(&self, lit: Lit) -> Lit {
        self.environment.vars()[lit.var().index()].lit(lit.is_positive())
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Outcome {
        if self.engine.is_inconsistent {
            return Outcome::Unsatisfiable;
        }
        backtrack(&mut self.engine, 0);
        self.randomize_phases();
        let before = self.engine.statistics.clone();
        let call = Call::new(&self.options, &self.budget, &mut self.proof, &mut self.external, before);
        let mut call = Call { assumptions, next_report: u64::MAX, next_report_ticks: u64::MAX, ..call };
        match search(&mut self.engine, &mut call) {
            Spell::Over(outcome) => outcome,
            // Simplification is never due.
            Spell::Paused => Outcome::Unknown(Interrupt::Conflicts),
        }
    }

    /// A model near the last one would refute few candidates.
    fn randomize_phases(&mut self) {
        let num_vars = self.environment.vars().len();
        for start in (0..num_vars).step_by(64) {
            let bits = self.random.next();
            for index in start..num_vars.min(start + 64) {
                self.engine.phases.set(Var::from_index(index), bits >> (index - start) & 1 == 1);
            }
        }
    }

    /// Adds the clause that forbids the assumptions that failed, which the proof has.
    fn add_core(&mut self) {
        let Engine { trail, learning, watches, .. } = &mut self.engine;
        let is_open = |lit: &&Lit| trail.root_value(**lit) == 0;
        let open: Vec<Lit> = learning.clause.iter().filter(is_open).map(|&lit| !lit).collect();
        match open[..] {
            [unit] => {
                backtrack(&mut self.engine, 0);
                self.engine.assign_root(unit);
            }
            [first, second] => watches.add_binary(first, second, true),
            // Level zero showed it.
            _ => {}
        }
    }
}

//! A solver that is asked again and again: new variables, clauses, answers, and a digest of the answers.

use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit};

use gordian_testkit::Random;

/// A solver and the questions that it was asked.
#[derive(Default)]
pub struct Questions<S> {
    solver: S,
    vars: u32,
    /// How many questions were asked.
    pub asked: u32,
    digest: u64,
}

impl<S: SolveIncremental> Questions<S> {
    /// The positive literal of a new variable.
    pub fn fresh(&mut self) -> Lit {
        self.vars += 1;
        Lit::positive(self.vars - 1)
    }

    /// The positive literals of so many new variables.
    pub fn fresh_many(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.fresh()).collect()
    }

    /// Adds a clause.
    pub fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause.iter().copied().collect::<Clause>()).expect("clauses can be added");
    }

    /// Whether the clauses are satisfiable under assumptions.
    pub fn ask(&mut self, assumptions: &[Lit]) -> bool {
        let answer = self.solver.solve_assumps(assumptions).expect("questions can be asked");
        assert_ne!(answer, SolverResult::Interrupted, "nobody interrupts");
        self.asked += 1;
        answer == SolverResult::Sat
    }

    /// Assumptions of the last question that the clauses refute together.
    pub fn core(&mut self) -> Vec<Lit> {
        let clause = self.solver.core().expect("the last question was refuted");
        clause.into_iter().map(|lit| !lit).collect()
    }

    /// Whether a literal is true in the model of the last question.
    pub fn is_true(&self, lit: Lit) -> bool {
        self.solver.lit_val(lit).is_ok_and(|value| value.to_bool_with_def(false))
    }

    /// Puts a result into the digest that all solvers must agree on.
    pub fn note(&mut self, result: u64) {
        self.digest = self.digest.rotate_left(7) ^ result.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// The digest of all results so far.
    pub fn digest(&self) -> u64 {
        self.digest
    }
}

/// A random literal of these.
pub fn some(random: &mut Random, vars: &[Lit]) -> Lit {
    let lit = vars[random.below(vars.len())];
    if random.chance(50) { lit } else { !lit }
}

/// A random clause of three literals of these.
pub fn clause(random: &mut Random, vars: &[Lit]) -> [Lit; 3] {
    [(); 3].map(|()| some(random, vars))
}

/// The places of two different nodes, of so many.
pub fn edge(random: &mut Random, nodes: usize) -> (usize, usize) {
    let one = random.below(nodes);
    (one, (one + random.between(1, nodes - 1)) % nodes)
}

/// Random clauses of three literals, each of which a new literal switches on: these literals.
pub fn switched_clauses<S: SolveIncremental>(
    questions: &mut Questions<S>,
    random: &mut Random,
    vars: usize,
    clauses: usize,
) -> Vec<Lit> {
    let vars = questions.fresh_many(vars);
    let switches = questions.fresh_many(clauses);
    for &switch in &switches {
        questions.add(&[&[!switch], &clause(random, &vars)[..]].concat());
    }
    switches
}

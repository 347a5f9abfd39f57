//! What all solutions of a formula have in common.

use gordian_formula::{ClauseSink, Cnf, Lit, Model, Var};
use gordian_solver::{Options, Outcome, Solver};
use num_bigint::BigUint;

use crate::{Limits, Listener, QueryError, Question, Solution, Status, Stop};

/// Up to so many solutions, the counts of literals are found by looking at each solution.
const MOST_LISTED: u128 = 100_000;

/// What all solutions of a formula have in common.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Whether there are solutions.
    pub status: Status,
    /// What ended the search before everything was known.
    pub stop: Option<Stop>,
    /// The visible variables, in ascending order.
    pub visible: Vec<Var>,
    /// The value of each visible variable in all solutions; `None` where it differs, or is not known to be the same.
    pub fixed: Vec<Option<bool>>,
    /// For each visible variable whether it is known to be true in some solution, and false in some.
    pub seen: Vec<[bool; 2]>,
    /// A solution, where there is one.
    pub first: Option<Model>,
    /// A solution that differs from the first one in a visible variable.
    pub second: Option<Model>,
    /// Calls of the solver.
    pub calls: u64,
}

/// In how many solutions each visible variable is true.
#[derive(Clone, Debug)]
pub struct Counts {
    /// The number of solutions.
    pub total: BigUint,
    /// The number of those in which each visible variable is true, in their order.
    pub of_true: Vec<BigUint>,
    /// What ended the count before everything was known; the numbers are those known so far then.
    pub stop: Option<Stop>,
}

impl Facts {
    /// Whether everything is known.
    pub fn is_complete(&self) -> bool {
        self.stop.is_none()
    }

    /// Whether there is exactly one solution; `None` where that is not known.
    pub fn is_unique(&self) -> Option<bool> {
        match (self.status, &self.second) {
            (_, Some(_)) => Some(false),
            (Status::Unsatisfiable, None) => Some(false),
            (Status::Satisfiable, None) if self.is_complete() => Some(true),
            _ => None,
        }
    }

    /// Whether this visible variable, by its rank, may be true: it is in some solution, or nobody knows.
    pub fn may_be_true(&self, rank: usize) -> bool {
        self.fixed[rank] != Some(false)
    }
}

/// Finds the visible variables that have the same value in all solutions: the backbone.
///
/// One solution gives the candidates. Each further call asks for a solution that differs from it in at least one
/// candidate; a solution that is found removes all candidates in which it differs, and when there is none, all that are
/// left are backbone (Janota, Lynce & Marques-Silva, *Algorithms for computing backbones of propositional formulae*,
/// 2015: iterative solving with one test a model).
pub fn facts(cnf: &Cnf, limits: &Limits, options: &Options) -> Facts {
    let visible = cnf.projection();
    let count = visible.len();
    let mut solver = Solver::with_options(options.clone());
    cnf.feed(&mut solver);
    let budget = limits.budget();
    let mut facts = Facts {
        status: Status::Unknown,
        stop: None,
        visible,
        fixed: vec![None; count],
        seen: vec![[false; 2]; count],
        first: None,
        second: None,
        calls: 1,
    };
    match solver.solve_within(&[], &budget) {
        Outcome::Satisfiable => facts.status = Status::Satisfiable,
        Outcome::Unsatisfiable => facts.status = Status::Unsatisfiable,
        Outcome::Unknown(interrupt) => facts.stop = Some(interrupt.into()),
    }
    let Some(first) = solver.model() else { return facts };
    facts.see(&first);
    let mut open: Vec<usize> = (0..count).collect();
    let literal = |facts: &Facts, rank: usize| facts.visible[rank].lit(first.value(facts.visible[rank]));
    while !open.is_empty() {
        let guard = solver.new_var().positive();
        let differs = open.iter().map(|&rank| !literal(&facts, rank));
        let clause: Vec<Lit> = differs.chain([!guard]).collect();
        solver.add_clause(&clause);
        facts.calls += 1;
        let outcome = solver.solve_within(&[guard], &budget);
        let model = solver.model();
        solver.add_clause(&[!guard]);
        match (outcome, model) {
            (Outcome::Satisfiable, Some(model)) => {
                facts.see(&model);
                open.retain(|&rank| facts.seen[rank] != [true; 2]);
                facts.second.get_or_insert(model);
            }
            (Outcome::Unknown(interrupt), _) => {
                facts.stop = Some(interrupt.into());
                break;
            }
            _ => {
                for rank in open.drain(..) {
                    facts.fixed[rank] = Some(first.value(facts.visible[rank]));
                }
            }
        }
    }
    facts.first = Some(first);
    facts
}

impl Facts {
    fn see(&mut self, model: &Model) {
        for (&var, seen) in self.visible.iter().zip(&mut self.seen) {
            seen[usize::from(!model.value(var))] = true;
        }
    }
}

/// Finds in how many solutions each visible variable is true, by the method that fits: looking at all solutions while
/// they are not too many, else with one count for each variable that is not fixed.
///
/// # Errors
/// As [`Question::count`].
pub fn counts(cnf: &Cnf, facts: &Facts, limits: &Limits, options: &Options) -> Result<Counts, QueryError> {
    let of = |cnf: &Cnf| -> Result<(BigUint, Option<Stop>), QueryError> {
        let answer = Question::new(cnf).with_options(options.clone()).with_limits(limits.clone()).count(&mut ())?;
        Ok((answer.exact_count(), answer.stop))
    };
    let (total, stop) = of(cnf)?;
    if stop.is_none() && total <= MOST_LISTED.into() {
        let mut tally = Tally { of_true: vec![0; cnf.num_vars()] };
        let listed = Question::new(cnf).with_options(options.clone()).with_limits(limits.clone()).list(&mut tally)?;
        let of_true = facts.visible.iter().map(|var| tally.of_true[var.index()].into()).collect();
        return Ok(Counts { total: listed.exact_count(), of_true, stop: listed.stop });
    }
    let mut counts = Counts { total, of_true: vec![BigUint::ZERO; facts.visible.len()], stop };
    for (rank, &var) in facts.visible.iter().enumerate() {
        counts.of_true[rank] = match facts.fixed[rank] {
            Some(true) => counts.total.clone(),
            Some(false) => BigUint::ZERO,
            None => {
                let mut with = cnf.clone();
                with.add_visible(&facts.visible);
                with.add_clause(&[var.positive()]);
                let (number, stop) = of(&with)?;
                counts.stop = counts.stop.or(stop);
                number
            }
        };
    }
    Ok(counts)
}

/// Adds solutions up, variable by variable.
struct Tally {
    of_true: Vec<u64>,
}

impl Listener for Tally {
    fn solution(&mut self, solution: &Solution<'_>) -> std::ops::ControlFlow<()> {
        for var in solution.true_vars() {
            self.of_true[var.index()] += 1;
        }
        std::ops::ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_formula(seed: u64, num_vars: u64) -> Cnf {
        let mut state = seed;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % bound
        };
        let mut cnf = Cnf::new();
        cnf.reserve_vars(num_vars as usize);
        for _ in 0..3 * num_vars {
            let lits: Vec<Lit> =
                (0..2 + below(2)).map(|_| Var::from_index(below(num_vars) as usize).lit(below(2) == 0)).collect();
            cnf.add_clause(&lits);
        }
        if below(2) == 0 {
            let vars: Vec<Var> = (0..num_vars as usize / 2).map(Var::from_index).collect();
            cnf.add_visible(&vars);
        }
        cnf
    }

    #[test]
    fn facts_and_counts_are_those_of_all_models() {
        let (mut unique, mut mixed, mut none) = (0, 0, 0);
        for seed in 0..400 {
            let num_vars = 3 + seed % 7;
            let cnf = random_formula(seed, num_vars);
            let visible = cnf.projection();
            let mut solutions: Vec<Vec<bool>> = (0..1_u32 << num_vars)
                .map(|bits| Model::from_values((0..num_vars).map(|index| bits >> index & 1 == 1).collect()))
                .filter(|model| cnf.first_violated(model).is_none())
                .map(|model| visible.iter().map(|&var| model.value(var)).collect())
                .collect();
            solutions.sort();
            solutions.dedup();
            let found = facts(&cnf, &Limits::none(), &Options::default());
            assert_eq!(found.status == Status::Satisfiable, !solutions.is_empty(), "{seed}");
            assert_eq!(found.is_unique(), Some(solutions.len() == 1), "{seed}");
            if solutions.is_empty() {
                none += 1;
                continue;
            }
            let counted = counts(&cnf, &found, &Limits::none(), &Options::default()).unwrap();
            assert_eq!(counted.total, solutions.len().into());
            for rank in 0..visible.len() {
                let trues = solutions.iter().filter(|solution| solution[rank]).count();
                let expected = if trues == 0 {
                    Some(false)
                } else if trues == solutions.len() {
                    Some(true)
                } else {
                    None
                };
                assert_eq!(found.fixed[rank], expected, "{seed}");
                assert_eq!(counted.of_true[rank], trues.into(), "{seed}");
                assert_eq!(found.seen[rank], [trues > 0, trues < solutions.len()], "{seed}");
            }
            if let (Some(first), Some(second)) = (&found.first, &found.second) {
                assert!(cnf.first_violated(first).is_none() && cnf.first_violated(second).is_none());
                assert!(visible.iter().any(|&var| first.value(var) != second.value(var)), "{seed}");
            }
            unique += usize::from(solutions.len() == 1);
            mixed += usize::from(found.fixed.iter().flatten().count() > 0 && solutions.len() > 1);
        }
        assert!(unique > 10 && mixed > 50 && none > 10, "{unique} {mixed} {none}");
    }
}

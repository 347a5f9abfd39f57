//! Simplifying a formula for others.

use gordian_formula::{Lit, Var};

use super::Solver;
use crate::budget::Budget;
use crate::engine::Call;
use crate::inprocess::simplify_alone;
use crate::options::Options;

/// A formula simplified as before a search: the clauses that are left, or `None` if it is
/// unsatisfiable.
///
/// Both have the same models on the kept variables: an assignment of these extends to a model of one
/// if it extends to a model of the other. Other variables may be eliminated, and no new ones are
/// brought in. Values of kept variables that are known are unit clauses. Limits that are counted are
/// not looked at.
///
/// ```
/// use gordian_formula::{Lit, Var};
/// use gordian_solver::{Budget, simplify};
///
/// let clause = |numbers: &[i32]| numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect();
/// let formula: [Vec<Lit>; 2] = [clause(&[-1, 2]), clause(&[-2, 3])];
/// let kept = [Var::from_index(0), Var::from_index(2)];
/// let left = simplify(formula.iter().map(|clause| &clause[..]), &kept, &Budget::unlimited());
/// assert_eq!(left, Some(vec![clause(&[-1, 3])]));
/// ```
pub fn simplify<'a>(
    clauses: impl IntoIterator<Item = &'a [Lit]>,
    kept: &[Var],
    budget: &Budget,
) -> Option<Vec<Vec<Lit>>> {
    // Groups are of use in a search only, and definitions would be variables without names.
    let mut solver = Solver::with_options(Options::default().with("cliques", 0).with("bva", 0));
    for clause in clauses {
        solver.add_clause(clause);
    }
    solver.simplify_for(kept, budget).then(|| solver.clauses_left())
}

impl Solver {
    /// Simplifies without a search. False if the formula is unsatisfiable.
    fn simplify_for(&mut self, kept: &[Var], budget: &Budget) -> bool {
        self.compact();
        let kept = kept.iter().map(|var| var.positive());
        let kept: Vec<Lit> = kept.filter(|&lit| self.external.fixed(lit).is_none()).collect();
        let mut frozen = Vec::new();
        self.internalize(&kept, &mut frozen);
        self.proof.begin();
        if !self.engine.is_inconsistent {
            self.grow_trail();
        }
        if !self.prepare() {
            return false;
        }
        let before = self.engine.statistics.clone();
        let call = Call::new(&self.options, budget, &mut self.proof, &mut self.external, before);
        let mut call = Call { assumptions: &frozen, ..call };
        simplify_alone(&mut self.engine, &mut call)
    }

    /// The clauses of the formula that are left, with the known values.
    fn clauses_left(&self) -> Vec<Vec<Lit>> {
        let engine = &self.engine;
        let is_open = |lit: &&Lit| engine.trail.value(**lit) == 0;
        let is_true = |lits: &[Lit]| lits.iter().any(|&lit| engine.trail.value(lit) > 0);
        let units = engine.trail.root_literals().iter().map(|&unit| vec![unit]);
        let binaries = engine.watches.irredundant_binaries().map(|pair| pair.to_vec());
        let long = engine.arena.irredundant().map(|clause| engine.arena.lits(clause).to_vec());
        let longer = binaries.chain(long).filter(|lits| !is_true(lits));
        let open = longer.map(|lits| lits.iter().filter(is_open).copied().collect());
        let names = self.external.names();
        let named = units.chain(open).map(|lits: Vec<Lit>| lits.iter().filter_map(|&lit| names.name(lit)).collect());
        self.external.fixed_lits().map(|lit| vec![lit]).chain(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::random::Random;

    const VARS: usize = if cfg!(miri) { 5 } else { 9 };
    const ROUNDS: u64 = if cfg!(miri) { 2 } else { 2000 };

    /// The assignments of the kept variables that extend to a model, as sets of bits.
    fn models(clauses: &[Vec<Lit>], kept: usize) -> Vec<usize> {
        let holds = |model: usize, lit: &Lit| (model >> lit.var().index() & 1 == 1) == lit.is_positive();
        let is_model = |&model: &usize| clauses.iter().all(|clause| clause.iter().any(|lit| holds(model, lit)));
        let mut found: Vec<usize> = (0..1 << VARS).filter(is_model).map(|model| model & kept).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn what_is_left_has_the_same_models_on_the_kept_variables() {
        let (mut before, mut after, mut refuted) = (0, 0, 0);
        for seed in 0..ROUNDS {
            let mut random = Random::new(seed);
            let num_clauses = 8 + random.below(25);
            let mut clause = || -> Vec<Lit> {
                let size = 1 + random.below(4).max(1);
                let mut var = || Var::from_index(random.below(VARS as u64) as usize);
                let vars: Vec<Var> = (0..size).map(|_| var()).collect();
                vars.into_iter().map(|var| var.lit(random.below(2) == 0)).collect()
            };
            let clauses: Vec<Vec<Lit>> = (0..num_clauses).map(|_| clause()).collect();
            let kept = random.below(1 << VARS) as usize;
            let vars: Vec<Var> = (0..VARS).filter(|at| kept >> at & 1 == 1).map(Var::from_index).collect();
            let left = simplify(clauses.iter().map(|clause| &clause[..]), &vars, &Budget::unlimited());
            let right = models(&clauses, kept);
            refuted += usize::from(left.is_none());
            let Some(left) = left else {
                assert!(right.is_empty(), "{seed}: {clauses:?}");
                continue;
            };
            assert_eq!(models(&left, kept), right, "{seed}: {clauses:?} kept {vars:?}");
            before += clauses.len();
            after += left.len();
        }
        assert!(cfg!(miri) || (after < before / 2 && refuted > 50), "{before} {after} {refuted}");
    }
}

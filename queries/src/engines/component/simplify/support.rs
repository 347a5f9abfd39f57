//! Visible variables whose values follow from those of others.

use gordian_formula::{Lit, Var};
use gordian_solver::{Budget, Options, Outcome, Solver};

use super::formula::Formula;
use crate::engines::component::polls::Polls;

/// Conflicts that one question may take.
const MOST_CONFLICTS: u64 = 1000;
/// Questions before it is given up if few variables are defined.
const TRIALS: usize = 32;
/// Variables that are asked about at most: each question is about all of them.
const MOST_CANDIDATES: usize = 3000;

/// Visible variables that are left and stand in clauses, by what is known of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Support {
    /// Those whose values follow from those of the others that are not defined.
    pub(crate) defined: Vec<Var>,
    /// The number of all of them.
    pub(crate) total: usize,
    /// Ticks that it took to find out.
    pub(crate) ticks: u64,
}

impl Support {
    /// Whether so many are defined that it is worth to begin a search again.
    pub(crate) fn is_much_smaller(&self) -> bool {
        4 * self.defined.len() >= self.total.max(1)
    }
}

/// Finds visible variables that the others define, until about so many ticks are taken: a model is told
/// by fewer variables then. Only some may be hidden; those that stand in few clauses are asked about
/// first. If few of those are, it is given up.
///
/// Two copies of the formula agree on the others; if they cannot differ in this one, it is defined
/// (Padoa 1901; to count models: Lagniez, Lonca & Marquis 2016, Soos & Meel 2022).
pub(super) fn support(formula: &Formula, may_hide: &[bool], ticks: u64, polls: &mut Polls<'_>) -> Support {
    let num_vars = formula.num_vars();
    let mut uses = vec![0u32; num_vars];
    formula.clauses.iter().flatten().for_each(|lit| uses[lit.var().index()] += 1);
    let mut candidates: Vec<usize> = (0..num_vars).filter(|&var| formula.visible[var] && uses[var] > 0).collect();
    let mut support = Support { total: candidates.len(), ..Support::default() };
    if candidates.len() > MOST_CANDIDATES {
        return support;
    }
    candidates.sort_by_key(|&var| uses[var]);
    let positive = |var: usize| Var::from_index(var).positive();
    let copied = |lit: Lit| Var::from_index(num_vars + lit.var().index()).lit(lit.is_positive());
    let agrees = |var: usize| positive(2 * num_vars + var);
    let mut oracle = Solver::with_options(Options::default().with("inprocess", 0).with("lucky", 0));
    for clause in &formula.clauses {
        oracle.add_clause(clause);
        oracle.add_clause(&clause.iter().copied().map(copied).collect::<Vec<Lit>>());
    }
    for &var in &candidates {
        let lit = positive(var);
        oracle.add_clause(&[!agrees(var), !lit, copied(lit)]);
        oracle.add_clause(&[!agrees(var), lit, !copied(lit)]);
    }
    let mut others: Vec<usize> = candidates.iter().rev().copied().collect();
    for (asked, &var) in candidates.iter().filter(|&&var| may_hide[var]).enumerate() {
        support.ticks = oracle.statistics().ticks;
        let is_hopeless = asked >= TRIALS && 8 * support.defined.len() < asked;
        if polls.is_over() || support.ticks > ticks || is_hopeless {
            break;
        }
        let lit = positive(var);
        let agreeing = others.iter().filter(|&&other| other != var).map(|&other| agrees(other));
        let assumptions: Vec<Lit> = agreeing.chain([lit, !copied(lit)]).collect();
        let budget = Budget::unlimited().with_conflicts(MOST_CONFLICTS);
        if oracle.solve_within(&assumptions, &budget) == Outcome::Unsatisfiable {
            support.defined.push(Var::from_index(var));
            others.retain(|&other| other != var);
        }
    }
    support
}

//! Visible variables whose values follow from those of others.

use gordian_formula::{Lit, Var};
use gordian_solver::{Outcome, Solver};

use super::define::{Definitions, MOST_CLAUSES};
use super::formula::Formula;
use super::oracle::{self, ask, oracle};
use crate::engines::component::polls::Polls;

/// Variables that are asked about at most: each question is about all of them.
const MOST_CANDIDATES: usize = 3000;

/// Visible variables that are left and stand in clauses, by what is known of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Support {
    /// Those whose values follow from those of the others that are not defined.
    pub(crate) defined: Vec<Var>,
    /// The number of all of them.
    pub(crate) total: usize,
}

impl Support {
    /// Whether so many are defined that it is worth to begin a search again.
    pub(crate) fn is_much_smaller(&self) -> bool {
        4 * self.defined.len() >= self.total.max(1)
    }
}

/// Finds visible variables that the others define, until about so many ticks are taken: a model is told
/// by fewer variables then. Those that stand in few clauses are asked about first.
///
/// Some have a definition in clauses of visible variables, which shows soon; others are asked about: two
/// copies of the formula agree on the others; if they cannot differ in this one, it is defined
/// (Padoa 1901; to count models: Lagniez, Lonca & Marquis 2016, Soos & Meel 2022).
pub(crate) fn support(formula: &Formula, ticks: u64, polls: &mut Polls<'_>) -> Support {
    let num_vars = formula.num_vars();
    // A value that has weights of its own is not to be forgotten.
    let may_hide = |var: usize| formula.scales.as_ref().is_none_or(|scales| scales.is_balanced(Var::from_index(var)));
    let mut uses = vec![0u32; num_vars];
    formula.clauses.iter().flatten().for_each(|lit| uses[lit.var().index()] += 1);
    let mut candidates: Vec<usize> = (0..num_vars).filter(|&var| formula.visible[var] && uses[var] > 0).collect();
    candidates.sort_by_key(|&var| uses[var]);
    let total = candidates.len();
    let defined = with_definitions(formula, candidates.iter().copied().filter(|&var| may_hide(var)));
    let mut is_defined = vec![false; num_vars];
    defined.iter().for_each(|var| is_defined[var.index()] = true);
    candidates.retain(|&var| !is_defined[var]);
    let mut support = Support { defined, total };
    if candidates.len() > MOST_CANDIDATES {
        return support;
    }
    let positive = |var: usize| Var::from_index(var).positive();
    let copied = |lit: Lit| copy(num_vars, lit);
    let agrees = |var: usize| positive(2 * num_vars + var);
    let mut solver = two_copies(formula, copied);
    for &var in &candidates {
        let lit = positive(var);
        solver.add_clause(&[!agrees(var), !lit, copied(lit)]);
        solver.add_clause(&[!agrees(var), lit, !copied(lit)]);
    }
    let begun = polls.ticks();
    let mut others: Vec<usize> = candidates.iter().rev().copied().collect();
    for &var in candidates.iter().filter(|&&var| may_hide(var)) {
        let taken = solver.statistics().ticks;
        if polls.is_over_at(begun + taken) || taken > ticks {
            break;
        }
        let lit = positive(var);
        let agreeing = others.iter().filter(|&&other| other != var).map(|&other| agrees(other));
        let assumptions: Vec<Lit> = agreeing.chain([lit, !copied(lit)]).collect();
        if ask(&mut solver, &assumptions) == Outcome::Unsatisfiable {
            support.defined.push(Var::from_index(var));
            others.retain(|&other| other != var);
        }
    }
    support
}

/// The literal in the second copy of a formula.
fn copy(num_vars: usize, lit: Lit) -> Lit {
    Var::from_index(num_vars + lit.var().index()).lit(lit.is_positive())
}

/// A solver for questions about a formula and its copy.
fn two_copies(formula: &Formula, copied: impl Fn(Lit) -> Lit) -> Solver {
    let mut solver = oracle();
    for clause in &formula.clauses {
        solver.add_clause(clause);
        solver.add_clause(&clause.iter().map(|&lit| copied(lit)).collect::<Vec<Lit>>());
    }
    solver
}

/// Hidden variables whose values follow from those of the visible ones.
pub(crate) struct Definable {
    pub(crate) defined: Vec<Var>,
    /// Whether these are most of the hidden ones.
    pub(crate) is_most: bool,
}

/// Finds hidden variables that the visible ones define, until about so many ticks are taken. If these are shown,
/// nothing is counted twice, and each of them may be decided, or be defined by others in the place of one that
/// was visible.
///
/// Two copies of the formula share the visible variables; a variable that cannot differ in them is defined. A
/// model answers the questions about all that differ in it (Soos and Meel 2022, in the preprocessor Arjun).
pub(crate) fn definable(formula: &Formula, ticks: u64, polls: &mut Polls<'_>) -> Definable {
    let num_vars = formula.num_vars();
    if formula.clauses.len() > oracle::MOST_CLAUSES {
        return Definable { defined: Vec::new(), is_most: false };
    }
    let is_used = formula.used();
    let mut is_open: Vec<bool> = (0..num_vars).map(|var| is_used[var] && !formula.visible[var]).collect();
    let num_hidden = is_open.iter().filter(|&&is_open| is_open).count();
    let copied = |lit: Lit| match formula.visible[lit.var().index()] {
        true => lit,
        false => copy(num_vars, lit),
    };
    let mut solver = two_copies(formula, copied);
    let mut defined = Vec::new();
    let begun = polls.ticks();
    for var in 0..num_vars {
        if !is_open[var] {
            continue;
        }
        let taken = solver.statistics().ticks;
        if polls.is_over_at(begun + taken) || taken > ticks {
            break;
        }
        let lit = Var::from_index(var).positive();
        match ask(&mut solver, &[lit, !copied(lit)]) {
            Outcome::Unsatisfiable => {
                solver.add_clause(&[!lit, copied(lit)]);
                solver.add_clause(&[lit, !copied(lit)]);
                defined.push(lit.var());
            }
            Outcome::Satisfiable => {
                let Some(model) = solver.model() else { unreachable!("a satisfiable outcome comes with a model") };
                let is_alike = |lit: Lit| model.satisfies(lit) == model.satisfies(copied(lit));
                is_open.iter_mut().enumerate().for_each(|(var, is_open)| {
                    *is_open = *is_open && is_alike(Var::from_index(var).positive());
                });
            }
            Outcome::Unknown(_) => {}
        }
    }
    let is_most = 2 * defined.len() >= num_hidden;
    Definable { defined, is_most }
}

/// Those of some visible variables that their clauses with visible variables define, without a circle: each is a
/// function of those that are none of these.
fn with_definitions(formula: &Formula, vars: impl Iterator<Item = usize>) -> Vec<Var> {
    let num_vars = formula.num_vars();
    let mut occurrences: Vec<Vec<u32>> = vec![Vec::new(); num_vars];
    for (at, clause) in (0..).zip(&formula.clauses) {
        if clause.iter().all(|lit| formula.visible[lit.var().index()]) {
            clause.iter().for_each(|lit| occurrences[lit.var().index()].push(at));
        }
    }
    let mut definitions = Definitions::new(num_vars);
    // Those that are defined are functions of these.
    let mut inputs: Vec<Vec<usize>> = vec![Vec::new(); num_vars];
    let mut defined = Vec::new();
    let mut seen = vec![usize::MAX; num_vars];
    for var in vars.filter(|&var| occurrences[var].len() <= MOST_CLAUSES) {
        let clauses: Vec<&[Lit]> = occurrences[var].iter().map(|&at| &formula.clauses[at as usize][..]).collect();
        let Some(core) = definitions.core(Var::from_index(var).positive(), &clauses) else { continue };
        let others = core.iter().flat_map(|&at| clauses[at]).map(|lit| lit.var().index()).filter(|&other| other != var);
        let others: Vec<usize> = others.collect();
        let mut open = others.clone();
        let mut is_circle = false;
        while let (false, Some(at)) = (is_circle, open.pop()) {
            is_circle = at == var;
            if seen[at] != var {
                seen[at] = var;
                open.extend(&inputs[at]);
            }
        }
        if !is_circle {
            inputs[var] = others;
            defined.push(Var::from_index(var));
        }
    }
    defined
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    use gordian_testkit::Random;

    use super::super::formula::tests::{VARS, models_of, random_formula};
    use super::*;

    #[test]
    fn hidden_variables_are_found_that_the_visible_ones_define() {
        let (mut found, mut fewer) = (0, 0);
        for seed in 0..2000 {
            let mut random = Random::new(seed);
            let num_visible = 3 + random.below(5);
            let formula = random_formula(&mut random, num_visible);
            let models = models_of(&formula.clauses);
            let is_defined = |var: usize| {
                let mut known: BTreeMap<&[bool], bool> = BTreeMap::new();
                models.iter().all(|model| *known.entry(&model[..num_visible]).or_insert(model[var]) == model[var])
            };
            let used = formula.used();
            let hidden: Vec<usize> = (num_visible..VARS).filter(|&var| used[var]).collect();
            let defined: Vec<usize> = hidden.iter().copied().filter(|&var| is_defined(var)).collect();
            let go_on = &mut |_| ControlFlow::Continue(());
            let definable = definable(&formula, u64::MAX, &mut Polls::new(go_on));
            assert_eq!(definable.is_most, 2 * defined.len() >= hidden.len());
            let names: Vec<usize> = definable.defined.iter().map(|var| var.index()).collect();
            assert_eq!(names, defined, "{seed}");
            found += names.len();
            fewer += usize::from(!definable.is_most && !names.is_empty());
        }
        assert!(found > 1000 && fewer > 50, "{found} {fewer}");
    }

    #[test]
    fn what_is_defined_has_one_value_for_all_values_of_the_others() {
        let (mut by_clauses, mut by_questions, mut free) = (0, 0, 0);
        for seed in 0..2000 {
            let mut random = Random::new(seed);
            let num_visible = VARS - random.below(5);
            let formula = random_formula(&mut random, num_visible);
            let models = models_of(&formula.clauses);
            let is_defined = |defined: &[Var]| {
                let is_told = |&var: &usize| !defined.contains(&Var::from_index(var));
                let mut known: BTreeMap<Vec<bool>, Vec<bool>> = BTreeMap::new();
                models.iter().all(|model| {
                    let told = (0..num_visible).filter(is_told).map(|var| model[var]).collect();
                    let values: Vec<bool> = model[..num_visible].to_vec();
                    *known.entry(told).or_insert(values.clone()) == values
                })
            };
            let definitions = with_definitions(&formula, 0..num_visible);
            assert!(is_defined(&definitions), "{seed}: {definitions:?}");
            let go_on = &mut |_| ControlFlow::Continue(());
            let Support { defined, total } = support(&formula, u64::MAX, &mut Polls::new(go_on));
            assert!(is_defined(&defined), "{seed}: {defined:?}");
            // Nothing else is defined by what is left.
            let others = (0..num_visible).map(Var::from_index).filter(|var| !defined.contains(var));
            let used = formula.used();
            for other in others.filter(|var| used[var.index()]) {
                free += 1;
                assert!(!is_defined(&[&defined[..], &[other]].concat()), "{seed}: {defined:?} and {other:?}");
            }
            assert!(defined.len() <= total);
            by_clauses += definitions.len();
            by_questions += defined.len() - definitions.len();
        }
        assert!(by_clauses > 1000 && by_questions > 1000 && free > 1000, "{by_clauses} {by_questions} {free}");
    }
}

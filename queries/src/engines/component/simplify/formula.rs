//! A formula being simplified.

use std::collections::VecDeque;

use gordian_formula::{ClauseSink, Cnf, GroupKind, Lit, Var, Weights};

use super::record::Record;
use super::scales::Scales;
use crate::engines::component::polls::Polls;

/// Clauses, which variables count, and by how much what was left out multiplies the weights.
///
/// Invariant: clauses are sorted, without repeated variables; but for a contradiction none is
/// empty. The number of assignments of the visible variables that extend to a model stays the same, where those
/// that no clause speaks of and that are not gone are free. So does the sum of their weights, with `scales`.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    pub(crate) clauses: Vec<Vec<Lit>>,
    pub(crate) visible: Vec<bool>,
    /// Variables that no clause speaks of any more: assigned, replaced or eliminated.
    pub(crate) gone: Vec<bool>,
    pub(crate) scales: Option<Scales>,
    /// The steps so far, where they are wanted.
    pub(super) record: Option<Record>,
    /// The literals that units made true.
    units: Vec<Lit>,
    is_contradictory: bool,
}

/// The result: variables without gaps, each standing in a clause.
#[derive(Debug)]
pub(crate) struct Base {
    pub(crate) num_vars: usize,
    pub(crate) clauses: Vec<Vec<Lit>>,
    pub(crate) visible: Vec<bool>,
    /// Visible variables of the formula that stand in no clause and may have either value, which doubles the number.
    pub(crate) free: Vec<Var>,
    pub(crate) scales: Option<Scales>,
    /// The variables of the formula that the variables stand for.
    pub(crate) names: Vec<Var>,
    /// The literals of the formula that units made true.
    pub(crate) units: Vec<Lit>,
    /// The steps that led here, where they were wanted.
    pub(crate) record: Option<Record>,
}

/// Sorts, and leaves out repeated literals; `None` for a clause that is always true.
pub(crate) fn normal(mut lits: Vec<Lit>) -> Option<Vec<Lit>> {
    lits.sort_unstable();
    lits.dedup();
    let is_tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
    (!is_tautology).then_some(lits)
}

/// The numbers of the clauses in which each variable stands.
pub(super) fn occurrences(clauses: &[Vec<Lit>], num_vars: usize) -> Vec<Vec<u32>> {
    let mut occurrences = vec![Vec::new(); num_vars];
    for (at, clause) in (0..).zip(clauses) {
        clause.iter().for_each(|lit| occurrences[lit.var().index()].push(at));
    }
    occurrences
}

impl Formula {
    /// Groups are written out as clauses. `None` if it was broken off.
    pub(crate) fn of(cnf: &Cnf, weights: Option<&Weights>, polls: &mut Polls<'_>) -> Option<Formula> {
        let mut visible = vec![false; cnf.num_vars()];
        for var in cnf.projection() {
            visible[var.index()] = true;
        }
        let mut formula = Formula {
            clauses: Vec::with_capacity(cnf.num_expanded_clauses() as usize),
            gone: vec![false; visible.len()],
            scales: weights.map(|weights| Scales::new(weights, &visible)),
            visible,
            record: None,
            units: Vec::new(),
            is_contradictory: false,
        };
        for clause in cnf.clauses() {
            if polls.step() {
                return None;
            }
            formula.add(clause.to_vec());
        }
        for group in cnf.groups() {
            for (at, &first) in group.members.iter().enumerate() {
                for &second in &group.members[at + 1..] {
                    if polls.step() {
                        return None;
                    }
                    formula.add(vec![!first, !second]);
                }
            }
            if group.kind == GroupKind::ExactlyOne {
                formula.add(group.members.to_vec());
            }
        }
        Some(formula)
    }

    /// Records each step from here on.
    pub(crate) fn record(&mut self) {
        self.record = Some(Record::of(&self.clauses));
    }

    /// The steps, where they were recorded. None is recorded from here on.
    pub(crate) fn take_record(&mut self) -> Option<Record> {
        self.record.take().map(Record::finished)
    }

    pub(crate) fn num_vars(&self) -> usize {
        self.visible.len()
    }

    /// Whether each variable stands in a clause.
    pub(crate) fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.num_vars()];
        self.clauses.iter().flatten().for_each(|lit| used[lit.var().index()] = true);
        used
    }

    /// Whether a hidden variable stands in a clause.
    pub(crate) fn has_hidden(&self) -> bool {
        self.clauses.iter().flatten().any(|lit| !self.visible[lit.var().index()])
    }

    /// How many variables stand in clauses.
    pub(crate) fn num_used(&self) -> usize {
        self.used().into_iter().filter(|&is_used| is_used).count()
    }

    pub(crate) fn is_contradictory(&self) -> bool {
        self.is_contradictory
    }

    pub(crate) fn contradict(&mut self) {
        self.is_contradictory = true;
    }

    pub(crate) fn add(&mut self, lits: Vec<Lit>) {
        if let Some(lits) = normal(lits) {
            self.is_contradictory |= lits.is_empty();
            self.clauses.push(lits);
        }
    }

    /// Hides a visible variable that the others define. If it has weights, both are the same.
    pub(crate) fn hide(&mut self, var: Var) {
        self.visible[var.index()] = false;
        self.scales.iter_mut().for_each(|scales| scales.hide(var));
    }

    /// Makes those of some hidden variables visible that are left. The visible ones define them.
    pub(crate) fn show(&mut self, vars: &[Var]) {
        let is_used = self.used();
        vars.iter().map(|var| var.index()).for_each(|var| self.visible[var] |= is_used[var]);
    }

    /// Makes true what unit clauses say, and takes it out; whether there were any.
    pub(crate) fn propagate(&mut self) -> bool {
        let mut queue: VecDeque<Lit> =
            self.clauses.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]).collect();
        if queue.is_empty() || self.is_contradictory {
            return false;
        }
        let occurrences = occurrences(&self.clauses, self.num_vars());
        let mut is_true = vec![false; self.clauses.len()];
        while let Some(unit) = queue.pop_front() {
            // A second clause of the same literal; one of the other is empty by now.
            if std::mem::replace(&mut self.gone[unit.var().index()], true) {
                continue;
            }
            self.units.push(unit);
            self.record.iter_mut().for_each(|record| record.keep(&[unit]));
            self.scales.iter_mut().for_each(|scales| scales.assign(unit));
            for &at in &occurrences[unit.var().index()] {
                let clause = &mut self.clauses[at as usize];
                if is_true[at as usize] || clause.contains(&unit) {
                    is_true[at as usize] = true;
                    continue;
                }
                clause.retain(|&lit| lit != !unit);
                self.is_contradictory |= clause.is_empty();
                queue.extend((clause.len() == 1).then(|| clause[0]));
            }
        }
        let mut at = 0;
        self.clauses.retain(|_| {
            at += 1;
            !is_true[at - 1]
        });
        // A checker finds a contradiction in the clauses that were there.
        if let Some(record) = self.record.as_mut().filter(|_| !self.is_contradictory) {
            record.follow(&self.clauses);
        }
        true
    }

    /// The formula over the variables that are left.
    pub(crate) fn base(&mut self) -> Base {
        let mut new = vec![u32::MAX; self.num_vars()];
        let mut visible = Vec::new();
        let mut names = Vec::new();
        for lit in self.clauses.iter().flatten() {
            let number = &mut new[lit.var().index()];
            if *number == u32::MAX {
                *number = visible.len() as u32;
                visible.push(self.visible[lit.var().index()]);
                names.push(lit.var());
            }
        }
        let is_free = |&var: &usize| self.visible[var] && !self.gone[var] && new[var] == u32::MAX;
        let free: Vec<Var> = (0..self.num_vars()).filter(is_free).map(Var::from_index).collect();
        let mut scales = self.scales.clone();
        if let Some(scales) = &mut scales {
            free.iter().for_each(|&var| scales.release(var));
        }
        let rename = |lit: &Lit| Var::from_index(new[lit.var().index()] as usize).lit(lit.is_positive());
        let clauses = self.clauses.iter().map(|clause| clause.iter().map(rename).collect()).collect();
        let (units, record) = (self.units.clone(), self.take_record());
        Base { num_vars: visible.len(), clauses, visible, free, scales, names, units, record }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::ops::ControlFlow;

    use gordian_testkit::{Random, models};

    use super::*;

    pub(in super::super) const VARS: usize = 8;

    /// Clauses over so many variables, of which the first ones are visible.
    pub(in super::super) fn random_formula(random: &mut Random, num_visible: usize) -> Formula {
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(VARS);
        for _ in 0..10 + random.below(30) {
            let size = 1 + random.below(4);
            let clause: Vec<Lit> = (0..size).map(|_| vars[random.below(VARS)].lit(random.chance(50))).collect();
            cnf.add_clause(&clause);
        }
        cnf.add_visible(&vars[..num_visible]);
        let Some(formula) = Formula::of(&cnf, None, &mut Polls::new(&mut |_| ControlFlow::Continue(()))) else {
            unreachable!("nothing broke it off")
        };
        formula
    }

    /// The values of all variables in each model.
    pub(in super::super) fn models_of(clauses: &[Vec<Lit>]) -> Vec<Vec<bool>> {
        let mut cnf = Cnf::new();
        cnf.new_vars(VARS);
        clauses.iter().for_each(|clause| cnf.add_clause(clause));
        models(&cnf).map(|model| (0..VARS).map(|var| model.value(Var::from_index(var))).collect()).collect()
    }
}

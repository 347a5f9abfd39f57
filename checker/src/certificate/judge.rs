//! Judging many models of one formula, of whose variables few are true.

use gordian_formula::{ClauseSink, Cnf, Constraint, GroupKind, Lit, Var};

/// A formula, prepared for models in which few variables are true.
///
/// Invariant: each clause that is no tautology is in `always` if it has no negative literal, else
/// in the list of the variable of its first negative literal: while that is false the clause is
/// true.
pub(super) struct Judge<'a> {
    cnf: &'a Cnf,
    clauses: Vec<&'a [Lit]>,
    always: Vec<u32>,
    by_var: Vec<Vec<u32>>,
    values: Vec<bool>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(cnf: &'a Cnf) -> Judge<'a> {
        let mut judge = Judge {
            cnf,
            clauses: cnf.clauses().collect(),
            always: Vec::new(),
            by_var: vec![Vec::new(); cnf.num_vars()],
            values: vec![false; cnf.num_vars()],
        };
        for (index, clause) in (0..).zip(&judge.clauses) {
            match clause.iter().find(|lit| lit.is_negative()) {
                Some(lit) => judge.by_var[lit.var().index()].push(index),
                None => judge.always.push(index),
            }
        }
        judge
    }

    /// The first constraint found that is broken where these variables are true and all others false.
    pub(super) fn violated(&mut self, true_vars: &[Var]) -> Option<Constraint> {
        for var in true_vars {
            self.values[var.index()] = true;
        }
        let is_true = |lit: &Lit| self.values[lit.var().index()] == lit.is_positive();
        let is_broken = |&index: &u32| !self.clauses[index as usize].iter().any(is_true);
        let of_true = true_vars.iter().flat_map(|var| &self.by_var[var.index()]);
        let clause = self.always.iter().chain(of_true).copied().find(is_broken);
        let violated = clause.map(|index| Constraint::Clause(index as usize)).or_else(|| {
            let is_broken = |kind: GroupKind, members: &[Lit]| {
                let count = members.iter().filter(|lit| is_true(lit)).count();
                count > 1 || (count == 0 && kind == GroupKind::ExactlyOne)
            };
            self.cnf.groups().position(|group| is_broken(group.kind, group.members)).map(Constraint::Group)
        });
        for var in true_vars {
            self.values[var.index()] = false;
        }
        violated
    }
}

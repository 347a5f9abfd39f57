//! A formula in memory.

use crate::rows::Rows;
use crate::{ClauseSink, Lit, Model, Var};

/// A formula: clauses, at-most-one and exactly-one groups, and the variables that mean something.
///
/// Invariant: every literal of a clause or a group, and every visible variable, is below `num_vars`.
#[derive(Clone, Debug, Default)]
pub struct Cnf {
    num_vars: usize,
    clauses: Rows,
    groups: Rows,
    kinds: Vec<GroupKind>,
    visible: Option<Vec<Var>>,
}

/// The promise of a group of literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroupKind {
    /// No two members are true.
    AtMostOne,
    /// One member is true, and no other.
    ExactlyOne,
}

/// A group of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group<'a> {
    /// Its promise.
    pub kind: GroupKind,
    /// The literals it speaks of.
    pub members: &'a [Lit],
}

/// A clause or a group of a formula, by its position among its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// The clause with this index.
    Clause(usize),
    /// The group with this index.
    Group(usize),
}

impl Cnf {
    /// A formula without variables and without constraints: it is true.
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// The number of clauses, groups not counted.
    pub fn num_clauses(&self) -> usize {
        self.clauses.len()
    }

    /// The number of groups.
    pub fn num_groups(&self) -> usize {
        self.groups.len()
    }

    /// The number of clauses once each group is written out as clauses, as in DIMACS.
    pub fn num_expanded_clauses(&self) -> u64 {
        let of_group = |group: Group<'_>| {
            let size = group.members.len() as u64;
            size * size.saturating_sub(1) / 2 + u64::from(group.kind == GroupKind::ExactlyOne)
        };
        self.num_clauses() as u64 + self.groups().map(of_group).sum::<u64>()
    }

    /// The clauses, in the order in which they were added.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> + Clone {
        self.clauses.iter()
    }

    /// The groups, in the order in which they were added.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Group<'_>> + Clone {
        self.groups.iter().zip(&self.kinds).map(|(members, &kind)| Group { kind, members })
    }

    /// Raises the number of variables to at least `num_vars`.
    pub fn reserve_vars(&mut self, num_vars: usize) {
        self.num_vars = self.num_vars.max(num_vars);
    }

    /// The variables that mean something, where they were named: counts are of their values only.
    pub fn visible(&self) -> Option<&[Var]> {
        self.visible.as_deref()
    }

    /// Takes these visible variables in place of those that were named; without any, all are visible.
    pub fn set_visible(&mut self, vars: Option<&[Var]>) {
        self.visible = None;
        if let Some(vars) = vars {
            self.add_visible(vars);
        }
    }

    /// The visible variables, all variables where none were named.
    pub fn projection(&self) -> Vec<Var> {
        match &self.visible {
            Some(visible) => visible.clone(),
            None => (0..self.num_vars).map(Var::from_index).collect(),
        }
    }

    /// Hands everything to a sink that holds no variables yet, groups as groups, visible variables last.
    pub fn feed(&self, sink: &mut (impl ClauseSink + ?Sized)) {
        while sink.num_vars() < self.num_vars {
            sink.new_var();
        }
        self.feed_constraints(sink);
        if let Some(visible) = self.visible() {
            sink.add_visible(visible);
        }
    }

    /// The same formula with each group written out as clauses, as in DIMACS.
    pub fn expanded(&self) -> Cnf {
        let mut expanded = Expanded(Cnf::new());
        self.feed(&mut expanded);
        expanded.0
    }

    /// Hands the clauses, then the groups, to a sink, as long as anybody waits for them.
    pub fn feed_constraints(&self, sink: &mut (impl ClauseSink + ?Sized)) {
        for clause in self.clauses() {
            sink.add_clause(clause);
        }
        for group in self.groups() {
            if sink.is_over() {
                return;
            }
            match group.kind {
                GroupKind::AtMostOne => sink.add_at_most_one(group.members),
                GroupKind::ExactlyOne => sink.add_exactly_one(group.members),
            }
        }
    }

    /// The first constraint that the model breaks, clauses before groups; `None` for a model of the formula.
    pub fn first_violated(&self, model: &Model) -> Option<Constraint> {
        let broken = |group: Group<'_>| {
            let count = group.members.iter().filter(|&&lit| model.satisfies(lit)).count();
            count > 1 || (count == 0 && group.kind == GroupKind::ExactlyOne)
        };
        let clause = self.clauses().position(|clause| !clause.iter().any(|&lit| model.satisfies(lit)));
        clause.map(Constraint::Clause).or_else(|| self.groups().position(broken).map(Constraint::Group))
    }

    fn note_vars(&mut self, lits: &[Lit]) {
        for lit in lits {
            self.num_vars = self.num_vars.max(lit.var().index() + 1);
        }
    }
}

/// A formula that takes groups as the clauses that a sink makes of them by default.
struct Expanded(Cnf);

impl ClauseSink for Expanded {
    fn new_var(&mut self) -> Var {
        self.0.new_var()
    }

    fn num_vars(&self) -> usize {
        self.0.num_vars()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.0.add_clause(clause);
    }

    fn add_visible(&mut self, visible: &[Var]) {
        self.0.add_visible(visible);
    }
}

impl ClauseSink for Cnf {
    fn new_var(&mut self) -> Var {
        self.num_vars += 1;
        Var::from_index(self.num_vars - 1)
    }

    fn num_vars(&self) -> usize {
        self.num_vars
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.note_vars(clause);
        self.clauses.push(clause);
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        self.note_vars(members);
        self.groups.push(members);
        self.kinds.push(GroupKind::AtMostOne);
    }

    fn add_exactly_one(&mut self, members: &[Lit]) {
        self.note_vars(members);
        self.groups.push(members);
        self.kinds.push(GroupKind::ExactlyOne);
    }

    fn add_visible(&mut self, vars: &[Var]) {
        let visible = self.visible.get_or_insert_default();
        visible.extend_from_slice(vars);
        visible.sort_unstable();
        visible.dedup();
        if let Some(last) = visible.last() {
            self.num_vars = self.num_vars.max(last.index() + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    #[test]
    fn a_broken_group_is_found() {
        let mut cnf = Cnf::new();
        cnf.add_exactly_one(&[lit(1), lit(2), lit(3)]);
        let check = |values: [bool; 3]| cnf.first_violated(&Model::from_values(values.to_vec()));
        assert_eq!(check([false, true, false]), None);
        assert_eq!(check([false, true, true]), Some(Constraint::Group(0)));
        assert_eq!(check([false; 3]), Some(Constraint::Group(0)));
        assert_eq!((cnf.num_groups(), cnf.num_expanded_clauses()), (1, 4));
    }

    #[test]
    fn a_group_of_which_at_most_one_is_true_may_have_none() {
        let mut cnf = Cnf::new();
        cnf.add_clause(&[lit(-1), lit(-2), lit(-3)]);
        cnf.add_at_most_one(&[lit(1), lit(2)]);
        cnf.add_at_most_one(&[lit(3), lit(3)]);
        let check = |values: [bool; 3]| cnf.first_violated(&Model::from_values(values.to_vec()));
        assert_eq!([check([false; 3]), check([false, true, false])], [None, None]);
        assert_eq!(check([true; 3]), Some(Constraint::Clause(0)), "clauses come first");
        assert_eq!(check([true, true, false]), Some(Constraint::Group(0)));
        assert_eq!(check([true, false, true]), Some(Constraint::Group(1)), "it stands twice, so it is false");
        assert_eq!((cnf.num_groups(), cnf.num_expanded_clauses()), (2, 3));
    }

    /// Five variables, the last in no constraint, of which two are visible.
    fn every_kind() -> Cnf {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(5);
        cnf.reserve_vars(2);
        cnf.add_clause(&[lit(2), lit(-1)]);
        cnf.add_exactly_one(&[lit(1), lit(3)]);
        cnf.add_at_most_one(&[lit(-2), lit(4)]);
        cnf.add_visible(&[lit(3).var()]);
        cnf.add_visible(&[lit(1).var(), lit(3).var()]);
        cnf
    }

    #[test]
    fn everything_goes_over_to_another_formula() {
        let cnf = every_kind();
        let mut copy = Cnf::new();
        cnf.feed(&mut copy);
        assert_eq!((cnf.num_vars(), copy.num_vars()), (5, 5));
        assert!(copy.clauses().eq(cnf.clauses()) && copy.groups().eq(cnf.groups()));
        assert_eq!(
            cnf.groups().map(|group| group.kind).collect::<Vec<_>>(),
            [GroupKind::ExactlyOne, GroupKind::AtMostOne]
        );
        let visible = [lit(1).var(), lit(3).var()];
        assert_eq!((copy.visible(), &copy.projection()[..]), (Some(&visible[..]), &visible[..]));
    }

    #[test]
    fn an_expanded_formula_has_clauses_for_groups_and_the_same_variables() {
        let expanded = every_kind().expanded();
        let clauses: Vec<String> = expanded.clauses().map(|clause| format!("{clause:?}")).collect();
        assert_eq!(clauses, ["[2, -1]", "[1, 3]", "[-1, -3]", "[2, -4]"]);
        assert_eq!((expanded.num_vars(), expanded.num_groups(), expanded.projection().len()), (5, 0, 2));
        assert_eq!(expanded.num_clauses() as u64, every_kind().num_expanded_clauses());
    }

    #[test]
    fn without_visible_variables_all_of_them_count() {
        let mut cnf = Cnf::new();
        assert_eq!((cnf.new_var(), cnf.new_var()), (lit(1).var(), lit(2).var()));
        cnf.add_at_most_one(&[lit(-3)]);
        assert_eq!((cnf.visible(), cnf.projection()), (None, vec![lit(1).var(), lit(2).var(), lit(3).var()]));
        cnf.add_visible(&[lit(7).var()]);
        assert_eq!((cnf.num_vars(), cnf.projection()), (7, vec![lit(7).var()]));
    }
}

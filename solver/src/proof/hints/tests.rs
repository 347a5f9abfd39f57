//! The antecedents of derivations, clause by clause.

use std::io;

use super::*;
use gordian_testkit::lits;

/// Keeps the derived and the deleted clauses.
#[derive(Default)]
struct Steps {
    derived: Vec<(u64, Vec<i32>, Vec<i64>)>,
    deleted: Vec<u64>,
    gaps: usize,
}

impl ProofTracer for Steps {
    fn add_clause(&mut self, _: &[Lit]) {}

    fn delete_clause(&mut self, _: &[Lit]) {}

    fn derive_clause(&mut self, id: u64, clause: &[Lit], antecedents: &[i64]) {
        self.derived.push((id, clause.iter().map(|lit| lit.to_dimacs()).collect(), antecedents.to_vec()));
    }

    fn delete_derived(&mut self, id: u64, _: &[Lit]) {
        self.deleted.push(id);
    }

    fn unjustified(&mut self, _: &[Lit]) {
        self.gaps += 1;
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn hints(clauses: &[&[i32]], steps: &mut Steps) -> HintFinder {
    let mut hints = HintFinder::default();
    (0..6).for_each(|index| _ = hints.new_var(Var::from_index(index)));
    clauses.iter().for_each(|clause| _ = hints.give(&lits(clause), steps));
    hints
}

#[test]
fn propagation_finds_what_is_not_named() {
    let mut steps = Steps::default();
    let mut hints = hints(&[&[1, 2], &[-2, 3], &[-3, -4, -4], &[5, 6]], &mut steps);
    hints.begin(&mut steps);
    hints.derive(&lits(&[1, -4]), &[], &mut steps);
    // A clause that repeats a literal is first derived without the repetition.
    assert_eq!(steps.derived, [(5, vec![-3, -4], vec![3]), (6, vec![1, -4], vec![1, 5, 2])]);
    hints.derive(&lits(&[1, 6]), &[], &mut steps);
    assert_eq!((steps.derived.len(), steps.gaps), (2, 1));
}

#[test]
fn what_is_named_is_followed_and_needless_names_are_left_out() {
    let mut steps = Steps::default();
    let mut hints = hints(&[&[1, 2], &[-2, 3], &[-3, -4], &[4, 5]], &mut steps);
    hints.begin(&mut steps);
    let named: Vec<Antecedent> = [[1, 2], [-2, 3], [1, 2], [-3, -4]]
        .iter()
        .filter_map(|clause| hints.replica.antecedent(lits(clause).into_iter()))
        .collect();
    hints.derive(&lits(&[-4, 1]), &named, &mut steps);
    // Names that do not lead there are no harm.
    hints.derive(&lits(&[5, 3, 1]), &named[3..], &mut steps);
    assert_eq!(steps.derived, [(5, vec![-4, 1], vec![1, 2, 3]), (6, vec![5, 3, 1], vec![2, 1])]);
}

#[test]
fn what_holds_for_good_has_unit_clauses() {
    let mut steps = Steps::default();
    let mut hints = hints(&[&[-1, 2], &[1], &[-2, -3], &[3, 4, 5]], &mut steps);
    // A clause of the formula so far; derived clauses have numbers after all of it.
    hints.derive(&lits(&[4, 5]), &[], &mut steps);
    assert_eq!(steps.derived, []);
    hints.begin(&mut steps);
    let units = [(5, vec![2], vec![2, 1]), (6, vec![-3], vec![5, 3])];
    assert_eq!(steps.derived[..2], units);
    assert_eq!(steps.derived[2], (7, vec![4, 5], vec![6, 4]));
    hints.give(&lits(&[-4, 3]), &mut steps);
    hints.give(&lits(&[-5]), &mut steps);
    assert_eq!(steps.derived.last().map(|step| step.1.len()), Some(0));
}

#[test]
fn members_of_groups_exclude_each_other_by_numbered_pairs() {
    let mut steps = Steps::default();
    let mut hints = hints(&[&[1, 2]], &mut steps);
    hints.give_group(&lits(&[1, 3, 4]), GroupKind::ExactlyOne, &mut steps);
    hints.begin(&mut steps);
    // 2 is its clause, 3, 4 and 5 are 1 with 3, 1 with 4, and 3 with 4.
    hints.derive(&lits(&[2, -4]), &[], &mut steps);
    hints.derive(&lits(&[-3, -4, 5]), &[], &mut steps);
    assert_eq!(steps.derived, [(6, vec![2, -4], vec![1, 4]), (7, vec![-3, -4, 5], vec![5])]);
}

#[test]
fn a_definition_names_what_it_is_resolved_with() {
    let mut steps = Steps::default();
    let mut hints = hints(&[&[1, 2], &[3, 2]], &mut steps);
    hints.begin(&mut steps);
    let fresh = hints.new_var(Var::from_index(9));
    for rest in [1, 3] {
        hints.define(&[fresh.positive(), lits(&[rest])[0]], &mut steps);
    }
    hints.define(&[fresh.negative(), lits(&[2])[0]], &mut steps);
    let expected = [(3, vec![10, 1], vec![]), (4, vec![10, 3], vec![]), (5, vec![-10, 2], vec![-3, 1, -4, 2])];
    assert_eq!(steps.derived, expected);
}

#[test]
fn clauses_added_twice_are_deleted_at_the_second_time() {
    let mut steps = Steps::default();
    let mut hints = hints(&[&[1, 2], &[2, 1], &[3, 4, 5]], &mut steps);
    hints.begin(&mut steps);
    hints.delete(&lits(&[1, 2]), &mut steps);
    assert_eq!(steps.deleted, [] as [u64; 0]);
    hints.delete(&lits(&[2, 1]), &mut steps);
    hints.delete(&lits(&[5, 4, 3]), &mut steps);
    assert_eq!(steps.deleted, [1, 3]);
    hints.derive(&lits(&[1, 2, 6]), &[], &mut steps);
    assert_eq!(steps.gaps, 1);
}

#[test]
fn a_repetition_is_taken_out_once_and_not_where_there_is_a_clause_without_it() {
    let mut steps = Steps::default();
    let mut hints = hints(&[&[1, 2, 1], &[2, 1], &[3, 3, 4], &[4, 3, 4], &[5, 5], &[6, -6, 6]], &mut steps);
    hints.begin(&mut steps);
    assert_eq!(steps.derived, [(7, vec![3, 4], vec![3]), (8, vec![5], vec![5])]);
    hints.derive(&lits(&[1, 2, 3]), &[], &mut steps);
    assert_eq!(steps.derived[2], (9, vec![1, 2, 3], vec![2]));
    for _ in 0..2 {
        hints.delete(&lits(&[4, 3]), &mut steps);
    }
    assert_eq!(steps.deleted, [7]);
}

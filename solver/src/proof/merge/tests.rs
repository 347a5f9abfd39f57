use std::sync::Mutex;

use super::*;
use gordian_testkit::lits;

/// The steps as a text.
#[derive(Clone, Default)]
struct Steps {
    told: Arc<Mutex<Vec<String>>>,
    has_identifiers: bool,
}

impl Steps {
    fn tell(&self, step: String) {
        self.told.lock().unwrap().push(step);
    }

    fn take(&self) -> String {
        std::mem::take(&mut *self.told.lock().unwrap()).join("; ")
    }
}

fn numbers(clause: &[Lit]) -> String {
    clause.iter().map(|lit| lit.to_dimacs().to_string()).collect::<Vec<_>>().join(" ")
}

impl ProofTracer for Steps {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.tell(numbers(clause));
    }

    fn delete_clause(&mut self, clause: &[Lit]) {
        self.tell(format!("d {}", numbers(clause)));
    }

    fn wants_antecedents(&self) -> bool {
        self.has_identifiers
    }

    fn derive_clause(&mut self, id: u64, clause: &[Lit], antecedents: &[i64]) {
        self.tell(format!("{id}: {} by {antecedents:?}", numbers(clause)));
    }

    fn delete_derived(&mut self, id: u64, _: &[Lit]) {
        self.tell(format!("d {id}"));
    }

    fn unjustified(&mut self, _: &[Lit]) {
        self.tell("gap".to_owned());
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn doors(has_identifiers: bool, last_id: u64) -> (Arc<Merge>, Steps, [WorkerTracer; 2]) {
    let steps = Steps { has_identifiers, ..Steps::default() };
    let merge = Arc::new(Merge::new(Box::new(steps.clone()), 2, last_id));
    let doors = [0, 1].map(|worker| WorkerTracer { merge: Arc::clone(&merge), worker });
    (merge, steps, doors)
}

#[test]
fn a_clause_stays_until_the_last_worker_deletes_it() {
    let (_, steps, [mut one, mut two]) = doors(false, 0);
    // Both have it from the beginning.
    one.delete_clause(&lits(&[1, 2]));
    assert_eq!(steps.take(), "");
    // The first one derives it again, in another order, and deletes it.
    one.add_clause(&lits(&[2, 1]));
    one.delete_clause(&lits(&[1, 2]));
    assert_eq!(steps.take(), "");
    two.delete_clause(&lits(&[2, 1]));
    assert_eq!(steps.take(), "d 2 1");
    // Both derive the same.
    one.add_clause(&lits(&[3, 4]));
    two.add_clause(&lits(&[4, 3]));
    one.delete_clause(&lits(&[3, 4]));
    assert_eq!(steps.take(), "3 4");
    two.delete_clause(&lits(&[3, 4]));
    assert_eq!(steps.take(), "d 3 4");
}

#[test]
fn a_clause_that_one_worker_has_twice_is_there_twice() {
    let (_, steps, [mut one, mut two]) = doors(false, 0);
    one.add_clause(&lits(&[1, 2]));
    one.delete_clause(&lits(&[1, 2]));
    // If all had it before, all have it still.
    assert_eq!(steps.take(), "1 2; d 1 2");
    one.delete_clause(&lits(&[1, 2]));
    assert_eq!(steps.take(), "");
    two.delete_clause(&lits(&[1, 2]));
    assert_eq!(steps.take(), "d 1 2");
}

#[test]
fn a_clause_on_its_way_is_kept() {
    let (merge, steps, [mut one, mut two]) = doors(false, 0);
    one.add_clause(&lits(&[1, 2]));
    assert_eq!(merge.hold(0, &lits(&[1, 2]), 0, 1), 0);
    one.delete_clause(&lits(&[1, 2]));
    assert_eq!(steps.take(), "1 2");
    // The second worker takes it over, and deletes it later.
    merge.adopt(1, 0, 0);
    two.delete_clause(&lits(&[1, 2]));
    assert_eq!(steps.take(), "d 1 2");
    one.add_clause(&lits(&[5, 6]));
    merge.hold(0, &lits(&[5, 6]), 0, 1);
    one.delete_clause(&lits(&[5, 6]));
    merge.release(&lits(&[5, 6]), 0, 1);
    assert_eq!(steps.take(), "5 6; d 5 6");
    // Unit clauses are never deleted.
    one.add_clause(&lits(&[7]));
    merge.hold(0, &lits(&[7]), 0, 1);
    merge.release(&lits(&[7]), 0, 1);
    assert_eq!(steps.take(), "7");
}

/// The first worker has deleted what all had, derives it again, and hands it out.
#[test]
fn a_clause_of_all_that_comes_back_is_there_for_those_that_it_is_kept_for() {
    let (merge, steps, [mut one, mut two]) = doors(false, 0);
    one.delete_clause(&lits(&[1, 2]));
    one.add_clause(&lits(&[1, 2]));
    merge.hold(0, &lits(&[1, 2]), 0, 1);
    two.delete_clause(&lits(&[1, 2]));
    one.delete_clause(&lits(&[1, 2]));
    let before = steps.take();
    merge.release(&lits(&[1, 2]), 0, 1);
    // At each moment as many as were there, and in the end none.
    assert_eq!((before, steps.take()), ("1 2; d 1 2".to_owned(), "d 1 2".to_owned()));
}

#[test]
fn identifiers_are_those_of_the_proof() {
    let (merge, steps, [mut one, mut two]) = doors(true, 10);
    one.derive_clause(11, &lits(&[1, 2]), &[3, 4]);
    two.derive_clause(11, &lits(&[5, 6]), &[7, -8, 9]);
    two.derive_clause(12, &lits(&[6]), &[11, 1]);
    assert_eq!(steps.take(), "11: 1 2 by [3, 4]; 12: 5 6 by [7, -8, 9]; 13: 6 by [12, 1]");
    assert_eq!(merge.hold(0, &lits(&[1, 2]), 11, 1), 11);
    merge.adopt(1, 13, 11);
    one.delete_derived(11, &lits(&[1, 2]));
    two.derive_clause(14, &lits(&[2]), &[13, 2]);
    two.delete_derived(13, &lits(&[1, 2]));
    assert_eq!(steps.take(), "14: 2 by [11, 2]; d 11");
    one.delete_derived(5, &lits(&[8, 9]));
    two.delete_derived(5, &lits(&[8, 9]));
    assert_eq!(steps.take(), "d 5");
    one.derive_clause(12, &lits(&[3]), &[11]);
    assert_eq!(steps.take(), "gap", "that one is gone");
    one.derive_clause(12, &[], &[1, 2]);
    two.derive_clause(15, &lits(&[4]), &[3]);
    assert_eq!(steps.take(), "15:  by [1, 2]", "the empty clause is the last");
}

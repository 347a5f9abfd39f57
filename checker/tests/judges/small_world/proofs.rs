//! Every small DRAT and LRAT proof, for every small formula, and for formulas with a group.
//!
//! A verified formula must have no model, by truth tables. Forward checking of DRAT must moreover
//! agree, proof by proof, with an oracle that follows the definition of RUP and RAT word by word.

use gordian_checker::{Encoding, ProofFormat, ProofOptions, Strategy, check_proof};
use gordian_formula::{Cnf, GroupKind};

use super::formulas::{Clauses, all, members, with_each_first};
use super::is_large;
use crate::common::{Formula, Step, is_satisfiable, reference_verdict, text};

const TEXT: ProofFormat = ProofFormat::Drat(Encoding::Text);
const BACKWARD: ProofOptions = ProofOptions { format: Some(TEXT), strategy: Strategy::Backward };
const FORWARD: ProofOptions = ProofOptions { format: Some(TEXT), strategy: Strategy::Forward };
const LRAT: ProofOptions =
    ProofOptions { format: Some(ProofFormat::Lrat(Encoding::Text)), strategy: Strategy::Backward };

/// All proofs of so many steps over so many variables, for all formulas.
#[derive(Clone, Copy, Debug)]
struct World {
    num_vars: usize,
    most_clauses: u32,
    /// Those of the formula, and new ones.
    vars_of_proof: usize,
    steps: usize,
    /// The length of the hints of a step of LRAT.
    most_hints: usize,
    /// The most members of the group of each formula, if it has one. Members may stand in it twice, or with their
    /// negations.
    most_members: Option<usize>,
    /// Whether a deletion stands before the steps of a proof of LRAT, and the empty clause behind them.
    is_framed: bool,
}

#[derive(Debug, Default)]
struct Tally {
    proofs: u64,
    verified: u64,
}

/// A formula with what is known of it.
struct Case {
    formula: Formula,
    cnf: Cnf,
    is_satisfiable: bool,
}

impl World {
    fn cases(self) -> Vec<Case> {
        let clauses = Clauses::new(self.num_vars);
        let visible = all(self.num_vars);
        let plain = |set: u32| Case {
            formula: Formula {
                clauses: members(set).map(|clause| clauses.clauses[clause].clone()).collect(),
                groups: Vec::new(),
            },
            cnf: clauses.cnf(set, visible),
            is_satisfiable: clauses.models(set) != 0,
        };
        let cases: Vec<Case> = clauses.sets(self.most_clauses).into_iter().map(plain).collect();
        let Some(most_members) = self.most_members else { return cases };
        let lits: Vec<i32> = (1..=self.num_vars as i32).flat_map(|var| [var, -var]).collect();
        let mut groups = Vec::new();
        for size in 0..=most_members {
            sequences(&lits, size, &mut |members| {
                groups.extend([GroupKind::AtMostOne, GroupKind::ExactlyOne].map(|kind| (kind, members.to_vec())));
            });
        }
        let with_group = |case: &Case, group: &(GroupKind, Vec<i32>)| {
            let formula = Formula { groups: vec![group.clone()], ..case.formula.clone() };
            Case { cnf: formula.cnf(), is_satisfiable: is_satisfiable(&formula.written()), formula }
        };
        cases.iter().flat_map(|case| groups.iter().map(move |group| with_group(case, group))).collect()
    }

    fn drat(self) {
        let mut tally = Tally::default();
        let words = with_each_first(self.vars_of_proof);
        let steps = words.iter().flat_map(|word| [Step::Add(word.clone()), Step::Delete(word.clone())]);
        let steps: Vec<Step> = steps.collect();
        let cases = self.cases();
        sequences(&steps, self.steps, &mut |proof| {
            let written = text(proof);
            for case in &cases {
                let verify = |options: &ProofOptions| {
                    let verdict = check_proof(&case.cnf, &[], &*written, options).expect("the proof can be read");
                    verdict.is_verified()
                };
                let (backward, forward) = (verify(&BACKWARD), verify(&FORWARD));
                tally.proofs += 1;
                tally.verified += u64::from(backward);
                assert!(!(backward && case.is_satisfiable), "backward: {:?} {proof:?}", case.formula);
                assert_eq!(forward, reference_verdict(&case.formula, &[], proof), "{:?} {proof:?}", case.formula);
                assert!(backward || !forward, "only forward: {:?} {proof:?}", case.formula);
            }
        });
        self.tell(&tally);
    }

    fn lrat(self) {
        let mut tally = Tally::default();
        let words = with_each_first(self.vars_of_proof);
        for case in self.cases() {
            let first = case.formula.written().len() + 1;
            let most = (first + self.steps - 1 + 2 * usize::from(self.is_framed)) as i64;
            let mut hints: Vec<Vec<i64>> = vec![Vec::new()];
            let ids: Vec<i64> = (1..=most).flat_map(|id| [id, -id]).collect();
            for length in 1..=self.most_hints {
                sequences(&ids, length, &mut |sequence| hints.push(sequence.to_vec()));
            }
            let line = |start: String, numbers: &[i64]| {
                numbers.iter().fold(start, |line, number| line + &number.to_string() + " ") + "0\n"
            };
            let mut lines: Vec<String> = Vec::new();
            for word in &words {
                let lemma = word.iter().fold(String::new(), |text, lit| text + &lit.to_string() + " ") + "0 ";
                lines.extend(hints.iter().map(|hints| line(lemma.clone(), hints)));
            }
            let deletions: Vec<String> = (1..=most).map(|id| line("d ".to_owned(), &[id])).collect();
            let refutations: Vec<String> = hints.iter().map(|hints| line("0 ".to_owned(), hints)).collect();
            lines.extend_from_slice(&deletions);
            let mut steps: Vec<&[String]> = vec![&lines; self.steps];
            if self.is_framed {
                steps.insert(0, &deletions);
                steps.push(&refutations);
            }
            products(&steps, &mut |proof| {
                let numbered = (first..).zip(proof);
                let written = numbered.fold(String::new(), |text, (id, line)| format!("{text}{id} {line}"));
                let verdict = check_proof(&case.cnf, &[], written.as_bytes(), &LRAT).expect("the proof can be read");
                tally.proofs += 1;
                tally.verified += u64::from(verdict.is_verified());
                assert!(!(verdict.is_verified() && case.is_satisfiable), "{:?}\n{written}", case.formula);
            });
        }
        self.tell(&tally);
    }

    fn tell(self, tally: &Tally) {
        println!("{self:?}: {tally:?}");
        assert!(tally.verified > 0 && tally.verified < tally.proofs);
    }
}

/// Visits all sequences of a length.
fn sequences<T: Clone>(items: &[T], length: usize, visit: &mut impl FnMut(&[T])) {
    products(&vec![items; length], visit);
}

/// Visits all sequences with an item of each list.
fn products<T: Clone>(lists: &[&[T]], visit: &mut impl FnMut(&[T])) {
    fn extend<T: Clone>(lists: &[&[T]], sequence: &mut Vec<T>, visit: &mut impl FnMut(&[T])) {
        let Some(items) = lists.get(sequence.len()) else { return visit(sequence) };
        for item in *items {
            sequence.push(item.clone());
            extend(lists, sequence, visit);
            sequence.pop();
        }
    }
    extend(lists, &mut Vec::new(), visit);
}

const WORLD: World = World {
    num_vars: 1,
    most_clauses: 27,
    vars_of_proof: 1,
    steps: 1,
    most_hints: 0,
    most_members: None,
    is_framed: false,
};

#[test]
fn drat_proofs() {
    for steps in 1..=3 {
        World { vars_of_proof: 2, steps, ..WORLD }.drat();
    }
    for steps in 1..=2 {
        World { num_vars: 2, vars_of_proof: 2, steps, ..WORLD }.drat();
    }
    World { num_vars: 2, vars_of_proof: 3, steps: 1, ..WORLD }.drat();
    if is_large() {
        World { num_vars: 2, vars_of_proof: 2, steps: 3, ..WORLD }.drat();
        World { num_vars: 2, vars_of_proof: 3, steps: 2, ..WORLD }.drat();
        World { num_vars: 3, vars_of_proof: 3, steps: 1, most_clauses: 8, ..WORLD }.drat();
        World { num_vars: 3, vars_of_proof: 3, steps: 2, most_clauses: 5, ..WORLD }.drat();
    }
}

#[test]
fn lrat_proofs() {
    World { vars_of_proof: 2, steps: 1, most_hints: 3, ..WORLD }.lrat();
    World { vars_of_proof: 1, steps: 2, most_hints: 2, ..WORLD }.lrat();
    World { num_vars: 2, most_clauses: 4, vars_of_proof: 2, steps: 1, most_hints: 2, ..WORLD }.lrat();
    if is_large() {
        World { vars_of_proof: 2, steps: 2, most_hints: 2, ..WORLD }.lrat();
        World { num_vars: 2, most_clauses: 4, vars_of_proof: 3, steps: 1, most_hints: 4, ..WORLD }.lrat();
        World { num_vars: 2, most_clauses: 4, vars_of_proof: 2, steps: 2, most_hints: 2, ..WORLD }.lrat();
    }
}

#[test]
fn drat_proofs_of_groups() {
    for steps in 1..=2 {
        World { vars_of_proof: 2, steps, most_members: Some(3), ..WORLD }.drat();
    }
    World { num_vars: 2, most_clauses: 2, vars_of_proof: 2, steps: 1, most_members: Some(3), ..WORLD }.drat();
    if is_large() {
        World { vars_of_proof: 2, steps: 3, most_members: Some(3), ..WORLD }.drat();
        World { num_vars: 2, most_clauses: 2, vars_of_proof: 2, steps: 2, most_members: Some(3), ..WORLD }.drat();
    }
}

#[test]
fn lrat_proofs_of_groups() {
    World { most_clauses: 0, most_hints: 2, steps: 2, most_members: Some(2), ..WORLD }.lrat();
    World { most_clauses: 0, most_hints: 2, most_members: Some(2), is_framed: true, ..WORLD }.lrat();
    if is_large() {
        World { most_hints: 2, steps: 2, most_members: Some(2), ..WORLD }.lrat();
        World { most_hints: 2, most_members: Some(3), is_framed: true, ..WORLD }.lrat();
        World { num_vars: 2, most_clauses: 1, vars_of_proof: 2, most_hints: 2, most_members: Some(3), ..WORLD }.lrat();
    }
}

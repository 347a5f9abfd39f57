//! LRAT proofs: by hand, random, and mutilated.

use gordian_checker::{Encoding, ProofFormat, ProofOptions, RefusalReason, Verdict, check_proof};
use gordian_formula::{ClauseSink, Cnf, GroupKind};
use gordian_testkit::{Random, cnf, lits};

use crate::common::{Clause, Formula, Step, is_satisfiable, propagate, refute};

fn check(cnf: &Cnf, proof: &str) -> Verdict {
    check_proof(cnf, &[], proof.as_bytes(), &ProofOptions::default()).unwrap()
}

fn reason(verdict: Verdict) -> RefusalReason {
    match verdict {
        Verdict::Refused(refusal) => refusal.reason,
        Verdict::Verified(_) => panic!("verified"),
    }
}

#[test]
fn hints_are_followed() {
    let square = cnf(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]);
    let verdict = check(&square, "5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n");
    let Verdict::Verified(summary) = verdict else { panic!("{verdict:?}") };
    assert_eq!((summary.lemmas, summary.deletions, summary.core), (2, 2, None));
    let binary = b"a\x0a\x04\0\x02\x04\0d\x02\x04\0a\x0c\0\x0a\x06\x08\0";
    assert!(check_proof(&square, &[], &binary[..], &ProofOptions::default()).unwrap().is_verified());

    assert_eq!(reason(check(&square, "5 2 0 1 0\n")), RefusalReason::MissingCandidate(lits(&[-1, -2])));
    assert_eq!(reason(check(&square, "5 2 0 1 2 0\n5 d 1 0\n6 1 0 1 0\n")), RefusalReason::UnknownId(1));
    assert_eq!(reason(check(&square, "4 2 0 1 2 0\n")), RefusalReason::IdNotAscending(4));
    assert_eq!(reason(check(&square, "5 0 1 2 3 4 0\n")), RefusalReason::HintNotUnit(1));
    assert_eq!(reason(check(&square, "5 2 0 1 2 0\n6 0 5 3 0\n")), RefusalReason::HintsEnd);
    assert_eq!(reason(check(&square, "5 2 0 1 2 0\n")), RefusalReason::NoContradiction);
    let Verdict::Refused(refusal) = check(&square, "5 2 0 1 2 0\n6 0 5 3 0\n") else { panic!() };
    assert_eq!((refusal.step, refusal.position.unwrap().to_string()), (2, "line 2, column 1".to_owned()));
    let format = Some(ProofFormat::Lrat(Encoding::Text));
    let options = ProofOptions { format, ..ProofOptions::default() };
    assert!(check_proof(&cnf(&[&[1], &[]]), &[], &b""[..], &options).unwrap().is_verified());
    assert!(!check_proof(&square, &[], &b""[..], &options).unwrap().is_verified());
}

#[test]
fn resolution_on_the_pivot_needs_hints_for_each_candidate() {
    // The definition of 4 as 1 or 2, and the example of the DRAT tests without its last clause.
    let formula = cnf(&[&[1, 2, 3], &[-1, 3], &[-2, 3], &[-3, 1, 2]]);
    let define = |third: &str| format!("5 4 -1 0 0\n6 4 -2 0 0\n7 -4 1 2 0 {third}0\n");
    assert_eq!(reason(check(&formula, &define(""))), RefusalReason::NoContradiction);
    // The first clause with the new pivot has no candidate; the last one's are tautologies with it.
    assert_eq!(reason(check(&formula, &define("-5 -6 "))), RefusalReason::NoContradiction);
    let wrong = "5 4 -1 0 0\n6 -4 3 0 0\n";
    assert_eq!(reason(check(&formula, wrong)), RefusalReason::MissingCandidate(lits(&[4, -1])));
    let right = "5 4 -1 0 0\n6 -4 3 0 -5 2 0\n";
    assert_eq!(reason(check(&formula, right)), RefusalReason::NoContradiction);
    assert_eq!(reason(check(&formula, "5 4 -1 0 0\n6 -4 3 0 -5 0\n")), RefusalReason::HintsEnd);
    assert_eq!(reason(check(&formula, "5 4 -1 0 0\n6 -4 3 0 -2 0\n")), RefusalReason::NotACandidate(2));
}

#[test]
fn pairs_of_groups_have_identifiers_and_are_candidates() {
    let mut formula = Cnf::new();
    formula.add_clause(&lits(&[1, 2]));
    formula.add_exactly_one(&lits(&[1, 3, 2]));
    // 2: clause 1 3 2; 3: -1 -3; 4: -1 -2; 5: -3 -2; 6: the assumption 3.
    let verdict = check_proof(&formula, &lits(&[3]), "7 0 6 3 5 1 0\n".as_bytes(), &ProofOptions::default());
    assert!(verdict.unwrap().is_verified());
    assert_eq!(reason(check(&formula, "6 1 4 0 0\n")), RefusalReason::MissingCandidate(lits(&[-1, -2])));
    assert_eq!(reason(check(&formula, "6 3 4 0 -3 4 0\n")), RefusalReason::HintsEnd);
}

#[test]
fn every_pair_of_a_group_with_the_pivot_has_hints_or_is_true() {
    // 7: -1 -2; 8: -1 1, which is no candidate; 9: -2 1.
    let mut formula = cnf(&[&[-2, 3], &[-2, -3], &[4, 5], &[4, -5], &[-4, 5], &[-4, -5]]);
    formula.add_at_most_one(&lits(&[1, 2, -1]));
    let rest = "11 4 0 3 4 0\n11 d 7 1 99 0\n12 0 11 5 6 0\n";
    let verdict = check(&formula, &format!("10 1 0 -7 1 2 0\n{rest}"));
    let Verdict::Verified(summary) = verdict else { panic!("{verdict:?}") };
    assert_eq!((summary.lemmas, summary.core_lemmas, summary.rat_lemmas), (3, 3, 1));
    assert_eq!((summary.deletions, summary.ignored_deletions, summary.unknown_deletions), (1, 1, 1));
    formula.add_clause(&lits(&[-2]));
    assert!(check(&formula, "11 1 0 7 0\n12 4 0 3 4 0\n13 0 12 5 6 0\n").is_verified());

    // Both formulas have a model in which 2 is true and 1 is false. The clause -1 2 is not the pair -1 -2,
    let mut formula = cnf(&[&[-1, 2], &[1, 2]]);
    formula.add_at_most_one(&lits(&[1, 2]));
    let missing = RefusalReason::MissingCandidate(lits(&[-1, -2]));
    assert_eq!(reason(check(&formula, "4 1 0 -1 2 0\n5 0 4 1 3 0\n")), missing);
    // and the pair is not true where 2 is.
    let mut formula = cnf(&[&[2]]);
    formula.add_at_most_one(&lits(&[1, 2]));
    assert_eq!(reason(check(&formula, "3 1 -2 0 0\n4 0 1 2 3 0\n")), missing);
}

#[test]
fn a_pair_of_a_member_with_itself_is_never_deleted() {
    // The formula is -1. If the pair were gone as a candidate, but not as a hint, 1 would be RAT.
    let mut formula = Cnf::new();
    formula.add_at_most_one(&lits(&[1, 1]));
    let missing = RefusalReason::MissingCandidate(lits(&[-1]));
    assert_eq!(reason(check(&formula, "1 d 1 0\n2 1 0 0\n3 0 2 1 0\n")), missing);
    assert_eq!(reason(check(&formula, "2 1 0 0\n3 0 2 1 0\n")), missing);
    formula.add_clause(&lits(&[1]));
    let Verdict::Verified(summary) = check(&formula, "3 d 2 0\n3 0 1 2 0\n") else { panic!() };
    assert_eq!((summary.deletions, summary.ignored_deletions), (0, 1));
}

/// An LRAT proof, its hints found by unit propagation.
#[derive(Clone)]
struct Row {
    id: u64,
    lemma: Clause,
    hints: Vec<i64>,
}

fn with_hints(clauses: &[Clause], proof: &[Step]) -> Vec<Row> {
    let mut clauses = clauses.to_vec();
    let mut rows = Vec::new();
    for step in proof {
        let Step::Add(lemma) = step else { continue };
        let negated: Clause = lemma.iter().map(|&number| -number).collect();
        let (_, used, conflict) = propagate(&clauses, &negated);
        let hints = used.into_iter().chain(conflict).map(|at| at as i64 + 1).collect();
        clauses.push(lemma.clone());
        rows.push(Row { id: clauses.len() as u64, lemma: lemma.clone(), hints });
    }
    rows
}

fn text(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        text += &row.id.to_string();
        row.lemma.iter().for_each(|number| text += &format!(" {number}"));
        text += " 0";
        row.hints.iter().for_each(|hint| text += &format!(" {hint}"));
        text += " 0\n";
    }
    text
}

#[test]
fn random_proofs_hold_and_mutilated_ones_prove_nothing_false() {
    let (mut right, mut refused) = (0, 0);
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let num_vars = 3 + random.below(5);
        let formula = Formula::random(&mut random, num_vars);
        let written = formula.written();
        if is_satisfiable(&written) {
            continue;
        }
        let rows = with_hints(&written, &refute(&written, num_vars));
        assert!(check(&formula.cnf(), &text(&rows)).is_verified(), "{formula:?}\n{}", text(&rows));
        right += 1;
        for _ in 0..10 {
            let mut rows = rows.clone();
            let at = random.below(rows.len());
            let row = &mut rows[at];
            match random.below(4) {
                0 if !row.hints.is_empty() => drop(row.hints.remove(random.below(row.hints.len()))),
                1 if !row.lemma.is_empty() => drop(row.lemma.remove(random.below(row.lemma.len()))),
                2 if !row.lemma.is_empty() => row.lemma[0] = -row.lemma[0],
                _ => drop(rows.remove(at)),
            }
            // The clauses that the damaged proof derives must still follow from a satisfiable part
            // of the formula.
            let mut part = formula.clone();
            while !is_satisfiable(&part.written()) {
                if !part.clauses.is_empty() {
                    let last = part.clauses.len() - 1;
                    part.clauses[last] = vec![1, -1];
                    part.clauses.rotate_right(1);
                }
                if part.clauses.iter().all(|clause| clause.as_slice() == [1, -1]) {
                    part.groups.iter_mut().for_each(|group| *group = (GroupKind::AtMostOne, vec![1, -1]));
                }
            }
            assert!(!check(&part.cnf(), &text(&rows)).is_verified());
            refused += usize::from(!check(&formula.cnf(), &text(&rows)).is_verified());
        }
    }
    assert!(right > 200 && refused > 1000, "{right} {refused}");
}

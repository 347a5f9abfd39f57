//! DRAT proofs: by hand, random, and mutilated, against an oracle.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gordian_checker::{
    Encoding, Position, ProofError, ProofFormat, ProofOptions, RefusalReason, Strategy, Summary, Verdict, check_proof,
    check_proof_within,
};
use gordian_formula::{ClauseSink, Clock, Cnf};
use gordian_testkit::{Random, cnf, lits};

use crate::common::{Clause, Formula, Step, binary, is_satisfiable, reference_verdict, refute, text};

const FORWARD: ProofOptions = ProofOptions { format: None, strategy: Strategy::Forward };
const BACKWARD: ProofOptions = ProofOptions { format: None, strategy: Strategy::Backward };

fn check(cnf: &Cnf, proof: &str, options: &ProofOptions) -> Verdict {
    check_proof(cnf, &[], proof.as_bytes(), options).unwrap()
}

fn summary(verdict: Verdict) -> Summary {
    match verdict {
        Verdict::Verified(summary) => summary,
        Verdict::Refused(refusal) => panic!("refused: {refusal}"),
    }
}

/// All eight clauses over three variables but one, of the paper that introduced RAT (Wetzler, Heule and Hunt, 2014).
fn example() -> Cnf {
    cnf(&[&[1, 2, -3], &[-1, -2, 3], &[2, 3, -4], &[-2, -3, 4], &[-1, -3, -4], &[1, 3, 4], &[-1, 2, 4], &[1, -2, -4]])
}

#[test]
fn a_rat_lemma_is_accepted_and_the_core_counted() {
    for options in [FORWARD, BACKWARD] {
        let summary = summary(check(&example(), "-1 0\nd -1 2 4 0\n2 0\n0\n", &options));
        assert_eq!((summary.lemmas, summary.core_lemmas), (2, 2));
        assert_eq!((summary.rat_lemmas, summary.deletions), (1, 1));
    }
    let core = summary(check(&example(), "-1 0\n2 0\n0\n", &BACKWARD)).core.unwrap();
    assert!(core.clauses.len() >= 6);
}

#[test]
fn a_lemma_that_does_not_follow_is_named() {
    let formula = cnf(&[&[1, 2], &[-1, 2], &[1, -2, 3], &[-1, -2, 3]]);
    for options in [FORWARD, BACKWARD] {
        let Verdict::Refused(refusal) = check(&formula, "c a comment\n2 0\n-3 0\n", &options) else { panic!() };
        assert_eq!((refusal.step, refusal.clause), (2, lits(&[-3])));
        assert_eq!(refusal.position.unwrap().to_string(), "line 3, column 1");
        assert!(matches!(refusal.reason, RefusalReason::NotRat { .. }));
        let Verdict::Refused(refusal) = check(&formula, "2 0\n", &options) else { panic!() };
        assert_eq!(refusal.to_string(), "the proof ends without a contradiction");
        assert_eq!((refusal.step, refusal.reason), (0, RefusalReason::NoContradiction));
        let Verdict::Refused(refusal) = check(&formula, "2 0\n0\n", &options) else { panic!() };
        let shown = refusal.to_string();
        assert!(shown.starts_with("step 2 (line 2, column 1), lemma '0': not implied"), "{shown}");
        let binary = check_proof(&formula, &[], &b"a\x04\0a\x07\0"[..], &options).unwrap();
        let Verdict::Refused(refusal) = binary else { panic!() };
        assert_eq!((refusal.step, refusal.position), (2, Some(Position::Byte(3))));
    }
}

#[test]
fn a_lemma_whose_resolvents_are_not_all_looked_at_in_time_is_not_verified() {
    // The clauses that hold -1 are true by 2, but for the last two, which exclude 1.
    let mut formula = cnf(&[&[2]]);
    (10..310).for_each(|number| formula.add_clause(&lits(&[-1, 2, number])));
    formula.add_clause(&lits(&[-1, 3]));
    formula.add_clause(&lits(&[-1, -3]));
    for options in [FORWARD, BACKWARD] {
        assert!(!check(&formula, "1 0\n", &options).is_verified());
        let over = Clock::unlimited().with_flag(Arc::new(AtomicBool::new(true)));
        let stopped = check_proof_within(&formula, &[], "1 0\n".as_bytes(), &options, &over);
        assert!(matches!(stopped, Err(ProofError::Stopped)), "{stopped:?}");
    }
}

#[test]
fn a_member_of_a_group_and_its_negation_are_no_candidate() {
    let mut formula = cnf(&[&[-1, -3], &[3, 4], &[3, -4], &[-3, 4], &[-3, -4]]);
    formula.add_at_most_one(&lits(&[1, 2, -1]));
    assert_eq!(summary(check(&formula, "1 0\n", &BACKWARD)).rat_lemmas, 1);
}

#[test]
fn trivial_contradictions_need_no_proof() {
    for options in [FORWARD, BACKWARD] {
        assert!(check(&cnf(&[&[1], &[]]), "", &options).is_verified());
        assert!(check(&cnf(&[&[1], &[-1, 2], &[-2]]), "", &options).is_verified());
        assert!(check(&cnf(&[&[1], &[-1, 2], &[-2]]), "0\n", &options).is_verified());
        assert!(!check(&cnf(&[]), "0\n", &options).is_verified());
        // The text after the contradiction is not read.
        assert!(check(&cnf(&[&[1, 2], &[-1, 2], &[-2]]), "2 0\nrubbish", &options).is_verified());
    }
}

#[test]
fn the_deletion_of_a_reason_is_ignored_and_of_another_clause_is_not() {
    let formula = cnf(&[&[1], &[-1, 2], &[-2, 3, 4], &[-2, 3, -4], &[-3, 4], &[-3, -4]]);
    for options in [FORWARD, BACKWARD] {
        let ignored = summary(check(&formula, "d 1 0\nd 2 -1 0\nd 7 8 0\n3 0\n", &options));
        assert_eq!((ignored.ignored_deletions, ignored.unknown_deletions, ignored.deletions), (2, 1, 0));
        assert!(!check(&formula, "d 4 3 -2 0\n3 0\n", &options).is_verified());
    }
    // The first clause was a reason while the lemma 2 was checked, and is none behind it.
    let formula = cnf(&[&[1, 2], &[-1, 2], &[-2, 3, 4], &[-2, 3, -4], &[-3, 4], &[-3, -4]]);
    for options in [FORWARD, BACKWARD] {
        assert_eq!(summary(check(&formula, "2 0\nd 1 2 0\n3 0\n", &options)).deletions, 1);
    }
}

#[test]
fn a_deleted_clause_is_no_candidate() {
    let formula = cnf(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2], &[-5, 6]]);
    assert!(!check(&formula, "5 0\n2 0\n", &FORWARD).is_verified());
    for options in [FORWARD, BACKWARD] {
        assert!(check(&formula, "d 6 -5 0\n5 0\n2 0\n", &options).is_verified());
    }
}

#[test]
fn a_deleted_clause_can_be_deleted_once_for_each_copy() {
    let formula = cnf(&[&[1, 2], &[2, 1, 2], &[-1, 2], &[-2, 3], &[-2, -3]]);
    for options in [FORWARD, BACKWARD] {
        assert!(check(&formula, "d 1 2 0\n2 0\n", &options).is_verified());
        assert!(!check(&formula, "d 1 2 0\nd 2 1 0\n2 0\n", &options).is_verified());
    }
}

/// Five pigeons in four holes, as groups: refuted without one clause written out.
#[test]
fn groups_propagate_and_resolve_as_their_pairs_do() {
    let hole = |pigeon: i32, hole: i32| 4 * pigeon + hole + 1;
    let mut formula = Formula::default();
    for pigeon in 0..5 {
        formula.clauses.push((0..4).map(|at| hole(pigeon, at)).collect());
    }
    for at in 0..4 {
        formula.groups.push((gordian_formula::GroupKind::AtMostOne, (0..5).map(|pigeon| hole(pigeon, at)).collect()));
    }
    let proof = refute(&formula.written(), 20);
    let pair = Step::Delete(vec![-1, -5]);
    let with_deletion: Vec<Step> = std::iter::once(pair).chain(proof).collect();
    for options in [FORWARD, BACKWARD] {
        let summary = summary(check_proof(&formula.cnf(), &[], &text(&with_deletion)[..], &options).unwrap());
        assert_eq!(summary.ignored_deletions, 1);
        if let Some(core) = summary.core {
            assert_eq!((core.clauses.len(), core.groups.len()), (5, 4));
        }
    }
    // A lemma whose pivot is a member is resolved with the pairs of the group: 1 and 5 exclude one another.
    let mut cnf = Cnf::new();
    cnf.add_at_most_one(&lits(&[1, 5, 6]));
    cnf.add_clause(&lits(&[5, 7]));
    for options in [FORWARD, BACKWARD] {
        let verdict = check_proof(&cnf, &lits(&[-7]), "1 0\n".as_bytes(), &options).unwrap();
        let Verdict::Refused(refusal) = verdict else { panic!() };
        assert_eq!(refusal.reason, RefusalReason::NotRat { candidate: lits(&[-1, -5]) }, "{options:?}");
    }
}

#[test]
fn a_group_of_many_members_takes_no_quadratic_space() {
    let members: Vec<i32> = (1..=200_000).collect();
    let mut cnf = Cnf::new();
    cnf.add_at_most_one(&lits(&members));
    cnf.add_clause(&lits(&[1, 2]));
    cnf.add_clause(&lits(&[3, 4]));
    let verdict = check_proof(&cnf, &[], "-1 0\n-2 0\n0\n".as_bytes(), &BACKWARD).unwrap();
    assert_eq!(summary(verdict).core.unwrap().groups, [0]);
}

#[test]
fn huge_variables_take_no_huge_space() {
    let formula = cnf(&[&[i32::MAX, 1], &[i32::MAX, -1], &[-i32::MAX, 2], &[-i32::MAX, -2]]);
    for options in [FORWARD, BACKWARD] {
        assert!(check(&formula, "2147483646 1 0\n2147483647 0\n0\n", &options).is_verified());
    }
}

#[test]
fn assumptions_are_unit_clauses() {
    let formula = cnf(&[&[1, 2, 3], &[-1, 4], &[-2, 4], &[5, 6]]);
    for options in [FORWARD, BACKWARD] {
        let verdict = check_proof(&formula, &lits(&[-6, -4, -3]), "4 3 0\n".as_bytes(), &options).unwrap();
        if let Some(core) = summary(verdict).core {
            assert_eq!((core.clauses, core.assumptions), (vec![0, 1, 2], lits(&[-4, -3])));
        }
        assert!(!check_proof(&formula, &lits(&[-6, -4]), "4 3 0\n".as_bytes(), &options).unwrap().is_verified());
    }
}

/// A refutation with new variables, clauses deleted, and lemmas that nothing rests on.
fn decorate(random: &mut Random, formula: &Formula, num_vars: usize, proof: Vec<Step>) -> Vec<Step> {
    let mut decorated = Vec::new();
    let mut present = formula.clauses.clone();
    let mut next_var = num_vars as i32 + 1;
    for step in proof {
        if decorated.is_empty() || random.chance(20) {
            let (first, second) = (random.lit(num_vars), random.lit(num_vars));
            if first.abs() != second.abs() {
                let new = next_var;
                next_var += 1;
                for clause in [vec![new, -first, -second], vec![-new, first], vec![-new, second]] {
                    present.push(clause.clone());
                    decorated.push(Step::Add(clause));
                }
            }
        }
        if let Step::Add(clause) = &step {
            present.push(clause.clone());
        }
        decorated.push(step);
        if random.chance(15) {
            let at = random.below(present.len());
            let mut clause = present[at].clone();
            let turn = random.below(2).min(clause.len());
            clause.rotate_left(turn);
            decorated.push(Step::Delete(clause));
        }
    }
    decorated
}

/// One small damage: a step left out or doubled, a literal left out, negated or replaced, two steps exchanged.
pub(crate) fn mutilate(random: &mut Random, proof: &[Step], num_vars: usize) -> Vec<Step> {
    let mut proof = proof.to_vec();
    if proof.is_empty() {
        return proof;
    }
    let at = random.below(proof.len());
    let other = random.below(proof.len());
    match random.below(6) {
        0 => drop(proof.remove(at)),
        1 => proof.swap(at, other),
        2 => proof[at] = Step::Delete(random_clause(random, num_vars)),
        kind => {
            let (Step::Add(clause) | Step::Delete(clause)) = &mut proof[at];
            if clause.is_empty() {
                return proof;
            }
            let place = random.below(clause.len());
            match kind {
                3 => drop(clause.remove(place)),
                4 => clause[place] = -clause[place],
                _ => clause[place] = random.lit(num_vars),
            }
        }
    }
    proof
}

pub(crate) fn random_clause(random: &mut Random, num_vars: usize) -> Clause {
    (0..random.below(3)).map(|_| random.lit(num_vars)).collect()
}

/// Compares both checkers with the oracle; whether forward checking accepted the proof.
fn compare(formula: &Formula, assumptions: &[i32], proof: &[Step]) -> bool {
    let cnf = formula.cnf();
    let assumed = lits(assumptions);
    let texts = text(proof);
    let forward = check_proof(&cnf, &assumed, &texts[..], &FORWARD).unwrap();
    let backward = check_proof(&cnf, &assumed, &texts[..], &BACKWARD).unwrap();
    let context = || {
        let shown = String::from_utf8(texts.clone()).unwrap();
        format!("{formula:?}\nassumptions {assumptions:?}\n{shown}\n{forward:?}\n{backward:?}")
    };
    let expected = reference_verdict(formula, assumptions, proof);
    assert_eq!(forward.is_verified(), expected, "forward checking\n{}", context());
    assert!(backward.is_verified() || !expected, "backward checking\n{}", context());
    for (strategy, verdict) in [(Strategy::Forward, &forward), (Strategy::Backward, &backward)] {
        let format = Some(ProofFormat::Drat(Encoding::Binary));
        let of_binary = check_proof(&cnf, &assumed, &binary(proof)[..], &ProofOptions { format, strategy }).unwrap();
        match (&of_binary, verdict) {
            (Verdict::Refused(of_binary), Verdict::Refused(of_text)) => assert_eq!(of_binary.step, of_text.step),
            _ => assert_eq!(&of_binary, verdict, "{}", context()),
        }
    }
    if let Verdict::Verified(summary) = &backward {
        let core = summary.core.as_ref().unwrap();
        let mut of_core = Formula::default();
        of_core.clauses.extend(core.clauses.iter().map(|&at| formula.clauses[at].clone()));
        of_core.clauses.extend(core.assumptions.iter().map(|assumption| vec![assumption.to_dimacs()]));
        of_core.groups.extend(core.groups.iter().map(|&at| formula.groups[at].clone()));
        assert!(!is_satisfiable(&of_core.written()), "the core is satisfiable\n{}", context());
        assert!(core.assumptions.iter().all(|assumption| assumed.contains(assumption)));
    }
    expected
}

#[test]
fn random_and_mutilated_proofs_are_judged_as_the_oracle_does() {
    let (mut accepted, mut refused, mut rat) = (0, 0, 0);
    for seed in 0..1000 {
        let mut random = Random::new(seed);
        let num_vars = 3 + random.below(6);
        let formula = Formula::random(&mut random, num_vars);
        let assumptions: Vec<i32> = (0..random.below(3)).map(|_| random.lit(num_vars)).collect();
        let mut written = formula.written();
        written.extend(assumptions.iter().map(|&number| vec![number]));
        let proof = if is_satisfiable(&written) {
            (0..4).map(|_| Step::Add(random_clause(&mut random, num_vars))).collect()
        } else {
            let plain = refute(&written, num_vars);
            assert!(compare(&formula, &assumptions, &plain), "a right proof");
            plain
        };
        let mut proof = decorate(&mut random, &formula, num_vars, proof);
        for _ in 0..6 {
            match compare(&formula, &assumptions, &proof) {
                true => accepted += 1,
                false => refused += 1,
            }
            let options = ProofOptions { format: Some(ProofFormat::Drat(Encoding::Text)), ..FORWARD };
            if let Ok(Verdict::Verified(summary)) =
                check_proof(&formula.cnf(), &lits(&assumptions), &text(&proof)[..], &options)
            {
                rat += summary.rat_lemmas;
            }
            proof = mutilate(&mut random, &proof, num_vars);
        }
    }
    assert!(accepted > 1000 && refused > 1000 && rat > 100, "{accepted} {refused} {rat}");
}

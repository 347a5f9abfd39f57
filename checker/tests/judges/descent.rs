//! Proofs whose lemmas follow by unit propagation alone, against the definition: those of certificates,
//! which are checked on one trail from the first to the last, and those before diagrams.

use std::collections::BTreeSet;

use gordian_checker::{
    Claim, CountEvidence, CountRefusal, CountVerdict, DnnfError, DnnfRefusal, RefusalReason, check_count, check_dnnf,
};
use gordian_formula::Cnf;
use gordian_testkit::Random;

use crate::common::{Clause, Formula, Step, is_rup, is_satisfiable, propagate, refute, text};
use crate::drat::{mutilate, random_clause};

/// The number of lemmas up to the contradiction, or the step that is refused, 0 for the proof as a whole.
type Result = std::result::Result<u64, u64>;

/// A certificate that there is no solution is its proof and nothing else.
fn check(cnf: &Cnf, proof: &[Step]) -> Result {
    let claim = Claim { show: cnf.projection().to_vec(), ..Claim::default() };
    let evidence = CountEvidence { claim: &claim, generators: &[], listing: &[] };
    match check_count(cnf, &evidence, &text(proof)[..]).expect("the proof can be read") {
        CountVerdict::Verified { proof, .. } => {
            assert_eq!((proof.core_lemmas, proof.rat_lemmas), (proof.lemmas, 0));
            Ok(proof.lemmas)
        }
        CountVerdict::Refused(CountRefusal::Proof(refusal)) => {
            assert_eq!(refusal.step == 0, refusal.reason == RefusalReason::NoContradiction);
            Err(refusal.step)
        }
        CountVerdict::Refused(refusal) => panic!("{refusal}"),
    }
}

/// The same lemmas before a diagram without models, which implies all clauses and asks for their contradiction.
fn check_before_diagram(cnf: &Cnf, lemmas: &[Step]) -> std::result::Result<(), u64> {
    let lemmas = String::from_utf8(text(lemmas)).expect("numbers are text");
    let lines = lemmas.lines().map(|lemma| format!("l {lemma}\n"));
    let diagram = format!("{}f 1 0\n", lines.collect::<String>());
    match check_dnnf(cnf, diagram.as_bytes()) {
        Ok(verdict) => {
            assert_eq!(verdict.count.to_string(), "0");
            Ok(())
        }
        Err(DnnfError::Refused(DnnfRefusal::Lemma { number })) => Err(number as u64),
        Err(DnnfError::Refused(DnnfRefusal::NotRefuted { node: 1 })) => Err(0),
        Err(error) => panic!("{error}"),
    }
}

/// The same by the definition, with every deletion carried out.
fn defined(mut clauses: Vec<Clause>, proof: &[Step]) -> Result {
    let set = |clause: &Clause| clause.iter().copied().collect::<BTreeSet<i32>>();
    let mut lemmas = 0;
    let mut steps = (1..).zip(proof);
    while propagate(&clauses, &[]).2.is_none() {
        match steps.next().ok_or(0u64)? {
            (_, Step::Delete(clause)) => {
                let found = clauses.iter().position(|other| set(other) == set(clause));
                found.map(|at| clauses.swap_remove(at));
            }
            (step, Step::Add(lemma)) if !is_rup(&clauses, lemma) => return Err(step),
            (_, Step::Add(lemma)) => {
                lemmas += 1;
                clauses.push(lemma.clone());
            }
        }
    }
    Ok(lemmas)
}

/// Other clauses that follow, in front of the lemmas: long ones, so that many follow, which begin
/// with the first literal of the one before, whose level is kept, or with its negation, whose level
/// must not be.
fn with_others(random: &mut Random, mut present: Vec<Clause>, num_vars: usize, proof: Vec<Step>) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut before: Clause = Vec::new();
    for step in proof {
        for _ in 0..random.below(4) {
            let mut clause: Clause = (0..1 + random.below(num_vars)).map(|_| random.lit(num_vars)).collect();
            if let (Some(first), Some(&same)) = (clause.first_mut(), before.first()) {
                *first = if random.chance(50) { same } else { -same };
            }
            if random.chance(3) || is_rup(&present, &clause) {
                before.clone_from(&clause);
                present.push(clause.clone());
                steps.push(Step::Add(clause));
            }
        }
        if let Step::Add(lemma) = &step {
            before.clone_from(lemma);
            present.push(lemma.clone());
        }
        steps.push(step);
    }
    steps
}

/// Deletions of clauses that are there, between the steps.
fn with_deletions(random: &mut Random, mut present: Vec<Clause>, proof: &[Step]) -> Vec<Step> {
    let mut steps = Vec::new();
    for step in proof {
        if random.chance(30) && !present.is_empty() {
            steps.push(Step::Delete(present[random.below(present.len())].clone()));
        }
        if let Step::Add(lemma) = step {
            present.push(lemma.clone());
        }
        steps.push(step.clone());
    }
    steps
}

#[test]
fn random_and_mutilated_proofs_are_judged_by_the_definition() {
    let (mut verified, mut refused, mut despite_deletions) = (0, 0, 0);
    for seed in 0..600 {
        let mut random = Random::new(seed);
        let num_vars = 3 + random.below(5);
        let formula = Formula::random(&mut random, num_vars);
        let mut cnf = formula.cnf();
        cnf.reserve_vars(num_vars);
        let written = formula.written();
        let is_satisfiable = is_satisfiable(&written);
        let mut proof: Vec<Step> = if is_satisfiable {
            (0..8).map(|_| Step::Add(random_clause(&mut random, num_vars))).collect()
        } else {
            refute(&written, num_vars)
        };
        if random.chance(80) {
            // The decisions in their order, as the lemmas of certificates have them.
            for step in &mut proof {
                let (Step::Add(clause) | Step::Delete(clause)) = step;
                clause.reverse();
            }
        }
        proof = with_others(&mut random, written.clone(), num_vars, proof);
        for _ in 0..8 {
            let plain: Vec<Step> = proof.iter().filter(|step| matches!(step, Step::Add(_))).cloned().collect();
            let found = check(&cnf, &plain);
            assert_eq!(found, defined(written.clone(), &plain), "{formula:?} {plain:?}");
            assert_eq!(check_before_diagram(&cnf, &plain), found.map(|_| ()), "{formula:?} {plain:?}");
            assert!(!(found.is_ok() && is_satisfiable));
            *if found.is_ok() { &mut verified } else { &mut refused } += 1;
            // A deletion of what some literal rests on is ignored, so more may follow than by the definition.
            let deleting = with_deletions(&mut random, written.clone(), &proof);
            let (found, strict) = (check(&cnf, &deleting), defined(written.clone(), &deleting));
            assert!(!(found.is_ok() && is_satisfiable), "{formula:?} {deleting:?}");
            assert!(found.is_ok() || strict.is_err(), "{formula:?} {deleting:?}");
            despite_deletions += usize::from(strict.is_ok());
            proof = mutilate(&mut random, &proof, num_vars);
        }
    }
    assert!(verified > 1000 && refused > 1000 && despite_deletions > 300, "{verified} {refused} {despite_deletions}");
}

//! All methods agree with brute force on random small formulas with random projections and planted symmetry groups.
//! The counts of the same formulas are proved in the tests of the evidence.
//!
//! `GORDIAN_COUNT_HUNT=50000 cargo test --release -p gordian-queries --test queries hunt` looks at so many, from seed
//! `GORDIAN_COUNT_HUNT_FIRST` on.

#![allow(clippy::print_stdout, reason = "how much was tested is said")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gordian_formula::{Cnf, Var};
use gordian_queries::{Method, QueryError, Question, Solution, SymmetryGroup};
use gordian_testkit::{Planted, Random, classes, counting_problem, number_of, solutions};

/// Solutions and classes by a method; `None` where it does not apply.
fn counted(question: Question<'_>, what: &str) -> Option<(u128, Option<u128>)> {
    match question.count(&mut ()) {
        Err(QueryError::Refused { .. }) => None,
        Err(error) => panic!("{what}: {error}"),
        Ok(answer) => {
            assert!(answer.is_complete(), "{what}");
            Some((answer.count, answer.orbits))
        }
    }
}

/// Each solution listed, or one of each class; or so many of them drawn.
fn listed(question: Question<'_>, drawn: Option<u64>, cnf: &Cnf, what: &str) -> Option<Vec<Vec<Var>>> {
    let mut found = Vec::new();
    let mut take = |solution: &Solution<'_>| {
        assert_eq!(cnf.first_violated(&solution.model()), None, "{what}");
        found.push(solution.true_vars().to_vec());
        ControlFlow::Continue(())
    };
    let listed = match drawn {
        Some(number) => question.sample(number, &mut take),
        None => question.list(&mut take),
    };
    match listed {
        Err(QueryError::Refused { .. }) => None,
        Err(error) => panic!("{what}: {error}"),
        Ok(_) => Some(found),
    }
}

#[test]
fn methods_agree_with_brute_force() {
    let (first, number) = (number_of("GORDIAN_COUNT_HUNT_FIRST", 0), number_of("GORDIAN_COUNT_HUNT", 400));
    let methods: Vec<Method> = Method::all().chain([Method::default()]).collect();
    let mut applied = vec![[0u64; 2]; methods.len()];
    for seed in first..first + number {
        let Planted { cnf, generators } = counting_problem(seed);
        let mut random = Random::new(seed);
        let raw = solutions(&cnf);
        let classes = classes(&cnf, &raw, &generators);
        let group = SymmetryGroup::from_generators(&cnf, &generators, "planted").unwrap();
        let trusted = SymmetryGroup::from_verified(&cnf, &generators, "trusted").unwrap();
        let (expected, expected_classes) = (raw.len() as u128, Some(classes.len() as u128));
        for (method, applied) in methods.iter().copied().zip(&mut applied) {
            let what = format!("seed {seed} by {method:?}: {cnf:?} under {generators:?}");
            let question = Question::new(&cnf).with_method(method).knowing(&group);
            if let Some(counts) = counted(question.clone(), &what) {
                assert_eq!(counts, (expected, None), "{what}");
                applied[0] += 1;
            }
            if let Some(found) = listed(question.clone(), None, &cnf, &what) {
                assert_eq!(found.len(), raw.len(), "{what}");
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), raw, "{what}");
            }
            for group in [&group, &trusted] {
                if let Some(counts) = counted(question.clone().up_to(group), &what) {
                    assert_eq!(counts, (expected, expected_classes), "{what}");
                    applied[1] += 1;
                }
            }
            let number = random.below(6);
            if let Some(found) = listed(question.clone(), Some(number as u64), &cnf, &what) {
                assert_eq!(found.len(), number.min(raw.len()), "{what}");
                assert!(found.iter().all(|row| raw.contains(row)), "{what}");
                assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "{what}");
            }
            if let Some(found) = listed(question.clone().up_to(&group), Some(number as u64), &cnf, &what) {
                assert_eq!(found.len(), number.min(classes.len()), "{what}");
                let with_some = classes.iter().filter(|class| found.iter().any(|row| class.contains(row)));
                assert_eq!(with_some.count(), found.len(), "{what}");
            }
            if let Some(found) = listed(question.up_to(&group), None, &cnf, &what) {
                assert_eq!(found.len(), classes.len(), "{what}");
                for class in &classes {
                    assert_eq!(found.iter().filter(|&row| class.contains(row)).count(), 1, "{what}");
                }
            }
        }
        let known = Question::new(&cnf).facts(&mut ());
        let of_true = Question::new(&cnf).count_each(&known, &mut ()).map(|counts| counts.of_true).unwrap();
        let true_in = |var: &Var| raw.iter().filter(|row| row.contains(var)).count();
        let expected_true: Vec<_> = known.visible.iter().map(|var| true_in(var).into()).collect();
        assert!(of_true == expected_true || raw.is_empty(), "seed {seed}: {of_true:?} of {cnf:?}");
        if seed % 8 == 0 {
            let what = format!("seed {seed} in two threads: {cnf:?} under {generators:?}");
            let question = Question::new(&cnf).with_threads(2).with_check(true);
            assert_eq!(counted(question.clone(), &what), Some((expected, None)), "{what}");
            assert_eq!(counted(question.up_to(&group), &what), Some((expected, expected_classes)), "{what}");
        }
    }
    for (method, applied) in methods.iter().zip(applied) {
        println!("{method} counted {} times, and classes {} times", applied[0], applied[1]);
        let is_for = |classes: bool| classes || method.symmetry.is_none();
        assert!(!is_for(false) || applied[0] > number / 5, "{method} counted {} times only", applied[0]);
        assert!(!is_for(true) || applied[1] > number / 5, "{method} counted classes {} times only", applied[1]);
    }
}

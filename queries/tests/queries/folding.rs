//! Frontiers, folded formulas and lex-leaders agree with brute force on thousands of small formulas.

use std::ops::ControlFlow;

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};
use gordian_queries::{Engine, Method, QueryError, Question, Refusal, Solution, SymmetryGroup, SymmetryUse};
use gordian_testkit::{Planted, Random, Shape, classes, image, planted, random_permutation, solutions};

/// The counts of a method; `None` if it does not apply.
fn counted(cnf: &Cnf, group: Option<&SymmetryGroup>, method: Method) -> Option<(u128, Option<u128>)> {
    match Question::new(cnf).with_method(method).up_to(group).count(&mut ()) {
        Err(QueryError::Refused { .. }) => None,
        answer => answer.map(|answer| Some((answer.count, answer.orbits))).unwrap(),
    }
}

#[test]
fn frontiers_agree_with_brute_force() {
    let mut applied = 0;
    for seed in 0..4000 {
        let mut random = Random::new(seed ^ 0xf0_11ed);
        let Planted { cnf, .. } = planted(&mut random, &Shape { max_vars: 12, general: false }, 0);
        let expected = solutions(&cnf).len() as u128;
        if let Some(counts) = counted(&cnf, None, Engine::Frontier.into()) {
            assert_eq!(counts, (expected, None), "{cnf:?}");
            applied += 1;
        }
    }
    assert!(applied > 3000, "applied to {applied} only");
}

#[test]
fn classes_agree_with_brute_force() {
    let mut applied = [0; 3];
    for seed in 0..600 {
        let mut random = Random::new(seed ^ 0xb0_05ed);
        let shape = Shape { max_vars: 9, general: random.chance(50) };
        let Planted { cnf, generators } = planted(&mut random, &shape, 3);
        let raw = solutions(&cnf);
        let expected = (raw.len() as u128, Some(classes(&cnf, &raw, &generators).len() as u128));
        let group = SymmetryGroup::from_generators(&cnf, &generators, "planted").unwrap();
        for (applied, method) in applied.iter_mut().zip([
            Engine::Frontier.into(),
            SymmetryUse::Burnside.into(),
            SymmetryUse::LexLeader.into(),
        ]) {
            if let Some(counts) = counted(&cnf, Some(&group), method) {
                assert_eq!(counts, expected, "{method} on {cnf:?} under {generators:?}");
                *applied += 1;
            }
        }
    }
    assert!(applied[0] > 200 && applied[1] > 580 && applied[2] > 580, "applied to {applied:?}");
}

#[test]
fn of_solutions_that_the_clauses_do_not_compare_the_greatest_is_taken() {
    // One of two hundred, which can be turned round, and one of three. In the middle nothing tells
    // a solution from its image early on.
    let mut cnf = Cnf::new();
    let row: Vec<Lit> = (0..200).map(|_| cnf.new_var().positive()).collect();
    let others: Vec<Lit> = (0..3).map(|_| cnf.new_var().positive()).collect();
    cnf.add_exactly_one(&row);
    cnf.add_exactly_one(&others);
    let turned = Permutation::from_images(row.iter().rev().chain(&others).copied().collect()).unwrap();
    let group = SymmetryGroup::from_generators(&cnf, &[turned], "turned").unwrap();
    let question = Question::new(&cnf).with_method(SymmetryUse::LexLeader).up_to(&group);
    let mut found = Vec::new();
    let answer = question.list(&mut |solution: &Solution<'_>| {
        found.push(solution.true_vars().to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(answer.map(|answer| (answer.count, answer.orbits)).unwrap(), (600, Some(300)));
    found.sort();
    found.dedup();
    assert_eq!(found.len(), 300);
    assert!(found.iter().all(|vars| vars[0].index() < 100));
}

#[test]
fn what_is_left_of_each_class_is_one_solution() {
    for seed in 0..1000 {
        let mut random = Random::new(seed ^ 0x1ead);
        let Planted { cnf, generators } = planted(&mut random, &Shape { max_vars: 8, general: true }, 2);
        let raw = solutions(&cnf);
        let group = SymmetryGroup::from_generators(&cnf, &generators, "planted").unwrap();
        let mut found: Vec<Vec<Var>> = Vec::new();
        let question = Question::new(&cnf).with_method(SymmetryUse::LexLeader).up_to(&group);
        let listed = question.list(&mut |solution: &Solution<'_>| {
            assert_eq!(cnf.first_violated(&solution.model()), None);
            found.push(solution.true_vars().to_vec());
            ControlFlow::Continue(())
        });
        if let Err(QueryError::Refused { reason, .. }) = listed {
            assert_eq!(reason, Refusal::LargeGroup);
            continue;
        }
        for class in classes(&cnf, &raw, &generators) {
            assert_eq!(found.iter().filter(|&row| class.contains(row)).count(), 1);
        }
    }
}

#[test]
fn a_symmetry_found_by_chance_counts_too() {
    let mut symmetric = 0;
    for seed in 0..3000 {
        let mut random = Random::new(seed ^ 0xc4a2ce);
        let Planted { cnf, .. } = planted(&mut random, &Shape { max_vars: 5, general: false }, 0);
        let permutation = random_permutation(&mut random, &cnf);
        let raw = solutions(&cnf);
        let Ok(group) = SymmetryGroup::from_generators(&cnf, std::slice::from_ref(&permutation), "random") else {
            continue;
        };
        assert_eq!(image(&cnf, &raw, &permutation), raw);
        let number = classes(&cnf, &raw, &[permutation]).len() as u128;
        assert_eq!(counted(&cnf, Some(&group), SymmetryUse::Burnside.into()), Some((raw.len() as u128, Some(number))));
        symmetric += 1;
    }
    assert!(symmetric > 200, "{symmetric} only");
}

/// Covers of a row of so many cells by pieces of one or two cells.
fn row_of_cells(cells: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let mut at: Vec<Vec<Lit>> = vec![Vec::new(); cells];
    for start in 0..cells {
        for length in 1..=2.min(cells - start) {
            let lit = cnf.new_var().positive();
            at[start..start + length].iter_mut().for_each(|cell| cell.push(lit));
        }
    }
    for cell in at {
        cnf.add_exactly_one(&cell);
    }
    cnf
}

#[test]
fn numbers_of_any_length_are_exact() {
    // Fibonacci's numbers: 64, 128 and more bits.
    let mut numbers = (num_bigint::BigUint::from(1u32), num_bigint::BigUint::from(1u32));
    for cells in 1..=300 {
        let next = &numbers.0 + &numbers.1;
        numbers = (numbers.1, next);
        if cells % 23 == 0 || cells == 300 {
            let answer = Question::new(&row_of_cells(cells)).with_method(Engine::Frontier).count(&mut ()).unwrap();
            assert_eq!(answer.exact_count(), numbers.0, "{cells} cells");
        }
    }
}

#[test]
fn methods_say_why_they_do_not_apply() {
    let cnf = row_of_cells(3);
    let refused = |question: Question<'_>| match question.count(&mut ()) {
        Err(QueryError::Refused { reason, .. }) => Some(reason),
        _ => None,
    };
    let question = Question::new(&cnf);
    assert_eq!(refused(question.clone().with_method(SymmetryUse::Burnside)), Some(Refusal::NoSymmetry));
    assert_eq!(refused(question.clone().with_method(SymmetryUse::LexLeader)), Some(Refusal::NoSymmetry));
    let trusted = SymmetryGroup::from_verified(&cnf, &[], "trusted").unwrap();
    assert_eq!(refused(question.clone().with_method(SymmetryUse::LexLeader).up_to(&trusted)), Some(Refusal::Trust));
    for method in [Method::from(SymmetryUse::Burnside), Engine::Frontier.into()] {
        let answer = question.clone().with_method(method).up_to(&trusted).count(&mut ()).unwrap();
        assert_eq!((answer.count, answer.orbits), (3, Some(3)));
    }
    let mut wide = Cnf::new();
    let lits: Vec<Lit> = (0..3).map(|_| wide.new_var().positive()).collect();
    wide.add_clause(&lits);
    assert_eq!(refused(Question::new(&wide).with_method(Engine::Frontier)), Some(Refusal::LongClause(0)));
}

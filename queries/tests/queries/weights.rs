//! Sums of weights agree with brute force, which multiplies and adds fractions one by one.
//!
//! `GORDIAN_WEIGHT_HUNT=50000 cargo test --release -p gordian-queries --test queries weights` looks
//! at so many formulas, from seed `GORDIAN_WEIGHT_HUNT_FIRST` on.

#![allow(clippy::print_stdout, reason = "how much was tested is said")]

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var, Weights};
use gordian_queries::{Engine, Limits, QueryError, Question, Refusal, Status, Stop, SymmetryGroup, Weighed};
use gordian_testkit::{Planted, Random, Shape, cnf, lit, number_of, planted, solutions};
use num_bigint::BigInt;
use num_rational::BigRational;

use crate::components::{add_gates, project, random_clauses};

type Fraction = BigRational;

fn fraction(numerator: i64, denominator: i64) -> Fraction {
    Fraction::new(numerator.into(), denominator.into())
}

/// A weight, and how it is written.
fn random_weight(random: &mut Random) -> (Fraction, String) {
    let numerator = random.below(40) as i64 - 15;
    match random.below(8) {
        0 => (fraction(0, 1), "0".to_owned()),
        1 => (fraction(1, 1), "1.0".to_owned()),
        2 => (fraction(numerator, 1), numerator.to_string()),
        3 => (fraction(numerator, 1000), format!("{numerator}e-3")),
        4 => (fraction(numerator * 100, 1), format!("{numerator}.0e2")),
        5 => {
            let denominator = 1 + random.below(30) as i64;
            (fraction(numerator, denominator), format!("{numerator}/{denominator}"))
        }
        6 => (fraction(5, 10), ".5".to_owned()),
        _ => {
            let hundredths = random.below(100) as i64;
            (fraction(-hundredths, 100), format!("-0.{hundredths:02}"))
        }
    }
}

/// The weight of each literal, and the same as it is given. One literal of a variable may be given alone, or none.
fn random_weights(random: &mut Random, num_vars: usize) -> (Vec<[Fraction; 2]>, Weights) {
    let mut weights = Weights::new();
    let mut give = |lit: Lit, text: &str| assert!(weights.set(lit, text.parse().unwrap()));
    let one = fraction(1, 1);
    let pairs = (0..num_vars).map(|index| {
        let var = Var::from_index(index);
        let (value, text) = random_weight(random);
        let (other, other_text) = random_weight(random);
        match random.below(8) {
            0 | 1 => [one.clone(), one.clone()],
            2 => {
                give(var.positive(), &text);
                [value.clone(), &one - value]
            }
            3 => {
                give(var.negative(), &text);
                [&one - &value, value]
            }
            // The weights are equal, so the variable may be eliminated.
            4 => {
                give(var.positive(), &text);
                give(var.negative(), &text);
                [value.clone(), value]
            }
            // The weights cancel out if the variable is free.
            5 if !text.starts_with('-') => {
                give(var.positive(), &text);
                give(var.negative(), &format!("-{text}"));
                [value.clone(), -value]
            }
            _ => {
                give(var.positive(), &text);
                give(var.negative(), &other_text);
                [value, other]
            }
        }
    });
    (pairs.collect(), weights)
}

/// Brute force: the sum over all solutions.
fn sum_of(cnf: &Cnf, pairs: &[[Fraction; 2]]) -> (Fraction, bool) {
    let visible = cnf.projection();
    let all = solutions(cnf);
    let weight = |solution: &Vec<Var>| -> Fraction {
        visible.iter().map(|var| pairs[var.index()][usize::from(!solution.contains(var))].clone()).product()
    };
    (all.iter().map(weight).sum(), !all.is_empty())
}

fn weighed(question: &Question<'_>, weights: &Weights) -> Weighed {
    question.weigh(weights, &mut ()).unwrap()
}

#[test]
fn random_weights_agree_with_brute_force() {
    let (first, number) = (number_of("GORDIAN_WEIGHT_HUNT_FIRST", 0), number_of("GORDIAN_WEIGHT_HUNT", 4000));
    let (mut projected, mut zero, mut below) = (0, 0, 0);
    for seed in first..first + number {
        let mut random = Random::new(seed ^ 0x03e1_9475);
        let mut cnf = match random.below(4) {
            0 => planted(&mut random, &Shape { max_vars: 9, general: true }, 1).cnf,
            _ => random_clauses(&mut random),
        };
        if random.chance(30) && cnf.num_vars() < 8 {
            add_gates(&mut random, &mut cnf);
        }
        if cnf.visible().is_none() {
            project(&mut random, &mut cnf);
        }
        let (pairs, weights) = random_weights(&mut random, cnf.num_vars());
        let (expected, is_satisfiable) = sum_of(&cnf, &pairs);
        for checks in [false, true] {
            let found = weighed(&Question::new(&cnf).with_check(checks), &weights);
            let what = format!("seed {seed}: {cnf:?} with {weights:?}");
            assert_eq!(found.weight.as_ref(), Some(&expected), "{what}");
            assert_eq!(found.status, Status::of(is_satisfiable, true), "{what}");
            assert_eq!((found.stop, found.checked_by.is_some()), (None, checks), "{what}");
        }
        projected += u64::from(cnf.visible().is_some());
        zero += u64::from(is_satisfiable && expected == fraction(0, 1));
        below += u64::from(expected < fraction(0, 1));
    }
    println!("{number} formulas: {projected} projected, {zero} satisfiable with the sum zero, {below} below zero");
    assert!(projected > number / 4 && zero > number / 20 && below > number / 10, "{projected} {zero} {below}");
}

/// Too many variables for brute force: the weight of parts without common variables is the product of theirs.
#[test]
fn weights_of_parts_are_multiplied() {
    for seed in 0..100 {
        let mut random = Random::new(seed ^ 0x9a47);
        let (mut whole, mut weights, mut product) = (Cnf::new(), Weights::new(), fraction(1, 1));
        for _ in 0..1 + random.below(25) {
            let mut part = random_clauses(&mut random);
            project(&mut random, &mut part);
            let (pairs, of_part) = random_weights(&mut random, part.num_vars());
            product *= sum_of(&part, &pairs).0;
            let first = whole.num_vars();
            let moved = |lit: &Lit| Var::from_index(first + lit.var().index()).lit(lit.is_positive());
            whole.reserve_vars(first + part.num_vars());
            part.clauses().for_each(|clause| whole.add_clause(&clause.iter().map(moved).collect::<Vec<_>>()));
            whole.add_visible(&part.projection().iter().map(|var| moved(&var.positive()).var()).collect::<Vec<_>>());
            of_part.given().for_each(|(lit, weight)| assert!(weights.set(moved(&lit), weight.clone())));
        }
        let found = weighed(&Question::new(&whole).with_check(true), &weights);
        assert_eq!(found.weight, Some(product), "{seed}");
    }
}

/// A chain in which no two neighbours are both true, each of them true with the weight x: Fibonacci polynomials.
#[test]
fn a_long_chain_has_the_value_of_a_fibonacci_polynomial() {
    let mut cnf = Cnf::new();
    let vars = cnf.new_vars(400);
    let mut weights = Weights::new();
    for var in &vars {
        assert!(
            weights.set(var.positive(), "-2/3".parse().unwrap()) && weights.set(var.negative(), "1".parse().unwrap())
        );
    }
    for pair in vars.windows(2) {
        cnf.add_clause(&[pair[0].negative(), pair[1].negative()]);
    }
    let (mut before, mut expected) = (fraction(1, 1), fraction(1, 1));
    for _ in 0..400 {
        let next = &expected + &before * fraction(-2, 3);
        (before, expected) = (expected, next);
    }
    let found = weighed(&Question::new(&cnf).with_method(Engine::Component), &weights);
    assert_eq!((found.weight, found.method), (Some(expected), Engine::Component.into()));
    assert!(found.effort.decisions < 10_000, "the parts are met again and again: {:?}", found.effort);
}

/// A part with the sum zero has models. It does not refute its side, and sums stored beside it are right.
#[test]
fn the_sum_zero_is_no_refutation() {
    // Under 1, two parts of which one cancels out; under -1, the other one alone.
    let formula = cnf(&[&[-1, 2, 3], &[-1, -2, -3], &[4, 5], &[1, 2], &[1, 3]]);
    let mut weights = Weights::new();
    for (number, text) in [(2, "1"), (-2, "-1"), (3, "1"), (-3, "1"), (1, "7"), (-1, "1/2"), (4, "0.5"), (-4, "0.5")] {
        assert!(weights.set(lit(number), text.parse().unwrap()));
    }
    // 4 or 5: (0.5 * 2 + 0.5 * 1) = 3/2; under 1 the sum of 2 xor 3 is 1 - 1 = 0; under -1 it is 1 * 1.
    let found = weighed(&Question::new(&formula).with_check(true), &weights);
    assert_eq!((found.weight, found.status), (Some(fraction(3, 4)), Status::Satisfiable));
    let mut nothing = Weights::new();
    assert!(nothing.set(lit(1), "0".parse().unwrap()) && nothing.set(lit(-1), "0".parse().unwrap()));
    let found = weighed(&Question::new(&formula), &nothing);
    assert_eq!((found.weight, found.status), (Some(fraction(0, 1)), Status::Satisfiable));
}

#[test]
fn huge_and_tiny_weights_are_exact() {
    let formula = cnf(&[&[1, 2]]);
    let mut weights = Weights::new();
    for (number, text) in [(1, "1e2000"), (-1, "1e-2000"), (2, "1e-2000"), (-2, "1")] {
        assert!(weights.set(lit(number), text.parse().unwrap()));
    }
    let found = weighed(&Question::new(&formula), &weights).weight.unwrap();
    let power = Fraction::from(BigInt::from(10)).pow(2000);
    assert_eq!(found, &power + fraction(1, 1) + (&power * &power).recip());
}

#[test]
fn what_it_cannot_do_is_refused_and_limits_are_kept() {
    let formula = cnf(&[&[1, 2, 3]]);
    let weights = Weights::new();
    for engine in [Engine::Blocking, Engine::Chronological, Engine::ExactCover, Engine::Frontier] {
        let refused = Question::new(&formula).with_method(engine).weigh(&weights, &mut ());
        assert!(matches!(refused, Err(QueryError::Refused { reason: Refusal::Weights, .. })), "{refused:?}");
    }
    let turn = Permutation::parse("(1 2 3)", 3).unwrap();
    let group = SymmetryGroup::from_generators(&formula, &[turn], "turn").unwrap();
    let refused = Question::new(&formula).up_to(&group).weigh(&weights, &mut ());
    assert!(matches!(refused, Err(QueryError::Refused { reason: Refusal::Weights, .. })), "{refused:?}");
    let limits = Limits::none().with_deadline(std::time::Instant::now());
    let found = Question::new(&formula).with_limits(limits).weigh(&weights, &mut ()).unwrap();
    assert_eq!((found.stop, found.status, found.weight), (Some(Stop::Time), Status::Unknown, None));
    let Planted { cnf, .. } = planted(&mut Random::new(1), &Shape { max_vars: 9, general: true }, 1);
    let found = weighed(&Question::new(&cnf), &weights).weight;
    assert_eq!(found, Some(Fraction::from(BigInt::from(solutions(&cnf).len()))), "without weights it is a count");
}

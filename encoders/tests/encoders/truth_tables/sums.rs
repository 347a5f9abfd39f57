//! Linear sums.

use gordian_encoders::encode::*;
use gordian_formula::{ClauseSink, Cnf};

use gordian_testkit::Random;

use super::harness::{check, output};

const RELATIONS: [Relation; 6] =
    [Relation::Equal, Relation::NotEqual, Relation::AtMost, Relation::Less, Relation::AtLeast, Relation::Greater];

const ENCODINGS: [SumEncoding; 7] = [
    SumEncoding::Auto,
    SumEncoding::Tree,
    SumEncoding::Columns(2),
    SumEncoding::Columns(3),
    SumEncoding::Columns(10),
    SumEncoding::Columns(16),
    SumEncoding::Columns(1000),
];

fn holds(sum: i64, relation: Relation, bound: i64) -> bool {
    match relation {
        Relation::Equal => sum == bound,
        Relation::NotEqual => sum != bound,
        Relation::AtMost => sum <= bound,
        Relation::Less => sum < bound,
        Relation::AtLeast => sum >= bound,
        Relation::Greater => sum > bound,
    }
}

const BIT: &[i64] = &[0, 1];
const SMALL: &[i64] = &[-1, 0, 1, 2];
const HOLED: &[i64] = &[-3, 0, 1, 7];

/// Columns hand on few carries of a wide range.
const FAR: &[i64] = &[-3, 0, 1 << 24, (1 << 30) + 7];

/// Terms as a coefficient and a domain each.
const SUMS: [&[(i64, &[i64])]; 18] = [
    &[],
    &[(3, SMALL)],
    &[(-2, HOLED)],
    &[(1, &[5])],
    &[(1, BIT), (1, BIT), (1, BIT), (1, BIT), (1, BIT)],
    &[(1, BIT), (-1, BIT), (1, BIT), (-1, BIT)],
    &[(2, BIT), (3, BIT), (5, BIT), (-7, BIT), (11, BIT)],
    &[(1, SMALL), (1, SMALL)],
    &[(1, SMALL), (-1, SMALL)],
    &[(6, SMALL), (-4, HOLED), (10, BIT)],
    &[(1, SMALL), (1, HOLED), (-2, SMALL), (3, BIT)],
    &[(100, SMALL), (10, SMALL), (1, SMALL)],
    &[(91, SMALL), (-90, HOLED), (9, SMALL)],
    &[(999, HOLED), (-1001, HOLED), (7, BIT), (13, BIT)],
    &[(123_456_789, BIT), (-987_654_321, BIT), (55_555_555, HOLED)],
    &[(5, SMALL), (0, HOLED), (5, SMALL), (-15, BIT)],
    &[(4, &[0, 1, 1 << 24]), (-3, &[0, 1, (1 << 24) + 1])],
    &[(7, FAR), (-5, FAR), (3, BIT)],
];

/// Bounds around the least, the greatest and the middle sum, and some sums that occur.
fn bounds(terms: &[(i64, &[i64])]) -> Vec<i64> {
    let end = |pick: fn(i64, i64) -> i64| {
        terms.iter().map(|&(a, domain)| domain.iter().map(|&v| a * v).reduce(pick).unwrap_or(0)).sum::<i64>()
    };
    let (least, greatest) = (end(i64::min), end(i64::max));
    let typical: i64 = terms.iter().map(|&(a, domain)| a * domain[domain.len() / 2]).sum();
    let middle = (least + greatest) / 2;
    let mut bounds: Vec<i64> =
        [least, greatest, middle, typical].iter().flat_map(|&at| [at - 2, at - 1, at, at + 1, at + 2]).collect();
    bounds.sort_unstable();
    bounds.dedup();
    bounds
}

fn sum_of(terms: &[(i64, &[i64])], inputs: &[IntVar]) -> Sum {
    terms.iter().zip(inputs).fold(Sum::new(), |sum, (&(a, _), x)| sum.plus(a, x))
}

#[test]
fn every_relation_in_every_encoding() {
    for terms in SUMS {
        let domains: Vec<&[i64]> = terms.iter().map(|&(_, domain)| domain).collect();
        let value = |values: &[i64]| terms.iter().zip(values).map(|(&(a, _), &v)| a * v).sum::<i64>() + 3;
        for encoding in ENCODINGS {
            for relation in RELATIONS {
                for bound in bounds(terms) {
                    let name = format!("{terms:?} {relation:?} {bound}, {encoding:?}");
                    check(
                        &name,
                        &domains,
                        |cnf, inputs| {
                            let sum = sum_of(terms, inputs).plus_constant(3);
                            sum.post_with(cnf, relation, bound, encoding).expect("small numbers");
                            Vec::new()
                        },
                        |values| holds(value(values), relation, bound).then(Vec::new),
                    );
                    check(
                        &format!("truth of {name}"),
                        &domains,
                        |cnf, inputs| {
                            let sum = sum_of(terms, inputs).plus_constant(3);
                            vec![output(sum.truth_with(cnf, relation, bound, encoding).expect("small numbers"))]
                        },
                        |values| Some(vec![i64::from(holds(value(values), relation, bound))]),
                    );
                }
            }
        }
    }
}

fn domain(random: &mut Random) -> Vec<i64> {
    let start = random.below(12) - 8;
    let mut values: Vec<i64> = (0..1 + random.below(6)).map(|_| start + random.below(9)).collect();
    values.sort_unstable();
    values.dedup();
    values
}

#[test]
fn a_thousand_random_sums() {
    let mut random = Random::new(2005);
    for _ in 0..1000 {
        let count = 1 + random.below(4);
        let domains: Vec<Vec<i64>> = (0..count).map(|_| domain(&mut random)).collect();
        let scale = [3, 12, 100, 5000, 1_000_000][random.below(5)];
        let factors: Vec<i64> = (0..count).map(|_| random.below(2 * scale + 1) - scale).collect();
        let value = |values: &[i64]| factors.iter().zip(values).map(|(a, v)| a * v).sum::<i64>();
        let typical: Vec<i64> = domains.iter().map(|domain| domain[random.below(domain.len())]).collect();
        let bound = value(&typical) + random.below(3) - 1;
        let relation = RELATIONS[random.below(RELATIONS.len())];
        let bases = [2, 3, 4, 7, 10, 16, 100];
        let encoding = match random.below(3) {
            0 => SumEncoding::Tree,
            1 => SumEncoding::Auto,
            _ => SumEncoding::Columns(bases[random.below(bases.len())]),
        };
        let name = format!("{factors:?} over {domains:?} {relation:?} {bound}, {encoding:?}");
        let domains: Vec<&[i64]> = domains.iter().map(Vec::as_slice).collect();
        let sum = |inputs: &[IntVar]| factors.iter().zip(inputs).fold(Sum::new(), |sum, (&a, x)| sum.plus(a, x));
        check(
            &name,
            &domains,
            |cnf, inputs| {
                sum(inputs).post_with(cnf, relation, bound, encoding).expect("small numbers");
                Vec::new()
            },
            |values| holds(value(values), relation, bound).then(Vec::new),
        );
        check(
            &format!("truth of {name}"),
            &domains,
            |cnf, inputs| vec![output(sum(inputs).truth_with(cnf, relation, bound, encoding).expect("small numbers"))],
            |values| Some(vec![i64::from(holds(value(values), relation, bound))]),
        );
    }
}

#[test]
fn bounds_that_creep_are_left_to_the_solver() {
    let long: Vec<i64> = (0..40).collect();
    check(
        "100 x - 100 y + z = 50",
        &[&long, &long, BIT],
        |cnf, inputs| {
            let sum = Sum::new().plus(100, &inputs[0]).plus(-100, &inputs[1]).plus(1, &inputs[2]);
            sum.post_with(cnf, Relation::Equal, 50, SumEncoding::Tree).expect("small numbers");
            Vec::new()
        },
        |_| None,
    );
}

#[test]
fn sums_as_variables() {
    for terms in SUMS {
        let domains: Vec<&[i64]> = terms.iter().map(|&(_, domain)| domain).collect();
        check(
            &format!("{terms:?} as a variable"),
            &domains,
            |cnf, inputs| {
                let total = sum_of(terms, inputs).plus_constant(-4).to_variable(cnf).expect("small numbers");
                let (lower, upper) = (total.lower(), total.upper());
                assert!(total.values().len() as i64 <= upper - lower + 1);
                vec![total]
            },
            |values| Some(vec![terms.iter().zip(values).map(|(&(a, _), &v)| a * v).sum::<i64>() - 4]),
        );
    }
}

#[test]
fn repeated_variables_and_views_are_gathered() {
    check(
        "2 x - x + (3 - x) + y - 2 not y",
        &[SMALL, BIT],
        |cnf, inputs| {
            let (x, y) = (&inputs[0], inputs[1].order_literals()[0]);
            let mirrored = x.times(-1).and_then(|x| x.plus(3)).expect("small numbers");
            let before = (cnf.num_vars(), cnf.num_clauses());
            let sum = Sum::new().plus(2, x).plus(-1, x).plus(1, &mirrored).plus_literal(1, y).plus_literal(-2, !y);
            let total = sum.to_variable(cnf).expect("small numbers");
            assert_eq!((cnf.num_vars(), cnf.num_clauses()), before, "only y is left, and that is a view");
            vec![total]
        },
        |values| Some(vec![3 + values[1] - 2 * (1 - values[1])]),
    );
}

#[test]
fn counts_of_literals_become_groups_and_clauses() {
    let mut cnf = Cnf::new();
    let lits: Vec<_> = cnf.new_vars(5).iter().map(|var| var.positive()).collect();
    let sum = lits.iter().fold(Sum::new(), |sum, &lit| sum.plus_literal(2, lit));
    sum.post(&mut cnf, Relation::Equal, 2).unwrap();
    sum.post(&mut cnf, Relation::Less, 4).unwrap();
    sum.post(&mut cnf, Relation::AtLeast, 1).unwrap();
    assert_eq!((cnf.num_vars(), cnf.num_groups(), cnf.num_clauses()), (5, 2, 1));
}

/// No sum of two subsets is another's, so there is no small formula; that is found out without large memory.
#[test]
fn sums_of_values_that_lie_far_apart_are_refused() {
    let mut random = Random::new(6);
    let mut cnf = Cnf::new();
    let mut sum = Sum::new();
    for _ in 0..40 {
        let values: Vec<i64> = (0..6).map(|_| (random.bits() >> 16) as i64).collect();
        sum.add(i64::from(random.below(20_u8)) + 1, &IntVar::from_values(&mut cnf, &values).unwrap());
    }
    for relation in [Relation::Equal, Relation::AtMost] {
        let written = sum.post(&mut cnf, relation, 100_000_000_000_000_000);
        assert!(matches!(written, Err(EncodingError::SumTooLarge { .. })), "{written:?}");
    }
}

#[test]
fn what_cannot_be_written_is_refused_before_anything_is() {
    let mut cnf = Cnf::new();
    let x = IntVar::new(&mut cnf, 0..=9).unwrap();
    let before = (cnf.num_vars(), cnf.num_clauses());
    let overflow = Sum::new().plus(i64::MAX, &x).post(&mut cnf, Relation::Equal, 0);
    assert_eq!(overflow, Err(EncodingError::Overflow));
    let base = Sum::new().plus(7, &x).post_with(&mut cnf, Relation::Equal, 7, SumEncoding::Columns(1));
    assert_eq!(base, Err(EncodingError::BadBase(1)));
    assert_eq!((cnf.num_vars(), cnf.num_clauses()), before);
    // Bounds at the ends of the range are no overflow: they are never reached.
    Sum::new().plus(7, &x).post(&mut cnf, Relation::Less, i64::MAX).unwrap();
    Sum::new().plus(7, &x).post(&mut cnf, Relation::Greater, i64::MIN).unwrap();
    assert_eq!((cnf.num_vars(), cnf.num_clauses()), before);

    let large = IntVar::new(&mut cnf, 0..=200_000).unwrap();
    let other = IntVar::new(&mut cnf, 0..=200_000).unwrap();
    let before = (cnf.num_vars(), cnf.num_clauses());
    let result = Sum::new().plus(1, &large).plus(1, &other).to_variable(&mut cnf);
    assert!(matches!(result, Err(EncodingError::SumTooLarge { .. })));
    assert_eq!((cnf.num_vars(), cnf.num_clauses()), before);
}

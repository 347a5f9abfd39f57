//! Integer variables, their views and channels, products, all different.

use gordian_encoders::encode::*;
use gordian_formula::{ClauseSink, Cnf, Lit};

use super::harness::{check, check_literals, output};

const DOMAINS: [&[i64]; 7] =
    [&[4], &[-1, 0], &[0, 3], &[2, 3, 4], &[-7, -2, 5], &[0, 1, 2, 3, 4, 5], &[-9, -8, 0, 1, 2, 40]];

#[test]
fn bounds_and_values_mean_what_they_say() {
    for domain in DOMAINS {
        let asked = || -10..=41;
        check(
            &format!("integer {domain:?}"),
            &[domain],
            |cnf, inputs| {
                let x = &mut inputs[0];
                asked()
                    .flat_map(|v| [x.at_least(v), x.at_most(v), x.equals(cnf, v), x.equals(cnf, v)])
                    .map(output)
                    .collect()
            },
            |values| {
                let x = values[0];
                Some(asked().flat_map(|v| [x >= v, x <= v, x == v, x == v].map(i64::from)).collect())
            },
        );
        check(
            &format!("value literals of {domain:?}"),
            &[domain],
            |cnf, inputs| inputs[0].value_literals(cnf).into_iter().map(|(_, truth)| output(truth)).collect(),
            |values| Some(domain.iter().map(|&value| i64::from(values[0] == value)).collect()),
        );
    }
}

#[test]
fn views_are_functions() {
    for domain in DOMAINS {
        for factor in [-3, -1, 0, 1, 2] {
            check(
                &format!("view {factor} x + 5 of {domain:?}"),
                &[domain],
                |cnf, inputs| {
                    let mut view = inputs[0].times(factor).and_then(|view| view.plus(5)).expect("small numbers");
                    let equal = view.equals(cnf, factor * domain[0] + 5);
                    vec![view, output(equal)]
                },
                |values| {
                    let value = factor * values[0] + 5;
                    Some(vec![value, i64::from(value == factor * domain[0] + 5)])
                },
            );
        }
        for divisor in 1..=5 {
            check(
                &format!("view x / {divisor} of {domain:?}"),
                &[domain],
                |_, inputs| vec![inputs[0].divided_by(divisor).expect("a positive divisor")],
                |values| Some(vec![values[0].div_euclid(divisor)]),
            );
        }
        if domain.iter().all(|&value| value >= 0) {
            let squared = |inputs: &[IntVar]| vec![inputs[0].squared().expect("no negative value")];
            check(
                &format!("view x * x of {domain:?}"),
                &[domain],
                |_, inputs| squared(inputs),
                |values| Some(vec![values[0] * values[0]]),
            );
        }
    }
}

#[test]
fn value_literals_given_from_outside() {
    for count in 1..=7_usize {
        let value = |index: usize| (index as i64 * 5) % 7;
        check_literals(
            &format!("integer from {count} value literals"),
            count,
            |cnf, lits| {
                let pairs: Vec<(i64, Lit)> = lits.iter().enumerate().map(|(index, &lit)| (value(index), lit)).collect();
                let x = IntVar::from_value_literals(cnf, &pairs).expect("a small domain");
                // Demanded of the order literals, seen in the value literals.
                imply(cnf, &[x.at_least(1)], &[x.at_most(3)]);
                Sum::new().plus(2, &x).post(cnf, Relation::NotEqual, 6).expect("small numbers");
            },
            |values| {
                let chosen: Vec<usize> = (0..count).filter(|&index| values[index]).collect();
                chosen.len() == 1 && value(chosen[0]) < 3
            },
        );
    }
}

#[test]
fn comparisons_of_two_variables() {
    for x in DOMAINS {
        for y in DOMAINS {
            check(
                &format!("{x:?} <= {y:?}"),
                &[x, y],
                |cnf, inputs| {
                    at_most_variable(cnf, &inputs[0], &inputs[1]);
                    Vec::new()
                },
                |values| (values[0] <= values[1]).then(Vec::new),
            );
        }
    }
}

#[test]
fn products() {
    for x in DOMAINS {
        for y in DOMAINS {
            check(
                &format!("{x:?} times {y:?}"),
                &[x, y],
                |cnf, inputs| vec![product(cnf, &inputs[0], &inputs[1]).expect("small numbers")],
                |values| Some(vec![values[0] * values[1]]),
            );
            check(
                &format!("{x:?} squared"),
                &[x],
                |cnf, inputs| vec![product(cnf, &inputs[0], &inputs[0]).expect("small numbers")],
                |values| Some(vec![values[0] * values[0]]),
            );
        }
    }
}

#[test]
fn all_variables_different() {
    let shapes: [&[&[i64]]; 9] = [
        &[],
        &[&[1]],
        &[&[1], &[1]],
        &[&[1], &[2], &[1, 2, 3]],
        &[&[0, 1], &[0, 1]],
        &[&[0, 1], &[0, 1], &[0, 1]],
        &[&[0, 1, 2], &[0, 1, 2], &[0, 1, 2]],
        &[&[0, 1, 2, 3], &[2, 3], &[-5, 2, 3, 7], &[7, 9]],
        &[&[0, 1, 2, 3, 4], &[0, 1, 2, 3, 4], &[0, 1, 2, 3, 4], &[0, 1, 2, 3, 4], &[0, 1, 2, 3, 4]],
    ];
    for encoding in AtMostOneEncoding::ALL {
        for domains in shapes {
            check(
                &format!("all different {domains:?}, {encoding:?}"),
                domains,
                |cnf, inputs| {
                    all_different(cnf, inputs, encoding);
                    Vec::new()
                },
                |values| (1..values.len()).all(|index| !values[..index].contains(&values[index])).then(Vec::new),
            );
        }
    }
}

#[test]
fn bad_domains_are_refused() {
    let mut cnf = Cnf::new();
    let lit = cnf.new_var().positive();
    #[expect(clippy::reversed_empty_ranges)]
    let reversed = 3..=2;
    assert_eq!(IntVar::new(&mut cnf, reversed), Err(EncodingError::EmptyDomain));
    assert_eq!(IntVar::from_values(&mut cnf, &[]), Err(EncodingError::EmptyDomain));
    assert_eq!(IntVar::from_values(&mut cnf, &[2, 1, 2]), Err(EncodingError::RepeatedValue(2)));
    assert_eq!(IntVar::from_value_literals(&mut cnf, &[(1, lit), (1, !lit)]), Err(EncodingError::RepeatedValue(1)));
    assert_eq!(IntVar::new(&mut cnf, i64::MIN..=i64::MAX), Err(EncodingError::Overflow));
    let limit = MAX_VALUES;
    let too_many = EncodingError::DomainTooLarge { values: limit + 1, limit };
    assert_eq!(IntVar::new(&mut cnf, 0..=limit as i64), Err(too_many));
    assert_eq!(IntVar::constant(MAX_MAGNITUDE).plus(1), Err(EncodingError::Overflow));
    assert_eq!(IntVar::constant(MAX_MAGNITUDE).times(-2), Err(EncodingError::Overflow));
    assert!(IntVar::constant(1).divided_by(0).is_none());
    assert!(IntVar::constant(-1).squared().is_none() && IntVar::constant(MAX_MAGNITUDE).squared().is_none());
    assert_eq!((cnf.num_vars(), cnf.num_clauses()), (1, 0), "an error leaves the formula alone");
}

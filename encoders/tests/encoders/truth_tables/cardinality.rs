//! Counts of literals.

use gordian_encoders::encode::*;

use super::harness::{check, check_literals, check_propagation, literals};

const ENCODINGS: [CardinalityEncoding; 3] =
    [CardinalityEncoding::Auto, CardinalityEncoding::Sequential, CardinalityEncoding::Totalizer];

fn trues(values: &[bool]) -> usize {
    values.iter().filter(|&&value| value).count()
}

#[test]
fn every_bound_on_up_to_seven() {
    for encoding in ENCODINGS {
        for n in 0..=7 {
            for k in 0..=n + 2 {
                let name = |what: &str| format!("{what} {k} of {n}, {encoding:?}");
                let holds = |result: Result<(), EncodingError>| result.expect("a small count");
                check_literals(&name("at most"), n, |cnf, x| holds(at_most(cnf, x, k, encoding)), |v| trues(v) <= k);
                check_literals(&name("at least"), n, |cnf, x| holds(at_least(cnf, x, k, encoding)), |v| trues(v) >= k);
                check_literals(&name("exactly"), n, |cnf, x| holds(exactly(cnf, x, k, encoding)), |v| trues(v) == k);
                for upper in 0..=n + 1 {
                    check_literals(
                        &name(&format!("at most {upper} and at least")),
                        n,
                        |cnf, x| holds(between(cnf, x, k, upper, encoding)),
                        |v| (k..=upper).contains(&trues(v)),
                    );
                }
            }
        }
    }
}

#[test]
fn counts_propagate_fully() {
    for encoding in ENCODINGS {
        for n in 1..=6 {
            for lower in 0..=n {
                for upper in lower..=n {
                    check_propagation(
                        &format!("{lower} to {upper} of {n}, {encoding:?}"),
                        n,
                        |cnf, x| between(cnf, x, lower, upper, encoding).expect("a small count"),
                        |v| (lower..=upper).contains(&trues(v)),
                    );
                }
            }
        }
    }
}

#[test]
fn counted_up_to_a_limit() {
    for encoding in ENCODINGS {
        for n in 0..=7 {
            for limit in 0..=n + 1 {
                check(
                    &format!("count of {n} up to {limit}, {encoding:?}"),
                    &vec![&[0, 1][..]; n],
                    |cnf, inputs| vec![count(cnf, &literals(inputs), limit, encoding).expect("a small count")],
                    |values| Some(vec![values.iter().sum::<i64>().min(limit as i64)]),
                );
            }
        }
    }
}

#[test]
fn repeated_and_opposite_members_count_as_often_as_they_stand() {
    for encoding in ENCODINGS {
        for k in 0..=6 {
            check_literals(
                &format!("exactly {k} of repeated members, {encoding:?}"),
                4,
                |cnf, x| {
                    let members = [x[0], x[1], !x[0], x[2], x[1], !x[3]];
                    exactly(cnf, &members, k, encoding).expect("a small count");
                },
                |v| trues(&[v[0], v[1], !v[0], v[2], v[1], !v[3]]) == k,
            );
        }
    }
}

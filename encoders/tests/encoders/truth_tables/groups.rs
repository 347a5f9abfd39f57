//! At most one, exactly one, placement, gates.

use gordian_encoders::encode::*;
use gordian_formula::Lit;

use super::harness::{check, check_literals, check_propagation, literals, output};

fn trues(values: &[bool]) -> usize {
    values.iter().filter(|&&value| value).count()
}

#[test]
fn at_most_one_of_up_to_ten() {
    for encoding in AtMostOneEncoding::ALL {
        for count in 0..=10 {
            let name = format!("at most one of {count}, {encoding:?}");
            check_literals(&name, count, |cnf, lits| at_most_one(cnf, lits, encoding), |values| trues(values) <= 1);
        }
    }
}

#[test]
fn exactly_one_of_up_to_ten() {
    for encoding in AtMostOneEncoding::ALL {
        for count in 0..=10 {
            let name = format!("exactly one of {count}, {encoding:?}");
            check_literals(&name, count, |cnf, lits| exactly_one(cnf, lits, encoding), |values| trues(values) == 1);
        }
    }
}

#[test]
fn groups_propagate_fully() {
    for encoding in AtMostOneEncoding::ALL {
        for count in 1..=7 {
            let name = format!("at most one of {count}, {encoding:?}");
            check_propagation(&name, count, |cnf, lits| at_most_one(cnf, lits, encoding), |values| trues(values) <= 1);
            let name = format!("exactly one of {count}, {encoding:?}");
            check_propagation(&name, count, |cnf, lits| exactly_one(cnf, lits, encoding), |values| trues(values) == 1);
        }
    }
}

#[test]
fn repeated_and_opposite_members_count_as_often_as_they_stand() {
    for encoding in AtMostOneEncoding::ALL {
        let members = |lits: &[Lit]| vec![lits[0], lits[1], !lits[0], lits[2], lits[1], !lits[3], lits[4]];
        let number = |v: &[bool]| [v[0], v[1], !v[0], v[2], v[1], !v[3], v[4]].iter().filter(|&&value| value).count();
        let name = format!("repeated members, {encoding:?}");
        check_literals(&name, 5, |cnf, lits| at_most_one(cnf, &members(lits), encoding), |v| number(v) <= 1);
        check_literals(&name, 5, |cnf, lits| exactly_one(cnf, &members(lits), encoding), |v| number(v) == 1);
    }
}

#[test]
fn placements_cover_as_often_as_told() {
    let options: [&[usize]; 6] = [&[0, 1], &[1, 2], &[2, 3, 3], &[0], &[3, 4], &[4]];
    let coverage = [
        Coverage::ExactlyOnce,
        Coverage::AtMostOnce,
        Coverage::ExactlyOnce,
        Coverage::AtMostOnce,
        Coverage::Any,
        Coverage::AtMostOnce,
    ];
    for encoding in AtMostOneEncoding::ALL {
        let holds = |chosen: &[bool]| {
            (0..coverage.len()).all(|item| {
                let times = (0..options.len()).filter(|&option| chosen[option] && options[option].contains(&item));
                match (coverage[item], times.count()) {
                    (Coverage::ExactlyOnce, times) => times == 1,
                    (Coverage::AtMostOnce, times) => times <= 1,
                    (Coverage::Any, _) => true,
                }
            })
        };
        check_literals(
            &format!("placement, {encoding:?}"),
            options.len(),
            |cnf, lits| {
                let mut placement = Placement::new(coverage.to_vec());
                for (option, &lit) in options.iter().zip(lits) {
                    placement.add_option(lit, option).expect("items exist");
                }
                placement.post(cnf, encoding);
            },
            holds,
        );
    }
    let mut placement = Placement::new(vec![Coverage::Any; 2]);
    let lit = Lit::from_code(0);
    assert_eq!(placement.add_option(lit, &[0, 2]), Err(EncodingError::NoSuchItem { item: 2, items: 2 }));
    assert!(placement.options_of(0).is_empty() && placement.options_of(7).is_empty());
}

#[test]
fn gates_are_defined_both_ways() {
    for count in 0..=4 {
        for constant in [None, Some(Truth::Always), Some(Truth::Never)] {
            check(
                &format!("gates over {count} and {constant:?}"),
                &vec![&[0, 1][..]; count],
                |cnf, inputs| {
                    let lits = literals(inputs);
                    let members = || lits.iter().map(|&lit| Truth::When(lit)).chain(constant);
                    vec![output(any_of(cnf, members())), output(all_of(cnf, members()))]
                },
                |values| {
                    let fixed = constant.map(|truth| i64::from(truth == Truth::Always));
                    let all: Vec<i64> = values.iter().copied().chain(fixed).collect();
                    Some(vec![i64::from(all.contains(&1)), i64::from(!all.contains(&0))])
                },
            );
        }
    }
}

#[test]
fn implications_hold() {
    check_literals(
        "implication",
        4,
        |cnf, lits| {
            imply(cnf, &[lits[0].into(), Truth::Always], &[lits[1].into(), Truth::Never, (!lits[2]).into()]);
            imply(cnf, &[lits[3].into(), Truth::Never], &[]);
            imply(cnf, &[], &[lits[3].into(), Truth::Always]);
        },
        |v| !v[0] || v[1] || !v[2],
    );
}

//! The counts of the problems on which all methods are compared are proved: by a trace of the count by components, by a
//! trace of the sum of weights, and by certificates of solutions and of classes.
//!
//! `GORDIAN_COUNT_HUNT` says how many problems, from seed `GORDIAN_COUNT_HUNT_FIRST` on.

use gordian_checker::{check_dnnf, check_weights_within};
use gordian_formula::{ClauseSink, Clock, Var, Weights};
use gordian_queries::Question;
use gordian_testkit::{Planted, classes, counting_problem, number_of, solutions};

use super::certificates::{verified, written};
use super::diagrams::{text_of, traced};

/// Each true variable of an even number doubles the weight, so the sum tells sizes of solutions, too. The others have
/// weights that are the same for both values, so that they may be left out where they are defined.
fn doubling(visible: &[Var]) -> Weights {
    let mut weights = Weights::new();
    for var in visible {
        let [positive, negative] = if var.index() % 2 == 0 { ["2", "1"] } else { ["3", "3"] };
        assert!(weights.set(var.positive(), positive.parse().unwrap()));
        assert!(weights.set(var.negative(), negative.parse().unwrap()));
    }
    weights
}

#[test]
fn every_count_is_proved() {
    let (first, number) = (number_of("GORDIAN_COUNT_HUNT_FIRST", 0), number_of("GORDIAN_COUNT_HUNT", 1500));
    let (mut with_classes, mut with_hidden) = (0, 0);
    for seed in first..first + number {
        let Planted { cnf, generators } = counting_problem(seed);
        let raw = solutions(&cnf);
        let what = format!("seed {seed}: {cnf:?} under {generators:?}");

        let trace = traced(&cnf);
        let verdict = check_dnnf(&cnf, trace.as_bytes()).unwrap_or_else(|error| panic!("{error}, {what}\n{trace}"));
        assert_eq!(verdict.count.to_string(), raw.len().to_string(), "{what}");

        let visible = cnf.projection();
        let weights = doubling(&visible);
        let (_, trace) = Question::new(&cnf).weigh_with_trace(&weights, &mut ()).unwrap();
        let verdict = check_weights_within(&cnf, &weights, text_of(trace).as_bytes(), &Clock::unlimited());
        let weight = verdict.unwrap_or_else(|error| panic!("{error}, {what}")).weight;
        let factor = 3u128.pow(visible.iter().filter(|var| var.index() % 2 == 1).count() as u32);
        let doubled = |solution: &Vec<Var>| solution.iter().filter(|var| var.index() % 2 == 0).count();
        let sum: u128 = raw.iter().map(|solution| factor << doubled(solution)).sum();
        assert_eq!((weight.numerator().to_string(), weight.denominator().to_string()), (sum.to_string(), "1".into()));

        let expected = raw.len() as u128;
        assert_eq!(
            verified(&cnf, &written(&cnf, &[], false, &[])).map(|verified| verified.0),
            Some(expected),
            "{what}"
        );
        if !generators.is_empty() {
            let classes = classes(&cnf, &raw, &generators).len() as u128;
            let (count, proved, _) = verified(&cnf, &written(&cnf, &generators, false, &[])).expect(&what);
            assert_eq!((count, proved), (expected, Some(classes)), "{what}");
            with_classes += 1;
        }
        with_hidden += u64::from(visible.len() < cnf.num_vars());
    }
    assert!(with_classes > number / 4 && with_hidden > number / 8, "{with_classes} and {with_hidden} of {number}");
}

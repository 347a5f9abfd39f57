//! Random models of FlatZinc: the translation agrees with brute force on whether there are
//! solutions, on what they are and on which is best.

#[path = "../../flatzinc/tests/support/random_models.rs"]
#[allow(dead_code, reason = "the tests of FlatZinc have more of it")]
mod random_models;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gordian_flatzinc::{Goal, Model, VariableId};
use gordian_lazy::flatzinc::{Translation, TranslationError};
use gordian_lazy::{Budget, Options, Outcome};
use gordian_testkit::{Random, number_of};

use random_models::{SHAPES, brute_force, random_model};

#[test]
fn random_models_agree_with_brute_force() {
    let first = number_of("GORDIAN_HUNT_SEED", 0);
    let count = number_of("GORDIAN_HUNT_FLATZINC", 6000);
    let (mut translated, mut satisfiable, mut best) = (0, 0, 0);
    let mut names = BTreeSet::new();
    for seed in first..first + count {
        let random = &mut Random::new(seed);
        let model = random_model(random, SHAPES, 600);
        let new = || Translation::new(&model, Options::default());
        let mut translation = match new() {
            Ok(translation) => translation,
            Err(TranslationError::Unsupported(_)) => continue,
            Err(error) => panic!("seed {seed}: {error}: {model:?}"),
        };
        translated += 1;
        names.extend(model.constraints.iter().map(|constraint| constraint.name.clone()));
        let truth = brute_force(&model);
        let expected: BTreeSet<Vec<i64>> = truth.solutions.iter().cloned().collect();
        satisfiable += u64::from(!expected.is_empty());

        let all: Vec<VariableId> = (0..model.variables.len() as u32).map(VariableId).collect();
        let (mut found, mut distinct) = (0, BTreeSet::new());
        let ended = translation.enumerate(&all, &Budget::unlimited(), |values| {
            found += 1;
            distinct.insert(values.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(ended, Ok(()));
        assert_eq!(distinct.len(), found, "seed {seed}: a solution comes twice: {model:?}");
        assert_eq!(distinct, expected, "seed {seed}: {model:?}");

        let mut translation = new().expect("as before");
        let outcome = match translation.objective() {
            Some(objective) => translation.solver.minimize(objective, |_| ()),
            None => translation.solver.solve(),
        };
        assert_eq!(outcome == Outcome::Satisfiable, !expected.is_empty(), "seed {seed}: {model:?}");
        if outcome == Outcome::Satisfiable {
            let values = translation.values().expect("a solution");
            assert!(expected.contains(&values), "seed {seed}: {values:?} in {model:?}");
            if model.goal != Goal::Satisfy {
                assert_eq!(model.objective(&values), truth.optimum, "seed {seed}: {model:?}");
                best += 1;
            }
        }
    }
    let is_small = count < 6000;
    assert!(is_small || (translated > 5000 && satisfiable > 1800 && best > 1100), "{translated} {satisfiable} {best}");
    assert!(is_small || names.len() > 120, "{names:?}");
}

#[test]
fn what_came_true_before_it_was_said_is_not_the_end() {
    // Said once more when it was true already, a literal once ended the propagation of level zero,
    // and a model came out.
    let text = b"var 1..1: x; var -2..-2: y; var 1..4: z; var bool: b;
        constraint int_div(x, z, z); constraint int_minus(z, y, x); solve maximize x;";
    let model = Model::read(text).expect("a model");
    let mut translation = Translation::new(&model, Options::default()).expect("known constraints");
    let objective = translation.objective().expect("a goal");
    assert_eq!(translation.solver.minimize(objective, |_| ()), Outcome::Unsatisfiable);
}

/// Durations, demands and capacities that are variables, and quotients of either sign.
#[test]
fn tasks_of_unknown_size_agree_with_brute_force() {
    let shapes = [("fzn_cumulative", "IIIi*"), ("fzn_cumulative", "IIPi*"), ("int_div", "iii"), ("int_mod", "iii")];
    let (mut satisfiable, mut solutions) = (0, 0);
    for seed in 0..1500 {
        let model = random_model(&mut Random::new(seed), &shapes, 600);
        let mut translation = Translation::new(&model, Options::default()).expect("known constraints");
        let expected: BTreeSet<Vec<i64>> = brute_force(&model).solutions.into_iter().collect();
        let all: Vec<VariableId> = (0..model.variables.len() as u32).map(VariableId).collect();
        let mut found = BTreeSet::new();
        let ended = translation.enumerate(&all, &Budget::unlimited(), |values| {
            assert!(found.insert(values.to_vec()), "seed {seed}: a solution comes twice: {model:?}");
            ControlFlow::Continue(())
        });
        assert_eq!((ended, &found), (Ok(()), &expected), "seed {seed}: {model:?}");
        satisfiable += u64::from(!expected.is_empty());
        solutions += expected.len();
    }
    assert!(satisfiable > 300 && solutions > 5000, "{satisfiable} {solutions}");
}

/// The quotient had either sign, so bounds of its product with the divisor crept.
#[test]
fn a_remainder_of_positive_numbers_is_found_at_once() {
    let text = b"var 0..100000: x; var 1..100000: y; var 0..100000: z; constraint int_mod(x, y, z);
        constraint int_le(11, z); constraint int_lin_le([-1,-1], [x,y], -50001); solve satisfy;";
    let model = Model::read(text).expect("a model");
    let mut translation = Translation::new(&model, Options::default()).expect("known constraints");
    assert_eq!(translation.solver.solve(), Outcome::Satisfiable);
    assert_eq!(model.violation(&translation.values().expect("a solution")), Ok(None));
    let counters = translation.solver.counters();
    assert!(counters.sayings < 1000, "{counters:?}");
}

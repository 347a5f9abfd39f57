//! Tests of the meaning of constraints.

mod support;

use gordian_flatzinc::{EvaluationReason, Model, Violation};
use gordian_testkit::Random;
use support::random_models::{SET_SHAPES, SHAPES, brute_force, random_model};

fn holds(constraint: &str) -> Result<bool, EvaluationReason> {
    let model = Model::read(format!("constraint {constraint}; solve satisfy;").as_bytes());
    let model = model.unwrap_or_else(|error| panic!("{constraint}: {error}"));
    model.constraints[0].holds(&[]).map_err(|error| error.reason)
}

#[test]
fn constraints_mean_what_the_handbook_says() {
    let table = include_str!("meaning.txt");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (sign, constraint) = line.split_once(' ').unwrap();
        assert_eq!(holds(constraint), Ok(sign == "+"), "{constraint}");
    }
}

#[test]
fn what_cannot_be_judged_is_told() {
    assert_eq!(holds("geost(1)"), Err(EvaluationReason::Unknown));
    assert_eq!(holds("int_eq(1)"), Err(EvaluationReason::Arguments));
    assert_eq!(holds("int_eq(1,2,3)"), Err(EvaluationReason::Arguments));
    assert_eq!(holds("int_eq_reif(1,2)"), Err(EvaluationReason::Argument(2)));
    assert_eq!(holds("int_eq([1],2)"), Err(EvaluationReason::Argument(1)));
    assert_eq!(holds("int_lin_eq([1],[1,2],3)"), Err(EvaluationReason::Argument(2)));
    assert_eq!(holds("bool_clause([1],[true])"), Err(EvaluationReason::Argument(1)));
    assert_eq!(holds("set_in(1,2)"), Err(EvaluationReason::Argument(2)));
    assert_eq!(holds("fzn_table_int([1,2],[1,2,3])"), Err(EvaluationReason::Argument(2)));
    let model = Model::read(b"\nconstraint geost(1); solve satisfy;").unwrap();
    let message = "line 2, column 1: the constraint `geost` is not supported";
    assert_eq!(model.violation(&[]).unwrap_err().to_string(), message);
}

#[test]
fn assignments_are_judged_in_order() {
    let text = "var 1..3: x; var bool: b; constraint int_le_reif(x,2,b); constraint int_ne(x,1); solve minimize x;";
    let model = Model::read(text.as_bytes()).unwrap();
    assert_eq!(model.violation(&[4, 1]), Ok(Some(Violation::Domain(gordian_flatzinc::VariableId(0)))));
    assert_eq!(model.violation(&[3, 2]), Ok(Some(Violation::Domain(gordian_flatzinc::VariableId(1)))));
    assert_eq!(model.violation(&[3, 1]), Ok(Some(Violation::Constraint(0))));
    assert_eq!(model.violation(&[1, 1]), Ok(Some(Violation::Constraint(1))));
    assert_eq!(model.violation(&[2, 1]), Ok(None));
    let truth = brute_force(&model);
    assert_eq!(truth.solutions, [[2, 1], [3, 0]]);
    assert_eq!(truth.optimum, Some(2));
}

/// Every shape is one that the evaluator knows, and random models are neither all possible nor all impossible.
#[test]
fn random_models_can_be_judged() {
    let mut random = Random::new(5);
    let sets: Vec<_> = (0..500).map(|_| brute_force(&random_model(&mut random, SET_SHAPES, 500))).collect();
    let possible = sets.iter().filter(|truth| !truth.solutions.is_empty()).count();
    assert!((100..450).contains(&possible), "{possible}");
    let truths: Vec<_> = (0..2000).map(|_| brute_force(&random_model(&mut random, SHAPES, 500))).collect();
    let possible = truths.iter().filter(|truth| !truth.solutions.is_empty()).count();
    assert!((500..1800).contains(&possible), "{possible}");
    assert!(truths.iter().any(|truth| truth.outputs.len() > 20));
}

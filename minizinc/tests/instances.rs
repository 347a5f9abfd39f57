//! The flattened instances of the shared folder: optima and numbers of solutions that three solvers agree on.

#[path = "../../flatzinc/tests/support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gordian_flatzinc::Model;
use gordian_flatzinc::mapping::Limits;
use gordian_minizinc::{Question, Wanted};
use support::instances;

/// The optimum, or the number of solutions, where finding it takes no minute.
enum Known {
    Optimum(i64),
    Solutions(u64),
    One,
}

const KNOWN: &[(&str, Known)] = &[
    ("atsp-5", Known::Optimum(685_043)),
    ("bibd-8-4-3", Known::One),
    ("cars-1", Known::One),
    ("donald-gerald", Known::One),
    ("eq20", Known::Solutions(1)),
    ("fillomino-6x6", Known::One),
    ("golomb-8", Known::Optimum(34)),
    ("jobshop-ft06", Known::Optimum(55)),
    ("jobshop-la04", Known::Optimum(590)),
    ("kakuro-8x8", Known::Solutions(1)),
    ("langford-3-9", Known::One),
    ("magicseq-30", Known::One),
    ("nonogram-dom6", Known::One),
    ("pips-10-7-hard", Known::Solutions(32)),
    ("radiation-6-7", Known::Optimum(635)),
    ("send-more-money", Known::Solutions(1)),
    ("solbat-12-12-5-0", Known::One),
    ("still-life-6", Known::Optimum(18)),
];

#[test]
fn instances_have_the_known_answers() {
    for (name, text) in instances() {
        let Some((_, known)) = KNOWN.iter().find(|(known, _)| *known == name) else { continue };
        let model = Model::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let wanted = if matches!(known, Known::Solutions(_)) { Wanted::All } else { Wanted::One };
        let mut outputs = BTreeSet::new();
        let answer = Question::new(&model).with_wanted(wanted).answer(&mut |found| {
            assert_eq!(model.violation(found.values), Ok(None), "{name}");
            assert!(outputs.insert(model.solution(found.values)), "{name}: a solution came twice");
            ControlFlow::Continue(())
        });
        match (known, answer) {
            (_, Err(error)) => panic!("{name}: {error}"),
            (Known::One, Ok(answer)) => assert_eq!(answer.solutions, 1, "{name}"),
            (Known::Solutions(count), Ok(answer)) => {
                assert_eq!((answer.solutions, answer.is_complete), (*count, true), "{name}");
            }
            (Known::Optimum(best), Ok(answer)) => {
                assert_eq!((answer.objective, answer.is_complete), (Some(*best), true), "{name}");
            }
        }
    }
}

#[test]
fn several_threads_find_the_same_optimum() {
    let all_clauses = Limits { clauses: u64::MAX, values: u64::MAX, most_values: u64::MAX };
    for (name, text) in instances().into_iter().filter(|(name, _)| name == "golomb-8") {
        let model = Model::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let question = Question::new(&model).with_limits(all_clauses).with_threads(2).with_order(true);
        let answer = question.answer(&mut |found| {
            assert_eq!(model.violation(found.values), Ok(None), "{name}");
            ControlFlow::Continue(())
        });
        let answer = answer.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((answer.objective, answer.is_complete), (Some(34), true), "{name}");
    }
}

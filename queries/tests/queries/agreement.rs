//! Every method agrees with brute force on thousands of small formulas, with and without symmetry.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gordian_formula::{ClauseSink, Cnf, Var};
use gordian_queries::{
    Answer, Check, Engine, Limits, Method, QueryError, Question, Solution, Status, Stop, SymmetryGroup,
};
use gordian_testkit::{Planted, Random, Shape, classes, image, planted, random_permutation, solutions};

/// The result of a listing: the answer, each solution, and the sizes of the orbits.
type Listed = (Answer, Vec<Vec<Var>>, Vec<Option<u128>>);

fn listed(question: &Question<'_>) -> Result<Listed, QueryError> {
    let mut found = Vec::new();
    let mut sizes = Vec::new();
    let answer = question.list(&mut |solution: &Solution<'_>| {
        found.push(solution.true_vars().to_vec());
        sizes.push(solution.orbit_size());
        ControlFlow::Continue(())
    })?;
    Ok((answer, found, sizes))
}

/// Engines that go through all solutions.
const LISTING: [Engine; 3] = [Engine::Blocking, Engine::Chronological, Engine::ExactCover];

fn check_raw(planted: &Planted, method: Method) -> bool {
    let cnf = &planted.cnf;
    let expected = solutions(cnf);
    let question = Question::new(cnf).with_method(method);
    let mut found = Vec::new();
    let answer = question.list(&mut |solution: &Solution<'_>| {
        assert_eq!(cnf.first_violated(&solution.model()), None);
        found.push(solution.true_vars().to_vec());
        ControlFlow::Continue(())
    });
    let answer = match answer {
        Err(QueryError::Refused { .. }) => return false,
        answer => answer.unwrap(),
    };
    assert!(answer.is_complete());
    assert_eq!(answer.count, expected.len() as u128, "{method:?} on {cnf:?}");
    assert_eq!(found.len(), expected.len(), "{method:?} on {cnf:?}");
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    assert_eq!(answer.status, if expected.is_empty() { Status::Unsatisfiable } else { Status::Satisfiable });
    let counted = question.count(&mut ()).unwrap();
    assert_eq!((counted.count, counted.orbits), (answer.count, None));
    true
}

fn check_symmetric(planted: &Planted, method: Method) -> bool {
    let cnf = &planted.cnf;
    let raw = solutions(cnf);
    let classes = classes(cnf, &raw, &planted.generators);
    let group = SymmetryGroup::from_generators(cnf, &planted.generators, "planted").unwrap();
    let question = Question::new(cnf).with_method(method).up_to(&group);
    let (answer, found, sizes) = match listed(&question) {
        Err(QueryError::Refused { .. }) => return false,
        listed => listed.unwrap(),
    };
    let counts = (answer.count, answer.orbits);
    assert_eq!(counts, (raw.len() as u128, Some(classes.len() as u128)), "{method:?} on {planted:?}", planted = cnf);
    assert_eq!(found.len(), classes.len());
    for class in &classes {
        let members: Vec<usize> = (0..found.len()).filter(|&index| class.contains(&found[index])).collect();
        assert_eq!(members.len(), 1, "one of each class");
        assert_eq!(sizes[members[0]], Some(class.len() as u128));
    }
    let counted = question.count(&mut ()).unwrap();
    assert_eq!((counted.count, counted.orbits), counts);
    true
}

#[test]
fn all_methods_agree_with_brute_force() {
    let mut by_cover = 0;
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let shape = Shape { max_vars: 9, general: random.chance(50) };
        let planted = planted(&mut random, &shape, 0);
        assert!(check_raw(&planted, Method::default()));
        assert!(check_raw(&planted, Engine::Blocking.into()));
        assert!(check_raw(&planted, Engine::Chronological.into()));
        by_cover += usize::from(check_raw(&planted, Engine::ExactCover.into()));
    }
    assert!(by_cover > 1000, "the exact-cover method applied to {by_cover} only");
}

#[test]
fn all_methods_agree_with_brute_force_up_to_symmetry() {
    let mut by_cover = 0;
    for seed in 0..3000 {
        let mut random = Random::new(seed ^ 0x5eed_0000);
        let shape = Shape { max_vars: 9, general: random.chance(50) };
        let planted = planted(&mut random, &shape, 3);
        assert!(check_symmetric(&planted, Method::default()));
        assert!(check_symmetric(&planted, Engine::Blocking.into()));
        assert!(check_symmetric(&planted, Engine::Chronological.into()));
        by_cover += usize::from(check_symmetric(&planted, Engine::ExactCover.into()));
    }
    assert!(by_cover > 1000, "the exact-cover method applied to {by_cover} only");
}

#[test]
fn groups_written_as_clauses_are_found_again() {
    let mut by_cover = 0;
    for seed in 0..1000 {
        let mut random = Random::new(seed ^ 0x6209);
        let Planted { cnf, generators } = planted(&mut random, &Shape { max_vars: 9, general: false }, 2);
        let planted = Planted { cnf: cnf.expanded(), generators };
        // A group with a member that stands twice, or one within another, may hide behind clauses.
        by_cover += usize::from(check_raw(&planted, Engine::ExactCover.into()));
        check_symmetric(&planted, Engine::ExactCover.into());
    }
    assert!(by_cover > 900, "the exact-cover method applied to {by_cover} only");
}

#[test]
fn a_group_on_trust_is_judged_by_the_solutions() {
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..1000 {
        let mut random = Random::new(seed ^ 0x7205);
        let shape = Shape { max_vars: 8, general: random.chance(50) };
        let Planted { cnf, mut generators } = planted(&mut random, &shape, 1);
        if generators.is_empty() || random.chance(50) {
            generators.push(random_permutation(&mut random, &cnf));
        }
        let group = SymmetryGroup::from_verified(&cnf, &generators, "trusted").unwrap();
        let raw = solutions(&cnf);
        let is_symmetric = generators.iter().all(|generator| image(&cnf, &raw, generator) == raw);
        let expected = is_symmetric.then(|| (raw.len() as u128, classes(&cnf, &raw, &generators).len() as u128));
        for method in LISTING {
            match (Question::new(&cnf).with_method(method).up_to(&group).count(&mut ()), expected) {
                (Err(QueryError::Refused { .. }), _) => {}
                (Ok(answer), Some(counts)) => {
                    assert_eq!((answer.count, answer.orbits), (counts.0, Some(counts.1)), "{method} on {cnf:?}");
                    right += 1;
                }
                (Err(QueryError::NotASymmetry | QueryError::OrbitArithmetic { .. }), None) => wrong += 1,
                (answer, _) => panic!("{method} on {cnf:?} answers {answer:?} instead of {expected:?}"),
            }
        }
    }
    assert!(right > 500 && wrong > 500, "{right} right ones and {wrong} wrong ones");
}

#[test]
fn a_check_by_a_second_method_confirms() {
    for seed in 0..300 {
        let mut random = Random::new(seed ^ 0xc4ec);
        let planted = planted(&mut random, &Shape { max_vars: 8, general: true }, 2);
        let group = SymmetryGroup::from_generators(&planted.cnf, &planted.generators, "planted").unwrap();
        let answer = Question::new(&planted.cnf).up_to(&group).with_check(true).count(&mut ()).unwrap();
        assert!(matches!(answer.checked_by, Some(Check::Method(second)) if second != answer.method), "{answer:?}");
    }
}

#[test]
fn what_is_known_when_stopped_is_part_of_the_whole() {
    for seed in 0..500 {
        let mut random = Random::new(seed ^ 0x570b);
        let planted = planted(&mut random, &Shape { max_vars: 8, general: false }, 2);
        let cnf = &planted.cnf;
        let raw = solutions(cnf);
        let classes = classes(cnf, &raw, &planted.generators);
        let group = SymmetryGroup::from_generators(cnf, &planted.generators, "planted").unwrap();
        for method in LISTING {
            for symmetry in [None, Some(&group)] {
                let whole = if symmetry.is_some() { classes.len() } else { raw.len() };
                let limit = random.below(whole + 2);
                let terminator = Arc::new(AtomicBool::new(false));
                let limits = Limits::none().with_solutions(limit as u128).with_terminator(Arc::clone(&terminator));
                let question = Question::new(cnf).with_method(method).up_to(symmetry).with_limits(limits);
                let (answer, found, _) = listed(&question).unwrap();
                assert_eq!(found.len(), limit.min(whole));
                assert_eq!(answer.orbits.unwrap_or(answer.count), found.len() as u128);
                assert!(found.iter().all(|solution| raw.contains(solution)));
                assert_eq!(answer.stop, (limit <= whole).then_some(Stop::Limit), "{method} {limit} of {whole}");

                terminator.store(true, Ordering::Relaxed);
                let limits = Limits::none().with_terminator(terminator);
                let answer = Question::new(cnf).with_method(method).with_limits(limits).count(&mut ()).unwrap();
                assert_eq!((answer.stop, answer.status), (Some(Stop::Terminated), Status::Unknown));
            }
        }
    }
}

#[test]
fn a_listener_ends_the_query() {
    let mut cnf = Cnf::new();
    let vars = cnf.new_vars(20);
    cnf.add_exactly_one(&[vars[0].positive()]);
    for method in LISTING {
        let mut heard = 0;
        let answer = Question::new(&cnf)
            .with_method(method)
            .list(&mut |_: &Solution<'_>| {
                heard += 1;
                if heard == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .unwrap();
        assert_eq!((heard, answer.count, answer.stop), (5, 5, Some(Stop::Listener)));
    }
}

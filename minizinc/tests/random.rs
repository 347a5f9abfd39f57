//! Small random models, against all their assignments.

#[path = "../../flatzinc/tests/support/mod.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use gordian_flatzinc::mapping::{Limits, MappingError, map_within};
use gordian_flatzinc::{Goal, Model};
use gordian_formula::Clock;
use gordian_minizinc::{Question, SearchError, Solution, Wanted};
use gordian_testkit::Random;
use support::random_models::{SET_SHAPES, SHAPES, Truth, brute_force, random_model};

/// The part of a search's answer that can be compared.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    outputs: BTreeSet<String>,
    count: usize,
    optimum: Option<i64>,
    is_complete: bool,
}

/// All constraints as clauses; as many as possible left to propagators, over integers that have literals; and over
/// integers that get them during the search.
const LIMITS: [Limits; 3] = [
    Limits { clauses: u64::MAX, values: u64::MAX, most_values: u64::MAX },
    Limits { clauses: 0, values: u64::MAX, most_values: u64::MAX },
    Limits { clauses: 0, values: 1, most_values: 5 },
];

fn search(model: &Model, limits: Limits) -> Result<Found, SearchError> {
    let mut outputs = BTreeSet::new();
    let mut count = 0;
    let answer =
        Question::new(model).with_wanted(Wanted::All).with_limits(limits).answer(&mut |found: &Solution<'_>| {
            assert_eq!(model.violation(found.values), Ok(None));
            outputs.insert(model.solution(found.values));
            count += 1;
            ControlFlow::Continue(())
        })?;
    assert_eq!(answer.solutions, count as u64);
    Ok(Found { outputs, count, optimum: answer.objective, is_complete: answer.is_complete })
}

fn agrees(model: &Model, found: &Found, truth: &Truth) -> bool {
    let is_right = match model.goal {
        // Without outputs, solutions differ in all variables, and nothing is printed.
        Goal::Satisfy if model.outputs.is_empty() => found.count == truth.solutions.len(),
        Goal::Satisfy => found.outputs == truth.outputs && found.count == truth.outputs.len(),
        Goal::Minimize(_) | Goal::Maximize(_) => {
            found.optimum == truth.optimum && (found.count > 0) != truth.solutions.is_empty()
        }
    };
    is_right && found.is_complete
}

/// Compares models; at least this share of them has only constraints that are known. Brings the number of searches with
/// propagators.
fn hunt(seeds: std::ops::Range<u64>, shapes: &[(&str, &str)], least: f64) -> usize {
    let count = seeds.end - seeds.start;
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    let (mut compared, mut mixed) = (0, 0);
    for seed in seeds {
        let model = random_model(&mut Random::new(seed), shapes, 4000);
        let found = match search(&model, LIMITS[0]) {
            Err(SearchError::Mapping(MappingError::UnknownConstraint { name, .. })) => {
                *unknown.entry(name).or_default() += 1;
                continue;
            }
            found => found.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{}", model.to_classic())),
        };
        let truth = brute_force(&model);
        assert!(agrees(&model, &found, &truth), "seed {seed}: {found:?}\n{truth:?}\n{}", model.to_classic());
        for limits in &LIMITS[1..] {
            let mapping = map_within(&model, *limits, &Clock::unlimited());
            mixed += usize::from(mapping.is_ok_and(|mapping| !mapping.propagated.is_empty()));
            let found = search(&model, *limits);
            let found =
                found.unwrap_or_else(|error| panic!("seed {seed}, {limits:?}: {error}\n{}", model.to_classic()));
            let is_right = agrees(&model, &found, &truth);
            assert!(is_right, "seed {seed}, {limits:?}: {found:?}\n{truth:?}\n{}", model.to_classic());
        }
        compared += 1;
    }
    let share = compared as f64 / count as f64;
    assert!(share > least, "{share} of the models compared; constraints that are not known: {unknown:?}");
    mixed
}

/// The number of models, more where the environment says so.
fn models(usual: u64) -> u64 {
    std::env::var("GORDIAN_HUNT").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn builtins_agree_with_brute_force() {
    let builtins: Vec<(&str, &str)> = SHAPES.iter().copied().filter(|(name, _)| !name.starts_with("fzn_")).collect();
    let count = models(3000);
    let mixed = hunt(0..count, &builtins, 0.99) as u64;
    assert!(10 * mixed > count, "{mixed} of {count} models, each searched twice, had anything to propagate");
}

/// Integers with all values, so that circuits and permutations are there to be found.
#[test]
fn graphs_agree_with_brute_force() {
    let graphs = ["circuit", "subcircuit", "inverse", "symmetric", "connected"];
    let is_graph = |name: &str| graphs.iter().any(|graph| name.contains(graph));
    let shapes: Vec<(&str, &str)> = SHAPES.iter().copied().filter(|(name, _)| is_graph(name)).collect();
    hunt(2_000_000..2_000_000 + models(2000), &shapes, 0.99);
}

#[test]
fn sets_agree_with_brute_force() {
    hunt(3_000_000..3_000_000 + models(2000), SET_SHAPES, 0.99);
}

#[test]
fn globals_agree_with_brute_force() {
    hunt(1_000_000..1_000_000 + models(2000), SHAPES, 0.97);
}

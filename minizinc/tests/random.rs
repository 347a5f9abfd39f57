//! Small random models, against all their assignments.

#[path = "../../flatzinc/tests/support/mod.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use gordian_flatzinc::mapping::{Limits, MappingError, Reach, map_within};
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

/// Compares models of these constraints; at least this share of them has only constraints that are known. Brings the
/// number of searches with propagators.
fn hunt(seeds: std::ops::Range<u64>, shapes: &[(&str, &str)], least: f64) -> usize {
    hunt_among(seeds, &|random| random_model(random, shapes, 4000), least)
}

fn hunt_among(seeds: std::ops::Range<u64>, make: &dyn Fn(&mut Random) -> Model, least: f64) -> usize {
    let count = seeds.end - seeds.start;
    let mut unknown: BTreeMap<String, usize> = BTreeMap::new();
    let (mut compared, mut mixed) = (0, 0);
    for seed in seeds {
        let model = make(&mut Random::new(seed));
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
            let mapping = map_within(&model, *limits, Reach::new(false), &Clock::unlimited());
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

/// Two cells by row, column and number, and a sum about their differences; and elements of one list whose indices may
/// be a permutation. Chains of definitions, and indices that differ, are there to be found.
#[test]
fn definitions_agree_with_brute_force() {
    let make = |random: &mut Random| {
        let text = if random.chance(60) { random_cells(random) } else { random_indices(random) };
        Model::read(text.as_bytes()).expect("the text is right")
    };
    hunt_among(4_000_000..4_000_000 + models(1000), &make, 0.99);
}

/// Some of the values from `low` to `high`, as a domain.
fn random_domain(random: &mut Random, low: i64, high: i64) -> String {
    let some: Vec<String> = (low..=high).filter(|_| random.chance(85)).map(|value| value.to_string()).collect();
    if some.is_empty() { format!("{low}..{high}") } else { format!("{{{}}}", some.join(",")) }
}

fn random_cells(random: &mut Random) -> String {
    let (mut variables, mut constraints) = (String::new(), String::new());
    let mut add = |text: String| variables += &format!("var {text} :: output_var;\n");
    let (rows, columns) = (random.between(1, 2) as i64, random.between(2, 3) as i64);
    let width = if random.chance(70) { columns } else { random.between(1, 3) as i64 };
    for cell in ["a", "b"] {
        add(format!("{}: row_{cell}", random_domain(random, 0, rows)));
        add(format!("{}: column_{cell}", random_domain(random, 0, columns - 1)));
        if cell == "a" || random.chance(60) {
            add(format!("{}: number_{cell}", random_domain(random, 0, rows * width + columns - 1)));
            let factors = if random.chance(50) { format!("[{width},1,-1]") } else { format!("[-{width},-1,1]") };
            let of = format!("[row_{cell},column_{cell},number_{cell}]");
            constraints += &format!("constraint int_lin_eq({factors},{of},0) :: defines_var(number_{cell});\n");
        }
    }
    let mut sizes = Vec::new();
    for (way, longest) in [("row", rows), ("column", columns - 1)] {
        add(format!("{}: step_{way}", random_domain(random, -longest, longest)));
        let of = format!("[{way}_a,{way}_b,step_{way}]");
        let factors = if random.chance(50) { "[1,-1,-1]" } else { "[-1,1,1]" };
        constraints += &format!("constraint int_lin_eq({factors},{of},0) :: defines_var(step_{way});\n");
        if longest < 3 && random.chance(60) {
            let operation = ["int_abs(step_", "int_times(step_", "int_div(step_", "int_mod(step_"][random.below(4)];
            let others = if operation.contains("abs") { String::new() } else { format!(",step_{way}") };
            add(format!("{}: size_{way}", random_domain(random, 0, longest)));
            constraints += &format!("constraint {operation}{way}{others},size_{way}) :: defines_var(size_{way});\n");
            sizes.push(format!("size_{way}"));
        } else {
            sizes.push(format!("step_{way}"));
        }
    }
    let relation = ["int_lin_eq", "int_lin_eq", "int_lin_le", "int_lin_ne"][random.below(4)];
    let factor = random.between(1, 2);
    constraints += &format!("constraint {relation}([1,{factor}],[{}],{});\n", sizes.join(","), random.below(3));
    format!("{variables}{constraints}solve satisfy;\n")
}

fn random_indices(random: &mut Random) -> String {
    let count = random.between(2, 3);
    let (mut variables, mut constraints) = (String::new(), String::new());
    let list: Vec<String> = (1..=count).map(|at| format!("entry_{at}")).collect();
    for name in &list {
        variables += &format!("var {}: {name} :: output_var;\n", random_domain(random, 0, 2));
    }
    let list = list.join(",");
    for at in 1..=count + random.below(2) {
        let beyond = i64::from(random.chance(30));
        let domain = random_domain(random, 1, count as i64 + beyond);
        variables += &format!("var {domain}: index_{at} :: output_var;\n");
        let value = if random.chance(50) { at - 1 } else { random.below(3) };
        constraints += &format!("constraint array_var_int_element(index_{at},[{list}],{value});\n");
        if at > 1 && random.chance(50) {
            constraints += &format!("constraint int_ne(index_{},index_{at});\n", random.between(1, at - 1));
        }
    }
    format!("{variables}{constraints}solve satisfy;\n")
}

/// Models with integers of any value, against those in which they have few: whatever is called the best, or none, or
/// all, is not refuted by these.
#[test]
fn integers_without_bounds_agree_with_brute_force() {
    let count = models(700);
    let (mut complete, mut known) = (0, 0);
    for seed in 5_000_000..5_000_000 + count {
        let text = random_unbounded(&mut Random::new(seed));
        let model = Model::read(text.as_bytes()).expect("the text is right");
        let narrow = Model::read(text.replace("var int:", "var -9..9:").as_bytes()).expect("the text is right");
        let truth = brute_force(&narrow);
        for limits in [Limits::default(), LIMITS[2]] {
            // Lists of thousands of solutions say no more than one does.
            let wanted = if text.contains("int: m :: output_var") { Wanted::One } else { Wanted::All };
            let (mut outputs, question) = (BTreeSet::new(), Question::new(&model).with_wanted(wanted));
            let answer = question.with_limits(limits).answer(&mut |found: &Solution<'_>| {
                assert_eq!(model.violation(found.values), Ok(None));
                outputs.insert(model.solution(found.values));
                // A goal that gets better without end does so by one each time.
                if outputs.len() < 40 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            let answer = answer.unwrap_or_else(|error| panic!("seed {seed}, {limits:?}: {error}\n{text}"));
            let is_refuted = match (model.goal, answer.objective.zip(truth.optimum)) {
                (Goal::Satisfy, _) if wanted == Wanted::All => !truth.outputs.is_subset(&outputs),
                (Goal::Minimize(_), Some((found, best))) => best < found,
                (Goal::Maximize(_), Some((found, best))) => best > found,
                _ => answer.solutions == 0 && !truth.solutions.is_empty(),
            };
            assert!(!answer.is_complete || !is_refuted, "seed {seed}, {limits:?}: {answer:?}\n{truth:?}\n{text}");
            let is_inside = model.goal != Goal::Satisfy && truth.optimum.is_some_and(|best| best.abs() < 9);
            known += u32::from(is_inside);
            complete += u32::from(is_inside && answer.is_complete);
        }
    }
    assert!(3 * complete > known, "{complete} of {known} best solutions were called that");
}

/// Comparisons of a few integers, some of which have no bounds.
fn random_unbounded(random: &mut Random) -> String {
    let shown = |random: &mut Random, share| if random.chance(share) { " :: output_var" } else { "" };
    let mut variables = String::from("var 0..2: x :: output_var;\nvar bool: a :: output_var;\nvar bool: b;\n");
    variables += &format!("var {{-3,0,1}}: y{};\n", shown(random, 50));
    let goal = random.below(5);
    variables += &format!("var int: m{};\n", shown(random, if goal == 0 { 25 } else { 100 }));
    let mut names = vec!["x", "y", "m", "m"];
    if random.chance(50) {
        variables += "var int: u;\n";
        names.extend(["u", "u"]);
    }
    let mut constraints = String::new();
    for _ in 0..random.between(1, 4) {
        let relation = ["le", "le", "le", "eq", "ne"][random.below(5)];
        let mut of = vec![names[random.below(names.len())], ["m", "u"][random.below(names.len() / 3).min(1)]];
        if random.chance(40) {
            of.push(names[random.below(names.len())]);
        }
        let of: Vec<&str> =
            of.into_iter().map(|name| if variables.contains(&format!(": {name}")) { name } else { "m" }).collect();
        let factors: Vec<i64> = of.iter().map(|_| [1, -1, 1, -1, 2, -3][random.below(6)]).collect();
        let (bound, guard) = (random.below(9) as i64 - 4, ["a", "b"][random.below(2)]);
        constraints += &match random.below(10) {
            8 => format!("constraint int_le({bound},{});\n", of[1]),
            9 => format!("constraint int_le({},{bound});\n", of[1]),
            0..5 => format!("constraint int_lin_{relation}({factors:?},[{}],{bound});\n", of.join(",")),
            5 => format!("constraint int_lin_{relation}_reif({factors:?},[{}],{bound},{guard});\n", of.join(",")),
            6 => format!("constraint set_in_reif({},{{{bound},5}},{guard});\n", of[1]),
            _ => format!("constraint int_max({},{},{});\n", of[0], of[1], names[random.below(names.len())]),
        };
    }
    let goal = match goal {
        0 => "satisfy",
        1 | 2 => "maximize m",
        _ => "minimize m",
    };
    format!("{variables}{constraints}solve {goal};\n")
}

/// Tables over columns of many values: the solutions are the rows that fit.
#[test]
fn tables_with_wide_columns_have_the_rows_that_fit() {
    for seed in 6_000_000..6_000_000 + models(300) {
        let random = &mut Random::new(seed);
        let columns = random.between(1, 3);
        let least: Vec<i64> = (0..columns).map(|_| random.below(3) as i64 * 50_000 - 100_000).collect();
        let row = |random: &mut Random| -> Vec<i64> {
            (0..columns).map(|_| (random.below(5) as i64 - 2) * 50_000 + random.below(2) as i64).collect()
        };
        let rows: BTreeSet<Vec<i64>> = (0..random.between(0, 8)).map(|_| row(random)).collect();
        let fits = |row: &&Vec<i64>| row.iter().zip(&least).all(|(value, least)| value >= least);
        let expected: BTreeSet<Vec<i64>> = rows.iter().filter(fits).cloned().collect();
        let names: Vec<String> = (0..columns).map(|at| format!("x{at}")).collect();
        let variables: String =
            (0..columns).map(|at| format!("var {}..100001: x{at} :: output_var;\n", least[at])).collect();
        let cells: Vec<i64> = rows.iter().flatten().copied().collect();
        let text =
            format!("{variables}constraint gordian_table_int([{}],{cells:?});\nsolve satisfy;\n", names.join(","));
        let model = Model::read(text.as_bytes()).expect("the text is right");
        let mut found = BTreeSet::new();
        let answer = Question::new(&model).with_wanted(Wanted::All).answer(&mut |solution: &Solution<'_>| {
            found.insert(solution.values.to_vec());
            ControlFlow::Continue(())
        });
        assert!(answer.is_ok_and(|answer| answer.is_complete) && found == expected, "seed {seed}: {found:?}\n{text}");
    }
}

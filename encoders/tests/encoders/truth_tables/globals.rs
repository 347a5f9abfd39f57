//! Global constraints on every assignment: plain, guarded, negated, reified and on views.

use gordian_encoders::encode::{EncodingError, Relation};
use gordian_encoders::model::constraint::{
    Automaton, BinPacking, CostAutomaton, Disjunctive, GlobalCardinality, NonOverlapping, Task,
};
use gordian_encoders::model::{Constraint, Integer, Problem};
use gordian_encoders::rule::Rule;
use gordian_formula::Lit;

use super::enumerate::Enumerator;
use super::problems::{Toys, check};

/// A constraint of each kind with its name. The domains of the integers are 0 to 3, {1, 2, 4}, {-1, 2} and 0 to 3.
fn samples(toys: &Toys) -> Vec<(&'static str, Constraint)> {
    // Long because it is a table.
    let (x, b) = (&toys.integers, &toys.booleans);
    let task = |start, duration, demand| Task { start, duration, demand };
    vec![
        ("product", Constraint::product(x[0], x[1], x[3])),
        ("product of both signs", Constraint::product(x[2], x[0], x[3])),
        ("square", Constraint::product(x[2], x[2], x[1])),
        ("division", Constraint::division(x[0], x[2], x[3])),
        ("division by zero", Constraint::division(x[1], x[0], x[3])),
        ("modulo", Constraint::modulo(x[1], x[2], x[3])),
        ("modulo of zero", Constraint::modulo(x[2], x[0], x[2])),
        (
            "lookup",
            Constraint::lookup(x[0], x[3], x[1], (0..4).flat_map(|a| (0..3).map(move |b| ((a, b), a * b))).collect()),
        ),
        (
            "lookup with a default",
            Constraint::lookup(
                x[0],
                x[3],
                x[2],
                [((0, 0), 2), ((0, 1), 2), ((0, 2), -1), ((0, 3), 2), ((2, 1), 1)].into(),
            ),
        ),
        ("lookup of one", Constraint::lookup(x[0], x[0], x[1], [((0, 0), 2), ((0, 1), 2), ((2, 2), 4)].into())),
        ("power", Constraint::power(x[0], x[2], x[3])),
        ("power of negatives", Constraint::power(x[2], x[0], x[1])),
        ("lexicographic", Constraint::lexicographic_less([x[0], x[2]], [x[3], x[1]])),
        ("lexicographic, unequal lengths", Constraint::lexicographic_at_most([x[0], x[1], x[2]], [x[3], x[2]])),
        ("lexicographic, a prefix", Constraint::lexicographic_less([x[0]], [x[3], x[2]])),
        ("inverse", Constraint::inverse([x[0], x[3]], [x[0], x[3]])),
        ("cardinality", Constraint::global_cardinality(x.iter().copied(), [(2, x[3]), (1, x[0])])),
        (
            "closed cardinality",
            GlobalCardinality { of: vec![x[1], x[2]], counts: vec![(1, x[0]), (2, x[3])], is_closed: true }.into(),
        ),
        ("number of values", Constraint::number_of_values([x[0], x[1], x[2]], x[3])),
        ("precedence", Constraint::value_precedence([x[0], x[3], x[1]], [1, 2])),
        ("chain of precedences", Constraint::value_precedence([x[0], x[3], x[1], x[2]], [0, 1, 2])),
        (
            "regular",
            Constraint::regular(
                [x[0], x[2], x[3]],
                Automaton {
                    edges: vec![vec![(0, 0), (1, 0), (2, 1), (2, 0), (-1, 1)], vec![(3, 1), (1, 1), (2, 7)]],
                    start: 0,
                    accepting: vec![1],
                },
            ),
        ),
        (
            "cost regular",
            Constraint::cost_regular(
                [x[0], x[2]],
                CostAutomaton {
                    edges: vec![vec![(0, 0, 2), (1, 1, 1), (3, 1, -1)], vec![(2, 0, 1), (-1, 1, 2)]],
                    start: 0,
                    accepting: vec![0, 1],
                },
                x[3],
            ),
        ),
        ("arg max", Constraint::arg_max([x[0], x[1], x[2]], x[3])),
        ("arg min", Constraint::arg_min([x[1], x[0], x[2]], x[3])),
        ("circuit of two", Constraint::circuit([x[0], x[3]])),
        ("circuit", Constraint::circuit([x[0], x[1], x[3]])),
        ("subcircuit", Constraint::subcircuit([x[0], x[1], x[3]])),
        ("subcircuit of four", Constraint::subcircuit(x.iter().copied())),
        ("cumulative", Constraint::cumulative([task(x[0], x[1], x[3]), task(x[3], x[2], x[1])], x[1])),
        ("cumulative of three", {
            let tasks = [task(x[0], x[1], x[1]), task(x[2], x[1], x[3]), task(x[3], x[0], x[0])];
            Constraint::cumulative(tasks, x[1])
        }),
        ("disjunctive", Constraint::disjunctive([(x[0], x[1]), (x[3], x[0])])),
        ("strictly disjunctive", Disjunctive { tasks: vec![(x[0], x[1]), (x[1], x[3])], is_strict: true }.into()),
        ("boxes", Constraint::non_overlapping([vec![(x[0], x[1]), (x[3], x[1])], vec![(x[3], x[0]), (x[2], x[3])]])),
        (
            "boxes without extent",
            NonOverlapping {
                boxes: vec![vec![(x[0], x[3]), (x[1], x[1])], vec![(x[3], x[0]), (x[2], x[1])]],
                is_strict: false,
            }
            .into(),
        ),
        ("bin packing", BinPacking { items: vec![(x[0], 2)], loads: vec![x[3], x[1]] }.into()),
        ("connected", Constraint::connected(b.iter().copied(), vec![(0, 1), (1, 2)])),
        ("connected graph", Constraint::connected_graph([b[0], b[1]], [(0, 1, b[2])])),
        ("connected graph with a loop", Constraint::connected_graph([b[0], !b[1]], [(0, 1, b[2]), (0, 0, b[1])])),
        ("both connected", Constraint::both_connected(b.iter().copied(), 3)),
        ("different but for some", Constraint::all_different_except(x.iter().copied(), [2])),
        ("a difference that may be negative", Constraint::difference_is(x[0], x[1], x[2])),
    ]
}

fn check_all(form: &str, wrap: impl Fn(&Toys, Constraint) -> Constraint) {
    let names: Vec<&str> = samples(&super::problems::toys()).into_iter().map(|(name, _)| name).collect();
    // Trees under a guard that is false are free, too many for the enumerator where there are several guards.
    let fits = |name: &str| match form {
        "plain" | "negated" => true,
        "in a formula" => !name.contains("connected"),
        _ => name == "connected" || !name.contains("connected"),
    };
    for (at, name) in names.into_iter().enumerate().filter(|(_, name)| fits(name)) {
        check(&format!("{name}, {form}"), |toys| {
            let (_, constraint) = samples(toys).swap_remove(at);
            wrap(toys, constraint)
        });
    }
}

#[test]
fn every_global_constraint_means_what_it_says() {
    check_all("plain", |_, constraint| constraint);
}

#[test]
fn every_negation_of_a_global_constraint_means_the_opposite() {
    check_all("negated", |_, constraint| constraint.negated());
}

#[test]
fn every_reification_of_a_global_constraint_is_equivalent_to_it() {
    check_all("reified", |toys, constraint| Constraint::iff(toys.booleans[2], constraint));
    check_all("implied", |toys, constraint| Constraint::when(!toys.booleans[0], constraint));
    check_all("in a formula", |toys, constraint| {
        let both = Constraint::All(vec![
            constraint.clone(),
            Constraint::compare(toys.integers[0], Relation::Less, toys.integers[3]),
        ]);
        let either = Constraint::Any(vec![constraint.negated(), Constraint::Holds(toys.booleans[1])]);
        Constraint::iff(toys.booleans[0], Constraint::Any(vec![both, either.negated()]))
    });
}

/// Numbers that are too large are refused.
#[test]
fn large_numbers_are_refused_or_encoded() {
    let mut problem = Problem::new();
    assert!(matches!(problem.integer("x", 0..=1_000_000_000), Err(EncodingError::DomainTooLarge { .. })));
    let of: Vec<Integer> = (0..3).map(|at| problem.integer(format!("x{at}"), 0..=100_000).expect("a domain")).collect();
    let refuse = |name: &str, constraint: Constraint| {
        let mut problem = problem.clone();
        problem.require(Rule::new("rule", name, []), constraint);
        assert!(problem.compile().is_err(), "{name}");
    };
    refuse("product", Constraint::product(of[0], of[1], of[2]));
    refuse("no product", Constraint::product(of[0], of[1], of[2]).negated());
    refuse("modulo", Constraint::modulo(of[0], of[1], of[2]));
}

/// Compares a constraint with its meaning on all assignments; where it holds, it has as many models as told.
fn compare(name: &str, domains: &[Vec<i64>], models: Option<usize>, make: impl Fn(&[Integer]) -> Constraint) -> usize {
    let mut problem = Problem::new();
    let of: Vec<Integer> = domains
        .iter()
        .enumerate()
        .map(|(at, domain)| problem.integer(format!("x{at}"), domain.iter().copied()).expect("a small domain"))
        .collect();
    let plain = problem.compile().expect("domains");
    let constraint = make(&of);
    problem.require(Rule::new("rule", name, []), constraint.clone());
    let formula = problem.compile().unwrap_or_else(|error| panic!("{name}: {error}"));
    let visible = formula.cnf.projection();
    let mut engine = Enumerator::new(&formula.cnf);
    let mut held = 0;
    for model in Enumerator::new(&plain.cnf).models(&[], usize::MAX) {
        let expected = constraint.holds_in(&plain.assignment(&model));
        held += usize::from(expected);
        let lits: Vec<Lit> = visible.iter().map(|&var| var.lit(model.value(var))).collect();
        let found = engine.models(&lits, models.map_or(1, |count| count + 1)).len();
        let wanted = if expected { models.unwrap_or(1) } else { 0 };
        assert_eq!(found, wanted, "{name}: {:?}", plain.assignment(&model));
    }
    held
}

#[test]
fn circuits_of_up_to_five_vertices() {
    for count in 0..=5 {
        let domains = vec![(0..count as i64).collect::<Vec<i64>>(); count];
        let held = compare("circuit", &domains, Some(1), |of| Constraint::circuit(of.iter().copied()));
        // Permutations with one cycle: (n - 1)!
        assert_eq!(held, [1, 1, 1, 2, 6, 24][count]);
        let held = compare("subcircuit", &domains, Some(1), |of| Constraint::subcircuit(of.iter().copied()));
        // One cycle through k of n vertices, for each k but one: 1 + sum of binomial(n, k) (k - 1)!
        assert_eq!(held, [1, 1, 2, 6, 21, 85][count]);
        if (2..=4).contains(&count) {
            compare("no circuit", &domains, None, |of| Constraint::circuit(of.iter().copied()).negated());
            compare("no subcircuit", &domains, None, |of| Constraint::subcircuit(of.iter().copied()).negated());
        }
    }
}

#[test]
fn functions_of_many_values_keep_bounds() {
    let (few, many): (Vec<i64>, Vec<i64>) = ((0..=21).collect(), (-10..=10).collect());
    let some: Vec<i64> = vec![-9, -2, -1, 0, 1, 2, 5, 6, 12, 40, 63, 100, 441];
    let positive: Vec<i64> = (1..=20).collect();
    for (a, b) in [(&few, &few), (&many, &many), (&few, &many), (&positive, &many), (&many, &positive)] {
        let domains = [a.clone(), b.clone(), some.clone()];
        compare("product", &domains, Some(1), |of| Constraint::product(of[0], of[1], of[2]));
        compare("division", &domains, Some(1), |of| Constraint::division(of[0], of[1], of[2]));
        compare("modulo", &domains, Some(1), |of| Constraint::modulo(of[0], of[1], of[2]));
        compare("power", &domains, Some(1), |of| Constraint::power(of[0], of[1], of[2]));
        compare("no product", &domains, Some(1), |of| Constraint::product(of[0], of[1], of[2]).negated());
    }
    let falling = [positive.clone(), positive.iter().map(|value| value + 5).collect(), vec![0, 1, 2, 3]];
    assert!(compare("division", &falling, Some(1), |of| Constraint::division(of[0], of[1], of[2])) > 0);
}

/// Constraints whose definitions leave no auxiliary variable free have one model for each assignment.
#[test]
fn defined_constraints_keep_the_model_count() {
    let domains = vec![vec![0, 1, 2], vec![0, 1, 2], vec![0, 1, 2], vec![0, 1, 2, 3]];
    let three = |of: &[Integer]| vec![of[0], of[1], of[2]];
    type Make<'a> = &'a dyn Fn(&[Integer]) -> Constraint;
    let made: [(&str, Make); 9] = [
        ("lexicographic", &|of| Constraint::lexicographic_less([of[0], of[1]], [of[2], of[3]])),
        ("inverse", &|of| Constraint::inverse(three(of), three(of))),
        ("cardinality", &|of| Constraint::global_cardinality(three(of), [(0, of[3]), (1, of[2])])),
        ("number of values", &|of| Constraint::number_of_values(three(of), of[3])),
        ("precedence", &|of| Constraint::value_precedence(three(of), [0, 1, 2])),
        ("arg max", &|of| Constraint::arg_max(three(of), of[3])),
        ("arg min", &|of| Constraint::arg_min(three(of), of[3])),
        ("bin packing", &|of| Constraint::bin_packing([(of[0], 1), (of[1], 1)], [of[3], of[2]])),
        ("cumulative", &|of| {
            let task = |start, duration| Task { start, duration, demand: of[2] };
            Constraint::cumulative([task(of[0], of[1]), task(of[1], of[0])], of[3])
        }),
    ];
    for (name, make) in made {
        assert!(compare(name, &domains, Some(1), make) > 0, "{name}");
        compare(&format!("not {name}"), &domains, (name != "inverse").then_some(1), |of| make(of).negated());
    }
}

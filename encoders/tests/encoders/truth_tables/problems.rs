//! Constraints of problems: every constraint on every assignment, plain, guarded and negated.

use gordian_encoders::encode::Relation;
use gordian_encoders::model::{
    Assignment, Boolean, ConnectivityEncoding, Constraint, Diagram, Integer, Operand, Problem, ProblemFormula,
    connected_with,
};
use gordian_encoders::rule::Rule;
use gordian_formula::{ClauseSink, Cnf, Lit, Model, Var};

use gordian_testkit::Random;

use super::enumerate::Enumerator;

/// A small problem: four integers and three Booleans.
pub(super) struct Toys {
    pub(super) problem: Problem,
    pub(super) integers: Vec<Integer>,
    pub(super) booleans: Vec<Boolean>,
}

pub(super) fn toys() -> Toys {
    let mut problem = Problem::new();
    let domains = [vec![0, 1, 2, 3], vec![1, 2, 4], vec![-1, 2], vec![2, 1, 3, 0]];
    let integers = domains.into_iter().enumerate();
    let integers =
        integers.map(|(at, domain)| problem.integer(format!("x{at}"), domain).expect("a small domain")).collect();
    let booleans = (0..3).map(|at| problem.boolean(format!("b{at}"))).collect();
    Toys { problem, integers, booleans }
}

/// The same with views in the place of variables: of other integers, of Booleans, of each other, and constants.
fn views() -> Toys {
    let mut toys = toys();
    let Toys { problem, integers, booleans } = &mut toys;
    let (x, b) = (integers.clone(), booleans.clone());
    let zero_one = problem.zero_one(!b[0]);
    let mut scaled = |of: Integer, factor: i64, offset: i64| problem.scaled(of, factor, offset).expect("small values");
    let doubled = scaled(x[3], 2, 0);
    *integers = vec![scaled(x[0], -1, 3), scaled(x[1], -1, 5), scaled(zero_one, 3, -1), scaled(doubled, -1, 7)];
    *booleans = vec![problem.is(x[1], 2), problem.at_least(integers[0], 2), problem.is(x[0], 7)];
    toys
}

/// Checks the constraint on all assignments of the visible variables: under the clauses of the domains alone, their
/// literals are assigned in every way, and what the constraint means is compared with whether a model is left.
pub(super) fn check(name: &str, constraint: impl Fn(&Toys) -> Constraint) {
    let held = held(name, toys(), &constraint);
    assert!(held > 0, "{name} cannot hold, so that nothing is tested");
    self::held(&format!("{name} on views"), views(), constraint);
}

/// The number of assignments in which it holds.
fn held(name: &str, mut toys: Toys, constraint: impl Fn(&Toys) -> Constraint) -> usize {
    let domains = toys.problem.compile().expect("domains");
    let wanted = constraint(&toys);
    toys.problem.require(Rule::new("rule", name, []), wanted.clone());
    let plain = toys.problem.compile().unwrap_or_else(|error| panic!("{name}: {error}"));
    let guarded = toys.problem.compile_guarded().expect("the guarded form of what has a plain one");
    assert_eq!((plain.rules.len(), guarded.selectors.len()), (1, 1));
    let visible = plain.cnf.projection();
    assert_eq!(visible.len(), plain.meanings.len());
    let mut engines = [Enumerator::new(&plain.cnf), Enumerator::new(&guarded.cnf)];
    let mut held = 0;
    for model in Enumerator::new(&domains.cnf).models(&[], usize::MAX) {
        let assignment = domains.assignment(&model);
        let lits: Vec<Lit> = visible.iter().map(|&var| var.lit(model.value(var))).collect();
        let expected = wanted.holds_in(&assignment);
        held += usize::from(expected);
        let mut has_model = |engine: usize, more: Option<Lit>| {
            let assumptions: Vec<Lit> = lits.iter().copied().chain(more).collect();
            let models = engines[engine].models(&assumptions, 1);
            let formula: &ProblemFormula = [&plain, &guarded][engine];
            models.iter().for_each(|model| assert_same(&formula.assignment(model), &assignment, &toys));
            !models.is_empty()
        };
        assert_eq!(has_model(0, None), expected, "{name}: {assignment:?}");
        assert_eq!(has_model(1, Some(guarded.selectors[0])), expected, "{name}, guarded: {assignment:?}");
        assert!(has_model(1, Some(!guarded.selectors[0])), "{name}, left out: {assignment:?}");
        assert_eq!(toys.problem.first_broken(&assignment).is_none(), expected);
    }
    held
}

fn assert_same(found: &Assignment, expected: &Assignment, toys: &Toys) {
    toys.integers.iter().for_each(|&x| assert_eq!(found.value(x), expected.value(x)));
    toys.booleans.iter().for_each(|&b| assert_eq!(found.is_true(b), expected.is_true(b)));
}

const RELATIONS: [Relation; 6] =
    [Relation::Equal, Relation::NotEqual, Relation::AtMost, Relation::Less, Relation::AtLeast, Relation::Greater];

/// A constraint of each kind, by number; several numbers give one kind with other variables or parameters.
fn sample(toys: &Toys, number: usize) -> Option<Constraint> {
    let x = &toys.integers;
    let b = &toys.booleans;
    let relation = RELATIONS[number % 6];
    Some(match number {
        0..6 => Constraint::sum([x[0], x[1], x[3]], relation, 5),
        6..12 => Constraint::weighted(
            [(2, Operand::from(x[0])), (-3, x[2].into()), (1, b[0].into()), (1, (!b[1]).into())],
            relation,
            3,
        ),
        12..18 => Constraint::compare(x[0], relation, x[1]),
        18..24 => Constraint::difference(x[0], x[1], relation, 1),
        24..30 => Constraint::among(x.clone(), [2, -1], relation, 2),
        30..36 => Constraint::sum(b.iter().copied(), relation, 1),
        36..42 => Constraint::sum([x[1]], relation, 2),
        42 => Constraint::all_different(x.clone()),
        43 => Constraint::all_different([x[0], x[3]]),
        44 => Constraint::different_with_sum(x.clone(), 7),
        45 => Constraint::different_with_sum([x[0], x[3]], 3),
        46 => Constraint::all_equal([x[0], x[1], x[3]]),
        47 => Constraint::increasing([x[2], x[0], x[1]]),
        48 => Constraint::not_decreasing([x[2], x[0], x[3]]),
        49 => Constraint::member(x[0], [0, 3, 7]),
        50 => Constraint::table([x[0], x[1], x[2]], vec![vec![0, 1, 2], vec![0, 2, -1], vec![3, 4, 2], vec![3, 1, 2]]),
        51 => Constraint::table([x[0], x[1]], vec![vec![0, 1], vec![0, 2], vec![3, 4]]),
        52 => {
            let domains: Vec<&[i64]> = x.iter().map(|&x| toys.problem.values(x)).collect();
            let diagram = Diagram::new(&domains, 0, |_, sum, value| Some((sum + value) % 3), |&sum| sum == 1);
            Constraint::path(x.clone(), diagram.expect("a small machine"))
        }
        53 => Constraint::element([x[1], x[2], x[3]], x[0], x[3]),
        54 => Constraint::minimum([x[0], x[1]], x[3]),
        55 => Constraint::maximum([x[0], x[2], x[3]], x[1]),
        56 => Constraint::difference_is(x[0], x[1], x[3]),
        57 => Constraint::exactly(2, [b[0], !b[1], b[2]]),
        58 => Constraint::count(1, x.clone(), 2),
        59 => Constraint::Holds(!b[1]),
        60 => Constraint::all_different([x[2]]),
        _ => return None,
    })
}

#[test]
fn every_constraint_means_what_it_says() {
    for number in 0.. {
        if sample(&toys(), number).is_none() {
            break;
        }
        check(&format!("constraint {number}"), |toys| sample(toys, number).expect("a sample"));
    }
}

#[test]
fn every_negation_means_the_opposite() {
    // Constraint 60 always holds: its negation is a contradiction.
    for number in 0..60 {
        check(&format!("not constraint {number}"), |toys| sample(toys, number).expect("a sample").negated());
    }
}

#[test]
fn every_reification_is_true_exactly_where_the_constraint_holds() {
    for number in 0..61 {
        check(&format!("b2 iff constraint {number}"), |toys| {
            Constraint::iff(toys.booleans[2], sample(toys, number).expect("a sample"))
        });
    }
}

#[test]
fn views_cost_no_variable_and_no_clause() {
    let Toys { mut problem, integers, booleans } = toys();
    let before = problem.compile().expect("a small problem");
    let [x, y] = [integers[0], integers[1]];
    let four = problem.is(y, 4);
    assert_eq!(problem.is(y, 4), four, "a view is made once");
    assert_eq!(problem.at_least(y, 3), problem.at_least(y, 4));
    assert_eq!(problem.is(y, 3), problem.truth(false));
    assert_eq!(problem.at_least(y, 1), problem.truth(true));
    assert_eq!(problem.at_least(y, 5), !problem.truth(true));
    let one = problem.zero_one(!booleans[0]);
    assert_eq!(problem.is(one, 0), booleans[0]);
    assert_eq!(problem.at_least(one, 1), !booleans[0]);
    assert_eq!(problem.values(one), [0, 1]);
    let scaled = problem.scaled(x, -3, 1).expect("small values");
    assert_eq!(problem.values(scaled), [-8, -5, -2, 1]);
    let constant = problem.scaled(x, 0, 7).expect("a small value");
    assert_eq!(problem.values(constant), [7]);
    let truth = problem.truth(true);
    let always = problem.zero_one(truth);
    assert_eq!(problem.values(always), [1]);
    assert!(problem.scaled(x, i64::MAX, 0).is_err());
    assert!(problem.constant(i64::MIN).is_err());
    let after = problem.compile().expect("a small problem");
    assert_eq!(after.meanings, before.meanings);
    assert_eq!(after.cnf.num_vars(), before.cnf.num_vars());
    assert_eq!(after.cnf.num_clauses(), before.cnf.num_clauses());
}

#[test]
fn constraints_imply_each_other() {
    let mut random = Random::new(7);
    let mut next = |limit: usize| random.below(limit);
    for _ in 0..150 {
        let (first, second, third, shape) = (next(61), next(61), next(61), next(5));
        check(&format!("constraints {first}, {second}, {third}, shape {shape}"), |toys| {
            let [a, b, c] = [first, second, third].map(|number| sample(toys, number).expect("a sample"));
            match shape {
                0 => a.implies(b),
                1 => Constraint::when(!toys.booleans[2], a.implies(b)),
                2 => Constraint::Any(vec![a, Constraint::All(vec![b, c])]),
                3 => Constraint::Any(vec![a.negated(), b.negated(), c.implies(Constraint::Holds(toys.booleans[0]))]),
                _ => Constraint::All(vec![a.implies(b)]).implies(c),
            }
        });
    }
}

#[test]
fn large_domains_are_made_of_order_literals() {
    let mut problem = Problem::new();
    let x = problem.integer("x", 0..=100).expect("a domain");
    let y = problem.integer("y", (0..=100).map(|tens| 10 * tens)).expect("a domain");
    problem.require(Rule::new("sum", "x and y sum to 47", []), Constraint::sum([x, y], Relation::Equal, 47));
    problem.require(Rule::new("values", "x is 7, 17 or 18", []), Constraint::member(x, [7, 17, 18]));
    problem.require(Rule::new("gap", "x and y differ by 23", []), Constraint::difference(x, y, Relation::Equal, 13));
    let compiled = problem.compile().expect("a small problem");
    assert_eq!(compiled.meanings[..2], ["x>=1", "x>=2"]);
    let models = Enumerator::new(&compiled.cnf).models(&[], 10);
    let found: Vec<(i64, i64)> =
        models.iter().map(|model| compiled.assignment(model)).map(|all| (all.value(x), all.value(y))).collect();
    assert_eq!(found, [(17, 30)]);
}

/// All sets of vertices of some small graphs, against a search through the graph.
#[test]
fn connected_sets_are_connected() {
    let grid = |rows: usize, columns: usize| {
        let across = (0..rows * columns).filter(|at| at % columns + 1 < columns).map(|at| (at, at + 1));
        across.chain((0..(rows - 1) * columns).map(|at| (at, at + columns))).collect::<Vec<_>>()
    };
    let graphs = [
        (1, Vec::new()),
        (3, vec![(0, 2)]),
        (6, grid(2, 3)),
        (9, grid(3, 3)),
        (5, vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]),
    ];
    for (count, edges) in graphs {
        let mut problem = Problem::new();
        let of: Vec<Boolean> = (0..count).map(|at| problem.boolean(format!("v{at}"))).collect();
        problem.require(
            Rule::new("connected", "all are connected", []),
            Constraint::connected(of.iter().copied(), edges.clone()),
        );
        let plain = problem.compile().expect("a small graph");
        let mut enumerator = Enumerator::new(&plain.cnf);
        let mut by_distances = Cnf::new();
        let vertices: Vec<Lit> = (0..count).map(|_| by_distances.new_var().positive()).collect();
        connected_with(&mut by_distances, &vertices, &edges, ConnectivityEncoding::Distance);
        let mut of_distances = Enumerator::new(&by_distances);
        for bits in 0..1_u32 << count {
            let lits: Vec<Lit> = (0..count).map(|at| Var::from_index(at).lit(bits >> at & 1 == 1)).collect();
            let mut part = bits & bits.wrapping_neg();
            loop {
                let reached = edges.iter().fold(part, |part, &(a, b)| {
                    let (a, b) = (1 << a, 1 << b);
                    if part & (a | b) != 0 { part | bits & (a | b) } else { part }
                });
                if reached == part {
                    break;
                }
                part = reached;
            }
            // There are too many trees in the largest for the enumerator.
            if count < 9 {
                assert_eq!(!enumerator.models(&lits, 1).is_empty(), part == bits, "{count} vertices, {bits:b}");
            }
            // Distances are defined, trees are chosen.
            let models = of_distances.models(&lits, 2);
            assert_eq!(models.len(), usize::from(part == bits), "{count} vertices, {bits:b}, by distances");
        }
    }
}

/// All shadings of some grids: those in which both colours are connected.
#[test]
fn both_colours_of_a_grid_are_connected() {
    for (width, height) in [(1, 4), (2, 3), (3, 3), (4, 3), (3, 4), (5, 3)] {
        let count = width * height;
        let mut problem = Problem::new();
        let of: Vec<Boolean> = (0..count).map(|at| problem.boolean(format!("v{at}"))).collect();
        let constraint = Constraint::both_connected(of.iter().copied(), width);
        problem.require(Rule::new("shading", "both colours are connected", []), constraint.clone());
        let formula = problem.compile().expect("a small grid");
        let mut enumerator = Enumerator::new(&formula.cnf);
        let mut held = 0;
        for bits in 0..1_u32 << count {
            let lits: Vec<Lit> = (0..count).map(|at| Var::from_index(at).lit(bits >> at & 1 == 1)).collect();
            let values = Model::from_values((0..count).map(|at| bits >> at & 1 == 1).collect());
            let expected = constraint.holds_in(&formula.assignment(&values));
            held += usize::from(expected);
            assert_eq!(!enumerator.models(&lits, 1).is_empty(), expected, "{width}x{height}, {bits:b}");
        }
        // The empty and the full shading, and each cell of the border alone, at least.
        assert!(held >= 2 * count, "{width}x{height}: {held}");
    }
}

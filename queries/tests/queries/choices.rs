//! Tests for the choice of a counting method. It is not known beforehand which one fits: if the
//! usual one does not, another must end in its place.

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};
use gordian_queries::{Engine, Method, Question, SymmetryGroup, SymmetryUse};
use num_bigint::BigUint;

/// Graphs without triangles: a variable for each pair of vertices, and how vertices change places.
fn triangle_free(size: usize) -> (Cnf, Vec<Permutation>) {
    let mut cnf = Cnf::new();
    let vars = cnf.new_vars(size * (size - 1) / 2);
    let edge = |a: usize, b: usize| -> Var {
        let (a, b) = (a.min(b), a.max(b));
        vars[b * (b - 1) / 2 + a]
    };
    for a in 0..size {
        for b in 0..a {
            for c in 0..b {
                cnf.add_clause(&[edge(a, b), edge(a, c), edge(b, c)].map(Var::negative));
            }
        }
    }
    (cnf, renumberings(size))
}

/// Generators of the renumberings of so many vertices, as permutations of the edges `b, a` with `b < a`, by `a`.
fn renumberings(size: usize) -> Vec<Permutation> {
    let edge = |a: usize, b: usize| Var::from_index(a.max(b) * (a.max(b) - 1) / 2 + a.min(b));
    let of_vertices = |image: &dyn Fn(usize) -> usize| {
        let mut images = vec![Var::from_index(0).positive(); size * (size - 1) / 2];
        for a in 0..size {
            for b in 0..a {
                images[edge(a, b).index()] = edge(image(a), image(b)).positive();
            }
        }
        Permutation::from_images(images).unwrap()
    };
    let turn = of_vertices(&|vertex| (vertex + 1) % size);
    let swap = of_vertices(&|vertex| if vertex < 2 { 1 - vertex } else { vertex });
    vec![turn, swap]
}

/// The numbers of triangle-free graphs on so many vertices, and of those that differ (A213434,
/// A006785 in the encyclopedia of integer sequences). From seven vertices on a propagator breaks the
/// symmetry, by which each class takes a moment.
#[test]
fn classes_under_a_large_group_are_counted_by_their_greatest_members() {
    let known = [(5, 388, 14), (6, 5_789, 38), (7, 133_501, 107), (8, 4_682_270, 410), (9, 246_348_115, 1897)];
    for (size, solutions, classes) in known {
        let (cnf, generators) = triangle_free(size);
        let group = SymmetryGroup::from_generators(&cnf, &generators, "vertices").unwrap();
        let answer = Question::new(&cnf).up_to(&group).count(&mut ()).unwrap();
        assert!(answer.is_complete());
        assert_eq!((answer.count, answer.orbits), (solutions, Some(classes)), "{size}");
        if size > 6 {
            assert_eq!(answer.method, Method::new(Engine::Chronological, SymmetryUse::LexLeader), "{size}");
        }
    }
}

/// Graphs of twelve vertices with three edges at each (A005638, and labelled ones counted by degrees): 479,001,600
/// renumberings are neither listed nor summed over.
#[test]
fn classes_are_counted_under_groups_that_nobody_lists() {
    let size = 12;
    let mut cnf = Cnf::new();
    let vars = cnf.new_vars(size * (size - 1) / 2);
    let edge = |a: usize, b: usize| vars[a.max(b) * (a.max(b) - 1) / 2 + a.min(b)];
    for vertex in 0..size {
        let edges: Vec<Lit> =
            (0..size).filter(|&other| other != vertex).map(|other| edge(vertex, other).positive()).collect();
        for (at, &a) in edges.iter().enumerate() {
            for (next, &b) in edges.iter().enumerate().skip(at + 1) {
                // At least one of the rest is there, whichever two are left out: so at least three are.
                let rest = edges.iter().filter(|&&other| other != a && other != b);
                cnf.add_clause(&rest.copied().collect::<Vec<Lit>>());
                for (third, &c) in edges.iter().enumerate().skip(next + 1) {
                    edges[third + 1..].iter().for_each(|&d| cnf.add_clause(&[!a, !b, !c, !d]));
                }
            }
        }
    }
    let group = SymmetryGroup::from_generators(&cnf, &renumberings(size), "vertices").unwrap();
    let answer = Question::new(&cnf).up_to(&group).count(&mut ()).unwrap();
    assert_eq!((answer.count, answer.orbits), (11_555_272_575, Some(94)));
}

/// Queens that do not attack each other: groups over visible variables.
fn queens(size: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let vars = cnf.new_vars(size * size);
    let at = |row: usize, column: usize| vars[size * row + column].positive();
    let squares = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    for line in 0..size {
        cnf.add_exactly_one(&(0..size).map(|other| at(line, other)).collect::<Vec<Lit>>());
        cnf.add_exactly_one(&(0..size).map(|other| at(other, line)).collect::<Vec<Lit>>());
    }
    for sum in 1..2 * size - 2 {
        let on =
            |line: usize, row: usize, column: usize| if line == 0 { row + column } else { row + size - 1 - column };
        for direction in 0..2 {
            let diagonal = squares().filter(|&(row, column)| on(direction, row, column) == sum);
            cnf.add_at_most_one(&diagonal.map(|(row, column)| at(row, column)).collect::<Vec<Lit>>());
        }
    }
    cnf
}

#[test]
fn queens_are_counted_by_the_search_that_a_frontier_is_beaten_by() {
    for (size, expected) in [(8, 92), (10, 724), (12, 14_200), (13, 73_712)] {
        let answer = Question::new(&queens(size)).count(&mut ()).unwrap();
        assert_eq!((answer.count, answer.method), (expected, Engine::ExactCover.into()), "{size}");
    }
    for method in [Engine::Frontier, Engine::ExactCover, Engine::Component] {
        let answer = Question::new(&queens(8)).with_method(method).count(&mut ()).unwrap();
        assert_eq!(answer.count, 92, "{method}");
    }
}

/// The givens of a puzzle decide variables before the search begins, and nothing else speaks of them
/// if the formula was simplified. They do not hide that the rest is an exact cover.
#[test]
fn fixed_variables_do_not_change_the_choice() {
    let mut cnf = queens(12);
    for (at, var) in cnf.new_vars(200).into_iter().enumerate() {
        cnf.add_clause(&[var.lit(at % 2 == 0)]);
    }
    let answer = Question::new(&cnf).count(&mut ()).unwrap();
    assert_eq!((answer.count, answer.method), (14_200, Engine::ExactCover.into()));
}

/// Trees of choices side by side, as the features of a product are: one of three things is taken,
/// two of which lead to a choice of their own. Neither a search nor a frontier is expected to be
/// short; components are.
fn trees(number: u32, depth: u32) -> (Cnf, BigUint) {
    fn grow(cnf: &mut Cnf, parent: Option<Lit>, depth: u32) -> u32 {
        let things: Vec<Lit> = cnf.new_vars(3).into_iter().map(Var::positive).collect();
        // If the parent is not taken, none of these is.
        let members: Vec<Lit> = things.iter().copied().chain(parent.map(|parent| !parent)).collect();
        cnf.add_exactly_one(&members);
        match depth {
            0 => 3,
            _ => grow(cnf, Some(things[0]), depth - 1) + grow(cnf, Some(things[1]), depth - 1) + 1,
        }
    }
    let mut cnf = Cnf::new();
    let count = (0..number).map(|_| BigUint::from(grow(&mut cnf, None, depth))).product();
    (cnf, count)
}

#[test]
fn trees_of_choices_are_counted_by_a_method_that_can() {
    for (number, depth) in [(1, 3), (3, 2), (40, 3)] {
        let (cnf, expected) = trees(number, depth);
        let answer = Question::new(&cnf).count(&mut ()).unwrap();
        assert_eq!(answer.exact_count(), expected, "{number} {depth}");
    }
}

/// Matchings of a grid, A028420 in the encyclopedia of integer sequences: at most one edge at each
/// vertex. No search for covers fits, since nothing need be covered; a frontier sweeps the grid in a
/// moment, where components take seconds.
#[test]
fn matchings_of_a_grid_are_swept() {
    const SIZE: usize = 10;
    let mut cnf = Cnf::new();
    let mut at: Vec<Vec<Lit>> = vec![Vec::new(); SIZE * SIZE];
    for (vertex, step) in (0..SIZE * SIZE).flat_map(|vertex| [(vertex, 1), (vertex, SIZE)]) {
        let is_inside = if step == 1 { vertex % SIZE + 1 < SIZE } else { vertex + SIZE < SIZE * SIZE };
        if is_inside {
            let edge = cnf.new_var().positive();
            at[vertex].push(edge);
            at[vertex + step].push(edge);
        }
    }
    at.iter().for_each(|edges| cnf.add_at_most_one(edges));
    let answer = Question::new(&cnf).count(&mut ()).unwrap();
    assert_eq!(answer.exact_count().to_string(), "2172138783673094193937750015");
    assert_eq!(answer.method, Engine::Frontier.into());
}

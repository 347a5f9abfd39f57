//! Designs and graphs.

use gordian_formula::{ClauseSink, Permutation};

use super::points::{Formula, Points, formula_of, symmetric_group};
use super::rows::Row;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = vec![
        Row::formula(54, "petersen-colours", petersen(false), 120, 20),
        Row::formula(54, "petersen-all", petersen(true), 120, 1),
        Row::formula(55, "steiner-7", steiner(7), 30, 1),
        Row::formula(55, "steiner-9", steiner(9), 840, 1),
        Row::formula(58, "factorisations-6", factorisations(6), 6, 1),
        Row::formula(58, "factorisations-8", factorisations(8), 6240, 6),
        Row::formula(58, "factorisations-10", factorisations(10), 1_225_566_720, 396),
    ];
    for (vertices, (solutions, classes)) in (4..).zip([(64, 11), (1024, 34), (32_768, 156), (2_097_152, 1044)]) {
        rows.push(Row::formula(60, format!("graphs-{vertices}"), graphs(vertices), solutions, classes));
    }
    rows
}

/// The permutations of sets that permutations of so many things make.
fn acting_on(sets: &[Vec<usize>], things: usize) -> Vec<Permutation> {
    let points = Points { sizes: [sets.len()] };
    let of_map = |map: &dyn Fn(usize) -> usize| {
        points.permutation(|[at]| {
            let mut image: Vec<usize> = sets[at].iter().map(|&thing| map(thing)).collect();
            image.sort_unstable();
            [sets.iter().position(|set| *set == image).expect("the image is a set")]
        })
    };
    symmetric_group(things).iter().map(|map| of_map(map)).collect()
}

/// Triples such that each two of so many things stand in one of them.
fn steiner(things: usize) -> Formula {
    let mut triples = Vec::new();
    for first in 0..things {
        for second in first + 1..things {
            triples.extend((second + 1..things).map(|third| vec![first, second, third]));
        }
    }
    let points = Points { sizes: [triples.len()] };
    let mut cnf = formula_of(triples.len());
    for first in 0..things {
        for second in first + 1..things {
            cnf.add_exactly_one(&points.lits(|[at]| triples[at].contains(&first) && triples[at].contains(&second)));
        }
    }
    Formula::new(cnf, acting_on(&triples, things))
}

/// The edges of a complete graph in perfect matchings.
fn factorisations(vertices: usize) -> Formula {
    let edges = edges(vertices);
    let number = |a: usize, b: usize| edges.iter().position(|edge| *edge == [a.min(b), a.max(b)]).expect("an edge");
    // Each as the vertex that stands beside each one.
    let mut matchings = vec![vec![usize::MAX; vertices]];
    while let Some(open) = matchings[0].iter().position(|&other| other == usize::MAX) {
        let with = |matching: &Vec<usize>| -> Vec<Vec<usize>> {
            let Some(first) = matching.iter().position(|&other| other == usize::MAX) else { return Vec::new() };
            let others = (first + 1..vertices).filter(|&other| matching[other] == usize::MAX);
            let joined = |other: usize| {
                let mut next = matching.clone();
                (next[first], next[other]) = (other, first);
                next
            };
            others.map(joined).collect()
        };
        debug_assert!(open < vertices);
        matchings = matchings.iter().flat_map(with).collect();
    }
    let of_edges = |matching: &Vec<usize>| -> Vec<usize> {
        let mut row: Vec<usize> = (0..vertices).filter(|&v| v < matching[v]).map(|v| number(v, matching[v])).collect();
        row.sort_unstable();
        row
    };
    let rows: Vec<Vec<usize>> = matchings.iter().map(of_edges).collect();
    let points = Points { sizes: [rows.len()] };
    let mut cnf = formula_of(rows.len());
    for edge in 0..edges.len() {
        cnf.add_exactly_one(&points.lits(|[at]| rows[at].contains(&edge)));
    }
    let of_map = |map: &dyn Fn(usize) -> usize| {
        points.permutation(|[at]| {
            let mut image: Vec<usize> =
                rows[at].iter().map(|&edge| number(map(edges[edge][0]), map(edges[edge][1]))).collect();
            image.sort_unstable();
            [rows.iter().position(|row| *row == image).expect("the image is a matching")]
        })
    };
    Formula::new(cnf, symmetric_group(vertices).iter().map(|map| of_map(map)).collect())
}

/// All graphs on so many vertices.
fn graphs(vertices: usize) -> Formula {
    let edges: Vec<Vec<usize>> = edges(vertices).iter().map(|edge| edge.to_vec()).collect();
    let mut cnf = formula_of(edges.len());
    let points = Points { sizes: [edges.len()] };
    cnf.add_visible(&points.all().map(|at| points.lit(at).var()).collect::<Vec<_>>());
    Formula::new(cnf, acting_on(&edges, vertices))
}

fn edges(vertices: usize) -> Vec<[usize; 2]> {
    (0..vertices).flat_map(|first| (first + 1..vertices).map(move |second| [first, second])).collect()
}

/// Three colours for the Petersen graph: its vertices are the pairs of five things, those without a
/// common thing are adjacent.
fn petersen(moves_vertices: bool) -> Formula {
    let vertices = edges(5);
    let points = Points { sizes: [vertices.len(), 3] };
    let mut cnf = formula_of(points.len());
    for (at, vertex) in vertices.iter().enumerate() {
        cnf.add_exactly_one(&points.lits(|[other, _]| other == at));
        for (other, second) in vertices.iter().enumerate().take(at) {
            if !second.iter().any(|thing| vertex.contains(thing)) {
                (0..3).for_each(|colour| cnf.add_at_most_one(&[points.lit([at, colour]), points.lit([other, colour])]));
            }
        }
    }
    let mut generators: Vec<Permutation> =
        symmetric_group(3).map(|map| points.permutation(|[vertex, colour]| [vertex, map(colour)])).into();
    if moves_vertices {
        for map in symmetric_group(5) {
            let image = |at: usize| {
                let mut both = vertices[at].map(map);
                both.sort_unstable();
                vertices.iter().position(|vertex| *vertex == both).expect("the image is a vertex")
            };
            generators.push(points.permutation(|[vertex, colour]| [image(vertex), colour]));
        }
    }
    Formula::new(cnf, generators)
}

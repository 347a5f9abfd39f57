//! That the true ones of some vertices are connected.

use gordian_formula::{ClauseSink, Lit};

use crate::encode::{Truth, imply};

/// How connectivity is written. Both were measured on shadings of grids, see `docs/encodings.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ConnectivityEncoding {
    /// From a root, the first true vertex, all are reached step by step: a literal says that a vertex is reached within
    /// so many steps.
    #[default]
    Distance,
    /// Each true vertex but the root has an edge to a parent, whose depth is less.
    Tree,
}

/// The true ones of `vertices` form one connected part of the graph with these edges, or none is true.
///
/// The root is the first true vertex. Keeps the model count: yes with [`ConnectivityEncoding::Distance`]; no with
/// [`ConnectivityEncoding::Tree`], where every spanning tree is a model.
pub fn connected_with<S: ClauseSink + ?Sized>(
    sink: &mut S,
    vertices: &[Lit],
    edges: &[(usize, usize)],
    encoding: ConnectivityEncoding,
) {
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); vertices.len()];
    for &(one, other) in edges {
        if one != other && one < vertices.len() && other < vertices.len() {
            beside[one].push(other);
            beside[other].push(one);
        }
    }
    beside.iter_mut().for_each(|others| {
        others.sort_unstable();
        others.dedup();
    });
    let roots = roots(sink, vertices);
    match encoding {
        ConnectivityEncoding::Distance => distance(sink, vertices, &beside, roots),
        ConnectivityEncoding::Tree => tree(sink, vertices, &beside, &roots),
    }
}

pub(super) fn connected<S: ClauseSink + ?Sized>(sink: &mut S, vertices: &[Lit], edges: &[(usize, usize)]) {
    connected_with(sink, vertices, edges, ConnectivityEncoding::default());
}

/// For each vertex whether it is the first true one.
fn roots<S: ClauseSink + ?Sized>(sink: &mut S, vertices: &[Lit]) -> Vec<Truth> {
    let mut none_before = Truth::Always;
    let mut roots = Vec::with_capacity(vertices.len());
    for &vertex in vertices {
        roots.push(both(sink, none_before, vertex.into()));
        none_before = both(sink, none_before, (!vertex).into());
    }
    roots
}

fn both<S: ClauseSink + ?Sized>(sink: &mut S, a: Truth, b: Truth) -> Truth {
    crate::encode::all_of(sink, [a, b])
}

/// `reached[v]` after `k` rounds says that `v` is within `k` steps of the root. A shortest path has no more edges than
/// there are other vertices.
fn distance<S: ClauseSink + ?Sized>(sink: &mut S, vertices: &[Lit], beside: &[Vec<usize>], roots: Vec<Truth>) {
    let mut reached = roots;
    for step in 1..vertices.len() {
        let mut next = Vec::with_capacity(vertices.len());
        for (at, &vertex) in vertices.iter().enumerate() {
            // The root is the first true vertex: within `k` steps of it lie no vertices but those `k` edges from a former.
            let before: Vec<Truth> = beside[at]
                .iter()
                .chain([&at])
                .map(|&other| reached[other])
                .filter(|&truth| truth != Truth::Never)
                .collect();
            let last = step + 1 == vertices.len();
            if last {
                imply(sink, &[vertex.into()], &before);
                continue;
            }
            let any = crate::encode::any_of(sink, before);
            next.push(both(sink, any, vertex.into()));
        }
        reached = next;
    }
}

/// A parent for each true vertex that is no root, and depths that increase from parent to child.
fn tree<S: ClauseSink + ?Sized>(sink: &mut S, vertices: &[Lit], beside: &[Vec<usize>], roots: &[Truth]) {
    let count = vertices.len();
    let depths: Vec<Vec<Lit>> = (0..count)
        .map(|_| {
            let order: Vec<Lit> = (1..count).map(|_| sink.new_var().positive()).collect();
            order.windows(2).for_each(|pair| sink.add_clause(&[!pair[1], pair[0]]));
            order
        })
        .collect();
    for (child, &vertex) in vertices.iter().enumerate() {
        let mut parents = vec![roots[child]];
        for &parent in &beside[child] {
            let edge = sink.new_var().positive();
            parents.push(edge.into());
            sink.add_clause(&[!edge, vertices[parent]]);
            // The child is deeper than the parent.
            sink.add_clause(&[!edge, depths[child][0]]);
            for (&above, &below) in depths[parent].iter().zip(&depths[child][1..]) {
                sink.add_clause(&[!edge, !above, below]);
            }
            if let Some(&last) = depths[parent].last() {
                sink.add_clause(&[!edge, !last]);
            }
        }
        imply(sink, &[vertex.into()], &parents);
    }
}

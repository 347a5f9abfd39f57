//! That the true ones of some vertices are connected.

use gordian_formula::{ClauseSink, Lit};

use crate::encode::{Truth, imply};

/// How connectivity is written. Both are measured on cells of grids in `docs/encodings.md`, where the tree takes half
/// of the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ConnectivityEncoding {
    /// From a root, the first true vertex, all are reached step by step: a literal says that a vertex is reached within
    /// so many steps.
    Distance,
    /// Each true vertex but the root has an edge to a parent, whose depth is less.
    #[default]
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

pub(crate) fn connected<S: ClauseSink + ?Sized>(sink: &mut S, vertices: &[Lit], edges: &[(usize, usize)]) {
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
            // Within `k` steps of the root, the first true vertex, lie no vertices but those `k` edges from a former.
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
            // The child is deeper than the parent, and the root may have any depth.
            deeper(sink, edge, &depths[parent], &depths[child]);
        }
        imply(sink, &[vertex.into()], &parents);
    }
}

/// The true cells of a grid, row by row, form one orthogonally connected part, and so do the others.
///
/// Paths of the two colours cannot cross. So no block of two by two cells is a checkerboard, and round the border the
/// colour changes at most twice; then both are connected iff every cell is connected, within its colour, to the border,
/// or the border has one colour and the cells of the other are connected to one of them. One forest of parents serves
/// both colours.
pub(crate) fn both_connected<S: ClauseSink + ?Sized>(sink: &mut S, cells: &[Lit], width: usize) {
    let (width, height) = (width.max(1), cells.len() / width.max(1));
    if width < 3 || height < 3 || width * height != cells.len() {
        let edges = grid_edges(cells.len(), width);
        let others: Vec<Lit> = cells.iter().map(|&cell| !cell).collect();
        connected(sink, cells, &edges);
        return connected(sink, &others, &edges);
    }
    for (row, column) in (1..height).flat_map(|row| (1..width).map(move |column| (row, column))) {
        let at = row * width + column;
        let [a, b, c, d] = [at - width - 1, at - width, at - 1, at].map(|at| cells[at]);
        sink.add_clause(&[!a, b, c, !d]);
        sink.add_clause(&[a, !b, !c, d]);
    }
    let border = border(width, height);
    let ring: Vec<Lit> = border.iter().map(|&at| cells[at]).collect();
    let changes = |sink: &mut S, from: bool| {
        let next = ring.iter().cycle().skip(1);
        let lits = ring.iter().zip(next).map(|(&a, &b)| {
            let (a, b) = if from { (a, b) } else { (!a, !b) };
            let change = sink.new_var().positive();
            sink.add_clause(&[!a, b, change]);
            sink.add_clause(&[a, !change]);
            sink.add_clause(&[!b, !change]);
            change
        });
        lits.collect::<Vec<Lit>>()
    };
    for from in [true, false] {
        let lits = changes(sink, from);
        sink.add_at_most_one(&lits);
    }
    let mut is_border = vec![false; cells.len()];
    border.iter().for_each(|&at| is_border[at] = true);
    let inner: Vec<usize> = (0..cells.len()).filter(|&at| !is_border[at]).collect();
    // That the border is true nowhere, or everywhere.
    let [nowhere, everywhere] = [(); 2].map(|()| sink.new_var().positive());
    for &lit in &ring {
        sink.add_clause(&[!nowhere, !lit]);
        sink.add_clause(&[!everywhere, lit]);
    }
    let levels = longest_induced_path(width - 2, height - 2);
    // Entry `k` says that the depth is at least `k + 2`; on the border it is zero.
    let mut depths: Vec<Vec<Lit>> = vec![Vec::new(); cells.len()];
    for &at in &inner {
        depths[at] = (1..levels).map(|_| sink.new_var().positive()).collect();
        depths[at].windows(2).for_each(|pair| sink.add_clause(&[!pair[1], pair[0]]));
    }
    let mut roots = Vec::with_capacity(inner.len());
    for &at in &inner {
        let own = cells[at];
        let root = sink.new_var().positive();
        roots.push(root);
        sink.add_clause(&[!root, !own, nowhere]);
        sink.add_clause(&[!root, own, everywhere]);
        let mut parents = vec![root];
        for parent in [at - width, at - 1, at + 1, at + width] {
            let edge = sink.new_var().positive();
            parents.push(edge);
            sink.add_clause(&[!edge, !own, cells[parent]]);
            sink.add_clause(&[!edge, own, !cells[parent]]);
            if !is_border[parent] {
                deeper(sink, edge, &depths[parent], &depths[at]);
            }
        }
        sink.add_clause(&parents);
    }
    sink.add_at_most_one(&roots);
}

/// The child of a chosen edge is deeper than its parent, whose depth is one at least.
fn deeper<S: ClauseSink + ?Sized>(sink: &mut S, edge: Lit, parent: &[Lit], child: &[Lit]) {
    let Some((&first, rest)) = child.split_first() else {
        return sink.add_clause(&[!edge]);
    };
    sink.add_clause(&[!edge, first]);
    for (&above, &below) in parent.iter().zip(rest) {
        sink.add_clause(&[!edge, !above, below]);
    }
    if let Some(&last) = parent.last() {
        sink.add_clause(&[!edge, !last]);
    }
}

/// The border of a grid with three rows and columns at least, round once.
fn border(width: usize, height: usize) -> Vec<usize> {
    let at = |row: usize, column: usize| row * width + column;
    let top = (0..width - 1).map(|column| at(0, column));
    let right = (0..height - 1).map(|row| at(row, width - 1));
    let bottom = (1..width).rev().map(|column| at(height - 1, column));
    let left = (1..height).rev().map(|row| at(row, 0));
    top.chain(right).chain(bottom).chain(left).collect()
}

/// No shortest path in a part of a grid has more cells than this: of a block of two by two it has three at most.
fn longest_induced_path(width: usize, height: usize) -> usize {
    let (blocks, across, down) = ((width / 2) * (height / 2), (width / 2) * (height % 2), (height / 2) * (width % 2));
    3 * blocks + 2 * (across + down) + (width % 2) * (height % 2)
}

/// The pairs of neighbours in a grid of so many cells, row by row.
pub(super) fn grid_edges(count: usize, width: usize) -> Vec<(usize, usize)> {
    let across = (1..count).filter(|at| at % width != 0).map(|at| (at - 1, at));
    across.chain((width..count).map(|at| (at - width, at))).collect()
}

//! A formula as a graph with coloured vertices.

use std::collections::HashSet;

use gordian_formula::{ClauseSink, Clock, Cnf, GroupKind, Lit, Permutation, Var};

/// A graph without loops and parallel edges.
///
/// Vertices `2 i` and `2 i + 1` are the positive and the negative literal of variable `vars[i]`;
/// after all literals come the variables, in the same order, then the constraints. Invariant: the
/// neighbours of vertex `v` are `neighbours[starts[v]..starts[v + 1]]`, ascending, each once.
pub(super) struct Graph {
    vars: Vec<Var>,
    num_vars: usize,
    pub(super) colours: Vec<u32>,
    starts: Vec<usize>,
    neighbours: Vec<u32>,
}

/// Constraints, or vertices, between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 12;

/// Colours: literals; variables that matter, others; groups; clauses of each length; that a
/// constraint holds a literal so many times.
const LITERAL: u32 = 0;
const VISIBLE: u32 = 1;
const HIDDEN: u32 = 2;
const AT_MOST_ONE: u32 = 3;
const EXACTLY_ONE: u32 = 4;
const CLAUSE: u32 = 5;
const REPEATED: u32 = 1 << 31;

impl Graph {
    /// The graph of the variables that stand in constraints. A clause of two literals is an edge,
    /// since only it joins literals. `None` if the time was over first.
    pub(super) fn of(cnf: &Cnf, clock: &Clock) -> Option<Graph> {
        let mut poller = clock.poller(POLL_INTERVAL);
        let mut is_used = vec![false; cnf.num_vars()];
        for lit in cnf.clauses().chain(cnf.groups().map(|group| group.members)).flatten() {
            is_used[lit.var().index()] = true;
        }
        let vars: Vec<Var> = (0..cnf.num_vars()).map(Var::from_index).filter(|var| is_used[var.index()]).collect();
        let mut number = vec![0u32; cnf.num_vars()];
        for (position, var) in (0..).zip(&vars) {
            number[var.index()] = position;
        }
        let vertex = |lit: Lit| 2 * number[lit.var().index()] + u32::from(lit.is_negative());
        let mut colours = vec![LITERAL; 2 * vars.len()];
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for (position, var) in (0..).zip(&vars) {
            let is_visible = cnf.visible().is_none_or(|visible| visible.binary_search(var).is_ok());
            let own = colours.len() as u32;
            colours.push(if is_visible { VISIBLE } else { HIDDEN });
            edges.extend([(own, 2 * position), (own, 2 * position + 1)]);
        }
        let clauses = cnf.clauses().filter(|clause| !is_tautology(clause)).map(|clause| (None, clause));
        let groups = cnf.groups().map(|group| (Some(group.kind), group.members));
        let mut seen = HashSet::new();
        for (kind, lits) in clauses.chain(groups) {
            if poller.is_over() {
                return None;
            }
            let mut row: Vec<u32> = lits.iter().map(|&lit| vertex(lit)).collect();
            row.sort_unstable();
            if kind.is_none() {
                // Clauses count as sets, as they do when a symmetry is verified.
                row.dedup();
            }
            let colour = match (kind, &row[..]) {
                (None, &[first, second]) if first != second => {
                    edges.push((first, second));
                    continue;
                }
                (None, _) => CLAUSE + row.len() as u32,
                (Some(GroupKind::AtMostOne), _) => AT_MOST_ONE,
                (Some(GroupKind::ExactlyOne), _) => EXACTLY_ONE,
            };
            if !seen.insert((colour, row.clone())) {
                continue;
            }
            let own = colours.len() as u32;
            colours.push(colour);
            edges.extend(row.iter().map(|&member| (own, member)));
            for times in row.chunk_by(PartialEq::eq).filter(|times| times.len() > 1) {
                let mark = colours.len() as u32;
                colours.push(REPEATED + times.len() as u32);
                edges.extend([(mark, own), (mark, times[0])]);
            }
        }
        let (starts, neighbours) = adjacency(colours.len(), &edges, clock)?;
        Some(Graph { vars, num_vars: cnf.num_vars(), colours, starts, neighbours })
    }

    pub(super) fn len(&self) -> usize {
        self.colours.len()
    }

    #[inline]
    pub(super) fn neighbours(&self, vertex: u32) -> &[u32] {
        &self.neighbours[self.starts[vertex as usize]..self.starts[vertex as usize + 1]]
    }

    /// Whether a permutation of the vertices, which keeps colours, maps edges to edges. `moved` are
    /// the vertices it moves.
    pub(super) fn is_automorphism(&self, image: &[u32], moved: &[u32], scratch: &mut Vec<u32>) -> bool {
        moved.iter().all(|&vertex| {
            scratch.clear();
            scratch.extend(self.neighbours(vertex).iter().map(|&neighbour| image[neighbour as usize]));
            scratch.sort_unstable();
            *scratch == self.neighbours(image[vertex as usize])
        })
    }

    /// The permutation of the literals that a permutation of the vertices makes; `None` if it moves
    /// none.
    pub(super) fn permutation(&self, image: &[u32]) -> Option<Permutation> {
        let mut images: Vec<Lit> = (0..self.num_vars).map(|index| Var::from_index(index).positive()).collect();
        for (position, var) in self.vars.iter().enumerate() {
            let code = image[2 * position];
            images[var.index()] = self.vars[code as usize / 2].lit(code.is_multiple_of(2));
        }
        Permutation::from_images(images).ok().filter(|permutation| !permutation.is_identity())
    }
}

/// Whether a clause is always true: when a symmetry is verified, it is none.
fn is_tautology(clause: &[Lit]) -> bool {
    let mut sorted = clause.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == !pair[1])
}

/// The start of the neighbours of each vertex, and the neighbours; `None` if the time was over
/// first.
fn adjacency(num_vertices: usize, edges: &[(u32, u32)], clock: &Clock) -> Option<(Vec<usize>, Vec<u32>)> {
    let both_ways = || {
        let proper = edges.iter().filter(|(first, second)| first != second);
        proper.flat_map(|&(first, second)| [(first, second), (second, first)])
    };
    let mut ends = vec![0usize; num_vertices + 1];
    both_ways().for_each(|(first, _)| ends[first as usize + 1] += 1);
    for vertex in 0..num_vertices {
        ends[vertex + 1] += ends[vertex];
    }
    let mut neighbours = vec![0u32; ends[num_vertices]];
    let mut poller = clock.poller(POLL_INTERVAL);
    for (first, second) in both_ways() {
        if poller.is_over() {
            return None;
        }
        neighbours[ends[first as usize]] = second;
        ends[first as usize] += 1;
    }
    // Filling moved each start to the end of its list. Lists move up to where the ones before them end.
    let mut starts = vec![0];
    let (mut from, mut to) = (0, 0);
    for &end in &ends[..num_vertices] {
        if poller.is_over() {
            return None;
        }
        neighbours[from..end].sort_unstable();
        let start = to;
        for at in from..end {
            let neighbour = neighbours[at];
            if to == start || neighbours[to - 1] != neighbour {
                neighbours[to] = neighbour;
                to += 1;
            }
        }
        starts.push(to);
        from = end;
    }
    neighbours.truncate(to);
    Some((starts, neighbours))
}

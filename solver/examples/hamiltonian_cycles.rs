//! Counts the closed tours of a grid that visit every cell once, by a propagator that knows what
//! clauses would take too many of to say: that it is one tour.
//!
//! `cargo run --release -p gordian-solver --example hamiltonian_cycles -- 6 6`

use std::collections::HashMap;

use gordian_formula::{Lit, Var};
use gordian_solver::{Budget, Callbacks, Outcome, Propagator, Solver};

/// Cells that lie side by side.
pub(crate) fn grid(width: usize, height: usize) -> (usize, Vec<[usize; 2]>) {
    let cells = 0..width * height;
    let right = cells.clone().filter(|cell| cell % width + 1 < width).map(|cell| [cell, cell + 1]);
    let below = cells.filter(|cell| cell / width + 1 < height).map(|cell| [cell, cell + width]);
    (width * height, right.chain(below).collect())
}

/// Forbids closed tours of some vertices only: the edge that would close one is false as soon as
/// the others are true, and of the edges that lead out of a closed one, some must be true.
struct OneTour<'a> {
    edges: &'a [[usize; 2]],
    vars: &'a [Var],
    /// For each edge, the value it was told.
    values: Vec<Option<bool>>,
    /// The edges told, and how many there were when each level began.
    trail: Vec<usize>,
    levels: Vec<usize>,
    index: HashMap<Var, usize>,
    /// The true edges of each vertex.
    chosen: Vec<Vec<usize>>,
    /// For each edge the path that it would have closed.
    paths: Vec<Vec<usize>>,
    cut: Vec<Lit>,
}

impl<'a> OneTour<'a> {
    fn new(num_vertices: usize, edges: &'a [[usize; 2]], vars: &'a [Var]) -> OneTour<'a> {
        OneTour {
            edges,
            vars,
            values: vec![None; edges.len()],
            trail: Vec::new(),
            levels: Vec::new(),
            index: vars.iter().copied().zip(0..).collect(),
            chosen: vec![Vec::new(); num_vertices],
            paths: vec![Vec::new(); edges.len()],
            cut: Vec::new(),
        }
    }

    /// The true edges from a vertex on, until there is no next one or the tour is closed, and the vertex at the end.
    fn walk(&self, start: usize) -> (Vec<usize>, usize) {
        let (mut path, mut vertex) = (Vec::new(), start);
        while let Some(&edge) = self.chosen[vertex].iter().find(|edge| path.last() != Some(*edge)) {
            let [one, other] = self.edges[edge];
            vertex = if one == vertex { other } else { one };
            path.push(edge);
            if vertex == start {
                break;
            }
        }
        (path, vertex)
    }
}

impl Propagator for OneTour<'_> {
    fn call_began(&mut self) {
        self.values.fill(None);
        self.trail.clear();
        self.levels.clear();
        self.chosen.iter_mut().for_each(Vec::clear);
    }

    fn assigned(&mut self, lits: &[Lit]) {
        for lit in lits {
            let edge = self.index[&lit.var()];
            self.values[edge] = Some(lit.is_positive());
            self.trail.push(edge);
            if lit.is_positive() {
                self.edges[edge].iter().for_each(|&vertex| self.chosen[vertex].push(edge));
            }
        }
    }

    fn level_began(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtracked(&mut self, level: u32) {
        let length = self.levels[level as usize];
        self.levels.truncate(level as usize);
        for edge in self.trail.drain(length..) {
            self.values[edge] = None;
            self.edges[edge].iter().for_each(|&vertex| self.chosen[vertex].retain(|&chosen| chosen != edge));
        }
    }

    fn propagate(&mut self) -> Option<Lit> {
        for (edge, &[one, other]) in self.edges.iter().enumerate() {
            if self.values[edge].is_some() || self.chosen[one].len() != 1 {
                continue;
            }
            let (path, end) = self.walk(one);
            if end == other && path.len() + 1 < self.chosen.len() {
                self.paths[edge] = path;
                return Some(self.vars[edge].negative());
            }
        }
        None
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        clause.push(lit);
        clause.extend(self.paths[self.index[&lit.var()]].iter().map(|&edge| self.vars[edge].negative()));
    }

    fn check_model(&mut self, _: &[Lit]) -> bool {
        let (tour, _) = self.walk(0);
        let mut is_visited = vec![false; self.chosen.len()];
        tour.iter().flat_map(|&edge| self.edges[edge]).for_each(|vertex| is_visited[vertex] = true);
        let leads_out = |&(_, ends): &(&Var, &[usize; 2])| is_visited[ends[0]] != is_visited[ends[1]];
        let leading_out = self.vars.iter().zip(self.edges).filter(leads_out);
        self.cut = leading_out.map(|(var, _)| var.positive()).collect();
        is_visited.iter().all(|&is_visited| is_visited)
    }

    fn add_clause(&mut self, clause: &mut Vec<Lit>) -> bool {
        clause.append(&mut self.cut);
        !clause.is_empty()
    }
}

/// The number of cycles through all vertices of a graph, three or more of them, with at most one edge between two.
pub(crate) fn count_tours(num_vertices: usize, edges: &[[usize; 2]]) -> u64 {
    let mut solver = Solver::new();
    let vars: Vec<Var> = edges.iter().map(|_| solver.new_var()).collect();
    for vertex in 0..num_vertices {
        let lits: Vec<Lit> =
            (0..edges.len()).filter(|&at| edges[at].contains(&vertex)).map(|at| vars[at].positive()).collect();
        // Among all edges but one, one is true; among any three, one is false: so exactly two are
        // true.
        for skipped in 0..lits.len().max(1) {
            let others: Vec<Lit> = (0..lits.len()).filter(|&at| at != skipped).map(|at| lits[at]).collect();
            solver.add_clause(&others);
            for (at, &second) in others.iter().enumerate() {
                let thirds = others[at + 1..].iter().filter(|_| skipped < lits.len());
                thirds.for_each(|&third| solver.add_clause(&[!lits[skipped], !second, !third]));
            }
        }
    }
    let mut count = 0;
    let mut one_tour = OneTour::new(num_vertices, edges, &vars);
    loop {
        let callbacks = Callbacks::none().with_propagator(&mut one_tour, &vars);
        if solver.solve_with(&[], &Budget::unlimited(), callbacks) != Outcome::Satisfiable {
            return count;
        }
        count += 1;
        let tour = vars.iter().map(|var| var.positive()).filter(|&lit| solver.value(lit) == Some(true));
        let other: Vec<Lit> = tour.map(|lit| !lit).collect();
        solver.add_clause(&other);
    }
}

#[expect(clippy::print_stdout, reason = "that is what it is for")]
fn main() {
    let mut sides = std::env::args().skip(1).map(|side| side.parse().expect("a number of cells"));
    let (width, height) = (sides.next().unwrap_or(6), sides.next().unwrap_or(6));
    let (num_vertices, edges) = grid(width, height);
    println!("{} closed tours of {width} x {height} cells", count_tours(num_vertices, &edges));
}

//! Cubes, and what a space of solutions has to know about them.

use gordian_formula::Lit;

use super::patience::Patience;
use crate::QueryError;

/// A part of the space of solutions: those that make some literals true.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cube {
    /// Which of the roots it is a part of.
    pub(super) root: usize,
    /// What is true in it, the literals of the root included.
    pub(super) lits: Vec<Lit>,
    /// The share of the space that it is taken for: its part of that of the cube it was split from.
    pub(super) share: f64,
}

/// What was counted in a part of the space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) count: u128,
    pub(super) orbits: u128,
    pub(super) orbit_sum: u128,
    pub(super) nodes: u64,
}

impl Tally {
    pub(super) fn add(&mut self, other: Tally) {
        self.count += other.count;
        self.orbits += other.orbits;
        self.orbit_sum += other.orbit_sum;
        self.nodes += other.nodes;
    }
}

/// What came out when a cube was explored.
pub(super) struct Explored {
    pub(super) tally: Tally,
    /// Whether the tally is that of the whole cube.
    pub(super) is_whole: bool,
}

/// A space of solutions that can be split.
pub(super) trait Space: Sync {
    /// Cubes that hold each solution to be counted once.
    fn roots(&self) -> Vec<Cube>;

    /// Literals such that each solution of the cube makes exactly one of them true; `None` where it cannot be split.
    fn split(&self, cube: &Cube) -> Option<Vec<Lit>>;

    /// Counts the solutions of a cube, until the patience is at its end.
    ///
    /// # Errors
    /// What the query cannot go on with.
    fn explore(&self, cube: &Cube, patience: &Patience) -> Result<Explored, QueryError>;
}

/// The parts that a cube is split into.
pub(super) fn parts(cube: &Cube, lits: &[Lit]) -> impl Iterator<Item = Cube> {
    let share = cube.share / lits.len() as f64;
    lits.iter().map(move |&lit| {
        let mut lits = cube.lits.clone();
        lits.push(lit);
        Cube { root: cube.root, lits, share }
    })
}

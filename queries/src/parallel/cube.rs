//! Cubes, and the numbers counted in them.

use gordian_formula::Lit;
use num_bigint::BigUint;

/// A part of the space of solutions: those that make some literals true.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cube {
    /// The index of the root that it is a part of.
    pub(super) root: usize,
    /// The literals that are true in it, those of the root included.
    pub(super) lits: Vec<Lit>,
    /// The share of the space that it is taken for: its part of that of the cube it was split from.
    pub(super) share: f64,
}

/// The numbers counted in a part of the space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) count: BigUint,
    pub(super) orbits: u128,
    pub(super) orbit_sum: u128,
    pub(super) nodes: u64,
}

impl Tally {
    pub(super) fn add(&mut self, other: &Tally) {
        self.count += &other.count;
        self.orbits += other.orbits;
        self.orbit_sum += other.orbit_sum;
        self.nodes += other.nodes;
    }
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

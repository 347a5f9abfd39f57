//! The trait of spaces of solutions, which know their cubes.

use gordian_formula::Lit;

use super::cube::{Cube, Tally};
use super::patience::Patience;
use crate::{Engine, QueryError};

/// The result of exploring a cube.
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

    /// Whether the whole space is worth a moment before it is split, since a way to count remembers parts of it.
    fn is_tried_whole(&self) -> bool {
        false
    }

    /// The engine that counts, or that counted most lately.
    fn engine(&self) -> Engine;

    /// Counts the solutions of a cube, until the patience is at its end.
    ///
    /// # Errors
    /// If the query cannot go on.
    fn explore(&self, cube: &Cube, patience: &Patience) -> Result<Explored, QueryError>;
}

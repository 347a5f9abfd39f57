//! That the cells of both colours of a grid are connected.

use super::super::connectivity::{both_connected, grid_edges};
use super::super::poster::Poster;
use super::super::variable::{Assignment, Boolean};
use super::connected::is_connected;
use super::{Constrain, Constraint};
use crate::encode::EncodingError;

/// On a grid, row by row, the true ones form one orthogonally connected part, and so do the others; either may be
/// empty. Smaller and stronger than two constraints [`Connected`](super::Connected).
#[derive(Clone, Debug)]
pub struct BothConnected {
    /// The cells.
    pub of: Vec<Boolean>,
    /// How many of them a row has, at least one.
    pub width: usize,
}

impl Constraint {
    /// On a grid with rows of this width, at least one, the true cells are connected, and so are the others.
    pub fn both_connected(of: impl IntoIterator<Item = Boolean>, width: usize) -> Constraint {
        BothConnected { of: of.into_iter().collect(), width }.into()
    }
}

impl BothConnected {
    fn edges(&self) -> Vec<(usize, usize)> {
        grid_edges(self.of.len(), self.width.max(1))
    }

    fn others(&self) -> Vec<Boolean> {
        self.of.iter().map(|&cell| !cell).collect()
    }
}

impl Constrain for BothConnected {
    fn holds(&self, assignment: &Assignment) -> bool {
        [&self.of, &self.others()].into_iter().all(|of| is_connected(assignment, of, &self.edges()))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let lits = poster.lits(&self.of);
        both_connected(poster, &lits, self.width);
        Ok(())
    }

    fn negate(&self) -> Option<Constraint> {
        let apart = |of: Vec<Boolean>| Constraint::connected(of, self.edges()).negated();
        Some(Constraint::Any(vec![apart(self.of.clone()), apart(self.others())]))
    }
}

//! Boards of stars: queens and Star Battle.

use super::regions::Regions;
use crate::board::{Board, Cell, Mark};
use crate::error::PuzzleError;

/// The longest side of a board.
pub(crate) const MAX_SIZE: usize = 512;
/// The most squares times stars in a row, where rows have several stars: the size of their encoding grows with it.
pub(crate) const MAX_COUNTED: usize = 1 << 20;

/// A square board on which each row, each column and each region has the same number of stars.
///
/// With one star it is known as Queens, with more as Star Battle; without regions and with diagonals it is the
/// problem of the `n` queens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StarBattle {
    pub(crate) title: Option<String>,
    /// The number of rows and of columns.
    pub(crate) size: usize,
    /// The number of stars in each row, column and region.
    pub(crate) stars: usize,
    /// The regions, as many as rows, if there are regions.
    pub(crate) regions: Option<Regions>,
    /// A region that falls apart in a way that looks like a mistake, though it need not be one.
    pub(crate) mistake: Option<PuzzleError>,
    /// Whether no diagonal may hold two stars.
    pub(crate) diagonals: bool,
    /// Whether stars may touch each other, also at corners.
    pub(crate) touching: bool,
}

impl StarBattle {
    /// The number of rows and of columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of stars in each row, column and region.
    pub fn stars(&self) -> usize {
        self.stars
    }

    /// The board with the marks that `mark` gives to row and column.
    pub(crate) fn board_with(&self, mark: impl Fn(usize, usize) -> Mark) -> Board {
        let mut board = Board::new([1, self.size, self.size]);
        for row in 0..self.size {
            for column in 0..self.size {
                let area = self.regions.as_ref().map(|regions| regions.of_square[row * self.size + column] as u32);
                board.set([0, row, column], Cell { area, mark: mark(row, column) });
            }
        }
        board
    }
}

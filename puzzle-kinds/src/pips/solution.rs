//! Solutions of puzzles of pips.

use serde::Serialize;

/// The places of the dominoes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PipsSolution {
    /// Rows of numbers, `None` where there is no square.
    pub pips: Vec<Vec<Option<u32>>>,
    /// Row and column of the two squares of each domino, the square of its first number first, in the order in which
    /// the dominoes are listed.
    pub dominoes: Vec<[[usize; 2]; 2]>,
}

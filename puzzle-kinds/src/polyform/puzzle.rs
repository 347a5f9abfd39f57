//! A polyform puzzle: board, kinds of pieces, placements.

use std::collections::BTreeMap;

use super::shape::{Shape, Turning};
use super::space::Cell;

/// The most cells a board can have.
pub(crate) const MAX_CELLS: usize = 1 << 16;
/// The most cells that the rectangles or the box of one item can have together.
pub(crate) const MAX_AREA: u64 = 1 << 20;
/// The longest side of a board or a box that can be written as a number.
pub(crate) const MAX_LENGTH: i32 = 1 << 12;

/// A board as it was drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Board {
    pub(crate) squares: BTreeMap<Cell, Square>,
}

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Square {
    /// Whether it may stay empty.
    pub(crate) may_stay_empty: bool,
    /// The symbol of the piece that has to cover it, and its line and column in the text.
    pub(crate) given: Option<(char, usize, usize)>,
}

/// A piece as it was asked for.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) symbol: char,
    /// Whether it was drawn with its symbol, so that the symbol cannot change.
    pub(crate) drawn: bool,
    pub(crate) shape: Shape,
    pub(crate) turning: Turning,
    pub(crate) least: u32,
    pub(crate) most: Option<u32>,
    /// The line of the text that asks for it.
    pub(crate) line: usize,
}

/// Pieces that cannot be told apart on the board: they have the same orientations, and no cell names one of them.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// The symbols of the pieces that are of this kind, at least one.
    pub(crate) symbols: Vec<char>,
    /// One of them as it was drawn.
    pub(crate) shape: Shape,
    /// All its images that may be shifted onto the board, sorted.
    pub(crate) orientations: Vec<Shape>,
    /// The least number of copies on the board.
    pub(crate) least: u32,
    /// The largest number of copies on the board, `None` for no bound.
    pub(crate) most: Option<u32>,
    /// Whether no solution has a copy, since the other pieces cannot fill the rest of the board:
    /// their areas do not add up.
    pub(crate) is_never_used: bool,
    /// The line of the text that asks for the first of them.
    pub(crate) line: usize,
}

impl Kind {
    /// Its name: the symbol of its first piece.
    pub(crate) fn name(&self) -> char {
        self.symbols[0]
    }
}

/// A cell of the board of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// Whether it may stay empty.
    pub(crate) may_stay_empty: bool,
    /// The kind that has to cover it.
    pub(crate) given: Option<usize>,
}

/// A way to lay one piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Placement {
    /// The index of its kind.
    pub(crate) kind: usize,
    /// The cells it covers, as sorted indices into the cells of the board.
    pub(crate) cells: Vec<u32>,
}

/// A puzzle with pieces that are unions of squares or cubes: cover the board with them.
///
/// Pieces with the same orientations are one kind, so that two solutions that differ by exchanging them are one. Only a
/// piece that a cell of the board names is a kind of its own.
#[derive(Clone, Debug)]
pub struct Polyform {
    pub(crate) title: Option<String>,
    pub(crate) solid: bool,
    /// The cells of the board, sorted, the least coordinate on each axis zero.
    pub(crate) cells: Vec<Cell>,
    /// The demand on each cell.
    pub(crate) targets: Vec<Target>,
    pub(crate) kinds: Vec<Kind>,
    /// All placements, sorted: the visible variables.
    pub(crate) placements: Vec<Placement>,
}

impl Polyform {
    /// The number of layers, rows and columns of the board.
    pub fn size(&self) -> [usize; 3] {
        std::array::from_fn(|axis| self.cells.iter().map(|cell| cell[axis] as usize + 1).max().unwrap_or(0))
    }

    /// The number of ways to lay one piece on the board.
    pub fn num_placements(&self) -> usize {
        self.placements.len()
    }

    /// The index of a cell of the board.
    pub(crate) fn index_of(&self, cell: Cell) -> Option<u32> {
        self.cells.binary_search(&cell).ok().map(|index| index as u32)
    }
}

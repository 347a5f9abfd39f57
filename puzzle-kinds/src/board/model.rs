//! The content of a board.

use std::collections::{BTreeMap, BTreeSet};

use super::figures::Figure;

/// A grid of cells, in one layer or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: [usize; 3],
    cells: Vec<Option<Cell>>,
    tints: BTreeMap<[usize; 3], u32>,
    labels: BTreeMap<[usize; 3], String>,
    stressed: BTreeSet<[usize; 3]>,
    has_tiles: bool,
    has_plain_areas: bool,
    figures: Vec<Figure>,
}

/// A cell of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The region or piece it belongs to; a border is drawn where two cells belong to different ones.
    pub area: Option<u32>,
    /// Its content.
    pub mark: Mark,
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    #[default]
    Blank,
    /// A small dot: the cell is empty.
    Dot,
    /// A star, or a queen.
    Star,
    /// A cross: something is wrong here.
    Cross,
    /// A letter or digit.
    Symbol(char),
    /// Half a domino with so many pips; above nine it is drawn as a number.
    Pips(u32),
}

/// The style of drawings in text. The caller knows whether it goes to a terminal, and what the
/// terminal can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether areas have backgrounds in colour, by ANSI escape sequences.
    pub color: bool,
    /// Whether borders and stars are drawn with box characters, otherwise with ASCII ones.
    pub unicode: bool,
}

impl Style {
    /// ASCII only, no colour.
    pub const PLAIN: Style = Style { color: false, unicode: false };
    /// Box characters, no colour.
    pub const UNICODE: Style = Style { color: false, unicode: true };
}

impl Board {
    /// A grid with this many layers, rows and columns in which there are no cells yet.
    pub fn new(size: [usize; 3]) -> Board {
        Board {
            size,
            cells: vec![None; size.iter().product()],
            tints: BTreeMap::new(),
            labels: BTreeMap::new(),
            stressed: BTreeSet::new(),
            has_tiles: false,
            has_plain_areas: false,
            figures: Vec::new(),
        }
    }

    /// The number of layers, rows and columns.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// Puts a cell at this layer, row and column. Outside of the grid nothing happens.
    pub fn set(&mut self, at: [usize; 3], cell: Cell) {
        if let Some(index) = self.index(at) {
            self.cells[index] = Some(cell);
        }
    }

    /// The cell at this layer, row and column; `None` where there is none.
    pub fn get(&self, at: [usize; 3]) -> Option<Cell> {
        self.cells[self.index(at)?]
    }

    /// Colours a cell by this area instead of its own: so pieces that lie on regions leave the regions to be seen.
    pub fn set_tint(&mut self, at: [usize; 3], area: u32) {
        self.tints.insert(at, area);
    }

    /// The area that a cell has its colour from: its tint, else its own area.
    pub fn tint(&self, at: [usize; 3]) -> Option<u32> {
        let own = self.get(at)?.area.filter(|_| !self.has_plain_areas);
        self.tints.get(&at).copied().or(own)
    }

    /// Writes a few characters at a cell, like the clue of a region.
    pub fn set_label(&mut self, at: [usize; 3], label: impl Into<String>) {
        self.labels.insert(at, label.into());
    }

    /// The label of a cell, if it has one.
    pub fn label(&self, at: [usize; 3]) -> Option<&str> {
        self.labels.get(&at).map(String::as_str)
    }

    /// Makes a cell stand out, as one of those that a message speaks of.
    pub fn stress(&mut self, at: [usize; 3]) {
        self.stressed.insert(at);
    }

    /// Whether a cell stands out.
    pub fn is_stressed(&self, at: [usize; 3]) -> bool {
        self.stressed.contains(&at)
    }

    /// Leaves areas without colours of their own: they have borders only.
    pub fn show_plain_areas(&mut self) {
        self.has_plain_areas = true;
    }

    /// Draws a figure in the first layer of pictures.
    pub fn add_figure(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    /// The figures, the first at the bottom.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// Makes areas be drawn as tiles that lie on the board, where the picture can tell.
    pub fn show_tiles(&mut self) {
        self.has_tiles = true;
    }

    /// Whether areas are tiles that lie on the board.
    pub fn has_tiles(&self) -> bool {
        self.has_tiles
    }

    /// The cells with their places, layer by layer, row by row.
    pub fn cells(&self) -> impl Iterator<Item = ([usize; 3], Cell)> + '_ {
        let [_, rows, columns] = self.size;
        let place = move |index: usize| [index / columns / rows, index / columns % rows, index % columns];
        self.cells.iter().enumerate().filter_map(move |(index, cell)| Some((place(index), (*cell)?)))
    }

    fn index(&self, at: [usize; 3]) -> Option<usize> {
        let inside = at.iter().zip(self.size).all(|(&coordinate, size)| coordinate < size);
        inside.then(|| (at[0] * self.size[1] + at[1]) * self.size[2] + at[2])
    }
}

/// The borders at a corner of cells, and the sides of cells they stand for, within one layer.
///
/// Row `r` and column `c` name the upper left corner of the cell in row `r` and column `c`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Borders<'a> {
    board: &'a Board,
    layer: usize,
}

impl<'a> Borders<'a> {
    pub(super) fn of(board: &'a Board, layer: usize) -> Borders<'a> {
        Borders { board, layer }
    }

    /// `None` outside of the board, `Some(None)` in a cell without area.
    fn area(&self, row: Option<usize>, column: Option<usize>) -> Option<Option<u32>> {
        self.board.get([self.layer, row?, column?]).map(|cell| cell.area)
    }

    /// Whether there is a border between the cell and the one above it.
    pub(super) fn above(&self, row: usize, column: usize) -> bool {
        self.area(row.checked_sub(1), Some(column)) != self.area(Some(row), Some(column))
    }

    /// Whether there is a border between the cell and the one to its left.
    pub(super) fn left_of(&self, row: usize, column: usize) -> bool {
        self.area(Some(row), column.checked_sub(1)) != self.area(Some(row), Some(column))
    }

    /// Whether borders go up, down, left and right from the corner.
    pub(super) fn at_corner(&self, row: usize, column: usize) -> [bool; 4] {
        [
            row > 0 && self.left_of(row - 1, column),
            self.left_of(row, column),
            column > 0 && self.above(row, column - 1),
            self.above(row, column),
        ]
    }
}

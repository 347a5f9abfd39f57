//! What a board holds.

/// A grid of cells, in one layer or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: [usize; 3],
    cells: Vec<Option<Cell>>,
}

/// A cell of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The region or piece it belongs to; a border is drawn where two cells belong to different ones.
    pub area: Option<u32>,
    /// What stands in it.
    pub mark: Mark,
}

/// What stands in a cell.
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
}

/// How text is drawn. The caller knows whether it goes to a terminal, and what the terminal can do.
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
        Board { size, cells: vec![None; size.iter().product()] }
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

//! Cells of a square grid, and their names.

/// A cell by its number, row by row from zero.
pub(crate) type Cell = usize;

/// A square grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) size: usize,
}

/// The four steps to the neighbours of a cell.
const SIDES: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

impl Grid {
    pub(crate) fn cells(self) -> usize {
        self.size * self.size
    }

    pub(crate) fn cell(self, row: usize, column: usize) -> Cell {
        row * self.size + column
    }

    pub(crate) fn place(self, cell: Cell) -> [usize; 2] {
        [cell / self.size, cell % self.size]
    }

    pub(crate) fn places(self, cells: &[Cell]) -> Vec<[usize; 2]> {
        cells.iter().map(|&cell| self.place(cell)).collect()
    }

    pub(crate) fn row(self, row: usize) -> Vec<Cell> {
        (0..self.size).map(|column| self.cell(row, column)).collect()
    }

    pub(crate) fn column(self, column: usize) -> Vec<Cell> {
        (0..self.size).map(|row| self.cell(row, column)).collect()
    }

    /// The cell that lies so many rows below and columns to the right, if it is on the grid.
    pub(crate) fn step(self, cell: Cell, down: isize, right: isize) -> Option<Cell> {
        let [row, column] = self.place(cell);
        let row = row.checked_add_signed(down).filter(|&row| row < self.size)?;
        let column = column.checked_add_signed(right).filter(|&column| column < self.size)?;
        Some(self.cell(row, column))
    }

    /// The cells that share a side with this one.
    pub(crate) fn beside(self, cell: Cell) -> impl Iterator<Item = Cell> {
        SIDES.into_iter().filter_map(move |(down, right)| self.step(cell, down, right))
    }

    /// All pairs of cells that lie one of these steps apart, each once.
    pub(crate) fn pairs(self, steps: &[(isize, isize)]) -> Vec<(Cell, Cell)> {
        let of = |cell| steps.iter().filter_map(move |&(down, right)| Some((cell, self.step(cell, down, right)?)));
        (0..self.cells()).flat_map(of).collect()
    }

    /// The regions of boxes of this height and width, whose product is the size.
    pub(crate) fn boxes(self, height: usize, width: usize) -> Vec<Option<usize>> {
        let of = |cell| cell / self.size / height * height + cell % self.size / width;
        (0..self.cells()).map(|cell| Some(of(cell))).collect()
    }

    /// The pairs of cells that share a side.
    pub(crate) fn neighbours(self) -> Vec<(Cell, Cell)> {
        self.pairs(&SIDES[..2])
    }

    /// The blocks of two by two cells.
    pub(crate) fn blocks(self) -> impl Iterator<Item = [Cell; 4]> {
        let corners = (0..self.size - 1).flat_map(move |row| (0..self.size - 1).map(move |column| (row, column)));
        corners.map(move |(row, column)| {
            [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| self.cell(row + down, column + right))
        })
    }

    /// `r1c1`, from one as solvers of Sudoku count.
    pub(crate) fn name(self, cell: Cell) -> String {
        let [row, column] = self.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    /// `r1c1–r1c2–r2c2`, the middle left out where they are many.
    pub(crate) fn names(self, cells: &[Cell]) -> String {
        let names: Vec<String> = cells.iter().map(|&cell| self.name(cell)).collect();
        match names.as_slice() {
            [first, second, .., last] if names.len() > 6 => format!("{first}–{second}–…–{last}"),
            _ => names.join("–"),
        }
    }
}

/// The cells of a line, each once, in the order in which it first passes them.
pub(crate) fn distinct(cells: &[Cell]) -> Vec<Cell> {
    let mut found: Vec<Cell> = Vec::with_capacity(cells.len());
    for &cell in cells {
        if !found.contains(&cell) {
            found.push(cell);
        }
    }
    found
}

/// The boxes of a grid of this size: as square as they can be, wide rather than high; rows where the size is prime.
pub(crate) fn default_regions(size: usize) -> Vec<Option<usize>> {
    let (height, width) = box_shape(size);
    Grid { size }.boxes(height, width)
}

/// The height and width of the boxes of a grid of this size.
pub(crate) fn box_shape(size: usize) -> (usize, usize) {
    let height = (1..=size).take_while(|height| height * height <= size).filter(|height| size.is_multiple_of(*height));
    let height = height.last().unwrap_or(1);
    (height, size / height)
}

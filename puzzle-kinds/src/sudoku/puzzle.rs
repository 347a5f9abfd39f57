//! A Sudoku that has been read.

use super::clue::Clue;
use super::grid::{Cell, Grid};
use crate::error::PuzzleError;

/// The largest side of a grid.
pub(crate) const MAX_SIZE: usize = 100;

/// A Sudoku: a square grid, regions, given digits, and clues of many kinds.
#[derive(Clone, Debug, Default)]
pub struct Sudoku {
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) grid: Grid,
    /// The region of each cell; `None` for a cell that belongs to none.
    pub(crate) regions: Vec<Option<usize>>,
    /// The given digits.
    pub(crate) givens: Vec<Option<i64>>,
    pub(crate) clues: Vec<Clue>,
    /// The names of the two colours where cells are shaded.
    pub(crate) shades: Option<[String; 2]>,
    /// The number of letters that stand for digits.
    pub(crate) letters: usize,
    pub(crate) notes: Vec<String>,
}

impl Sudoku {
    /// A Sudoku without clues.
    pub(crate) fn new(size: usize, regions: Vec<Option<usize>>) -> Sudoku {
        let grid = Grid { size };
        Sudoku { grid, regions, givens: vec![None; grid.cells()], ..Sudoku::default() }
    }

    /// The number of rows, columns and digits.
    pub fn size(&self) -> usize {
        self.grid.size
    }

    /// Notes that digits which somebody has entered while solving are left out: they are no clues.
    pub(crate) fn note_entered(&mut self, cells: &[Cell]) {
        const SHOWN: usize = 5;
        if cells.is_empty() {
            return;
        }
        let names: Vec<String> = cells.iter().take(SHOWN).map(|&cell| self.grid.name(cell)).collect();
        let more = cells.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let text = match cells.len() {
            1 => "1 digit that was entered and is not given is left out".to_owned(),
            count => format!("{count} digits that were entered and are not given are left out"),
        };
        self.notes.push(format!("{text}: {}{more}", names.join(", ")));
    }

    /// The rows, columns and regions with their names; in each no digit stands twice.
    pub(crate) fn houses(&self) -> Vec<(&'static str, String, Vec<Cell>)> {
        let grid = self.grid;
        let rows = (0..grid.size).map(|row| ("row", format!("row {}", row + 1), grid.row(row)));
        let columns = (0..grid.size).map(|column| ("column", format!("column {}", column + 1), grid.column(column)));
        let mut houses: Vec<(&'static str, String, Vec<Cell>)> = rows.chain(columns).collect();
        for (number, cells) in self.region_cells().into_iter().enumerate() {
            // A region that is a row or a column says nothing new.
            if cells.len() > 1 && !houses[..2 * grid.size].iter().any(|(.., house)| *house == cells) {
                houses.push(("box", format!("box {}", number + 1), cells));
            }
        }
        houses
    }

    /// The cells of each region, in the order of the regions' first cells.
    pub(crate) fn region_cells(&self) -> Vec<Vec<Cell>> {
        let mut order: Vec<usize> = Vec::new();
        let mut cells: Vec<Vec<Cell>> = Vec::new();
        for (cell, region) in self.regions.iter().enumerate() {
            let Some(region) = *region else { continue };
            let at = order.iter().position(|&known| known == region).unwrap_or_else(|| {
                order.push(region);
                cells.push(Vec::new());
                order.len() - 1
            });
            cells[at].push(cell);
        }
        cells
    }

    pub(crate) fn shade_names(&self) -> [String; 2] {
        self.shades.clone().unwrap_or_else(|| ["shaded".to_owned(), "unshaded".to_owned()])
    }
}

/// The size, if there is a grid of it.
pub(crate) fn checked_size(size: usize) -> Result<usize, PuzzleError> {
    if (3..=MAX_SIZE).contains(&size) {
        return Ok(size);
    }
    Err(PuzzleError::malformed(format!("a Sudoku has from 3 to {MAX_SIZE} rows, and this one has {size}")))
}

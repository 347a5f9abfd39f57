//! Solutions of polyform puzzles: read from a model, judged by the rules.

use gordian_formula::{Model, Var};
use serde::Serialize;

use super::puzzle::Polyform;
use super::shape::Shape;
use super::space::Cell;
use super::symbols::pool;
use crate::error::Violation;

/// The cells that each piece covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PolyformSolution {
    /// Layers of rows with one character a cell: the symbol of the piece that covers it, `.` where there is none.
    pub layers: Vec<Vec<String>>,
    /// The pieces, in the order of their first cells.
    pub pieces: Vec<PlacedPiece>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedPiece {
    /// The name of pieces of its kind.
    pub name: char,
    /// Its symbol in the layers: copies have different symbols.
    pub symbol: char,
    /// Layer, row and column of each cell, from zero, sorted.
    pub cells: Vec<[usize; 3]>,
}

impl Polyform {
    /// The solution that a model of the compiled formula stands for.
    pub(super) fn solution_of(&self, model: &Model) -> Result<PolyformSolution, Violation> {
        let laid = self.placements.iter().enumerate().filter(|(index, _)| model.value(Var::from_index(*index)));
        let mut laid: Vec<_> = laid.map(|(_, placement)| placement).collect();
        laid.sort_unstable_by_key(|placement| &placement.cells);
        let mut copies = vec![0; self.kinds.len()];
        let mut spare = pool().filter(|symbol| self.kinds.iter().all(|kind| !kind.symbols.contains(symbol)));
        let mut pieces = Vec::with_capacity(laid.len());
        let [layers, rows, columns] = self.size();
        let mut grid = vec![vec![vec!['.'; columns]; rows]; layers];
        for placement in laid {
            let kind = &self.kinds[placement.kind];
            let own = kind.symbols.get(copies[placement.kind]).copied();
            let symbol = own.or_else(|| spare.next()).unwrap_or(kind.name());
            copies[placement.kind] += 1;
            let cells: Vec<[usize; 3]> = placement
                .cells
                .iter()
                .map(|&cell| self.cells[cell as usize].map(|coordinate| coordinate as usize))
                .collect();
            for &[layer, row, column] in &cells {
                grid[layer][row][column] = symbol;
            }
            pieces.push(PlacedPiece { name: kind.name(), symbol, cells });
        }
        let rows_of = |layer: Vec<Vec<char>>| layer.into_iter().map(|row| row.into_iter().collect()).collect();
        Ok(PolyformSolution { layers: grid.into_iter().map(rows_of).collect(), pieces })
    }

    /// Judges a solution by its cells alone.
    ///
    /// # Errors
    /// The first rule that it breaks: a piece that is not among the puzzle's, stands off the board,
    /// over another one or over a cell reserved for another kind; too many or too few copies; a
    /// cell left empty; layers that show something else.
    pub(super) fn judge(&self, solution: &PolyformSolution) -> Result<(), Violation> {
        let mut owner: Vec<Option<char>> = vec![None; self.cells.len()];
        let mut copies = vec![0u32; self.kinds.len()];
        for piece in &solution.pieces {
            let cells: Vec<Cell> = piece.cells.iter().map(|cell| cell.map(|coordinate| coordinate as i32)).collect();
            let name = piece.name;
            let index = self.kinds.iter().position(|kind| kind.name() == name);
            let index = index.ok_or_else(|| Violation::new(format!("there is no piece {name}")))?;
            copies[index] += 1;
            let shape = Shape::of(&cells).filter(|shape| shape.size() == cells.len());
            if shape.is_none_or(|shape| self.kinds[index].orientations.binary_search(&shape).is_err()) {
                let at = cells.first().map_or(String::new(), |&cell| format!(" at {}", self.cell_name(cell)));
                return Err(Violation::new(format!("the cells of piece {name}{at} do not have its shape")));
            }
            for cell in cells {
                let shown = || self.cell_name(cell);
                let at = self.cells.binary_search(&cell).map_err(|_| {
                    Violation::new(format!("piece {name} covers {}, which is no cell of the board", shown()))
                })?;
                if self.targets[at].given.is_some_and(|given| given != index) {
                    let message = format!("piece {name} covers {}, which is reserved for another one", shown());
                    return Err(Violation::new(message));
                }
                if owner[at].replace(piece.symbol).is_some() {
                    return Err(Violation::new(format!("two pieces cover {}", shown())));
                }
            }
        }
        for (kind, &copies) in self.kinds.iter().zip(&copies) {
            if copies < kind.least || kind.most.is_some_and(|most| copies > most) {
                let (are, plural) = if copies == 1 { ("is", "") } else { ("are", "s") };
                let message = format!("there {are} {copies} piece{plural} {} on the board", kind.name());
                return Err(Violation::new(message));
            }
        }
        for ((target, owner), &cell) in self.targets.iter().zip(&owner).zip(&self.cells) {
            if owner.is_none() && !target.may_stay_empty {
                return Err(Violation::new(format!("no piece covers {}", self.cell_name(cell))));
            }
            let [layer, row, column] = cell.map(|coordinate| coordinate as usize);
            let shown =
                solution.layers.get(layer).and_then(|rows| rows.get(row)).and_then(|row| row.chars().nth(column));
            if shown != Some(owner.unwrap_or('.')) {
                return Err(Violation::new(format!("the layers do not show what covers {}", self.cell_name(cell))));
            }
        }
        Ok(())
    }
}

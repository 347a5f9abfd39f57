//! Solutions of a Sudoku.

use gordian_formula::{Model, Var};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::puzzle::Sudoku;
use crate::error::Violation;

/// A digit for each cell, and the shading where the puzzle has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SudokuSolution {
    /// The digits, row by row.
    pub grid: Vec<Vec<i64>>,
    /// Whether each cell has the first colour.
    pub shading: Option<Vec<Vec<bool>>>,
    /// The names of the two colours.
    pub(crate) shades: Option<[String; 2]>,
}

impl Serialize for SudokuSolution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if self.grid.len() <= 9 {
            let rows: Vec<String> = self.grid.iter().map(|row| row.iter().map(i64::to_string).collect()).collect();
            map.serialize_entry("grid", &rows)?;
        } else {
            map.serialize_entry("grid", &self.grid)?;
        }
        if let (Some(shading), Some([first, second])) = (&self.shading, &self.shades) {
            let initial = |is_first: &bool| {
                let name = if *is_first { first } else { second };
                name.chars().next().unwrap_or('?').to_uppercase().collect::<String>()
            };
            let rows: Vec<String> = shading.iter().map(|row| row.iter().map(initial).collect()).collect();
            map.serialize_entry("shading", &rows)?;
        }
        map.end()
    }
}

impl Sudoku {
    /// The solution that a model of the compiled formula stands for.
    ///
    /// # Errors
    /// If a cell has no digit, or several.
    pub(super) fn solution_of(&self, model: &Model) -> Result<SudokuSolution, Violation> {
        let size = self.grid.size;
        let mut digits = Vec::with_capacity(self.grid.cells());
        for cell in 0..self.grid.cells() {
            let holds = |digit: &usize| model.value(Var::from_index(cell * size + digit - 1));
            let mut found = (1..=size).filter(holds);
            match (found.next(), found.next()) {
                (Some(digit), None) => digits.push(digit as i64),
                (None, _) => return Err(Violation::new(format!("{} has no digit", self.grid.name(cell)))),
                _ => return Err(Violation::new(format!("{} has several digits", self.grid.name(cell)))),
            }
        }
        let first = self.grid.cells() * size;
        let shading: Vec<bool> =
            (0..self.grid.cells()).map(|cell| model.value(Var::from_index(first + cell))).collect();
        let shading = self.shades.as_ref().map(|_| shading.chunks(size).map(<[bool]>::to_vec).collect());
        let grid = digits.chunks(size).map(<[i64]>::to_vec).collect();
        Ok(SudokuSolution { grid, shading, shades: self.shades.clone() })
    }
}

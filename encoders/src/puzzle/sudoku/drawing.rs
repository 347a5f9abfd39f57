//! Drawing a Sudoku.

use super::puzzle::Sudoku;
use super::solution::SudokuSolution;
use crate::board::{Board, Cell, Mark, Style};

impl Sudoku {
    /// The board with the given digits.
    pub fn board(&self) -> Board {
        self.board_with(|cell| self.givens[cell])
    }

    /// The board with the digits of a solution.
    pub fn solution_board(&self, solution: &SudokuSolution) -> Board {
        let size = self.grid.size;
        self.board_with(|cell| solution.grid.get(cell / size).and_then(|row| row.get(cell % size)).copied())
    }

    fn board_with(&self, digit: impl Fn(usize) -> Option<i64>) -> Board {
        let size = self.grid.size;
        let mut board = Board::new([1, size, size]);
        for cell in 0..self.grid.cells() {
            let [row, column] = self.grid.place(cell);
            let symbol = digit(cell).and_then(|digit| char::from_digit(digit as u32, 36));
            let mark = symbol.map_or(Mark::Blank, |symbol| Mark::Symbol(symbol.to_ascii_uppercase()));
            board.set([0, row, column], Cell { area: self.regions[cell].map(|region| region as u32), mark });
        }
        board
    }

    /// The puzzle as text.
    pub fn draw_puzzle(&self, style: Style) -> String {
        let title = self.title.as_ref().map_or(String::new(), |title| format!("{title}\n"));
        format!("{title}{}", self.board().to_text(style))
    }

    /// A solution as text.
    pub fn draw(&self, solution: &SudokuSolution, style: Style) -> String {
        self.solution_board(solution).to_text(style)
    }
}

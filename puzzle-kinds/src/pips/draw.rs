//! Drawings of puzzles of pips and their solutions.

use std::fmt::Write;

use super::clue::Clue;
use super::puzzle::Pips;
use super::solution::PipsSolution;
use crate::board::{Board, Cell, Mark, Style};

impl Pips {
    /// The board without dominoes: regions with their clues.
    pub(super) fn empty_board(&self) -> Board {
        let [rows, columns] = self.size();
        let mut board = Board::new([1, rows, columns]);
        for (&[row, column], &region) in self.squares.iter().zip(&self.region_of) {
            // A region that says nothing has no colour.
            let area = if self.regions[region].clue == Clue::Empty { u32::MAX } else { region as u32 };
            board.set([0, row, column], Cell { area: Some(area), mark: Mark::Blank });
        }
        self.write_clues(&mut board);
        board
    }

    /// The board with the dominoes of a solution.
    pub(super) fn solution_board(&self, solution: &PipsSolution) -> Board {
        let [rows, columns] = self.size();
        let mut board = Board::new([1, rows, columns]);
        for (domino, squares) in solution.dominoes.iter().enumerate() {
            for &[row, column] in squares {
                let number = solution.pips.get(row).and_then(|cells| *cells.get(column)?);
                let mark = number.map_or(Mark::Blank, Mark::Pips);
                board.set([0, row, column], Cell { area: Some(domino as u32), mark });
            }
        }
        for (&[row, column], &region) in self.squares.iter().zip(&self.region_of) {
            let is_free = self.regions[region].clue == Clue::Empty;
            board.set_tint([0, row, column], if is_free { u32::MAX } else { region as u32 });
        }
        self.write_clues(&mut board);
        board.show_tiles();
        board
    }

    fn write_clues(&self, board: &mut Board) {
        for region in &self.regions {
            let first = region.squares.iter().min().map(|&square| self.squares[square]);
            if let Some([row, column]) = first {
                board.set_label([0, row, column], region.clue.label());
            }
        }
    }

    /// The puzzle as text: its board and its dominoes.
    pub(super) fn text(&self, style: Style) -> String {
        let mut text = self.title.as_ref().map_or(String::new(), |title| format!("{title}\n"));
        text.push_str(&self.empty_board().to_text(style));
        text.push_str("Dominoes:");
        for [first, second] in &self.dominoes {
            let _ = write!(text, " {first}-{second}");
        }
        text.push('\n');
        text
    }
}

/// Some squares, and crosses on some of them.
pub(super) fn picture(squares: &[[usize; 2]], crossed: &[[usize; 2]]) -> String {
    let side = |axis: usize| squares.iter().map(|square| square[axis] + 1).max().unwrap_or(0);
    let mut board = Board::new([1, side(0), side(1)]);
    for &[row, column] in squares {
        let mark = if crossed.contains(&[row, column]) { Mark::Cross } else { Mark::Dot };
        board.set([0, row, column], Cell { area: Some(0), mark });
    }
    board.to_text(Style::PLAIN)
}

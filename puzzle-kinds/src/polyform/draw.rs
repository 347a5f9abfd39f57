//! Drawings of polyform puzzles and their solutions.

use std::fmt::Write;

use super::puzzle::{Kind, Polyform};
use super::solution::PolyformSolution;
use crate::board::{Board, Cell, Mark, Role, Style};

impl Polyform {
    /// The board without pieces: cells with dots, givens with their letters.
    pub(super) fn empty_board(&self) -> Board {
        let mut board = Board::new(self.size());
        for (cell, target) in self.cells.iter().zip(&self.targets) {
            let (area, mark) = match target.given {
                Some(kind) => (Some(kind as u32), Mark::Symbol(self.kinds[kind].name())),
                None if target.may_stay_empty => (None, Mark::Symbol('?')),
                None => (None, Mark::Dot),
            };
            let place = cell.map(|coordinate| coordinate as usize);
            board.set(place, Cell { area, mark });
            if area.is_none() {
                board.set_role(place, Role::Name);
            }
        }
        board
    }

    /// The board with the pieces of a solution.
    ///
    /// On a flat board a piece has its name in its first cell; in layers every cell has it, to show
    /// what belongs together.
    pub(super) fn solution_board(&self, solution: &PolyformSolution) -> Board {
        let mut board = Board::new(self.size());
        for cell in &self.cells {
            board.set(cell.map(|coordinate| coordinate as usize), Cell { area: None, mark: Mark::Dot });
        }
        let several_layers = self.size()[0] > 1;
        for (area, piece) in solution.pieces.iter().enumerate() {
            for (index, &cell) in piece.cells.iter().enumerate() {
                let mark = match (index, several_layers) {
                    (_, true) => Mark::Symbol(piece.symbol),
                    (0, false) => Mark::Symbol(piece.name),
                    _ => Mark::Blank,
                };
                board.set(cell, Cell { area: Some(area as u32), mark });
                board.set_role(cell, Role::Name);
            }
        }
        board
    }

    /// The puzzle as text: title, board, and the pieces with the numbers of copies.
    pub(super) fn text(&self, style: Style) -> String {
        let mut text = String::new();
        if let Some(title) = &self.title {
            let _ = writeln!(text, "{title}");
        }
        text.push_str(&self.empty_board().to_text(style));
        for kind in &self.kinds {
            let _ = write!(text, "\n{}{}\n{}", kind.name(), copies_text(kind), kind.shape.picture(kind.name()));
        }
        text
    }
}

fn copies_text(kind: &Kind) -> String {
    match (kind.least, kind.most) {
        (1, Some(1)) => String::new(),
        (0, None) => ", any number".to_owned(),
        (0, Some(1)) => ", optional".to_owned(),
        (least, None) => format!(", at least {least}"),
        (0, Some(most)) => format!(", at most {most}"),
        (least, Some(most)) if least == most => format!(", {least} copies"),
        (least, Some(most)) => format!(", {least} to {most}"),
    }
}

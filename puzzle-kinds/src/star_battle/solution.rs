//! Solutions of boards of stars: read from a model, judged by the rules, drawn.

use std::collections::BTreeSet;

use gordian_formula::{Model, Var};
use serde::Serialize;

use super::puzzle::StarBattle;
use crate::board::{Board, Mark, Role, Style};
use crate::error::Violation;
use crate::words::counted;

/// The places of the stars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StarBattleSolution {
    /// Row and column of each star, from zero, sorted.
    pub stars: Vec<[usize; 2]>,
}

impl StarBattle {
    /// The solution that a model of the compiled formula stands for.
    pub(super) fn solution_of(&self, model: &Model) -> Result<StarBattleSolution, Violation> {
        let squares = (0..self.size * self.size).filter(|&square| model.value(Var::from_index(square)));
        Ok(StarBattleSolution { stars: squares.map(|square| [square / self.size, square % self.size]).collect() })
    }

    /// Judges a solution by the rules alone.
    pub(super) fn judge(&self, solution: &StarBattleSolution) -> Result<(), Violation> {
        let stars: BTreeSet<[usize; 2]> = solution.stars.iter().copied().collect();
        if stars.len() < solution.stars.len() {
            return Err(Violation::new("a star is listed twice"));
        }
        if let Some([row, column]) = stars.iter().find(|star| star.iter().any(|&at| at >= self.size)) {
            return Err(Violation::new(format!("the star at ({row},{column}) is off the board")));
        }
        for line in 0..self.size {
            self.check_count(&format!("row {line}"), stars.iter().filter(|star| star[0] == line).count())?;
            self.check_count(&format!("column {line}"), stars.iter().filter(|star| star[1] == line).count())?;
        }
        if let Some(regions) = &self.regions {
            for (region, label) in regions.labels.iter().enumerate() {
                let inside = stars.iter().filter(|[row, column]| regions.of_square[row * self.size + column] == region);
                self.check_count(&format!("region {label}"), inside.count())?;
            }
        }
        for (&[row, column], &[other_row, other_column]) in stars
            .iter()
            .enumerate()
            .flat_map(|(index, first)| stars.iter().skip(index + 1).map(move |second| (first, second)))
        {
            let (down, across) = (row.abs_diff(other_row), column.abs_diff(other_column));
            let stars = format!("stars at ({row},{column}) and ({other_row},{other_column})");
            if !self.touching && down <= 1 && across <= 1 {
                return Err(Violation::new(format!("the {stars} touch")));
            }
            if self.diagonals && down == across {
                return Err(Violation::new(format!("the {stars} share a diagonal")));
            }
        }
        Ok(())
    }

    fn check_count(&self, place: &str, count: usize) -> Result<(), Violation> {
        if count == self.stars {
            return Ok(());
        }
        Err(Violation::new(format!("{place} has {}, not {}", counted(count, "star"), self.stars)))
    }

    /// The board with its regions and their labels.
    pub(super) fn empty_board(&self) -> Board {
        let mut board = self.board_with(|row, column| match &self.regions {
            None => Mark::Dot,
            Some(regions) => {
                let label = &regions.labels[regions.of_square[row * self.size + column]];
                label.chars().next().map_or(Mark::Dot, Mark::Symbol)
            }
        });
        for square in 0..self.size * self.size {
            board.set_role([0, square / self.size, square % self.size], Role::Name);
        }
        board
    }

    /// The board with the stars of a solution.
    pub(super) fn solution_board(&self, solution: &StarBattleSolution) -> Board {
        let star = |row, column| if solution.stars.contains(&[row, column]) { Mark::Star } else { Mark::Dot };
        self.board_with(star)
    }

    /// The puzzle as text.
    pub(super) fn text(&self, style: Style) -> String {
        let title = self.title.as_ref().map_or(String::new(), |title| format!("{title}\n"));
        let plural = if self.stars == 1 { "" } else { "s" };
        let regions = if self.regions.is_some() { ", column and region" } else { " and column" };
        let diagonals = if self.diagonals { ", no two on a diagonal" } else { "" };
        let touching = if self.touching || self.diagonals { "" } else { ", no two touching" };
        let board = self.empty_board().to_text(style);
        format!("{title}{} star{plural} in each row{regions}{diagonals}{touching}\n{board}", self.stars)
    }
}

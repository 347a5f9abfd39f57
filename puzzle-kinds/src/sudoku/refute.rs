//! The reason why a Sudoku has no solution, if counting shows it.

use super::clue::{Clue, LineKind};
use super::grid::{Cell, distinct};
use super::puzzle::Sudoku;
use crate::board::Style;
use crate::error::PuzzleError;
use crate::words::{counted, joined};

impl Sudoku {
    /// The reason why it has no solution, if a look at one house or one clue is enough: a digit
    /// that is given twice, a sum that so many digits cannot have, or more cells than there are
    /// digits for. A drawing marks these cells.
    pub(super) fn refute(&self) -> Option<PuzzleError> {
        let (message, cells) =
            self.repeated_given().or_else(|| self.clues.iter().find_map(|clue| self.impossible(clue)))?;
        let mut board = self.empty_board();
        cells.iter().for_each(|&cell| {
            let [row, column] = self.grid.place(cell);
            board.stress([0, row, column]);
        });
        Some(PuzzleError::no_solution(message).with_picture(board.to_text(Style::PLAIN)))
    }

    /// Whether a digit is given twice in a row, a column or a region.
    pub(super) fn repeats_a_given(&self) -> bool {
        self.repeated_given().is_some()
    }

    fn repeated_given(&self) -> Option<(String, Vec<Cell>)> {
        self.houses().into_iter().find_map(|(_, name, cells)| {
            let given = |cell: &Cell| self.givens[*cell];
            let second = (1..cells.len()).find(|&at| {
                given(&cells[at]).is_some() && cells[..at].iter().any(|cell| given(cell) == given(&cells[at]))
            })?;
            let digit = given(&cells[second])?;
            let twice: Vec<Cell> = cells.iter().copied().filter(|cell| given(cell) == Some(digit)).collect();
            let names: Vec<String> = twice.iter().map(|&cell| self.grid.name(cell)).collect();
            Some((format!("{name} has the {digit} more than once: it is given at {}", joined(&names)), twice))
        })
    }

    fn impossible(&self, clue: &Clue) -> Option<(String, Vec<Cell>)> {
        let size = self.grid.size as i64;
        let cells = distinct(&clue.cells());
        let count = cells.len() as i64;
        let too_many = || (count > size).then(|| format!("it has {count} cells, and there are {size} digits"));
        let between = |least: i64, most: i64, sum: i64| {
            let range = if least == most { least.to_string() } else { format!("from {least} to {most}") };
            (!(least..=most).contains(&sum)).then(|| format!("the sum of its {} is {range}", counted(count, "digit")))
        };
        let reason = match clue {
            Clue::Cage { sum: Some(sum), may_repeat: false, .. } => too_many().or_else(|| {
                // The least and the greatest different digits.
                let least = count * (count + 1) / 2;
                between(least, count * (size + 1) - least, *sum)
            }),
            Clue::Cage { may_repeat: false, .. } => too_many(),
            Clue::Cage { sum: Some(sum), .. } | Clue::LittleKiller { sum, .. } => between(count, count * size, *sum),
            Clue::Line { kind, cells: path, shade: None } => {
                let back =
                    (1..path.len()).find(|&at| path[..at].contains(&path[at])).map(|at| self.grid.name(path[at]));
                let is_closed = path.len() > 1 && path.first() == path.last();
                let ends = || is_closed.then(|| format!("both of its ends are {}", self.grid.name(path[0])));
                match kind {
                    LineKind::Thermometer => back
                        .map(|cell| format!("it comes back to {cell}, whose digit would be less than itself"))
                        .or_else(too_many),
                    LineKind::Renban => too_many(),
                    LineKind::Between if count > 1 => ends(),
                    LineKind::Lockout => ends(),
                    _ => None,
                }
            }
            _ => None,
        }?;
        let text = clue.rule(self.grid, &self.shade_names()).text;
        Some((format!("no digits fit {text}: {reason}"), cells))
    }
}

//! Killer cages: their digits differ, sum up to a total, or both.

use gordian_encoders::model::Constraint;

use super::{Writer, ones};
use crate::sudoku::grid::Cell;

impl Writer<'_> {
    pub(super) fn cage(&self, cells: &[Cell], sum: Option<i64>, may_repeat: bool) -> Constraint {
        let of = self.of(cells);
        match (sum, may_repeat) {
            (None, true) => Constraint::All(Vec::new()),
            (None, false) => Constraint::all_different(of),
            (Some(sum), true) => self.sum(&ones(cells), None, sum),
            (Some(total), false) => Constraint::different_with_sum(of, total),
        }
    }
}

//! Clues outside of the grid: sandwiches, skyscrapers and X-sums.

use gordian_encoders::encode::EncodingError;
use gordian_encoders::model::Constraint;

use super::{Writer, ones};
use crate::sudoku::clue::OutsideKind;
use crate::sudoku::grid::Cell;

impl Writer<'_> {
    pub(super) fn outside(
        &mut self,
        kind: OutsideKind,
        cells: &[Cell],
        value: i64,
    ) -> Result<Constraint, EncodingError> {
        let of = self.of(cells);
        let size = self.size();
        match kind {
            OutsideKind::Sandwich => {
                // The number of ends that were read, and the sum after the first of them.
                let step = |_: usize, &(ends, sum): &(i64, i64), digit: i64| {
                    if digit == 1 || digit == size {
                        return (ends < 2 && (ends == 0 || sum == value)).then_some((ends + 1, sum));
                    }
                    let sum = if ends == 1 { sum + digit } else { sum };
                    (sum <= value).then_some((ends, sum))
                };
                self.diagram(of, (0, 0), step, |&(ends, sum)| ends == 2 && sum == value)
            }
            OutsideKind::Skyscraper => {
                let step = |_: usize, &(highest, seen): &(i64, i64), digit: i64| {
                    let (highest, seen) = if digit > highest { (digit, seen + 1) } else { (highest, seen) };
                    (seen <= value).then_some((highest, seen))
                };
                self.diagram(of, (0, 0), step, |&(_, seen)| seen == value)
            }
            OutsideKind::XSum => {
                let each = (1..=size).map(|count| {
                    let others = cells.get(1..count as usize).unwrap_or_default();
                    Constraint::is(of[0], count).implies(self.sum(&ones(others), None, value - count))
                });
                Ok(Constraint::All(each.collect()))
            }
        }
    }
}

//! Grids of regions, read and judged square by square.

use std::collections::BTreeMap;

use super::regions::{Connection, Fault, Regions};
use crate::error::{Place, PuzzleError, caret_picture};
use crate::words::counted;

/// A region grid in a text: lines with their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid<'a> {
    pub(crate) lines: Vec<(usize, &'a str)>,
}

/// A square of a grid, with the column of the text where it stands.
struct Square<'a> {
    label: &'a str,
    column: usize,
}

impl<'a> Grid<'a> {
    /// Reads and judges the grid, squares before regions; `text` is what pictures show. Beside the regions comes what
    /// looks like a mistake, though it need not be one.
    ///
    /// # Errors
    /// If a row is too short or too long, a square has no region, the board is not square, or
    /// [`Regions::judge`] finds a fault.
    pub(crate) fn regions(
        &self,
        text: &str,
        connection: Connection,
    ) -> Result<(Regions, Option<PuzzleError>), PuzzleError> {
        let rows = self.rows();
        self.check_widths(&rows, text)?;
        for (squares, &(line, _)) in rows.iter().zip(&self.lines) {
            let missing = squares.iter().find(|square| square.label == "." || square.label.trim().is_empty());
            if let Some(square) = missing {
                let message = "a square is missing: it belongs to no region";
                return Err(PuzzleError::malformed(message).at(line, square.column).pointing_into(text, 1));
            }
        }
        let (height, width) = (rows.len(), rows[0].len());
        if height != width {
            let last = self.lines[height - 1].0;
            let message = format!("the board is not square: it has {height} rows and {width} columns");
            return Err(PuzzleError::malformed(message)
                .at(last, rows[height - 1][0].column)
                .pointing_into(text, width));
        }
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut regions = Regions { size: width, ..Regions::default() };
        for square in rows.iter().flatten() {
            let number = *numbers.entry(square.label).or_insert_with(|| {
                regions.labels.push(square.label.to_owned());
                regions.labels.len() - 1
            });
            regions.of_square.push(number);
        }
        let told = |fault: Fault| {
            let first = fault.squares.first().copied().unwrap_or(0);
            let (line, square) = (self.lines[first / width].0, &rows[first / width][first % width]);
            let picture = regions.picture(&fault.squares);
            PuzzleError::malformed(fault.message).at(line, square.column).with_picture(picture)
        };
        regions.judge(connection).map_err(told)?;
        let mistake = if connection == Connection::Judged { regions.stray().map(told) } else { None };
        Ok((regions, mistake))
    }

    /// The squares of each row: words where every row has blanks between them, else characters.
    fn rows(&self) -> Vec<Vec<Square<'a>>> {
        let words = self.lines.iter().all(|(_, line)| line.split_whitespace().nth(1).is_some());
        let indentation =
            self.lines.iter().map(|(_, line)| line.chars().take_while(|char| char.is_whitespace()).count());
        let indentation = indentation.min().unwrap_or(0);
        let squares = |line: &'a str| {
            let mut squares: Vec<Square<'a>> = Vec::new();
            let mut blank_before = true;
            for (column, (offset, char)) in line.trim_end().char_indices().enumerate() {
                let end = offset + char.len_utf8();
                if words && char.is_whitespace() {
                    blank_before = true;
                } else if words && !blank_before {
                    let start = squares.last().map_or(offset, |square| offset_of(line, square.column - 1));
                    if let Some(square) = squares.last_mut() {
                        square.label = &line[start..end];
                    }
                } else if words || column >= indentation {
                    squares.push(Square { label: &line[offset..end], column: column + 1 });
                    blank_before = false;
                }
            }
            squares
        };
        self.lines.iter().map(|&(_, line)| squares(line)).collect()
    }

    fn check_widths(&self, rows: &[Vec<Square<'_>>], text: &str) -> Result<(), PuzzleError> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for row in rows {
            *counts.entry(row.len()).or_default() += 1;
        }
        let usual = counts.iter().max_by_key(|(_, count)| **count).map_or(0, |(width, _)| *width);
        let Some(index) = rows.iter().position(|row| row.len() != usual) else { return Ok(()) };
        let (row, line) = (&rows[index], self.lines[index].0);
        let of_width =
            |width| format!("row {} has {}, most rows have {width}", index + 1, counted(row.len(), "square"));
        let end = row.last().map_or(1, |square| square.column + square.label.chars().count());
        let (message, column, width) = match row.get(usual) {
            None => (format!("a square is missing: {}", of_width(usual)), end, 1),
            Some(first) => (format!("a square is doubled: {}", of_width(usual)), first.column, end - first.column),
        };
        let place = Place { line, column };
        Err(PuzzleError::malformed(message).at(line, column).with_picture(caret_picture(text, place, width)))
    }
}

/// The offset in bytes of the character with this index.
fn offset_of(line: &str, index: usize) -> usize {
    line.char_indices().nth(index).map_or(line.len(), |(offset, _)| offset)
}

//! Drawings of boards and pieces in text.

use super::space::Cell;

/// A character of a drawing that stands for something, with its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Layer, row and column within the drawing.
    pub(crate) cell: Cell,
    /// Its character.
    pub(crate) char: char,
    /// The line in the text, from 1.
    pub(crate) line: usize,
    /// The column in the text, from 1.
    pub(crate) column: usize,
}

/// A drawing that is being read, line by line.
///
/// Layers stand side by side with ` / ` between them, or below each other with a line `/` between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    marks: Vec<Mark>,
    row: i32,
    first_layer: i32,
    layers_beside: i32,
    lines: usize,
}

impl Drawing {
    /// Whether no line was read yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// The characters row by row, without blanks.
    pub(crate) fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Reads one more line.
    pub(crate) fn push(&mut self, text: &str, line: usize) {
        self.lines += 1;
        if text.trim() == "/" {
            self.first_layer += self.layers_beside.max(1);
            self.layers_beside = 0;
            self.row = 0;
            return;
        }
        let beside = text.contains('/');
        let mut column_in_text = 1;
        for (layer, part) in (0..).zip(text.split('/')) {
            let blanks = if beside { part.chars().take_while(|char| *char == ' ').count() } else { 0 };
            for (column, (offset, char)) in (0..).zip(part.chars().enumerate().skip(blanks)) {
                if !char.is_whitespace() {
                    let cell = [self.first_layer + layer, self.row, column];
                    self.marks.push(Mark { cell, char, line, column: column_in_text + offset });
                }
            }
            column_in_text += part.chars().count() + 1;
            self.layers_beside = self.layers_beside.max(layer + 1);
        }
        self.row += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Drawing {
        let mut drawing = Drawing::default();
        for (index, line) in text.lines().enumerate() {
            drawing.push(line, index + 1);
        }
        drawing
    }

    #[test]
    fn layers_may_stand_beside_or_below_each_other() {
        let beside = read("ab / c.\n.. / .d");
        let below = read("ab\n..\n/\nc.\n.d");
        let cells = |drawing: &Drawing| {
            let mut cells: Vec<(Cell, char)> = drawing.marks().iter().map(|mark| (mark.cell, mark.char)).collect();
            cells.sort();
            cells
        };
        assert_eq!(cells(&beside), cells(&below));
        let d = beside.marks().iter().find(|mark| mark.char == 'd').unwrap();
        assert_eq!((d.cell, d.line, d.column), ([1, 1, 1], 2, 7));
    }
}

//! Regions of a square board, judged.

use crate::board::{Board, Cell, Mark, Style};

/// The regions of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Regions {
    /// The number of rows and of columns.
    pub(crate) size: usize,
    /// The region of each square, row by row.
    pub(crate) of_square: Vec<usize>,
    /// The labels of the regions, in the order in which they are met.
    pub(crate) labels: Vec<String>,
}

/// The demand on the squares of one region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Connection {
    /// Nothing, as some published boards have regions in several parts on purpose; but it is told
    /// where one wrong square would explain them.
    #[default]
    Judged,
    /// They are connected.
    Required,
    /// Nothing.
    Free,
}

/// An error in the regions.
pub(crate) struct Fault {
    pub(crate) message: String,
    /// The squares that show it.
    pub(crate) squares: Vec<usize>,
}

impl Regions {
    /// Looks for regions that fall apart, then for too many or too few of them.
    pub(crate) fn judge(&self, connection: Connection) -> Result<(), Fault> {
        if connection == Connection::Required
            && let Some(squares) = self.smaller_part()
        {
            return Err(self.apart(squares));
        }
        self.judge_number()
    }

    /// A square that looks like a misprint: see [`Connection::Judged`].
    pub(crate) fn stray(&self) -> Option<Fault> {
        self.stray_square().map(|squares| self.apart(squares))
    }

    fn apart(&self, squares: Vec<usize>) -> Fault {
        let label = self.label_at(squares[0]);
        let these = match squares.len() {
            1 => "this square is".to_owned(),
            count => format!("these {count} squares are"),
        };
        let message = format!("region {label} is not connected: {these} apart from its other squares");
        Fault { message, squares }
    }

    /// The labels of the regions that fall into parts.
    pub(crate) fn divided(&self) -> Vec<&str> {
        let mut parts = vec![0; self.labels.len()];
        for part in self.parts() {
            parts[self.of_square[part[0]]] += 1;
        }
        self.labels.iter().zip(parts).filter(|(_, parts)| *parts > 1).map(|(label, _)| label.as_str()).collect()
    }

    fn label_at(&self, square: usize) -> &str {
        &self.labels[self.of_square[square]]
    }

    fn judge_number(&self) -> Result<(), Fault> {
        let (count, size) = (self.labels.len(), self.size);
        if count == size {
            return Ok(());
        }
        let mut squares = vec![Vec::new(); count];
        for (square, &region) in self.of_square.iter().enumerate() {
            squares[region].push(square);
        }
        let (word, squares) = if count > size {
            ("smallest", squares.into_iter().min_by_key(Vec::len))
        } else {
            ("largest", squares.into_iter().max_by_key(Vec::len))
        };
        let squares = squares.unwrap_or_default();
        let label = squares.first().map_or("", |&square| self.label_at(square));
        let message =
            format!("a board with {size} rows has {size} regions, and this one has {count}; the {word} is {label}");
        Err(Fault { message, squares })
    }

    /// The second largest part of the first region that has several.
    fn smaller_part(&self) -> Option<Vec<usize>> {
        let parts = self.parts();
        let of_region = |region: usize| {
            let mut own: Vec<&Vec<usize>> = parts.iter().filter(|part| self.of_square[part[0]] == region).collect();
            own.sort_by_key(|part| std::cmp::Reverse(part.len()));
            own.get(1).map(|part| (*part).clone())
        };
        (0..self.labels.len()).find_map(of_region)
    }

    /// A square apart from the rest of its region such that all regions would be connected if it
    /// belonged to one beside it.
    fn stray_square(&self) -> Option<Vec<usize>> {
        let parts = self.parts();
        // One square joins four parts at the most.
        if parts.len() > self.labels.len() + 4 {
            return None;
        }
        let divided = self.divided();
        let alone = parts.iter().filter(|part| part.len() == 1).map(|part| part[0]);
        let strays = alone.filter(|&square| divided.contains(&self.label_at(square)));
        let explains = |&square: &usize| {
            self.beside(square).any(|other| {
                let mut repaired = self.clone();
                repaired.of_square[square] = self.of_square[other];
                repaired.parts().len() == self.labels.len()
            })
        };
        strays.into_iter().find(explains).map(|square| vec![square])
    }

    fn beside(&self, square: usize) -> impl Iterator<Item = usize> {
        let (row, column, size) = (square / self.size, square % self.size, self.size);
        let beside = [
            (row > 0).then(|| square - size),
            (row + 1 < size).then_some(square + size),
            (column > 0).then(|| square - 1),
            (column + 1 < size).then_some(square + 1),
        ];
        beside.into_iter().flatten()
    }

    /// The connected parts of all regions, each sorted.
    fn parts(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.of_square.len()];
        let mut parts = Vec::new();
        for start in 0..self.of_square.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut part = vec![start];
            let mut next = 0;
            while next < part.len() {
                for other in self.beside(part[next]) {
                    if self.of_square[other] == self.of_square[start] && !std::mem::replace(&mut seen[other], true) {
                        part.push(other);
                    }
                }
                next += 1;
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// The board with its regions in small letters, and crosses on these squares.
    pub(crate) fn picture(&self, crossed: &[usize]) -> String {
        let mut board = Board::new([1, self.size, self.size]);
        for (square, &region) in self.of_square.iter().enumerate() {
            let letter = self.labels[region].chars().next().unwrap_or(' ').to_ascii_lowercase();
            let mark = if crossed.contains(&square) { Mark::Cross } else { Mark::Symbol(letter) };
            board.set([0, square / self.size, square % self.size], Cell { area: Some(region as u32), mark });
        }
        board.to_text(Style::PLAIN)
    }
}

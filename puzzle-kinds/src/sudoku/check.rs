//! Judging a solution by the rules, without a formula.

use std::collections::BTreeSet;

use super::clue::{Clue, LineKind, OutsideKind, Shade, ShadingRule};
use super::grid::Cell;
use super::puzzle::Sudoku;
use super::solution::SudokuSolution;
use crate::error::Violation;

impl Sudoku {
    /// Judges a solution by the rules alone. A shading that a rule asks for and the solution does not tell is a fault.
    pub(super) fn judge(&self, solution: &SudokuSolution) -> Result<(), Violation> {
        let size = self.grid.size;
        let digits: Vec<i64> = solution.grid.iter().flatten().copied().collect();
        if solution.grid.len() != size || solution.grid.iter().any(|row| row.len() != size) {
            return Err(Violation::new(format!("a solution has {size} rows of {size} digits")));
        }
        for (cell, &digit) in digits.iter().enumerate() {
            if !(1..=size as i64).contains(&digit) {
                return Err(Violation::new(format!("{} holds {digit}, no digit of this grid", self.grid.name(cell))));
            }
            if self.givens[cell].is_some_and(|given| given != digit) {
                return Err(Violation::new(format!("{} holds {digit}, not the given digit", self.grid.name(cell))));
            }
        }
        for (_, name, cells) in self.houses() {
            if !are_different(&of(&digits, &cells)) {
                return Err(Violation::new(format!("{name} holds a digit twice")));
            }
        }
        let shading = solution.shading.as_ref().map(|rows| rows.concat()).unwrap_or_default();
        if self.shades.is_some() && shading.len() != self.grid.cells() {
            return Err(Violation::new("the solution does not say how the cells are shaded"));
        }
        let judge = Judge { sudoku: self, digits: &digits, shading: &shading };
        match self.clues.iter().find(|clue| !judge.holds(clue)) {
            Some(clue) => Err(Violation::new(format!("broken: {}", clue.rule(self.grid, &self.shade_names()).text))),
            None if !judge.letters_fit() => Err(Violation::new("no different digits fit the letters in the circles")),
            None => Ok(()),
        }
    }
}

struct Judge<'a> {
    sudoku: &'a Sudoku,
    digits: &'a [i64],
    /// Whether each cell has the first colour.
    shading: &'a [bool],
}

impl Judge<'_> {
    fn holds(&self, clue: &Clue) -> bool {
        let grid = self.sudoku.grid;
        let digit = |cell: Cell| self.digits[cell];
        match clue {
            Clue::Line { kind, cells, shade } => {
                let counts = shade.is_none_or(|shade| cells.iter().any(|&cell| self.has_shade(cell, shade)));
                !counts || self.line(*kind, cells)
            }
            Clue::Cage { cells, sum, may_repeat } => {
                let digits = of(self.digits, cells);
                sum.is_none_or(|sum| digits.iter().sum::<i64>() == sum) && (*may_repeat || are_different(&digits))
            }
            Clue::LittleKiller { cells, sum } => of(self.digits, cells).iter().sum::<i64>() == *sum,
            Clue::Arrow { bulb, shaft } => {
                let number = of(self.digits, bulb).into_iter().fold(0, |number, digit| number * 10 + digit);
                let along: BTreeSet<Cell> = shaft.iter().copied().collect();
                let outside = along.into_iter().filter(|cell| !bulb.contains(cell));
                number == outside.map(digit).sum::<i64>()
            }
            Clue::Pair { kind, cells } => kind.holds(digit(cells[0]), digit(cells[1])),
            Clue::NoPair { kind, pairs } => !pairs.iter().any(|&(a, b)| kind.holds(digit(a), digit(b))),
            Clue::Quadruple { cells, digits } => {
                let mut left = of(self.digits, cells);
                digits.iter().all(|wanted| {
                    let at = left.iter().position(|digit| digit == wanted);
                    at.map(|at| left.swap_remove(at)).is_some()
                })
            }
            Clue::Clone { first, second } => of(self.digits, first) == of(self.digits, second),
            Clue::OneOf { cell, digits, .. } => digits.contains(&digit(*cell)),
            Clue::Extreme { cell, is_least, than } => than
                .iter()
                .all(|&other| if *is_least { digit(*cell) < digit(other) } else { digit(*cell) > digit(other) }),
            Clue::Different { cells, .. } => are_different(&of(self.digits, cells)),
            Clue::Apart { pairs, .. } => pairs.iter().all(|&(a, b)| digit(a) != digit(b)),
            Clue::Indexer { is_column, cell } => {
                let [row, column] = grid.place(*cell);
                let pointed = digit(*cell) as usize - 1;
                let (other, number) =
                    if *is_column { (grid.cell(row, pointed), column) } else { (grid.cell(pointed, column), row) };
                digit(other) == number as i64 + 1
            }
            Clue::Outside { kind, cells, value } => outside(*kind, &of(self.digits, cells)) == Some(*value),
            // Judged together, since the letters stand for the same digits everywhere.
            Clue::Letters { .. } => true,
            Clue::YinYang(rule) => match rule {
                ShadingRule::Connected => self.is_connected(Shade::First) && self.is_connected(Shade::Second),
                ShadingRule::NoBlock => grid.blocks().all(|block| {
                    let first = block.iter().filter(|&&cell| self.has_shade(cell, Shade::First)).count();
                    first != 0 && first != 4
                }),
            },
        }
    }

    fn line(&self, kind: LineKind, cells: &[Cell]) -> bool {
        let digits = of(self.digits, cells);
        let size = self.sudoku.grid.size as i64;
        let neighbours = |holds: &dyn Fn(i64, i64) -> bool| digits.windows(2).all(|pair| holds(pair[0], pair[1]));
        let (Some(&first), Some(&last)) = (digits.first(), digits.last()) else { return true };
        // Rules of the line as a whole are about its cells, however often it passes each.
        let passed: BTreeSet<Cell> = cells.iter().copied().collect();
        let ends: BTreeSet<Cell> = [cells[0], cells[cells.len() - 1]].into();
        let all: Vec<i64> = passed.iter().map(|&cell| self.digits[cell]).collect();
        let inner: Vec<i64> = passed.difference(&ends).map(|&cell| self.digits[cell]).collect();
        match kind {
            LineKind::Thermometer => neighbours(&|a, b| a < b),
            LineKind::SlowThermometer => neighbours(&|a, b| a <= b),
            LineKind::Renban => {
                let least = all.iter().min().copied().unwrap_or(0);
                are_different(&all) && all.iter().all(|digit| digit - least < all.len() as i64)
            }
            LineKind::Nabner => {
                let mut sorted = all;
                sorted.sort_unstable();
                sorted.windows(2).all(|pair| pair[1] - pair[0] >= 2)
            }
            LineKind::Whisper(step) => neighbours(&|a, b| (a - b).abs() >= step),
            LineKind::RegionSum => {
                let sums: BTreeSet<i64> = segments(self.sudoku, cells)
                    .iter()
                    .map(|segment| segment.iter().map(|&cell| self.digits[cell]).sum())
                    .collect();
                sums.len() <= 1
            }
            LineKind::Parity => neighbours(&|a, b| (a - b) % 2 != 0),
            LineKind::Entropic => in_threes(cells, |cell| (self.digits[cell] - 1) / (size / 3).max(1)),
            LineKind::Modular => in_threes(cells, |cell| self.digits[cell] % 3),
            LineKind::Palindrome => digits.iter().eq(digits.iter().rev()),
            LineKind::SameDifference => {
                let differences: BTreeSet<i64> = digits.windows(2).map(|pair| (pair[0] - pair[1]).abs()).collect();
                differences.len() <= 1
            }
            LineKind::Zipper => {
                let mut sums: BTreeSet<i64> =
                    (0..digits.len() / 2).map(|at| digits[at] + digits[digits.len() - 1 - at]).collect();
                if digits.len() % 2 == 1 && digits.len() > 1 {
                    sums.insert(digits[digits.len() / 2]);
                }
                sums.len() <= 1
            }
            LineKind::Between => inner.iter().all(|digit| first.min(last) < *digit && *digit < first.max(last)),
            LineKind::Lockout => {
                (first - last).abs() >= 4
                    && inner.iter().all(|digit| *digit < first.min(last) || *digit > first.max(last))
            }
            LineKind::DoubleArrow => {
                inner.iter().sum::<i64>() == ends.iter().map(|&cell| self.digits[cell]).sum::<i64>()
            }
        }
    }

    fn has_shade(&self, cell: Cell, shade: Shade) -> bool {
        self.shading[cell] == (shade == Shade::First)
    }

    fn is_connected(&self, shade: Shade) -> bool {
        let grid = self.sudoku.grid;
        let all: BTreeSet<Cell> = (0..grid.cells()).filter(|&cell| self.has_shade(cell, shade)).collect();
        let mut reached: Vec<Cell> = all.first().copied().into_iter().collect();
        let mut seen: BTreeSet<Cell> = reached.iter().copied().collect();
        while let Some(cell) = reached.pop() {
            reached.extend(grid.beside(cell).filter(|other| all.contains(other) && seen.insert(*other)));
        }
        seen.len() == all.len()
    }

    /// Whether the letters can stand for different digits, tried one by one.
    fn letters_fit(&self) -> bool {
        let mut possible: Vec<BTreeSet<i64>> = vec![(1..=self.sudoku.grid.size as i64).collect(); self.sudoku.letters];
        for clue in &self.sudoku.clues {
            if let Clue::Letters { cells, letters } = clue {
                let there: BTreeSet<i64> = of(self.digits, cells).into_iter().collect();
                letters.iter().for_each(|&letter| possible[letter].retain(|digit| there.contains(digit)));
            }
        }
        fn fit(possible: &[BTreeSet<i64>], used: &mut BTreeSet<i64>) -> bool {
            let Some((first, rest)) = possible.split_first() else { return true };
            first.iter().any(|&digit| {
                used.insert(digit) && {
                    let fits = fit(rest, used);
                    used.remove(&digit);
                    fits
                }
            })
        }
        fit(&possible, &mut BTreeSet::new())
    }
}

/// The cells of each part of a line within one region; of a closed line, walked from where it
/// enters a region.
fn segments(sudoku: &Sudoku, cells: &[Cell]) -> Vec<BTreeSet<Cell>> {
    let region = |cell: Cell| sudoku.regions[cell];
    let mut way = cells.to_vec();
    if way.len() > 1 && way.first() == way.last() {
        way.pop();
        let entry = (1..way.len()).find(|&at| region(way[at]) != region(way[at - 1]));
        way.rotate_left(entry.unwrap_or(0));
    }
    let mut segments: Vec<BTreeSet<Cell>> = Vec::new();
    let mut current = None;
    for cell in way {
        if current != Some(region(cell)) {
            segments.push(BTreeSet::new());
            current = Some(region(cell));
        }
        segments.last_mut().map(|segment| segment.insert(cell));
    }
    segments
}

fn of(digits: &[i64], cells: &[Cell]) -> Vec<i64> {
    cells.iter().map(|&cell| digits[cell]).collect()
}

fn are_different(digits: &[i64]) -> bool {
    digits.iter().collect::<BTreeSet<_>>().len() == digits.len()
}

/// Whether any three in a row have three different classes, and two where there are no three; what
/// is one cell is one. A closed line has no end: its last cells and its first are in a row, too.
fn in_threes(cells: &[Cell], class: impl Fn(Cell) -> i64) -> bool {
    let is_closed = cells.len() > 1 && cells.first() == cells.last();
    let steps = if is_closed { cells.len() - 1 } else { cells.len() };
    let starts = if is_closed { steps } else { steps.saturating_sub(2).max(1) };
    (0..starts).all(|start| {
        let row: BTreeSet<Cell> =
            (start..start + 3).filter(|&at| is_closed || at < steps).map(|at| cells[at % steps]).collect();
        are_different(&row.into_iter().map(&class).collect::<Vec<i64>>())
    })
}

/// The number at the end of these digits; `None` if there can be none.
fn outside(kind: OutsideKind, digits: &[i64]) -> Option<i64> {
    match kind {
        OutsideKind::Sandwich => {
            let ends = [1, digits.len() as i64].map(|end| digits.iter().position(|&digit| digit == end));
            let (from, to) = (ends[0]?.min(ends[1]?), ends[0]?.max(ends[1]?));
            Some(digits[from + 1..to].iter().sum())
        }
        OutsideKind::XSum => Some(digits.get(..*digits.first()? as usize)?.iter().sum()),
        OutsideKind::Skyscraper => {
            let seen =
                digits.iter().enumerate().filter(|(at, digit)| digits[..*at].iter().all(|before| before < *digit));
            Some(seen.count() as i64)
        }
    }
}

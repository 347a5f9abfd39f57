//! A board of stars as a formula.

use gordian_formula::{Clock, Permutation, Var};

use super::puzzle::StarBattle;
use crate::compiled::{Compiled, SymmetrySpec, symmetries_of_board};
use crate::counts::CountRules;
use crate::error::PuzzleError;
use gordian_encoders::rule::{Guarding, Rule};

impl StarBattle {
    /// The puzzle as a formula: one variable for each square, all of them visible, row by row.
    ///
    /// Rows, columns and regions are counts of stars. No two squares of a 2x2 block hold stars, which keeps stars from
    /// touching, and no two of a diagonal where diagonals count.
    ///
    /// Each row, column and region can be left out, and so can the rules that no two stars touch or share a diagonal.
    pub(super) fn write(&self, guarding: Guarding, clock: &Clock) -> Result<Compiled, PuzzleError> {
        let rules = self.rules();
        let symmetries = match guarding {
            Guarding::None => symmetries(self.size, &rules, clock),
            Guarding::Selectors => Vec::new(),
        };
        // Writing ends when the time is over, so these are all.
        let written = rules.write(self.size * self.size, guarding, clock)?;
        Ok(Compiled { symmetries, ..Compiled::new(written, self.meanings()) })
    }

    fn meanings(&self) -> Vec<String> {
        let size = self.size;
        (0..size * size).map(|square| format!("star at ({},{})", square / size, square % size)).collect()
    }

    fn rules(&self) -> CountRules {
        let size = self.size;
        let lit = |[row, column]: [usize; 2]| Var::from_index(row * size + column).positive();
        let stars = self.stars as u32;
        let has = match self.stars {
            1 => "has one star".to_owned(),
            stars => format!("has {stars} stars"),
        };
        let all = || (0..size).flat_map(|row| (0..size).map(move |column| [row, column]));
        let mut rules = CountRules::default();
        let mut line = |kind: &str, name: String, squares: Vec<[usize; 2]>| {
            rules.begin(Rule::new(kind, format!("{name} {has}"), squares.iter().copied()));
            rules.count(squares.into_iter().map(lit).collect(), stars, Some(stars));
        };
        for row in 0..size {
            line("row", format!("row {}", row + 1), (0..size).map(|column| [row, column]).collect());
        }
        for column in 0..size {
            line("column", format!("column {}", column + 1), (0..size).map(|row| [row, column]).collect());
        }
        if let Some(regions) = &self.regions {
            for (region, label) in regions.labels.iter().enumerate() {
                let own = |&[row, column]: &[usize; 2]| regions.of_square[row * size + column] == region;
                line("region", format!("region {label}"), all().filter(own).collect());
            }
        }
        if self.diagonals {
            rules.begin(Rule::new("diagonals", "no two stars share a diagonal", all()));
            for diagonal in diagonals(size) {
                rules.count(diagonal.into_iter().map(|(row, column)| lit([row, column])).collect(), 0, Some(1));
            }
        }
        // With one star in each row and column and in no diagonal two, no stars touch.
        let implied = self.diagonals && self.stars == 1;
        if !self.touching && !implied {
            rules.begin(Rule::new("touching", "no two stars touch", all()));
            for row in 1..size {
                for column in 1..size {
                    let block = [[row - 1, column - 1], [row - 1, column], [row, column - 1], [row, column]];
                    rules.count(block.map(lit).to_vec(), 0, Some(1));
                }
            }
        }
        rules
    }
}

/// The diagonals with two squares or more, in both directions.
fn diagonals(size: usize) -> Vec<Vec<(usize, usize)>> {
    let falling = |shift: usize| {
        // The difference of column and row, from `1 - size` on, is `shift + 1 - size`.
        let squares = (0..size).filter_map(move |row| Some((row, (row + shift + 1).checked_sub(size)?)));
        squares.filter(|&(_, column)| column < size).collect::<Vec<_>>()
    };
    let rising = |sum: usize| {
        let squares = (0..size).filter_map(move |row| Some((row, sum.checked_sub(row)?)));
        squares.filter(|&(_, column)| column < size).collect::<Vec<_>>()
    };
    let all = (0..2 * size - 1).flat_map(|index| [falling(index), rising(index)]);
    all.filter(|diagonal| diagonal.len() > 1).collect()
}

/// The turns and reflections of the square that the rules share: all, and those without reflections.
fn symmetries(size: usize, rules: &CountRules, clock: &Clock) -> Vec<SymmetrySpec> {
    let kept: Vec<(Turn, Permutation)> = (0..8)
        .filter_map(|bits| {
            let turn = Turn([bits & 1 != 0, bits & 2 != 0, bits & 4 != 0]);
            let permutation =
                turn.permutation(size).filter(|permutation| rules.are_symmetric_under(permutation, clock))?;
            Some((turn, permutation))
        })
        .collect();
    symmetries_of_board(&kept, Turn::default(), Turn::then, Turn::is_rotation)
}

/// A turn or reflection of the square: rows and columns change places or not, then rows, then
/// columns are reversed or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Turn([bool; 3]);

impl Turn {
    fn is_rotation(self) -> bool {
        self.0.iter().filter(|&&part| part).count() % 2 == 0
    }

    fn then(self, next: Turn) -> Turn {
        let [swap, mut rows, mut columns] = self.0;
        if next.0[0] {
            (rows, columns) = (columns, rows);
        }
        Turn([swap != next.0[0], rows != next.0[1], columns != next.0[2]])
    }

    fn permutation(self, size: usize) -> Option<Permutation> {
        let images = (0..size * size).map(|square| {
            let [swap, rows, columns] = self.0;
            let (mut row, mut column) = (square / size, square % size);
            if swap {
                (row, column) = (column, row);
            }
            if rows {
                row = size - 1 - row;
            }
            if columns {
                column = size - 1 - column;
            }
            Var::from_index(row * size + column).positive()
        });
        Permutation::from_images(images.collect()).ok()
    }
}

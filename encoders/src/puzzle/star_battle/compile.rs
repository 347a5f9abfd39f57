//! A board of stars as a formula.

use gordian_formula::{Lit, Permutation, Var};

use super::puzzle::StarBattle;
use crate::puzzle::compiled::{Compiled, Rules, SymmetrySpec};
use crate::puzzle::error::PuzzleError;

impl StarBattle {
    /// The puzzle as a formula: one variable for each square, all of them visible, row by row.
    ///
    /// Rows, columns and regions are counts of stars. No two squares of a 2x2 block hold stars, which keeps stars from
    /// touching, and no two of a diagonal where diagonals count.
    ///
    /// # Errors
    /// If the number of stars is too large to be encoded.
    pub fn compile(&self) -> Result<Compiled, PuzzleError> {
        let size = self.size;
        let lit = |row: usize, column: usize| Var::from_index(row * size + column).positive();
        let stars = self.stars as u32;
        let mut rules = Rules::default();
        for row in 0..size {
            rules.count((0..size).map(|column| lit(row, column)).collect(), stars, Some(stars));
        }
        for column in 0..size {
            rules.count((0..size).map(|row| lit(row, column)).collect(), stars, Some(stars));
        }
        if let Some(regions) = &self.regions {
            let mut of_region: Vec<Vec<Lit>> = vec![Vec::new(); regions.labels.len()];
            for (square, &region) in regions.of_square.iter().enumerate() {
                of_region[region].push(Var::from_index(square).positive());
            }
            of_region.into_iter().for_each(|members| rules.count(members, stars, Some(stars)));
        }
        if self.diagonals {
            for diagonal in diagonals(size) {
                rules.count(diagonal.into_iter().map(|(row, column)| lit(row, column)).collect(), 0, Some(1));
            }
        }
        // With one star in each row and column and in no diagonal two, no stars touch.
        let implied = self.diagonals && self.stars == 1;
        if !self.touching && !implied {
            for row in 1..size {
                for column in 1..size {
                    let block = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)];
                    rules.count(block.map(|(row, column)| lit(row, column)).to_vec(), 0, Some(1));
                }
            }
        }
        let meanings =
            (0..size * size).map(|square| format!("star at ({},{})", square / size, square % size)).collect();
        Ok(Compiled { cnf: rules.encode(size * size)?, meanings, symmetries: symmetries(size, &rules) })
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

/// The turns and reflections of the square that the rules share.
fn symmetries(size: usize, rules: &Rules) -> Vec<SymmetrySpec> {
    let permutation = |turn: usize| {
        let images = (0..size * size).map(|square| {
            let (mut row, mut column) = (square / size, square % size);
            if turn & 1 != 0 {
                (row, column) = (column, row);
            }
            if turn & 2 != 0 {
                row = size - 1 - row;
            }
            if turn & 4 != 0 {
                column = size - 1 - column;
            }
            Var::from_index(row * size + column).positive()
        });
        Permutation::from_images(images.collect()).ok()
    };
    let kept: Vec<Permutation> =
        (1..8).filter_map(permutation).filter(|permutation| rules.are_symmetric_under(permutation)).collect();
    if kept.is_empty() || size < 2 {
        return Vec::new();
    }
    let order = kept.len() as u64 + 1;
    vec![SymmetrySpec { name: "board symmetries".to_owned(), order, generators: independent(kept) }]
}

/// Those of the elements of a group that the earlier ones do not generate.
fn independent(elements: Vec<Permutation>) -> Vec<Permutation> {
    let identity = Permutation::identity(elements.first().map_or(0, Permutation::num_vars));
    let with_identity: Vec<&Permutation> = std::iter::once(&identity).chain(&elements).collect();
    let multiply = |first: usize, second: usize| {
        let product = with_identity[first].then(with_identity[second]);
        with_identity.iter().position(|element| **element == product).unwrap_or(0)
    };
    let indices: Vec<usize> = (0..with_identity.len()).collect();
    let chosen = crate::puzzle::compiled::generators_of(&indices, 0, multiply);
    chosen.into_iter().map(|index| with_identity[index].clone()).collect()
}

//! Solutions of puzzles of pips: read from a model, judged by the rules.

use gordian_formula::{Model, Var};

use super::laid::Laid;
use super::puzzle::Pips;
use super::solution::PipsSolution;
use crate::error::Violation;

impl Pips {
    /// The solution that a model of the compiled formula stands for.
    ///
    /// # Errors
    /// If the dominoes that the model lays are not those of the puzzle.
    pub(super) fn solution_of(&self, model: &Model) -> Result<PipsSolution, Violation> {
        let options = &self.pruned;
        let laid = options.laid.iter().enumerate().filter(|(index, _)| model.value(Var::from_index(*index)));
        let mut laid: Vec<&Laid> = laid.map(|(_, laid)| laid).collect();
        let mut places = Vec::with_capacity(self.dominoes.len());
        for &[first, second] in &self.dominoes {
            let numbers = [first.min(second), first.max(second)];
            let at = laid.iter().position(|laid| options.kinds[laid.kind].numbers == numbers);
            let at =
                at.ok_or_else(|| Violation::new(format!("the domino {first}-{second} does not lie on the board")))?;
            let Laid { squares, numbers, .. } = *laid.remove(at);
            let [mut a, mut b] = squares.map(|square| self.squares[square]);
            if numbers[0] != first {
                (a, b) = (b, a);
            }
            places.push([a, b]);
        }
        match laid.first() {
            None => Ok(self.solution_from(&places)),
            Some(laid) => {
                let [first, second] = options.kinds[laid.kind].numbers;
                Err(Violation::new(format!("the domino {first}-{second} lies on the board once too often")))
            }
        }
    }

    /// The solution in which the dominoes, as they are listed, lie on these squares.
    pub(crate) fn solution_from(&self, places: &[[[usize; 2]; 2]]) -> PipsSolution {
        let [rows, columns] = self.size();
        let mut pips = vec![vec![None; columns]; rows];
        for (domino, squares) in self.dominoes.iter().zip(places) {
            for (&number, &[row, column]) in domino.iter().zip(squares) {
                if let Some(cell) = pips.get_mut(row).and_then(|cells| cells.get_mut(column)) {
                    *cell = Some(number);
                }
            }
        }
        PipsSolution { pips, dominoes: places.to_vec() }
    }

    /// Judges a solution by the rules alone.
    ///
    /// # Errors
    /// The first broken rule: a domino that lies on no two neighbouring squares of the board or
    /// over another one, numbers that are not those of the dominoes, or numbers that break the clue
    /// of a region.
    pub(super) fn judge(&self, solution: &PipsSolution) -> Result<(), Violation> {
        if solution.dominoes.len() != self.dominoes.len() {
            let message = format!("{} dominoes lie on the board, not {}", solution.dominoes.len(), self.dominoes.len());
            return Err(Violation::new(message));
        }
        let mut numbers: Vec<Option<u32>> = vec![None; self.squares.len()];
        for (domino, squares) in self.dominoes.iter().zip(&solution.dominoes) {
            let [first, second] = *squares;
            let name = format!("the domino {}-{}", domino[0], domino[1]);
            let distance: usize = first.iter().zip(second).map(|(a, b)| a.abs_diff(b)).sum();
            if distance != 1 {
                return Err(Violation::new(format!("{name} lies on squares without a common side")));
            }
            for (&square, &number) in squares.iter().zip(domino) {
                let index = self.square_at(square);
                let index = index.ok_or_else(|| Violation::new(format!("{name} lies off the board")))?;
                if numbers[index].replace(number).is_some() {
                    return Err(Violation::new(format!("two dominoes cover {}", self.name(index))));
                }
            }
        }
        if self.solution_from(&solution.dominoes).pips != solution.pips {
            return Err(Violation::new("the numbers are not those of the dominoes"));
        }
        for region in &self.regions {
            let own: Vec<u32> = region.squares.iter().filter_map(|&square| numbers[square]).collect();
            if own.len() < region.squares.len() {
                return Err(Violation::new(format!("a square of {} is empty", self.names(region))));
            }
            if !region.clue.holds(&own) {
                let own: Vec<String> = own.iter().map(u32::to_string).collect();
                let message = format!("it is not true that {}: they are {}", self.demand(region), own.join(" "));
                return Err(Violation::new(message));
            }
        }
        Ok(())
    }
}

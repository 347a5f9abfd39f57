//! The order of decisions that the shape of the formula suggests.
//!
//! A tree decomposition of the graph of variables that share a clause comes from an elimination
//! order. Deciding first what stands near its centre makes the rest fall apart (Korhonen and
//! Järvisalo 2021). Deciding from one of its ends on leaves one part each time, told from others by
//! what crosses a single bag: where the decomposition is a long path, and what is decided there
//! settles the bag, that is the dynamic programming along the path, with learning.
//!
//! Hidden variables are never decided while a visible one is left, so they are eliminated before all
//! visible ones (Dudek, Pan and Vardi 2021): they stand at the leaves, and only the bags of visible
//! variables count for the width.

use gordian_formula::Lit;

use super::decomposition::{Decomposition, Start};
use super::elimination::best_elimination;
use super::polls::Polls;

/// The weight of the decomposition in the score of a variable, before it is scaled by how narrow the decomposition is.
const SCALE: f64 = 100.0;
/// Above this quotient of variables and width, nothing but the decomposition counts.
const NARROW: f64 = 40.0;
const MOST_WEIGHT: f64 = 1e7;
/// Below this weight, decisions follow what the search learns wherever they begin.
const DECISIVE: f64 = 100.0;

/// An order that the shape of a formula suggests.
pub(crate) struct Order {
    num_vars: usize,
    /// The variables that are decided.
    num_visible: usize,
    /// None was found in time.
    decomposition: Option<Decomposition>,
    /// The width of the decomposition.
    pub(crate) width: usize,
}

impl Order {
    /// Says of each variable in `visible` whether it counts.
    pub(crate) fn of(visible: &[bool], clauses: &[Vec<Lit>], polls: &mut Polls<'_>) -> Order {
        let num_visible = visible.iter().filter(|&&is_visible| is_visible).count();
        let best = best_elimination(visible, clauses, polls);
        let width = best.as_ref().map_or(num_visible, |best| best.width);
        let decomposition = best.as_ref().map(|best| Decomposition::of(best, visible));
        Order { num_vars: visible.len(), num_visible, decomposition, width }
    }

    /// Whether it matters where decisions begin.
    pub(crate) fn has_ends(&self) -> bool {
        self.decomposition.is_some() && self.weight() >= DECISIVE
    }

    /// How much the decomposition counts for beside what the search learns.
    fn weight(&self) -> f64 {
        let num_visible = self.num_visible.max(1) as f64;
        let quotient = num_visible / self.width.max(1) as f64;
        if quotient > NARROW { MOST_WEIGHT } else { (SCALE * quotient.exp() / num_visible).min(MOST_WEIGHT) }
    }

    /// How much each variable is to be preferred; all alike without a decomposition.
    pub(crate) fn weights(&self, start: Start) -> Vec<f64> {
        let Some(decomposition) = &self.decomposition else { return vec![0.0; self.num_vars] };
        let depths = decomposition.depths(start);
        let deepest = f64::from(depths.iter().copied().max().unwrap_or(0).max(1));
        let weight = self.weight();
        depths.iter().map(|&depth| weight * (1.0 - f64::from(depth) / deepest)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number).unwrap()).collect()
    }

    fn order_of(num_vars: usize, clauses: &[Vec<Lit>]) -> Order {
        Order::of(&vec![true; num_vars], clauses, &mut Polls::new(&mut |_| std::ops::ControlFlow::Continue(())))
    }

    #[test]
    fn the_middle_of_a_chain_comes_first() {
        let clauses: Vec<Vec<Lit>> = (1..101).map(|number| clause(&[number, number + 1])).collect();
        let order = order_of(101, &clauses);
        assert_eq!(order.width, 1);
        let weights = order.weights(Start::Centre);
        let best = weights.iter().copied().fold(0.0, f64::max);
        let first: Vec<usize> = (0..101).filter(|&var| weights[var] == best).collect();
        assert!(!first.is_empty() && first.iter().all(|var| (45..=55).contains(var)), "{first:?}");
        assert!(weights[0] < weights[25] && weights[25] < weights[50]);
    }

    #[test]
    fn a_grid_is_as_wide_as_its_short_side() {
        let at = |row: i32, column: i32| row * 6 + column + 1;
        let mut clauses = Vec::new();
        for row in 0..20 {
            for column in 0..6 {
                clauses.extend((column < 5).then(|| clause(&[at(row, column), at(row, column + 1)])));
                clauses.extend((row < 19).then(|| clause(&[at(row, column), at(row + 1, column)])));
            }
        }
        let order = order_of(120, &clauses);
        assert!((6..=9).contains(&order.width), "{}", order.width);
        for start in [Start::Centre, Start::End, Start::OtherEnd] {
            assert!(order.weights(start).iter().all(|weight| *weight >= 0.0));
        }
    }

    #[test]
    fn the_two_ends_of_a_chain_come_first() {
        let clauses: Vec<Vec<Lit>> = (1..101).map(|number| clause(&[number, number + 1])).collect();
        let order = order_of(101, &clauses);
        let firsts = [Start::End, Start::OtherEnd].map(|start| {
            let weights = order.weights(start);
            let rises = weights.windows(2).filter(|pair| pair[0] < pair[1]).count();
            assert!(rises == 0 || weights[0] < weights[100], "{weights:?}");
            weights[0] > weights[100]
        });
        assert_ne!(firsts[0], firsts[1]);
    }
}

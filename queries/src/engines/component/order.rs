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

use std::collections::BTreeSet;

use gordian_formula::Lit;

use super::decomposition::{Decomposition, Elimination, Start};
use super::polls::Polls;

/// Steps that the search for elimination orders may take.
const MOST_STEPS: u64 = 60_000_000;
/// Orders tried at most.
const MOST_TRIES: u64 = 24;
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

/// The narrowest of some elimination orders; none if looking for them takes too long.
fn best_elimination(visible: &[bool], clauses: &[Vec<Lit>], polls: &mut Polls<'_>) -> Option<Elimination> {
    let mut steps = 0;
    let graph = graph(visible.len(), clauses, &mut steps)?;
    let mut best: Option<Elimination> = None;
    for seed in 0..MOST_TRIES {
        let most_width = best.as_ref().map_or(usize::MAX, |best| best.width);
        let found = eliminate(&graph, visible, seed, most_width, &mut steps, polls);
        if found.is_some() {
            best = found;
        }
        if steps > MOST_STEPS || polls.is_over() {
            break;
        }
    }
    best
}

/// The neighbours of each variable, sorted; `None` if there are too many.
fn graph(num_vars: usize, clauses: &[Vec<Lit>], steps: &mut u64) -> Option<Vec<Vec<u32>>> {
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); num_vars];
    for clause in clauses {
        *steps += (clause.len() * clause.len()) as u64;
        if *steps > MOST_STEPS {
            return None;
        }
        for lit in clause {
            let others = clause.iter().map(|other| other.var().index() as u32);
            neighbours[lit.var().index()].extend(others.filter(|&other| other as usize != lit.var().index()));
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    Some(neighbours)
}

/// Eliminates hidden variables, then visible ones, those of least degree first, ties by chance;
/// `None` if that takes too long, or if the width would not be below `most_width`.
fn eliminate(
    graph: &[Vec<u32>],
    visible: &[bool],
    seed: u64,
    most_width: usize,
    steps: &mut u64,
    polls: &mut Polls<'_>,
) -> Option<Elimination> {
    let num_vars = graph.len();
    let mut graph = graph.to_vec();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut ranks = vec![0u32; num_vars];
    for rank in &mut ranks {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        *rank = if seed == 0 { 0 } else { (state >> 40) as u32 };
    }
    let place = |degree: usize, var: u32| (visible[var as usize], degree as u32, ranks[var as usize], var);
    let mut queue: BTreeSet<(bool, u32, u32, u32)> =
        (0..num_vars as u32).map(|var| place(graph[var as usize].len(), var)).collect();
    let mut elimination =
        Elimination { bags: vec![Vec::new(); num_vars], order: Vec::with_capacity(num_vars), width: 0 };
    let mut union = Vec::new();
    // Twice the number of edges.
    let mut degrees: usize = graph.iter().map(Vec::len).sum();
    // From where on all are neighbours of each other: they keep their order, and a bag is all that are left.
    let mut clique: Option<Vec<u32>> = None;
    while let Some((is_visible, degree, _, var)) = queue.pop_first() {
        let left = queue.len();
        if clique.is_none() && degree as usize == left && degrees == left * (left + 1) {
            clique = Some(std::mem::take(&mut graph[var as usize]));
        }
        let degree = if clique.is_some() { left } else { degree as usize };
        if is_visible {
            if degree >= most_width {
                return None;
            }
            elimination.width = elimination.width.max(degree);
        }
        elimination.order.push(var);
        if let Some(rest) = &mut clique {
            *steps += left as u64;
            rest.retain(|&other| other != var);
            elimination.bags[var as usize] = rest.clone();
            continue;
        }
        let bag = std::mem::take(&mut graph[var as usize]);
        degrees -= bag.len();
        for &neighbour in &bag {
            let list = &mut graph[neighbour as usize];
            *steps += (list.len() + bag.len()) as u64;
            degrees -= list.len();
            union.clear();
            merge(list, &bag, &mut union);
            union.retain(|&other| other != neighbour && other != var);
            queue.remove(&place(list.len(), neighbour));
            std::mem::swap(list, &mut union);
            degrees += list.len();
            queue.insert(place(list.len(), neighbour));
        }
        elimination.bags[var as usize] = bag;
        if *steps > MOST_STEPS || polls.step() {
            return None;
        }
    }
    Some(elimination)
}

/// The union of two sorted lists.
fn merge(left: &[u32], right: &[u32], union: &mut Vec<u32>) {
    let (mut at, mut other) = (0, 0);
    while at < left.len() && other < right.len() {
        let (first, second) = (left[at], right[other]);
        union.push(first.min(second));
        at += usize::from(first <= second);
        other += usize::from(second <= first);
    }
    union.extend_from_slice(&left[at..]);
    union.extend_from_slice(&right[other..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number).unwrap()).collect()
    }

    fn order_of(num_vars: usize, clauses: &[Vec<Lit>]) -> Order {
        Order::of(&vec![true; num_vars], clauses, &mut Polls::new(&mut || std::ops::ControlFlow::Continue(())))
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

    #[test]
    fn a_clique_is_one_bag_of_those_that_are_left() {
        let numbers: Vec<i32> = (1..21).collect();
        for num_hidden in [0, 5] {
            let visible: Vec<bool> = (0..20).map(|var| var >= num_hidden).collect();
            let go_on = &mut || std::ops::ControlFlow::Continue(());
            let best = best_elimination(&visible, &[clause(&numbers)], &mut Polls::new(go_on)).unwrap();
            assert_eq!(best.width, 19 - num_hidden);
            assert!(best.order[..num_hidden].iter().all(|&var| !visible[var as usize]));
            for (at, &var) in best.order.iter().enumerate() {
                let mut later = best.order[at + 1..].to_vec();
                later.sort_unstable();
                assert_eq!(best.bags[var as usize], later);
            }
        }
    }
}

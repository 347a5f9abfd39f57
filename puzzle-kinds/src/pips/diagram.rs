//! The ways to fill a region, as a layered diagram: paths from the first square to the last.

use gordian_formula::sorted_set;

use super::clue::Clue;

/// The numbers that the squares of a region may hold together: one layer of steps for each square; a way to fill the
/// region is a path through the layers, and different ways are different paths.
///
/// Invariant: every step lies on a path.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    pub(super) layers: Vec<Vec<Step>>,
}

/// A number in a square, with the states of the clue before and after it. For a sum, a state is the
/// sum so far, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) from: u32,
    pub(super) number: u32,
    pub(super) to: u32,
}

impl Diagram {
    /// The ways to fill squares that may hold these numbers each; `None` for clues that no state between squares
    /// can tell, which are [`Clue::Empty`] and [`Clue::Unequal`].
    pub(super) fn new(clue: Clue, domains: &[&[u32]]) -> Option<Diagram> {
        let next = |state: u32, number: u32| match clue {
            Clue::Sum(target) => Some(state + number).filter(|&sum| sum <= target),
            Clue::Less(target) => Some(state + number).filter(|&sum| sum < target),
            Clue::Greater(target) => Some((state + number).min(target.saturating_add(1))),
            Clue::Equals => Some(number + 1).filter(|&own| state == 0 || state == own),
            Clue::Empty | Clue::Unequal => None,
        };
        let is_end = |state: u32| match clue {
            Clue::Sum(target) => state == target,
            Clue::Greater(target) => state > target,
            _ => true,
        };
        if matches!(clue, Clue::Empty | Clue::Unequal) {
            return None;
        }
        let mut states = vec![0];
        let mut layers: Vec<Vec<Step>> = Vec::with_capacity(domains.len());
        for domain in domains {
            let steps = states.iter().flat_map(|&from| {
                domain.iter().filter_map(move |&number| Some(Step { from, number, to: next(from, number)? }))
            });
            let layer: Vec<Step> = steps.collect();
            states = sorted_set(layer.iter().map(|step| step.to));
            layers.push(layer);
        }
        states.retain(|&state| is_end(state));
        for layer in layers.iter_mut().rev() {
            layer.retain(|step| states.binary_search(&step.to).is_ok());
            states = sorted_set(layer.iter().map(|step| step.from));
        }
        Some(Diagram { layers })
    }

    /// The numbers that a square can hold, in ascending order.
    pub(super) fn numbers(&self, square: usize) -> Vec<u32> {
        sorted_set(self.layers[square].iter().map(|step| step.number))
    }

    /// The number of steps.
    pub(super) fn num_steps(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }

    /// All ways to fill the region; `None` if there are more than `most`.
    pub(super) fn ways(&self, most: usize) -> Option<Vec<Vec<u32>>> {
        let mut ways: Vec<(u32, Vec<u32>)> = vec![(0, Vec::new())];
        for layer in &self.layers {
            let mut longer = Vec::new();
            for (state, numbers) in &ways {
                for step in layer.iter().filter(|step| step.from == *state) {
                    longer.push((step.to, [numbers.as_slice(), &[step.number]].concat()));
                }
                // Every step lies on a path, so there are at least as many ways in the end.
                if longer.len() > most {
                    return None;
                }
            }
            ways = longer;
        }
        Some(ways.into_iter().map(|(_, numbers)| numbers).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paths_are_the_ways() {
        let domains: [&[u32]; 3] = [&[0, 1, 2, 3], &[1, 3], &[0, 2, 6]];
        let all = || {
            let pairs = domains[0].iter().flat_map(|&a| domains[1].iter().map(move |&b| (a, b)));
            pairs.flat_map(|(a, b)| domains[2].iter().map(move |&c| vec![a, b, c]))
        };
        let targets = 0..14;
        let clues = targets.flat_map(|target| [Clue::Sum(target), Clue::Less(target), Clue::Greater(target)]);
        for clue in clues.chain([Clue::Equals]) {
            let diagram = Diagram::new(clue, &domains).unwrap();
            let expected: Vec<Vec<u32>> = all().filter(|way| clue.holds(way)).collect();
            let mut ways = diagram.ways(100).unwrap();
            ways.sort();
            assert_eq!(ways, expected, "{clue:?}");
            for square in 0..3 {
                assert!(diagram.numbers(square).iter().all(|number| ways.iter().any(|way| way[square] == *number)));
            }
            assert_eq!(diagram.ways(expected.len().saturating_sub(1)).is_none(), !expected.is_empty(), "{clue:?}");
        }
    }
}

//! Pairs of literals that exclude each other, and the at-most-one groups they make up.

use gordian_formula::{Clock, Lit};

/// Cliques between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 4;

/// A graph on literals: neighbours are never true together.
///
/// Invariant: the neighbours of the literal with code `c` are `neighbours[starts[c]..starts[c + 1]]`, ascending, each
/// once; both directions of an edge are in it, and `is_used` is the same for both.
pub(super) struct Exclusions {
    starts: Vec<usize>,
    neighbours: Vec<Lit>,
    is_used: Vec<bool>,
}

impl Exclusions {
    /// The graph of these pairs of different literals over so many variables.
    pub(super) fn new(num_vars: usize, mut pairs: Vec<(Lit, Lit)>) -> Exclusions {
        pairs.extend_from_within(..);
        let half = pairs.len() / 2;
        for (first, second) in &mut pairs[half..] {
            std::mem::swap(first, second);
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0; 2 * num_vars + 1];
        for (lit, _) in &pairs {
            starts[lit.index() + 1] += 1;
        }
        for code in 0..2 * num_vars {
            starts[code + 1] += starts[code];
        }
        let is_used = vec![false; pairs.len()];
        Exclusions { starts, neighbours: pairs.into_iter().map(|(_, neighbour)| neighbour).collect(), is_used }
    }

    /// Whether all these literals exclude each other.
    pub(super) fn is_clique(&self, lits: &[Lit]) -> bool {
        lits.iter().all(|&lit| self.neighbours(lit).len() + 1 >= lits.len())
            && lits.iter().enumerate().all(|(position, &lit)| self.excludes_all(lit, &lits[..position]))
    }

    /// Marks the pairs among these literals, which exclude each other, as used.
    pub(super) fn use_clique(&mut self, lits: &[Lit]) {
        for &first in lits {
            for &second in lits {
                if let Some(at) = self.position(first, second) {
                    self.is_used[at] = true;
                }
            }
        }
    }

    /// Whether this is a pair that is used.
    pub(super) fn is_used(&self, first: Lit, second: Lit) -> bool {
        self.position(first, second).is_some_and(|at| self.is_used[at])
    }

    /// Covers the pairs that are not used yet by cliques, each of which is grown as far as it goes; `None`
    /// if the time was over first.
    pub(super) fn into_cliques(mut self, clock: &Clock) -> Option<Vec<Vec<Lit>>> {
        let mut poller = clock.poller(POLL_INTERVAL);
        let mut cliques = Vec::new();
        for code in 0..self.starts.len() as u32 - 1 {
            let lit = Lit::from_code(code);
            for at in self.starts[lit.index()]..self.starts[lit.index() + 1] {
                if self.is_used[at] {
                    continue;
                }
                if poller.is_over() {
                    return None;
                }
                let mut clique = vec![lit, self.neighbours[at]];
                for &neighbour in self.neighbours(lit) {
                    if self.excludes_all(neighbour, &clique[1..]) {
                        clique.push(neighbour);
                    }
                }
                self.use_clique(&clique);
                clique.sort_unstable();
                cliques.push(clique);
            }
        }
        Some(cliques)
    }

    fn neighbours(&self, lit: Lit) -> &[Lit] {
        &self.neighbours[self.starts[lit.index()]..self.starts[lit.index() + 1]]
    }

    fn position(&self, first: Lit, second: Lit) -> Option<usize> {
        let at = self.neighbours(first).binary_search(&second).ok()?;
        Some(self.starts[first.index()] + at)
    }

    fn excludes_all(&self, lit: Lit, others: &[Lit]) -> bool {
        others.iter().all(|&other| self.position(lit, other).is_some())
    }
}

#[cfg(test)]
mod tests {
    use gordian_testkit::lits;

    use super::*;

    fn pairs(groups: &[&[i32]]) -> Vec<(Lit, Lit)> {
        let of = |group: &&[i32]| {
            let lits = lits(group);
            (0..lits.len())
                .flat_map(|second| (0..second).map(move |first| (first, second)))
                .map({
                    let lits = lits.clone();
                    move |(first, second)| (lits[first], lits[second])
                })
                .collect::<Vec<_>>()
        };
        groups.iter().flat_map(of).collect()
    }

    #[test]
    fn groups_are_found_again_in_their_pairs() {
        let exclusions = Exclusions::new(9, pairs(&[&[1, 2, 3, 4], &[4, 5, 6], &[-7, 8]]));
        assert!(exclusions.is_clique(&lits(&[1, 2, 4])));
        assert!(!exclusions.is_clique(&lits(&[3, 4, 5])));
        assert_eq!(
            exclusions.into_cliques(&Clock::unlimited()).unwrap(),
            [lits(&[1, 2, 3, 4]), lits(&[4, 5, 6]), lits(&[-7, 8])]
        );
    }

    #[test]
    fn used_pairs_are_not_covered_again() {
        let mut exclusions = Exclusions::new(9, pairs(&[&[1, 2, 3], &[3, 4]]));
        exclusions.use_clique(&lits(&[1, 2, 3]));
        assert_eq!(exclusions.into_cliques(&Clock::unlimited()).unwrap(), [lits(&[3, 4])]);
    }
}

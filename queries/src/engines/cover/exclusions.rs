//! Pairs of literals that exclude each other, and the at-most-one groups they make up.

use gordian_formula::{Clock, Lit};

/// Cliques between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 4;
/// Literals that may be looked at for each pair to grow cliques, and so many more. Groups that were written out take
/// fewer than ten. In a random graph each clique has few pairs of its own, so those that are left stay pairs.
const LOOKS_PER_PAIR: u64 = 1 << 5;
const FIRST_LOOKS: u64 = 1 << 16;
/// How many times longer a list has to be than another one to be searched for each of its literals.
const MUCH_LONGER: usize = 1 << 4;

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

    /// Covers the pairs that are not used yet by cliques, each of which is grown as far as it goes, or stays a pair
    /// where the others took long; `None` if the time was over first.
    pub(super) fn into_cliques(mut self, clock: &Clock) -> Option<Vec<Vec<Lit>>> {
        let mut poller = clock.poller(POLL_INTERVAL);
        let mut cliques = Vec::new();
        let most = LOOKS_PER_PAIR * self.neighbours.len() as u64 + FIRST_LOOKS;
        let mut looks = 0;
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
                if looks < most {
                    looks += self.grow(&mut clique);
                }
                looks += (clique.len() * clique.len()) as u64;
                self.use_clique(&clique);
                clique.sort_unstable();
                cliques.push(clique);
            }
        }
        Some(cliques)
    }

    /// Adds the first literal that excludes all of a pair, and so on. Returns how many it looked at.
    fn grow(&self, clique: &mut Vec<Lit>) -> u64 {
        let (mut open, mut left) = (Vec::new(), Vec::new());
        let [first, second] = [clique[0], clique[1]].map(|lit| self.neighbours(lit));
        let mut looks = common(first, second, &mut open);
        while let Some((&next, others)) = open.split_first() {
            clique.push(next);
            looks += common(others, self.neighbours(next), &mut left);
            std::mem::swap(&mut open, &mut left);
        }
        looks
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

/// The literals of two ascending lists that are in both. Returns how many it looked at.
fn common(first: &[Lit], second: &[Lit], both: &mut Vec<Lit>) -> u64 {
    both.clear();
    let (short, long) = if first.len() < second.len() { (first, second) } else { (second, first) };
    if long.len() > MUCH_LONGER * short.len() {
        both.extend(short.iter().filter(|lit| long.binary_search(lit).is_ok()));
        return short.len() as u64 * u64::from((long.len() | 1).ilog2());
    }
    let mut at = 0;
    for &lit in short {
        while long.get(at).is_some_and(|&other| other < lit) {
            at += 1;
        }
        both.extend((long.get(at) == Some(&lit)).then_some(lit));
    }
    (short.len() + at) as u64
}

#[cfg(test)]
mod tests {
    use gordian_formula::Var;
    use gordian_testkit::{Random, lits};

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

    #[test]
    fn every_pair_is_in_a_clique_where_there_is_no_time_to_grow_them() {
        let mut random = Random::new(7);
        let num_vars = 300;
        let mut pairs = Vec::new();
        for second in (0..num_vars).map(|index| Var::from_index(index).positive()) {
            let before = (0..second.var().index()).map(|index| Var::from_index(index).positive());
            pairs.extend(before.filter(|_| random.chance(90)).map(|first| (first, second)));
        }
        let exclusions = Exclusions::new(num_vars, pairs.clone());
        let cliques = exclusions.into_cliques(&Clock::unlimited()).unwrap();
        let all = Exclusions::new(num_vars, pairs.clone());
        assert!(cliques.iter().all(|clique| all.is_clique(clique)));
        let mut found = Exclusions::new(num_vars, pairs.clone());
        cliques.iter().for_each(|clique| found.use_clique(clique));
        assert!(pairs.iter().all(|&(first, second)| found.is_used(first, second)));
        let (grown, left) = (cliques[0].len(), cliques[cliques.len() - 1].len());
        assert!(grown > 20 && left == 2, "{grown} {left}");
    }
}

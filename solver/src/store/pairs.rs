//! Pairs of literals, neighbours of which mostly share one.

use std::ops::Range;

use gordian_formula::Lit;

/// Pairs in the order in which they were added. In formulas they mostly come in runs that share a
/// literal, which is stored once for each run: a run costs eight bytes, and four for each of its
/// pairs.
#[derive(Clone, Default)]
pub(crate) struct Pairs {
    runs: Vec<Run>,
    /// The other literal of each pair, beside the literal of its run.
    others: Vec<Lit>,
}

/// Invariant: there is a pair in it, so ends rise.
#[derive(Clone)]
struct Run {
    shared: Lit,
    /// The start of the next one.
    end: u32,
}

impl Pairs {
    pub(crate) fn len(&self) -> usize {
        self.others.len()
    }

    pub(crate) fn push(&mut self, [first, second]: [Lit; 2]) {
        let shared = self.runs.last().map(|run| run.shared).filter(|shared| [first, second].contains(shared));
        self.others.push(if shared == Some(second) { first } else { second });
        assert!(self.others.len() <= u32::MAX as usize, "pairs are limited to four billion");
        let end = self.others.len() as u32;
        match self.runs.last_mut() {
            Some(run) if shared.is_some() => run.end = end,
            _ => self.runs.push(Run { shared: first, end }),
        }
    }

    /// The places of the pairs of a run.
    fn range(&self, run: usize) -> Range<usize> {
        let start = run.checked_sub(1).map_or(0, |before| self.runs[before].end as usize);
        start..self.runs[run].end as usize
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = [Lit; 2]> + Clone + '_ {
        (0..self.runs.len()).flat_map(|run| {
            let shared = self.runs[run].shared;
            self.others[self.range(run)].iter().map(move |&other| [shared, other])
        })
    }

    /// Forgets the pairs for which `keep` does not hold, and gives back their memory.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut([Lit; 2]) -> bool) {
        let (mut kept_runs, mut kept, mut start) = (0, 0, 0);
        for run in 0..self.runs.len() {
            let Run { shared, end } = self.runs[run];
            let before = kept;
            for at in start..end as usize {
                let other = self.others[at];
                if keep([shared, other]) {
                    self.others[kept] = other;
                    kept += 1;
                }
            }
            start = end as usize;
            if kept > before {
                self.runs[kept_runs] = Run { shared, end: kept as u32 };
                kept_runs += 1;
            }
        }
        self.runs.truncate(kept_runs);
        self.runs.shrink_to_fit();
        self.others.truncate(kept);
        self.others.shrink_to_fit();
    }

    /// Renames the literals, different ones differently.
    pub(crate) fn map_lits(&mut self, new: impl Fn(Lit) -> Lit) {
        let shared = self.runs.iter_mut().map(|run| &mut run.shared);
        shared.chain(&mut self.others).for_each(|lit| *lit = new(*lit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(numbers: [i32; 2]) -> [Lit; 2] {
        numbers.map(|number| Lit::from_dimacs(number).unwrap())
    }

    fn numbers(pairs: &Pairs) -> Vec<[i32; 2]> {
        pairs.iter().map(|pair| pair.map(Lit::to_dimacs)).collect()
    }

    #[test]
    fn pairs_come_out_in_their_order_and_runs_share_a_literal() {
        let mut pairs = Pairs::default();
        let given = [[1, 2], [1, -3], [4, 1], [5, 6], [7, 6], [6, 8]];
        given.into_iter().for_each(|numbers| pairs.push(pair(numbers)));
        let stored = [[1, 2], [1, -3], [1, 4], [5, 6], [7, 6], [6, 8]];
        assert_eq!(numbers(&pairs), stored);
        assert!(pairs.iter().rev().eq(stored.into_iter().rev().map(pair)));
        assert_eq!((pairs.len(), pairs.runs.len()), (6, 4));
    }

    #[test]
    fn what_is_not_kept_leaves_no_empty_runs() {
        let mut pairs = Pairs::default();
        [[1, 2], [1, 3], [4, 5], [6, 7], [6, 8], [6, 9]].into_iter().for_each(|numbers| pairs.push(pair(numbers)));
        pairs.retain(|[first, second]| first.to_dimacs() != 4 && second.to_dimacs() != 8);
        assert_eq!(numbers(&pairs), [[1, 2], [1, 3], [6, 7], [6, 9]]);
        assert_eq!(pairs.runs.len(), 2);
        pairs.push(pair([6, 10]));
        pairs.map_lits(|lit| !lit);
        assert_eq!(numbers(&pairs), [[-1, -2], [-1, -3], [-6, -7], [-6, -9], [-6, -10]]);
        pairs.retain(|_| false);
        assert_eq!(pairs.len(), 0);
    }
}

//! How large the search tree will be, and how many covers there are.

use std::ops::ControlFlow;

use gordian_formula::Clock;

use super::Cover;
use super::dense::Dense;
use super::run::{Covers, POLL_INTERVAL, Run};
use super::sparse::Sparse;
use crate::estimate::Estimate;

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
/// Ways down that tell the size of the tree, before covers are estimated.
const WAYS: u32 = 64;
/// Ways down after which no more are gone if so many items were looked at.
const LEAST_WAYS: u32 = 32;
const MOST_ITEMS: usize = 1 << 22;
/// Samples that an estimate is to have at least.
const LEAST_SAMPLES: usize = 64;
/// Nodes of a sample at least: ways down to the end seldom meet a cover.
const LEAST_NODES: u64 = 64;

/// Items that are looked at on a way down in the time of a node, about.
const ITEMS_PER_NODE: u64 = 16;

/// The nodes that the search is expected to visit, from so many random ways down (Knuth, *Estimating the efficiency of
/// backtrack programs*, 1975); from fewer, if these look at many items. The seed is always the same. Infinitely many,
/// where the time is over.
pub(crate) fn estimate_nodes(cover: &Cover, ways: u32, clock: &Clock) -> f64 {
    let mut deaf = Tally { clock, covers: 0, polls_left: u64::MAX };
    let mut run = Run::new(cover, &mut deaf);
    let mut sparse = Sparse::new(cover);
    let mut random = SEED;
    let (mut sum, mut gone, mut items) = (0.0, 0, 0);
    while gone < ways && (gone < LEAST_WAYS || items < MOST_ITEMS) {
        let ControlFlow::Continue((nodes, depth)) = sparse.probe(&mut random, &mut run) else { return f64::INFINITY };
        sum += nodes;
        gone += 1;
        items += depth * cover.num_items();
    }
    sum / f64::from(gone)
}

/// About how many covers there are, from samples that visit about so many nodes before the time is over. `None` if
/// these are too few.
///
/// A sample is a part of the tree below a random way down. All its covers are counted, each as often as the way has
/// others beside it.
pub(crate) fn estimate_covers(cover: &Cover, most_nodes: u64, clock: &Clock) -> Option<Estimate> {
    let nodes = estimate_nodes(cover, WAYS, clock);
    let nodes_of_sample = (most_nodes / LEAST_SAMPLES as u64).max(LEAST_NODES);
    let least_width = nodes / nodes_of_sample as f64;
    let (mut sparse, mut dense) = (Sparse::new(cover), Dense::new(cover));
    let (mut random, mut samples, mut visited) = (SEED, Vec::new(), 0);
    let mut chosen = Vec::new();
    while visited < most_nodes && !clock.is_over() {
        let polls_left = 4 * (most_nodes - visited) / POLL_INTERVAL + 1;
        let mut tally = Tally { clock, covers: 0, polls_left };
        let mut run = Run { chosen, ..Run::new(cover, &mut tally) };
        let mut width = 1.0;
        let mut steps = 0;
        let is_alive = sparse.walk(&mut random, &mut run, &mut |count| {
            if width >= least_width {
                return false;
            }
            width *= f64::from(count);
            steps += 1;
            true
        });
        chosen = std::mem::take(&mut run.chosen);
        let is_alive = is_alive == ControlFlow::Continue(true);
        if is_alive && Sparse::new(cover).search(&chosen, &mut dense, &mut run).is_break() {
            return None;
        }
        visited += 1 + steps * (1 + cover.num_items() as u64 / ITEMS_PER_NODE) + run.nodes;
        samples.push(width.ln() + (tally.covers as f64).ln());
        chosen.clear();
    }
    (samples.len() >= LEAST_SAMPLES / 4).then(|| Estimate::of_samples(&samples))
}

/// Counts covers, for so many polls.
struct Tally<'a> {
    clock: &'a Clock,
    covers: u64,
    polls_left: u64,
}

impl Covers for Tally<'_> {
    fn is_late(&mut self) -> bool {
        self.clock.is_over()
    }

    fn cover(&mut self, _options: &[u32]) -> ControlFlow<()> {
        self.covers += 1;
        ControlFlow::Continue(())
    }

    fn poll(&mut self) -> ControlFlow<()> {
        self.polls_left -= 1;
        if self.polls_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use gordian_formula::{ClauseSink, Cnf, Lit};
    use gordian_testkit::Random;

    use super::*;
    use crate::engines::cover::search;
    use crate::estimate::assert_are_right;
    use crate::slots::Slots;

    #[test]
    fn estimates_of_covers_are_right_on_average_and_within_their_errors() {
        let mut estimates = Vec::new();
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut cnf = Cnf::new();
            // Latin squares of side five, with some cells that may not be all values.
            let vars = cnf.new_vars(125);
            let at = |row: usize, column: usize, value: usize| vars[25 * row + 5 * column + value].positive();
            for first in 0..5 {
                for second in 0..5 {
                    let mut is_out = |lit: Lit| lit.var().index() > 25 && random.chance(6);
                    let cell: Vec<_> =
                        (0..5).map(|value| at(first, second, value)).filter(|&lit| !is_out(lit)).collect();
                    cnf.add_exactly_one(&cell);
                    cnf.add_exactly_one(&[0, 1, 2, 3, 4].map(|column| at(first, column, second)));
                    cnf.add_exactly_one(&[0, 1, 2, 3, 4].map(|row| at(row, first, second)));
                }
            }
            let clock = Clock::unlimited();
            let Ok(cover) = Cover::of(&cnf, &Slots::of_formula(&cnf), &clock) else { continue };
            let mut tally = Tally { clock: &clock, covers: 0, polls_left: u64::MAX };
            search(&cover, &[], &mut tally);
            let Some(estimate) = estimate_covers(&cover, 1 << 13, &clock) else { continue };
            estimates.push((estimate, (tally.covers as f64).ln()));
        }
        assert!(estimates.len() > 40, "{}", estimates.len());
        assert_are_right(&estimates);
    }
}

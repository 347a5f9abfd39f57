//! The upper part of the search: as long as there are too many options for rows of bits.

use std::ops::ControlFlow;

use super::Cover;
use super::dense::Dense;
use super::run::Run;

/// The state above the dense part, in which items keep counters.
///
/// Invariant: `count[i]` is the number of active options of item `i`; `removed` holds the inactive options in the order
/// of their removal, `closed` the covered items in the order in which they were covered; every open primary item with at
/// most one option left is in `tight`, which may hold others.
pub(super) struct Sparse {
    active: Vec<bool>,
    num_active: usize,
    open: Vec<bool>,
    num_open: usize,
    count: Vec<u32>,
    removed: Vec<u32>,
    closed: Vec<u32>,
    tight: Vec<u32>,
    frames: Vec<Frame>,
}

/// A decision: the item branched on, the position in its options to go on from, and how far to undo.
struct Frame {
    item: u32,
    next: usize,
    removed: usize,
    closed: usize,
    chosen: usize,
}

impl Sparse {
    pub(super) fn new(cover: &Cover) -> Sparse {
        let num_items = cover.num_items();
        let count: Vec<u32> = (0..num_items as u32).map(|item| cover.options_of(item).len() as u32).collect();
        Sparse {
            active: vec![true; cover.options.len()],
            num_active: cover.options.len(),
            open: vec![true; num_items],
            num_open: cover.num_primary,
            tight: (0..cover.num_primary as u32).filter(|&item| count[item as usize] <= 1).collect(),
            count,
            removed: Vec::new(),
            closed: Vec::new(),
            frames: Vec::new(),
        }
    }

    pub(super) fn search(&mut self, given: &[u32], dense: &mut Dense, run: &mut Run<'_>) -> ControlFlow<()> {
        for &option in given {
            if !self.active[option as usize] {
                return ControlFlow::Continue(());
            }
            self.choose(option, run);
        }
        loop {
            if !self.descend(dense, run)? {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Goes down until a leaf or the dense part, then back up to the next untried option; false when there is none.
    fn descend(&mut self, dense: &mut Dense, run: &mut Run<'_>) -> ControlFlow<(), bool> {
        loop {
            if self.num_open == 0 {
                run.solution()?;
                return ControlFlow::Continue(self.next_option(run));
            }
            run.node()?;
            run.touch(self.open.len())?;
            let (item, count) = self.tightest(run.cover);
            if count == 0 {
                return ControlFlow::Continue(self.next_option(run));
            }
            if count > 1 && self.is_small(run.cover) {
                let options = (0..self.active.len() as u32).filter(|&option| self.active[option as usize]);
                let items = (0..run.cover.num_primary as u32).filter(|&item| self.open[item as usize]);
                dense.search(options, items, run)?;
                return ControlFlow::Continue(self.next_option(run));
            }
            self.frames.push(Frame {
                item,
                next: 0,
                removed: self.removed.len(),
                closed: self.closed.len(),
                chosen: run.chosen.len(),
            });
            self.next_option(run);
        }
    }

    /// Undoes to the last decision that has an untried option, and takes that.
    fn next_option(&mut self, run: &mut Run<'_>) -> bool {
        while let Some(&Frame { removed, closed, chosen, .. }) = self.frames.last() {
            run.chosen.truncate(chosen);
            self.undo(removed, closed, run.cover);
            let Some(frame) = self.frames.last_mut() else { break };
            let options = &run.cover.options_of(frame.item)[frame.next..];
            match options.iter().position(|&option| self.active[option as usize]) {
                Some(offset) => {
                    let option = options[offset];
                    frame.next += offset + 1;
                    self.choose(option, run);
                    return true;
                }
                None => {
                    self.frames.pop();
                }
            }
        }
        false
    }

    /// Brings back what was removed and closed since there were so many. Before that, no other item was tight than the one
    /// that is branched on.
    fn undo(&mut self, removed: usize, closed: usize, cover: &Cover) {
        for option in self.removed.drain(removed..) {
            self.active[option as usize] = true;
            self.num_active += 1;
            for &item in cover.items(option) {
                self.count[item as usize] += 1;
            }
        }
        for item in self.closed.drain(closed..) {
            self.open[item as usize] = true;
            self.num_open += usize::from((item as usize) < cover.num_primary);
        }
        self.tight.clear();
    }

    /// Goes down one random way, and returns how many nodes the tree has if all ways are like this one. Nothing stays
    /// chosen. `Break` if the time is over.
    pub(super) fn probe(&mut self, given: &[u32], random: &mut u64, run: &mut Run<'_>) -> ControlFlow<(), f64> {
        let tight = self.tight.clone();
        let mut nodes = 0.0;
        let mut width = 1.0;
        let mut is_open = true;
        for &option in given {
            is_open &= self.active[option as usize];
            if is_open {
                self.choose(option, run);
            }
        }
        while is_open && self.num_open > 0 {
            nodes += width;
            run.touch(self.open.len())?;
            let (item, count) = self.tightest(run.cover);
            if count == 0 {
                break;
            }
            width *= f64::from(count);
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            let mut left = run.cover.options_of(item).iter().filter(|&&option| self.active[option as usize]);
            let Some(&option) = left.nth((*random >> 33) as usize % count as usize) else { break };
            self.choose(option, run);
        }
        run.chosen.clear();
        self.undo(0, 0, run.cover);
        self.tight = tight;
        ControlFlow::Continue(nodes)
    }

    fn choose(&mut self, option: u32, run: &mut Run<'_>) {
        run.chosen.push(option);
        let cover = run.cover;
        for &item in cover.items(option) {
            self.open[item as usize] = false;
            self.num_open -= usize::from((item as usize) < cover.num_primary);
            self.closed.push(item);
            for &other in cover.options_of(item) {
                if std::mem::replace(&mut self.active[other as usize], false) {
                    self.num_active -= 1;
                    self.removed.push(other);
                    for &touched in cover.items(other) {
                        self.count[touched as usize] -= 1;
                        if self.count[touched as usize] <= 1 && (touched as usize) < cover.num_primary {
                            self.tight.push(touched);
                        }
                    }
                }
            }
        }
    }

    /// Whether what is left fits the dense part: the active options, and the items that still matter, which are the
    /// open primary ones and the secondary ones that two active options share.
    fn is_small(&self, cover: &Cover) -> bool {
        let shared = || self.count[cover.num_primary..].iter().filter(|&&count| count > 1).count();
        self.num_active <= Dense::MAX_OPTIONS && self.num_open + shared() <= Dense::MAX_ITEMS
    }

    /// The open primary item with the fewest options; any that has at most one ends the look. Such ones are at hand, so that
    /// a chain of forced choices takes time linear in its length.
    fn tightest(&mut self, cover: &Cover) -> (u32, u32) {
        while let Some(item) = self.tight.pop() {
            if self.open[item as usize] && self.count[item as usize] <= 1 {
                return (item, self.count[item as usize]);
            }
        }
        let mut best = (0, u32::MAX);
        for item in 0..cover.num_primary {
            if self.open[item] && self.count[item] < best.1 {
                best = (item as u32, self.count[item]);
            }
        }
        best
    }
}

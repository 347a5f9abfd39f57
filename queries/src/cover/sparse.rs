//! The upper part of the search: as long as there are too many options for rows of bits.

use std::ops::ControlFlow;

use super::Cover;
use super::dense::Dense;
use super::run::Run;

/// The state above the dense part, in which items keep counters.
///
/// Invariant: `count[i]` is the number of active options of item `i`; `removed` holds the inactive options in the order
/// of their removal, `closed` the covered items in the order in which they were covered.
pub(super) struct Sparse {
    active: Vec<bool>,
    num_active: usize,
    open: Vec<bool>,
    num_open: usize,
    count: Vec<u32>,
    removed: Vec<u32>,
    closed: Vec<u32>,
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
        Sparse {
            active: vec![true; cover.options.len()],
            num_active: cover.options.len(),
            open: vec![true; num_items],
            num_open: cover.num_primary,
            count: (0..num_items as u32).map(|item| cover.options_of(item).len() as u32).collect(),
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
        while let Some(frame) = self.frames.last_mut() {
            run.chosen.truncate(frame.chosen);
            for option in self.removed.drain(frame.removed..) {
                self.active[option as usize] = true;
                self.num_active += 1;
                for &item in run.cover.items(option) {
                    self.count[item as usize] += 1;
                }
            }
            for item in self.closed.drain(frame.closed..) {
                self.open[item as usize] = true;
                self.num_open += usize::from((item as usize) < run.cover.num_primary);
            }
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

    /// The open primary item with the fewest options; any that has at most one ends the look.
    fn tightest(&self, cover: &Cover) -> (u32, u32) {
        let mut best = (0, u32::MAX);
        for item in 0..cover.num_primary {
            if self.open[item] && self.count[item] < best.1 {
                best = (item as u32, self.count[item]);
                if best.1 == 0 {
                    break;
                }
            }
        }
        best
    }
}

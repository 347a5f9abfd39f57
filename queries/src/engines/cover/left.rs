//! The rest of an exact cover while options are chosen.

use super::Cover;

/// The options and items that are left, with a counter for each item.
///
/// Invariant: `count[i]` is the number of active options of item `i`; `removed` holds the inactive options in the order
/// of their removal, `closed` the covered items in the order in which they were covered. Since the last `undo`, every
/// open primary item that came to have at most one option left is in `tight`, which may hold others. No primary item
/// before `first_open` is open.
pub(crate) struct Left {
    active: Vec<bool>,
    num_active: usize,
    open: Vec<bool>,
    num_open: usize,
    count: Vec<u32>,
    removed: Vec<u32>,
    closed: Vec<u32>,
    tight: Vec<u32>,
    first_open: usize,
}

/// How far to undo.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    removed: usize,
    closed: usize,
}

impl Left {
    pub(crate) fn new(cover: &Cover) -> Left {
        let num_items = cover.num_items();
        let count: Vec<u32> = (0..num_items as u32).map(|item| cover.options_of(item).len() as u32).collect();
        Left {
            active: vec![true; cover.options.len()],
            num_active: cover.options.len(),
            open: vec![true; num_items],
            num_open: cover.num_primary,
            tight: (0..cover.num_primary as u32).filter(|&item| count[item as usize] <= 1).collect(),
            count,
            removed: Vec::new(),
            closed: Vec::new(),
            first_open: 0,
        }
    }

    /// Whether an option can be chosen.
    #[inline]
    pub(crate) fn is_active(&self, option: u32) -> bool {
        self.active[option as usize]
    }

    /// The options that can be chosen.
    pub(super) fn active(&self) -> impl Iterator<Item = u32> {
        (0..self.active.len() as u32).filter(|&option| self.is_active(option))
    }

    pub(super) fn num_active(&self) -> usize {
        self.num_active
    }

    /// The primary items that are not covered.
    pub(super) fn open(&self, cover: &Cover) -> impl Iterator<Item = u32> {
        (0..cover.num_primary as u32).filter(|&item| self.open[item as usize])
    }

    pub(crate) fn num_open(&self) -> usize {
        self.num_open
    }

    /// Secondary items that several active options share.
    pub(super) fn num_shared(&self, cover: &Cover) -> usize {
        self.count[cover.num_primary..].iter().filter(|&&count| count > 1).count()
    }

    /// How many options there are, inactive ones too.
    pub(super) fn num_options(&self) -> usize {
        self.active.len()
    }

    /// How many items there are, covered ones too.
    pub(super) fn num_items(&self) -> usize {
        self.open.len()
    }

    /// Brings how many items and options were touched.
    pub(crate) fn choose(&mut self, option: u32, cover: &Cover) -> usize {
        let mut touched = 0;
        for &item in cover.items(option) {
            self.open[item as usize] = false;
            self.num_open -= usize::from((item as usize) < cover.num_primary);
            self.closed.push(item);
            touched += cover.options_of(item).len();
            for &other in cover.options_of(item) {
                if std::mem::replace(&mut self.active[other as usize], false) {
                    self.num_active -= 1;
                    self.removed.push(other);
                    touched += cover.items(other).len();
                    for &of_other in cover.items(other) {
                        self.count[of_other as usize] -= 1;
                        if self.count[of_other as usize] <= 1 && (of_other as usize) < cover.num_primary {
                            self.tight.push(of_other);
                        }
                    }
                }
            }
        }
        touched
    }

    /// Items that are tight, and perhaps others.
    pub(super) fn tight(&self) -> &[u32] {
        &self.tight
    }

    /// The answer of [`Left::tight`] when the same options were chosen.
    pub(super) fn set_tight(&mut self, tight: Vec<u32>) {
        self.tight = tight;
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { removed: self.removed.len(), closed: self.closed.len() }
    }

    /// Brings back what was removed and closed since the mark.
    pub(crate) fn undo(&mut self, mark: Mark, cover: &Cover) {
        for option in self.removed.drain(mark.removed..) {
            self.active[option as usize] = true;
            self.num_active += 1;
            for &item in cover.items(option) {
                self.count[item as usize] += 1;
            }
        }
        for item in self.closed.drain(mark.closed..) {
            self.open[item as usize] = true;
            self.first_open = self.first_open.min(item as usize);
            self.num_open += usize::from((item as usize) < cover.num_primary);
        }
        self.tight.clear();
    }

    /// The open primary item with the fewest options; any that has at most one ends the look. Such
    /// ones are at hand, so that a chain of forced choices takes time linear in its length.
    pub(crate) fn tightest(&mut self, cover: &Cover) -> (u32, u32) {
        while let Some(item) = self.tight.pop() {
            if self.open[item as usize] && self.count[item as usize] <= 1 {
                return (item, self.count[item as usize]);
            }
        }
        while self.first_open < cover.num_primary && !self.open[self.first_open] {
            self.first_open += 1;
        }
        let mut best = (0, u32::MAX);
        for item in self.first_open..cover.num_primary {
            if self.open[item] && self.count[item] < best.1 {
                best = (item as u32, self.count[item]);
                // No other one has fewer: those with at most one are at hand.
                if best.1 == 2 {
                    break;
                }
            }
        }
        best
    }
}

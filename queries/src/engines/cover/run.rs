//! The state that the parts of the search share.

use std::ops::ControlFlow;

use super::Cover;

/// The listener that hears about the covers.
pub(crate) trait Covers {
    /// A solution: its options, in the order in which they were chosen. `Break` ends the search.
    fn cover(&mut self, options: &[u32]) -> ControlFlow<()>;

    /// Called every few thousand nodes. `Break` ends the search.
    fn poll(&mut self) -> ControlFlow<()>;

    /// Called before [`Covers::poll`], and in large problems between, with about the number of words of matrices that
    /// were read since then, or written, or in the time of which others were: in large problems that takes longer than
    /// all else that nodes do. `Break` ends the search.
    fn has_touched(&mut self, words: u64) -> ControlFlow<()> {
        let _ = words;
        ControlFlow::Continue(())
    }

    /// Called before [`Covers::poll`] with the part of the tree that is done, from 0 to 1: each option of an item has
    /// the same part of what is left to it.
    fn has_covered(&mut self, share: f64) {
        let _ = share;
    }

    /// Whether to end the search. Asked in large problems, of which a few thousand nodes take long; what
    /// counts polls does not hear of it.
    fn is_late(&mut self) -> bool {
        false
    }
}

/// Nodes between two calls of [`Covers::poll`].
pub(crate) const POLL_INTERVAL: u64 = 1 << 12;
/// Options and items touched between two looks at the clock.
const TOUCHED_INTERVAL: u64 = 1 << 22;
/// Words of a matrix that are read in the time in which an option or item is touched.
const WORDS_PER_TOUCH: u64 = 4;

/// How many choices, from the root on, tell the part of the tree that is done.
const TELLING: usize = 16;

/// A choice on the way to where the search is: how many of its options are done.
pub(super) struct Choice {
    done: u32,
    options: u32,
}

/// The state that the parts of the search share: the options chosen so far, and the listener.
pub(super) struct Run<'a> {
    pub(super) cover: &'a Cover,
    pub(super) listener: &'a mut dyn Covers,
    pub(super) chosen: Vec<u32>,
    pub(super) nodes: u64,
    /// Options and items touched above the dense part since the listener was told.
    pub(super) touched: u64,
    /// Words of matrices that were written since the listener was told; and those that a node of the matrix in which
    /// the search is now reads, beyond the usual. To add these up node by node would take a tenth of its time.
    pub(super) words: u64,
    pub(super) words_per_node: u64,
    /// The first choices on the way to where the search is.
    pub(super) choices: Vec<Choice>,
    /// The number, in its matrix, of the item that had no option left where the dense part last failed.
    pub(super) last_dead: usize,
}

impl<'a> Run<'a> {
    pub(super) fn new(cover: &'a Cover, listener: &'a mut dyn Covers) -> Run<'a> {
        Run {
            cover,
            listener,
            chosen: Vec::new(),
            nodes: 0,
            touched: 0,
            words: 0,
            words_per_node: 0,
            choices: Vec::new(),
            last_dead: 0,
        }
    }

    /// Counts a node, and asks the listener now and then.
    #[inline]
    pub(super) fn node(&mut self) -> ControlFlow<()> {
        self.nodes += 1;
        if !self.nodes.is_multiple_of(POLL_INTERVAL) {
            return ControlFlow::Continue(());
        }
        self.words += POLL_INTERVAL * self.words_per_node;
        self.tell_touched()?;
        self.listener.has_covered(self.share());
        self.listener.poll()
    }

    /// Begins with the first of so many options. Whether that is told, and so has to be told of the others.
    #[inline]
    pub(super) fn begin_choice(&mut self, options: usize) -> bool {
        let is_told = self.choices.len() < TELLING;
        if is_told {
            self.choices.push(Choice { done: 0, options: options as u32 });
        }
        is_told
    }

    /// Goes on with the next option of the last choice that is told.
    pub(super) fn next_option(&mut self) {
        if let Some(choice) = self.choices.last_mut() {
            choice.done += 1;
        }
    }

    /// Leaves the last choice that is told.
    pub(super) fn end_choice(&mut self) {
        self.choices.pop();
    }

    /// The part of the tree that is done.
    fn share(&self) -> f64 {
        let mut part = 1.0;
        let of_choice = |choice: &Choice| {
            part /= f64::from(choice.options);
            part * f64::from(choice.done)
        };
        self.choices.iter().map(of_choice).sum()
    }

    fn tell_touched(&mut self) -> ControlFlow<()> {
        let touched = std::mem::take(&mut self.touched);
        let words = std::mem::take(&mut self.words) + touched * WORDS_PER_TOUCH;
        self.listener.has_touched(words)
    }

    /// Counts options and items that were touched, and looks at the clock now and then.
    pub(super) fn touch(&mut self, number: usize) -> ControlFlow<()> {
        self.touched += number as u64;
        if self.touched < TOUCHED_INTERVAL {
            return ControlFlow::Continue(());
        }
        self.tell_touched()?;
        if self.listener.is_late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    pub(super) fn solution(&mut self) -> ControlFlow<()> {
        self.listener.cover(&self.chosen)
    }
}

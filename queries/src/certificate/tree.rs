//! An exact-cover search that writes down why nothing was missed.
//!
//! The search branches on the item with the fewest options left, as the fast one does, but decides by unit propagation
//! only, so that a checker can follow. When a branch is done, the clause that not all its decisions are true follows by
//! unit propagation from the formula, the clauses that forbid what was found, and the clauses written below it; it is
//! written, and those below it are deleted. The last option of an item is no decision: the clauses of the others force it.

use std::ops::ControlFlow;

use gordian_formula::Lit;
use gordian_solver::ProofTracer;

use crate::engines::cover::Cover;

/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 1 << 12;

/// Who hears about the covers.
pub(super) trait Covers {
    /// A solution: its options. `Break` ends the search.
    fn cover(&mut self, options: &[u32]) -> ControlFlow<()>;

    /// Called every few thousand nodes. `Break` ends the search.
    fn poll(&mut self) -> ControlFlow<()>;
}

/// A search, and what it has chosen so far.
///
/// Invariant: `count[i]` is the number of active options of item `i`; `removed` holds the inactive options in the order
/// of their removal, `closed` the covered items in the order in which they were covered. `lemmas` holds the clauses that
/// were written and not deleted, end to end, `lemma_ends` where they end.
pub(super) struct Tree<'a> {
    cover: &'a Cover,
    proof: &'a mut dyn ProofTracer,
    active: Vec<bool>,
    open: Vec<bool>,
    num_open: usize,
    count: Vec<u32>,
    removed: Vec<u32>,
    closed: Vec<u32>,
    chosen: Vec<u32>,
    /// The negations of the decisions, which are those chosen options that nothing forced.
    decisions: Vec<Lit>,
    frames: Vec<Frame>,
    /// What is left to try in the frames, end to end.
    candidates: Vec<u32>,
    lemmas: Vec<Lit>,
    lemma_ends: Vec<usize>,
    nodes: u64,
}

/// A node with several options: how far to undo, where its candidates begin, and the first lemma below the branch that
/// is being searched.
struct Frame {
    removed: usize,
    closed: usize,
    chosen: usize,
    decisions: usize,
    candidates: usize,
    lemmas: usize,
}

impl<'a> Tree<'a> {
    pub(super) fn new(cover: &'a Cover, proof: &'a mut dyn ProofTracer) -> Tree<'a> {
        let num_items = cover.num_items();
        Tree {
            cover,
            proof,
            active: vec![true; cover.options.len()],
            open: vec![true; num_items],
            num_open: cover.num_primary,
            count: (0..num_items as u32).map(|item| cover.options_of(item).len() as u32).collect(),
            removed: Vec::new(),
            closed: Vec::new(),
            chosen: Vec::new(),
            decisions: Vec::new(),
            frames: Vec::new(),
            candidates: Vec::new(),
            lemmas: Vec::new(),
            lemma_ends: Vec::new(),
            nodes: 0,
        }
    }

    /// Visits every exact cover once, of those that hold one of the options `given` where these are told, of which no two
    /// may stand in one cover. The proof ends with the empty clause if the search comes to its end. Returns the number of
    /// nodes visited.
    pub(super) fn search(mut self, given: Option<&[u32]>, covers: &mut dyn Covers) -> u64 {
        if self.run(given, covers).is_continue() {
            self.proof.add_clause(&[]);
        }
        self.nodes
    }

    fn run(&mut self, given: Option<&[u32]>, covers: &mut dyn Covers) -> ControlFlow<()> {
        covers.poll()?;
        match given {
            Some([]) => return ControlFlow::Continue(()),
            Some(given) => self.branch(given.iter().copied()),
            None => {}
        }
        loop {
            self.descend(covers)?;
            if !self.next_option() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Goes down until nothing is open or an item has no option left.
    fn descend(&mut self, covers: &mut dyn Covers) -> ControlFlow<()> {
        while self.num_open > 0 {
            self.nodes += 1;
            if self.nodes.is_multiple_of(POLL_INTERVAL) {
                covers.poll()?;
            }
            let cover = self.cover;
            let (item, count) = self.tightest();
            match count {
                0 => return ControlFlow::Continue(()),
                1 => {
                    let left = cover.options_of(item).iter().copied().find(|&option| self.active[option as usize]);
                    self.choose(left.expect("the counter of the item says that there is one"));
                }
                _ => self.branch(cover.options_of(item).iter().copied()),
            }
        }
        covers.cover(&self.chosen)
    }

    /// Opens a frame whose candidates are the active ones of these options, and chooses the first.
    fn branch(&mut self, options: impl DoubleEndedIterator<Item = u32>) {
        self.frames.push(Frame {
            removed: self.removed.len(),
            closed: self.closed.len(),
            chosen: self.chosen.len(),
            decisions: self.decisions.len(),
            candidates: self.candidates.len(),
            lemmas: self.lemma_ends.len(),
        });
        let active = &self.active;
        self.candidates.extend(options.rev().filter(|&option| active[option as usize]));
        self.choose_candidate();
    }

    /// Chooses the next candidate of the last frame.
    fn choose_candidate(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let first = frame.candidates;
        let Some(option) = self.candidates.pop() else { return };
        if self.candidates.len() > first {
            self.decisions.push(!self.cover.options[option as usize]);
        }
        self.choose(option);
    }

    /// Undoes to the last frame that has a candidate left, writes that its last branch is done, and takes the next one.
    /// False where there is none.
    fn next_option(&mut self) -> bool {
        while let Some(frame) = self.frames.last() {
            self.chosen.truncate(frame.chosen);
            for option in self.removed.drain(frame.removed..) {
                self.active[option as usize] = true;
                for &item in self.cover.items(option) {
                    self.count[item as usize] += 1;
                }
            }
            for item in self.closed.drain(frame.closed..) {
                self.open[item as usize] = true;
                self.num_open += usize::from((item as usize) < self.cover.num_primary);
            }
            if self.candidates.len() > frame.candidates {
                self.refute();
                self.choose_candidate();
                return true;
            }
            self.frames.pop();
        }
        false
    }

    /// Writes that not all decisions are true, in place of what was written below the branch of the last frame.
    fn refute(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        self.decisions.truncate(frame.decisions + 1);
        self.proof.add_clause(&self.decisions);
        let mut start = if frame.lemmas == 0 { 0 } else { self.lemma_ends[frame.lemmas - 1] };
        let kept = start;
        for end in self.lemma_ends.drain(frame.lemmas..) {
            self.proof.delete_clause(&self.lemmas[start..end]);
            start = end;
        }
        self.lemmas.truncate(kept);
        self.lemmas.extend_from_slice(&self.decisions);
        self.lemma_ends.push(self.lemmas.len());
        frame.lemmas = self.lemma_ends.len();
        self.decisions.pop();
    }

    fn choose(&mut self, option: u32) {
        self.chosen.push(option);
        let cover = self.cover;
        for &item in cover.items(option) {
            self.open[item as usize] = false;
            self.num_open -= usize::from((item as usize) < cover.num_primary);
            self.closed.push(item);
            for &other in cover.options_of(item) {
                if std::mem::replace(&mut self.active[other as usize], false) {
                    self.removed.push(other);
                    for &touched in cover.items(other) {
                        self.count[touched as usize] -= 1;
                    }
                }
            }
        }
    }

    /// The open primary item with the fewest options; any that has at most one ends the look.
    fn tightest(&self) -> (u32, u32) {
        let mut best = (0, u32::MAX);
        for item in 0..self.cover.num_primary {
            if self.open[item] && self.count[item] < best.1 {
                best = (item as u32, self.count[item]);
                if best.1 <= 1 {
                    break;
                }
            }
        }
        best
    }
}

//! An exact-cover search that writes down why nothing was missed.
//!
//! The search branches on the item with the fewest options left, as the fast one does, but decides
//! by unit propagation only, so that a checker can follow. When a branch is done, the clause that
//! not all its decisions are true follows by unit propagation from the formula, the clauses that
//! forbid the solutions found, and the clauses written below it; it is written, and those below it
//! are deleted. The last option of an item is no decision: the clauses of the others force it.

use std::ops::ControlFlow;

use gordian_formula::Lit;
use gordian_solver::ProofTracer;

use crate::engines::cover::{Cover, Left, Mark};

/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 1 << 12;

/// The listener of the search for covers.
pub(super) trait Covers {
    /// A solution: its options. `Break` ends the search.
    fn cover(&mut self, options: &[u32]) -> ControlFlow<()>;

    /// Called every few thousand nodes. `Break` ends the search.
    fn poll(&mut self) -> ControlFlow<()>;
}

/// A search, and the options it has chosen so far.
///
/// Invariant: `lemmas` holds the clauses that were written and not deleted, end to end, `lemma_ends` where they end.
pub(super) struct Tree<'a> {
    cover: &'a Cover,
    proof: &'a mut dyn ProofTracer,
    left: Left,
    chosen: Vec<u32>,
    /// The negations of the decisions, which are those chosen options that nothing forced.
    decisions: Vec<Lit>,
    frames: Vec<Frame>,
    /// The options that are left to try in the frames, end to end.
    candidates: Vec<u32>,
    lemmas: Vec<Lit>,
    lemma_ends: Vec<usize>,
    nodes: u64,
}

/// A node with several options: how far to undo, where its candidates begin, and the first lemma below the branch that
/// is being searched.
struct Frame {
    mark: Mark,
    chosen: usize,
    decisions: usize,
    candidates: usize,
    lemmas: usize,
}

impl<'a> Tree<'a> {
    pub(super) fn new(cover: &'a Cover, proof: &'a mut dyn ProofTracer) -> Tree<'a> {
        Tree {
            cover,
            proof,
            left: Left::new(cover),
            chosen: Vec::new(),
            decisions: Vec::new(),
            frames: Vec::new(),
            candidates: Vec::new(),
            lemmas: Vec::new(),
            lemma_ends: Vec::new(),
            nodes: 0,
        }
    }

    /// Visits every exact cover once, of those that hold one of the options `given` where these are
    /// told, of which no two may stand in one cover. The proof ends with the empty clause if the
    /// search comes to its end. Returns the number of nodes visited.
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
        while self.left.num_open() > 0 {
            self.nodes += 1;
            if self.nodes.is_multiple_of(POLL_INTERVAL) {
                covers.poll()?;
            }
            let cover = self.cover;
            let (item, count) = self.left.tightest(cover);
            match count {
                0 => return ControlFlow::Continue(()),
                1 => {
                    let left = cover.options_of(item).iter().copied().find(|&option| self.left.is_active(option));
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
            mark: self.left.mark(),
            chosen: self.chosen.len(),
            decisions: self.decisions.len(),
            candidates: self.candidates.len(),
            lemmas: self.lemma_ends.len(),
        });
        let left = &self.left;
        self.candidates.extend(options.rev().filter(|&option| left.is_active(option)));
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
            self.left.undo(frame.mark, self.cover);
            if self.candidates.len() > frame.candidates {
                self.refute();
                self.choose_candidate();
                return true;
            }
            self.frames.pop();
        }
        false
    }

    /// Writes that not all decisions are true, in place of the clauses written below the branch of
    /// the last frame.
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
        self.left.choose(option, self.cover);
    }
}

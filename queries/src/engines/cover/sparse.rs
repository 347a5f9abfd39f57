//! The upper part of the search: as long as there are too many options for rows of bits.

use std::ops::ControlFlow;

use super::Cover;
use super::dense::Dense;
use super::left::{Left, Mark};
use super::run::Run;

/// The search above the dense part.
pub(super) struct Sparse {
    left: Left,
    frames: Vec<Frame>,
}

/// A decision: the item branched on, the position in its options to go on from, and how far to
/// undo. When it was made, no item was tight.
struct Frame {
    item: u32,
    next: usize,
    mark: Mark,
    chosen: usize,
    /// Whether it is told how many of its options are done.
    is_told: bool,
}

impl Sparse {
    pub(super) fn new(cover: &Cover) -> Sparse {
        Sparse { left: Left::new(cover), frames: Vec::new() }
    }

    pub(super) fn search(&mut self, given: &[u32], dense: &mut Dense, run: &mut Run<'_>) -> ControlFlow<()> {
        for &option in given {
            if !self.left.is_active(option) {
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
            if self.left.num_open() == 0 {
                run.solution()?;
                return ControlFlow::Continue(self.next_option(run));
            }
            run.node()?;
            let (item, count) = self.left.tightest(run.cover);
            // Those that are tight are at hand; the others were all looked at, and are by what follows.
            run.touch(if count > 1 { self.left.num_items() } else { 0 })?;
            if count == 0 {
                return ControlFlow::Continue(self.next_option(run));
            }
            if count > 1 && self.is_small(run.cover) {
                run.touch(self.left.num_options() + self.left.num_items())?;
                let items = self.left.open(run.cover);
                dense.search(self.left.active(), items, run)?;
                return ControlFlow::Continue(self.next_option(run));
            }
            let is_told = count > 1 && run.begin_choice(count as usize);
            self.frames.push(Frame { item, next: 0, mark: self.left.mark(), chosen: run.chosen.len(), is_told });
            self.next_option(run);
        }
    }

    /// Undoes to the last decision that has an untried option, and takes that.
    fn next_option(&mut self, run: &mut Run<'_>) -> bool {
        while let Some(&Frame { mark, chosen, .. }) = self.frames.last() {
            run.chosen.truncate(chosen);
            self.left.undo(mark, run.cover);
            let Some(frame) = self.frames.last_mut() else { break };
            let options = &run.cover.options_of(frame.item)[frame.next..];
            match options.iter().position(|&option| self.left.is_active(option)) {
                Some(offset) => {
                    let option = options[offset];
                    if frame.is_told && frame.next > 0 {
                        run.next_option();
                    }
                    frame.next += offset + 1;
                    self.choose(option, run);
                    return true;
                }
                None => {
                    if frame.is_told {
                        run.end_choice();
                    }
                    self.frames.pop();
                }
            }
        }
        false
    }

    /// Goes down one random way, and returns how many nodes the tree has if all ways are like this one, and how many
    /// this one has. Nothing stays chosen. `Break` if the time is over.
    pub(super) fn probe(&mut self, random: &mut u64, run: &mut Run<'_>) -> ControlFlow<(), (f64, usize)> {
        let (mut nodes, mut width, mut depth) = (0.0, 1.0, 0);
        self.walk(random, run, &mut |count| {
            nodes += width;
            width *= f64::from(count);
            depth += 1;
            true
        })?;
        run.chosen.clear();
        ControlFlow::Continue((nodes, depth))
    }

    /// Goes down one random way, and returns whether there are covers so far. `goes_on` hears how many options there
    /// were before each choice. The choices stay in the list alone. `Break` if the time is over.
    pub(super) fn walk(
        &mut self,
        random: &mut u64,
        run: &mut Run<'_>,
        goes_on: &mut dyn FnMut(u32) -> bool,
    ) -> ControlFlow<(), bool> {
        let (mark, tight) = (self.left.mark(), self.left.tight().to_vec());
        let mut is_dead = false;
        while self.left.num_open() > 0 {
            run.touch(self.left.num_items())?;
            let (item, count) = self.left.tightest(run.cover);
            is_dead = count == 0;
            if !goes_on(count) || is_dead {
                break;
            }
            *random ^= *random << 13;
            *random ^= *random >> 7;
            *random ^= *random << 17;
            let mut left = run.cover.options_of(item).iter().filter(|&&option| self.left.is_active(option));
            let Some(&option) = left.nth((*random >> 33) as usize % count as usize) else { break };
            self.choose(option, run);
        }
        self.left.undo(mark, run.cover);
        self.left.set_tight(tight);
        ControlFlow::Continue(!is_dead)
    }

    fn choose(&mut self, option: u32, run: &mut Run<'_>) {
        run.chosen.push(option);
        // They are touched again where the choice is undone.
        run.touched += 2 * self.left.choose(option, run.cover) as u64;
    }

    /// Whether what is left fits the dense part: the active options, and the items that still matter, which are the
    /// open primary ones and the secondary ones that two active options share.
    fn is_small(&self, cover: &Cover) -> bool {
        let left = &self.left;
        left.num_active() <= Dense::MAX_OPTIONS && left.num_open() + left.num_shared(cover) <= Dense::MAX_ITEMS
    }
}

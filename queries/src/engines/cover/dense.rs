//! The lower part of the search: options as bits.
//!
//! A [`Matrix`] numbers the options and the open items of a subproblem anew. The active options are a row of `W` words,
//! the open items a row of `V` words. The number of options left to an item is a population count; choosing an option
//! clears the rows of its items. As the search goes down, fewer options are active: once they fill little of their row,
//! the subproblem is written to a narrower matrix. So most of the tree works on rows of a few words, for which the
//! compiler unrolls the loops. There is a matrix for each width, and its memory is used again and again.

use std::ops::ControlFlow;

use super::Cover;
use super::bits;
use super::matrix::{MAX_HEIGHT, MAX_WIDTH, Matrix, Selection, WIDTHS, height_for};
use super::run::Run;

/// A narrower matrix is written when the active options fill no more than this part of their row. Measured on pentomino
/// boards; between a fourth and a half there is little difference.
const SPARSE: (usize, usize) = (2, 5);
/// Up to this width there is no narrower matrix: writing it costs more than it saves.
const MIN_WIDTH: usize = 2;

/// One of so many items is looked at in a node, on average: some are covered, and where one is dead, no others are
/// looked at.
const ITEMS_PER_LOOK: usize = 4;
/// Words that a node reads in the time that it takes in any matrix.
const WORDS_OF_NODE: usize = 32;

/// The matrices on the way down.
pub(super) struct Dense {
    matrices: Vec<Matrix>,
    selection: Selection,
}

/// A matrix whose widths the compiler knows.
#[derive(Clone, Copy)]
struct View<'a, const W: usize, const V: usize> {
    matrix: &'a Matrix,
    members: &'a [[u64; W]],
    covers: &'a [[u64; V]],
}

/// The rest of a subproblem.
#[derive(Clone, Copy)]
struct State<const W: usize, const V: usize> {
    /// The options that share no item with a chosen one.
    active: [u64; W],
    /// The primary items that no chosen option covers.
    open: [u64; V],
}

impl Dense {
    /// The most options that fit.
    pub(super) const MAX_OPTIONS: usize = 64 * MAX_WIDTH;
    /// The most items that fit, of those that matter.
    pub(super) const MAX_ITEMS: usize = 64 * MAX_HEIGHT;

    pub(super) fn new(cover: &Cover) -> Dense {
        Dense { matrices: WIDTHS.iter().map(|_| Matrix::default()).collect(), selection: Selection::new(cover) }
    }

    /// Visits the exact covers of these primary items by these options.
    pub(super) fn search(
        &mut self,
        options: impl Iterator<Item = u32>,
        items: impl Iterator<Item = u32>,
        run: &mut Run<'_>,
    ) -> ControlFlow<()> {
        self.selection.options.clear();
        self.selection.options.extend(options);
        self.selection.items.clear();
        self.selection.items.extend(items);
        run.words += self.matrices[0].rebuild(run.cover, &mut self.selection);
        let open: [u64; MAX_HEIGHT] = bits::first_ones(self.matrices[0].num_primary);
        search(&mut self.matrices, &open, &mut self.selection, run)
    }
}

/// Visits the exact covers of the `open` items by all options of the first matrix.
fn search(matrices: &mut [Matrix], open: &[u64], selection: &mut Selection, run: &mut Run<'_>) -> ControlFlow<()> {
    let Some((matrix, below)) = matrices.split_first_mut() else {
        unreachable!("there is a matrix for each width, and each is narrower than the one before")
    };
    macro_rules! by_width {
        ($($width:literal)*) => {
            match (matrix.width, matrix.height) {
                $(($width, 1) => View::<$width, 1>::of(matrix).search(open, below, selection, run),
                  ($width, 2) => View::<$width, 2>::of(matrix).search(open, below, selection, run),
                  ($width, _) => View::<$width, MAX_HEIGHT>::of(matrix).search(open, below, selection, run),)*
                _ => unreachable!("all widths of WIDTHS stand below"),
            }
        };
    }
    by_width!(1 2 3 4 6 8 12 16 24 32 48 64)
}

impl<'a, const W: usize, const V: usize> View<'a, W, V> {
    fn of(matrix: &'a Matrix) -> Self {
        View { matrix, members: matrix.members.as_chunks().0, covers: matrix.covers.as_chunks().0 }
    }

    fn search(
        self,
        open: &[u64],
        below: &mut [Matrix],
        selection: &mut Selection,
        run: &mut Run<'_>,
    ) -> ControlFlow<()> {
        let active = bits::first_ones(self.matrix.options.len());
        let words = (W * self.matrix.num_primary / ITEMS_PER_LOOK).saturating_sub(WORDS_OF_NODE);
        let above = std::mem::replace(&mut run.words_per_node, words as u64);
        let ended = self.visit(State { active, open: std::array::from_fn(|word| open[word]) }, below, selection, run);
        run.words_per_node = above;
        ended
    }

    /// Takes each option of `item` in turn. Depth of recursion: at most the number of items.
    fn branch(
        &self,
        state: &State<W, V>,
        item: usize,
        below: &mut [Matrix],
        selection: &mut Selection,
        run: &mut Run<'_>,
    ) -> ControlFlow<()> {
        let depth = run.chosen.len();
        let mut candidates = bits::both(&state.active, &self.members[item]);
        let is_told = run.begin_choice(bits::count(&candidates));
        while !bits::is_empty(&candidates) {
            let option = bits::take_first(&mut candidates);
            let mut next = *state;
            self.choose(&mut next, option, run);
            self.visit(next, below, selection, run)?;
            run.chosen.truncate(depth);
            if is_told {
                run.next_option();
            }
        }
        if is_told {
            run.end_choice();
        }
        ControlFlow::Continue(())
    }

    /// Visits the covers below a state: takes what is forced, then branches, here or in a narrower matrix.
    #[inline]
    fn visit(
        &self,
        mut state: State<W, V>,
        below: &mut [Matrix],
        selection: &mut Selection,
        run: &mut Run<'_>,
    ) -> ControlFlow<()> {
        loop {
            if bits::is_empty(&state.open) {
                return run.solution();
            }
            run.node()?;
            let (item, count) = self.tightest(&state, run.last_dead);
            match count {
                0 => {
                    run.last_dead = item;
                    return ControlFlow::Continue(());
                }
                1 => {
                    let option = bits::first(&bits::both(&state.active, &self.members[item]));
                    self.choose(&mut state, option, run);
                }
                _ if W > MIN_WIDTH && bits::count(&state.active) <= 64 * W * SPARSE.0 / SPARSE.1 => {
                    return self.descend(&state, below, selection, run);
                }
                _ => return self.branch(&state, item, below, selection, run),
            }
        }
    }

    /// Goes on in a narrower matrix; in one of less height, too, if that suffices.
    #[inline(never)]
    fn descend(
        &self,
        state: &State<W, V>,
        below: &mut [Matrix],
        selection: &mut Selection,
        run: &mut Run<'_>,
    ) -> ControlFlow<()> {
        let Matrix { options, items, num_primary, .. } = self.matrix;
        if height_for(bits::count(&state.open) + items.len() - num_primary) == V {
            below[0].narrow::<W, V>(self.matrix, &state.active);
            return search(below, &state.open, selection, run);
        }
        selection.options.clear();
        bits::for_each(&state.active, |option| selection.options.push(options[option]));
        selection.items.clear();
        bits::for_each(&state.open, |item| selection.items.push(items[item]));
        run.words += below[0].rebuild(run.cover, selection);
        let open: [u64; V] = bits::first_ones(below[0].num_primary);
        search(below, &open, selection, run)
    }

    #[inline(always)]
    fn choose(&self, state: &mut State<W, V>, option: usize, run: &mut Run<'_>) {
        run.chosen.push(self.matrix.options[option]);
        bits::for_each(&self.covers[option], |item| {
            state.active = bits::without(&state.active, &self.members[item]);
        });
        state.open = bits::without(&state.open, &self.covers[option]);
    }

    /// The open item with the fewest active options, and their number; any that has none ends the look. The item that
    /// was dead the last time is looked at first: where one choice kills it, the next one often does.
    #[inline]
    fn tightest(&self, state: &State<W, V>, last_dead: usize) -> (usize, u32) {
        let State { active, open } = state;
        if bits::contains(open, last_dead) && bits::is_empty(&bits::both(active, &self.members[last_dead])) {
            return (last_dead, 0);
        }
        let mut best = (0, u32::MAX);
        for (word, &open) in open.iter().enumerate() {
            let mut open = open;
            while open != 0 {
                let item = 64 * word + open.trailing_zeros() as usize;
                open &= open - 1;
                let members = &self.members[item];
                let mut count = 0;
                for word in 0..W {
                    count += (active[word] & members[word]).count_ones();
                }
                if count < best.1 {
                    best = (item, count);
                    if count == 0 {
                        return best;
                    }
                }
            }
        }
        best
    }
}

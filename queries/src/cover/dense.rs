//! The lower part of the search: options as bits.
//!
//! A [`Matrix`] numbers the options and the open primary items of a subproblem anew. The active options are a row of
//! `W` words, the open items a row of `V` words. For each item it holds the row of its options, so that the number of
//! options left is a population count; for each option the row of all options that share an item with it, so that a
//! choice is one `and not`. As the search goes down, fewer options are active: once they fill little of their row, the
//! subproblem is written as a smaller matrix of its own. Most of the tree so works on rows of one to four words, for
//! which the compiler unrolls the loops.

use std::ops::ControlFlow;

use super::Cover;
use super::search::Run;

/// The most words that a row of options has.
const MAX_WIDTH: usize = 64;
/// The most words that a row of items has.
const MAX_HEIGHT: usize = 4;
/// A subproblem is written anew when its options fill less than one in this many bits of their row.
const SHRINK: usize = 3;
/// No number yet.
const NONE: u32 = u32::MAX;

/// The subproblems on the way down, one below the other, with their memory.
///
/// Invariant: `index` is `NONE` everywhere between two calls of [`Dense::rebuild`].
pub(super) struct Dense {
    matrices: Vec<Matrix>,
    scratch: Scratch,
}

/// Tables over the items of the whole problem, for renumbering.
struct Scratch {
    index: Vec<u32>,
    count: Vec<u32>,
    options: Vec<u32>,
    items: Vec<u32>,
}

/// A subproblem.
///
/// Rows of options are `width` words long, rows of items `height` words.
#[derive(Default)]
struct Matrix {
    width: usize,
    height: usize,
    /// The options and the open primary items, by their numbers in the whole problem.
    options: Vec<u32>,
    items: Vec<u32>,
    num_open: usize,
    /// For each item its options.
    members: Vec<u64>,
    /// For each option the items that it covers.
    covers: Vec<u64>,
}

/// A matrix whose widths the compiler knows.
#[derive(Clone, Copy)]
struct View<'a, const W: usize, const V: usize> {
    members: &'a [[u64; W]],
    covers: &'a [[u64; V]],
    options: &'a [u32],
    items: &'a [u32],
    num_open: usize,
}

impl Dense {
    pub(super) fn new(cover: &Cover) -> Dense {
        let scratch = Scratch {
            index: vec![NONE; cover.num_items()],
            count: vec![0; cover.num_items()],
            options: Vec::new(),
            items: Vec::new(),
        };
        let matrices = (0..width_classes().count()).map(|_| Matrix::default()).collect();
        Dense { matrices, scratch }
    }

    /// Whether a problem of this size fits.
    pub(super) fn holds(num_options: usize, num_items: usize) -> bool {
        num_options <= 64 * MAX_WIDTH && num_items <= 64 * MAX_HEIGHT
    }

    /// Visits the exact covers of these items by these options.
    pub(super) fn search(
        &mut self,
        options: impl Iterator<Item = u32>,
        items: impl Iterator<Item = u32>,
        run: &mut Run<'_>,
    ) -> ControlFlow<()> {
        self.scratch.options.clear();
        self.scratch.options.extend(options);
        self.scratch.items.clear();
        self.scratch.items.extend(items);
        self.matrices[0].rebuild(run.cover, &mut self.scratch);
        let open: [u64; MAX_HEIGHT] = first_bits(self.matrices[0].num_open);
        descend(&mut self.matrices, &open, &mut self.scratch, run)
    }
}

/// The widths for which the search is compiled, ascending.
fn width_classes() -> impl Iterator<Item = usize> {
    [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, MAX_WIDTH].into_iter()
}

fn width_for(num_options: usize) -> usize {
    width_classes().find(|&width| num_options <= 64 * width).unwrap_or(MAX_WIDTH)
}

fn height_for(num_items: usize) -> usize {
    num_items.div_ceil(64).next_power_of_two()
}

fn descend(matrices: &mut [Matrix], open: &[u64], scratch: &mut Scratch, run: &mut Run<'_>) -> ControlFlow<()> {
    let Some((matrix, below)) = matrices.split_first_mut() else {
        unreachable!("each matrix is narrower than the last")
    };
    macro_rules! dispatch {
        ($($width:literal)*) => {
            match (matrix.width, matrix.height) {
                $(($width, 1) => matrix.view::<$width, 1>().start(below, open, scratch, run),
                  ($width, 2) => matrix.view::<$width, 2>().start(below, open, scratch, run),
                  ($width, _) => matrix.view::<$width, MAX_HEIGHT>().start(below, open, scratch, run),)*
                _ => unreachable!("a width class without code"),
            }
        };
    }
    dispatch!(1 2 3 4 6 8 12 16 24 32 48 64)
}

impl Matrix {
    /// Writes the subproblem in `scratch`, with items numbered anew: tight ones first, secondary ones last.
    fn rebuild(&mut self, cover: &Cover, scratch: &mut Scratch) {
        let Scratch { index, count, options, items } = scratch;
        self.options.clear();
        self.options.extend_from_slice(options);
        self.items.clear();
        self.items.extend_from_slice(items);
        for &item in items.iter() {
            index[item as usize] = 0;
        }
        for &option in options.iter() {
            for &item in cover.items(option) {
                count[item as usize] += 1;
                if count[item as usize] == 2 && index[item as usize] == NONE {
                    index[item as usize] = 0;
                    self.items.push(item);
                }
            }
        }
        self.num_open = items.len();
        self.items[..items.len()].sort_unstable_by_key(|&item| (count[item as usize], item));
        for (number, &item) in self.items.iter().enumerate() {
            index[item as usize] = number as u32;
        }
        self.width = width_for(options.len());
        self.height = height_for(self.items.len());
        self.members.clear();
        self.members.resize(self.items.len() * self.width, 0);
        self.covers.clear();
        self.covers.resize(options.len() * self.height, 0);
        for (number, &option) in options.iter().enumerate() {
            for &item in cover.items(option) {
                count[item as usize] = 0;
                let item = index[item as usize] as usize;
                if item != NONE as usize {
                    self.members[item * self.width + number / 64] |= 1 << (number % 64);
                    self.covers[number * self.height + item / 64] |= 1 << (item % 64);
                }
            }
        }
        for &item in &self.items {
            index[item as usize] = NONE;
        }
    }

    fn view<const W: usize, const V: usize>(&self) -> View<'_, W, V> {
        View {
            members: self.members.as_chunks().0,
            covers: self.covers.as_chunks().0,
            options: &self.options,
            items: &self.items,
            num_open: self.num_open,
        }
    }
}

impl<const W: usize, const V: usize> View<'_, W, V> {
    fn start(self, below: &mut [Matrix], open: &[u64], scratch: &mut Scratch, run: &mut Run<'_>) -> ControlFlow<()> {
        self.search(first_bits(self.options.len()), std::array::from_fn(|w| open[w]), below, scratch, run)
    }

    /// Visits the covers of the `open` items by `active` options. Its depth is at most the number of items.
    fn search(
        &self,
        mut active: [u64; W],
        mut open: [u64; V],
        below: &mut [Matrix],
        scratch: &mut Scratch,
        run: &mut Run<'_>,
    ) -> ControlFlow<()> {
        let entered_with = run.chosen.len();
        let item = loop {
            if open == [0; V] {
                run.solution()?;
                run.chosen.truncate(entered_with);
                return ControlFlow::Continue(());
            }
            run.node()?;
            let (item, count) = self.tightest(&active, &open);
            match count {
                0 => {
                    run.chosen.truncate(entered_with);
                    return ControlFlow::Continue(());
                }
                1 => {
                    let option = first_bit(&both(&active, &self.members[item]));
                    run.chosen.push(self.options[option]);
                    self.remove(&mut active, option);
                    open = without(&open, &self.covers[option]);
                }
                _ => break item,
            }
        };
        if W > 1 {
            let left: u32 = active.iter().map(|word| word.count_ones()).sum();
            if left as usize <= 64 * W / SHRINK {
                let items = self.items.len() - self.num_open
                    + open.iter().map(|word| word.count_ones() as usize).sum::<usize>();
                if height_for(items) == V {
                    self.narrow(&active, left as usize, &mut below[0]);
                    below[0].num_open = self.num_open;
                } else {
                    scratch.options.clear();
                    for_each_bit(&active, |option| scratch.options.push(self.options[option]));
                    scratch.items.clear();
                    for_each_bit(&open, |item| scratch.items.push(self.items[item]));
                    below[0].rebuild(run.cover, scratch);
                    open = first_bits(below[0].num_open);
                }
                descend(below, open.as_slice(), scratch, run)?;
                run.chosen.truncate(entered_with);
                return ControlFlow::Continue(());
            }
        }
        let mut candidates = both(&active, &self.members[item]);
        while candidates != [0; W] {
            let option = first_bit(&candidates);
            candidates[option / 64] &= candidates[option / 64] - 1;
            run.chosen.push(self.options[option]);
            let mut next_active = active;
            self.remove(&mut next_active, option);
            let next_open = without(&open, &self.covers[option]);
            self.search(next_active, next_open, below, scratch, run)?;
            run.chosen.pop();
        }
        run.chosen.truncate(entered_with);
        ControlFlow::Continue(())
    }

    /// Takes away all options that share an item with this one.
    #[inline]
    fn remove(&self, active: &mut [u64; W], option: usize) {
        for_each_bit(&self.covers[option], |item| *active = without(active, &self.members[item]));
        active[option / 64] &= !(1 << (option % 64));
    }

    fn narrow(&self, active: &[u64; W], left: usize, matrix: &mut Matrix) {
        let width = width_for(left);
        matrix.width = width;
        matrix.height = V;
        matrix.options.clear();
        matrix.items.clear();
        matrix.items.extend_from_slice(self.items);
        matrix.covers.clear();
        matrix.members.clear();
        matrix.members.resize(self.items.len() * width, 0);
        let mut number = 0;
        for_each_bit(active, |option| {
            matrix.options.push(self.options[option]);
            let covers = &self.covers[option];
            matrix.covers.extend_from_slice(covers);
            for_each_bit(covers, |item| matrix.members[item * width + number / 64] |= 1 << (number % 64));
            number += 1;
        });
    }

    /// The open item with the fewest active options; the first with at most one ends the look.
    #[inline]
    fn tightest(&self, active: &[u64; W], open: &[u64; V]) -> (usize, u32) {
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

/// A row whose first `count` bits are set.
fn first_bits<const N: usize>(count: usize) -> [u64; N] {
    std::array::from_fn(|word| match count.saturating_sub(64 * word) {
        0 => 0,
        64.. => u64::MAX,
        bits => (1 << bits) - 1,
    })
}

#[inline]
fn both<const N: usize>(first: &[u64; N], second: &[u64; N]) -> [u64; N] {
    std::array::from_fn(|word| first[word] & second[word])
}

#[inline]
fn without<const N: usize>(first: &[u64; N], second: &[u64; N]) -> [u64; N] {
    std::array::from_fn(|word| first[word] & !second[word])
}

#[inline]
fn first_bit<const N: usize>(row: &[u64; N]) -> usize {
    let word = row.iter().position(|&word| word != 0).unwrap_or(0);
    64 * word + row[word].trailing_zeros() as usize
}

#[inline]
fn for_each_bit<const N: usize>(row: &[u64; N], mut visit: impl FnMut(usize)) {
    for (word, &bits) in row.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            visit(64 * word + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

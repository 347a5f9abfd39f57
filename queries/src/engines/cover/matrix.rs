//! A subproblem with options and items numbered anew, as rows of bits.

use super::Cover;
use super::bits;

/// The most words that a row of options has.
pub(super) const MAX_WIDTH: usize = 64;
/// The most words that a row of items has.
pub(super) const MAX_HEIGHT: usize = 4;
/// Words that are looked through in the time in which one bit is written.
const WORDS_PER_BIT: usize = 8;
/// No number yet.
const NONE: u32 = u32::MAX;

/// A subproblem.
///
/// Rows of options are `width` words long, rows of items `height` words. Items that are open primary ones come first;
/// after them the secondary items that two or more of the options share.
#[derive(Default)]
pub(super) struct Matrix {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Options and items by their numbers in the whole problem.
    pub(super) options: Vec<u32>,
    pub(super) items: Vec<u32>,
    /// How many of the items are primary.
    pub(super) num_primary: usize,
    /// For each item the row of its options.
    pub(super) members: Vec<u64>,
    /// For each option the row of its items.
    pub(super) covers: Vec<u64>,
}

/// A subproblem by the numbers of the whole problem, and tables over all its items to renumber them.
///
/// Invariant: between two rebuilds, `index` is `NONE` and `count` zero everywhere.
pub(super) struct Selection {
    /// The options that are active.
    pub(super) options: Vec<u32>,
    /// The primary items that are open.
    pub(super) items: Vec<u32>,
    index: Vec<u32>,
    count: Vec<u32>,
}

impl Selection {
    pub(super) fn new(cover: &Cover) -> Selection {
        let num_items = cover.num_items();
        Selection { options: Vec::new(), items: Vec::new(), index: vec![NONE; num_items], count: vec![0; num_items] }
    }
}

/// The widths for which the search is compiled, ascending.
pub(super) const WIDTHS: [usize; 12] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, MAX_WIDTH];

fn width_for(num_options: usize) -> usize {
    WIDTHS.into_iter().find(|&width| num_options <= 64 * width).unwrap_or(MAX_WIDTH)
}

/// The words of a row of so many items.
pub(super) fn height_for(num_items: usize) -> usize {
    num_items.div_ceil(64).next_power_of_two()
}

impl Matrix {
    /// Writes a selection, items numbered anew: tight ones first, so that the search meets a dead one early. Brings how
    /// many words are looked through in the time that this takes.
    pub(super) fn rebuild(&mut self, cover: &Cover, selection: &mut Selection) -> u64 {
        let Selection { options, items, index, count } = selection;
        self.options.clear();
        self.options.extend_from_slice(options);
        self.items.clear();
        self.items.extend_from_slice(items);
        self.num_primary = items.len();
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
        self.items[..self.num_primary].sort_unstable_by_key(|&item| (count[item as usize], item));
        for (number, &item) in (0..).zip(&self.items) {
            index[item as usize] = number;
        }
        self.width = width_for(options.len());
        self.height = height_for(self.items.len());
        self.members.clear();
        self.members.resize(self.items.len() * self.width, 0);
        self.covers.clear();
        self.covers.resize(options.len() * self.height, 0);
        let mut written = 0;
        for (number, &option) in options.iter().enumerate() {
            written += cover.items(option).len();
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
        (WORDS_PER_BIT * written) as u64
    }

    /// Writes the active options of a wider matrix of the same height, items numbered as there.
    ///
    /// The rows of the items are the columns of the rows of the options, which are turned in squares of 64 bits.
    pub(super) fn narrow<const W: usize, const V: usize>(&mut self, wide: &Matrix, active: &[u64; W]) {
        let width = width_for(bits::count(active));
        self.width = width;
        self.height = V;
        self.num_primary = wide.num_primary;
        self.items.clear();
        self.items.extend_from_slice(&wide.items);
        self.options.clear();
        self.covers.clear();
        let covers: &[[u64; V]] = wide.covers.as_chunks().0;
        bits::for_each(active, |option| {
            self.options.push(wide.options[option]);
            self.covers.extend_from_slice(&covers[option]);
        });
        self.members.clear();
        self.members.resize(64 * V * width, 0);
        for (word, rows) in self.covers.chunks(64 * V).enumerate() {
            for part in 0..V {
                let mut square = [0; 64];
                for (to, from) in square.iter_mut().zip(rows.chunks_exact(V)) {
                    *to = from[part];
                }
                bits::transpose(&mut square);
                let members = self.members[64 * part * width..].chunks_exact_mut(width);
                for (member, &row) in members.zip(&square) {
                    member[word] = row;
                }
            }
        }
    }
}

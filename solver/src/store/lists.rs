//! Lists of small things, one for each literal, end to end in one vector.

use std::ops::Range;

use gordian_formula::{Lit, LitMap};

/// The entries of lists.
pub(crate) trait Entry: Copy {
    /// Fills places that no entry has yet.
    const BLANK: Self;
}

impl Entry for u32 {
    const BLANK: u32 = 0;
}

impl<T: Entry, const N: usize> Entry for [T; N] {
    const BLANK: [T; N] = [T::BLANK; N];
}

impl Entry for Lit {
    const BLANK: Lit = Lit::from_code(0);
}

/// Entries are numbered by 32 bits.
const LIMIT: usize = u32::MAX as usize;

/// The start of a list, its number of entries, and its capacity before it must move.
#[derive(Clone, Copy, Default)]
struct Span {
    start: u32,
    len: u32,
    capacity: u32,
}

impl Span {
    #[inline]
    fn range(self) -> Range<usize> {
        let start = self.start as usize;
        start..start + self.len as usize
    }
}

/// One list for each literal. A list costs twelve bytes and its entries, where a vector of its own
/// costs twice that and an allocation; and lists of literals that are near each other lie near each
/// other.
///
/// A list that is full moves to the end, and leaves its place unused.
///
/// Invariant: the places of the lists, as long as their capacities, do not overlap.
#[derive(Clone)]
pub(crate) struct Lists<T> {
    slots: Vec<T>,
    spans: LitMap<Span>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists { slots: Vec::new(), spans: LitMap::new() }
    }
}

impl<T: Entry> Lists<T> {
    /// Empty lists for so many variables.
    pub(crate) fn new(num_vars: usize) -> Lists<T> {
        let mut lists = Lists::default();
        lists.grow(num_vars);
        lists
    }

    /// Lists for so many variables, with room for one entry for each time a literal comes up.
    pub(crate) fn with_room(num_vars: usize, lits: impl Iterator<Item = Lit>) -> Lists<T> {
        let mut lists = Lists::new(num_vars);
        lists.reserve(lits);
        lists
    }

    pub(crate) fn grow(&mut self, num_vars: usize) {
        self.spans.grow(num_vars);
    }

    #[inline]
    pub(crate) fn of(&self, lit: Lit) -> &[T] {
        &self.slots[self.spans[lit].range()]
    }

    #[inline]
    pub(crate) fn of_mut(&mut self, lit: Lit) -> &mut [T] {
        &mut self.slots[self.spans[lit].range()]
    }

    /// The range of a list among all entries.
    #[inline]
    pub(crate) fn range(&self, lit: Lit) -> Range<usize> {
        self.spans[lit].range()
    }

    /// The address at which a list begins.
    #[inline]
    pub(crate) fn address(&self, lit: Lit) -> *const T {
        self.slots.as_ptr().wrapping_add(self.spans[lit].start as usize)
    }

    /// The entries of all lists, and places that are not in use.
    #[inline]
    pub(crate) fn slots_mut(&mut self) -> &mut Vec<T> {
        &mut self.slots
    }

    /// The lists with the literals they belong to.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Lit, &[T])> {
        self.lits().map(|lit| (lit, self.of(lit)))
    }

    /// The entries of all lists.
    pub(crate) fn len(&self) -> usize {
        self.spans.values().map(|span| span.len as usize).sum()
    }

    /// Whether no list was ever given an entry.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The literals that have lists.
    pub(crate) fn lits(&self) -> impl Iterator<Item = Lit> + use<T> {
        (0..self.spans.len() as u32).map(Lit::from_code)
    }

    #[inline]
    pub(crate) fn push(&mut self, lit: Lit, entry: T) {
        if !self.push_in_place(lit, entry) {
            self.push_at_end(lit, entry);
        }
    }

    /// [`Lists::push`] that moves no list: false, and nothing done, if the list is full.
    #[inline]
    #[must_use]
    pub(crate) fn push_in_place(&mut self, lit: Lit, entry: T) -> bool {
        let span = &mut self.spans[lit];
        let has_room = span.len < span.capacity;
        if has_room {
            self.slots[span.range().end] = entry;
            span.len += 1;
        }
        has_room
    }

    #[cold]
    #[inline(never)]
    fn push_at_end(&mut self, lit: Lit, entry: T) {
        let old = self.spans[lit];
        let start = self.slots.len();
        let capacity = (2 * old.len).max(2);
        self.slots.extend_from_within(old.range());
        self.slots.push(entry);
        self.slots.resize(start + capacity as usize, T::BLANK);
        assert!(self.slots.len() <= LIMIT, "lists are limited to four billion entries");
        self.spans[lit] = Span { start: start as u32, len: old.len + 1, capacity };
    }

    /// Cuts a list off after so many entries.
    #[inline]
    pub(crate) fn truncate(&mut self, lit: Lit, len: usize) {
        let span = &mut self.spans[lit];
        debug_assert!(len <= span.len as usize);
        span.len = len as u32;
    }

    /// Removes from a list the entries for which `keep` returns false; `keep` may change the
    /// others.
    pub(crate) fn retain(&mut self, lit: Lit, mut keep: impl FnMut(&mut T) -> bool) {
        let list = self.of_mut(lit);
        let mut kept = 0;
        for at in 0..list.len() {
            let mut entry = list[at];
            if keep(&mut entry) {
                list[kept] = entry;
                kept += 1;
            }
        }
        self.truncate(lit, kept);
    }

    /// [`Lists::retain`] for all lists. Closes the gaps if they are many.
    pub(crate) fn retain_all(&mut self, mut keep: impl FnMut(Lit, &mut T) -> bool) {
        for lit in self.lits() {
            self.retain(lit, |entry| keep(lit, entry));
        }
        if 2 * self.len() < self.slots.len() {
            self.lay_out(|_| 0);
        }
    }

    /// Makes room for one more entry for each time a literal comes up.
    pub(crate) fn reserve(&mut self, lits: impl Iterator<Item = Lit>) {
        let mut counts: Vec<u32> = vec![0; self.spans.len()];
        lits.for_each(|lit| counts[lit.index()] += 1);
        self.lay_out(|lit| counts[lit.index()]);
    }

    /// Puts the lists one after the other, each with room for so many more entries.
    fn lay_out(&mut self, spare: impl Fn(Lit) -> u32) {
        let len = self.len() + self.lits().map(|lit| spare(lit) as usize).sum::<usize>();
        assert!(len <= LIMIT, "lists are limited to four billion entries");
        let mut slots = Vec::with_capacity(len);
        for lit in self.lits() {
            let list = self.of(lit);
            let (start, spare) = (slots.len() as u32, spare(lit));
            slots.extend_from_slice(list);
            slots.resize(slots.len() + spare as usize, T::BLANK);
            let len = list.len() as u32;
            self.spans[lit] = Span { start, len, capacity: len + spare };
        }
        self.slots = slots;
    }

    /// Empties all lists, and gives back their memory.
    pub(crate) fn clear(&mut self) {
        self.slots = Vec::new();
        self.spans.values_mut().for_each(|span| *span = Span::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::random::Random;

    #[test]
    fn lists_hold_what_vectors_hold() {
        let mut random = Random::new(1);
        let mut lists: Lists<u32> = Lists::default();
        let mut vectors: Vec<Vec<u32>> = vec![Vec::new(); 20];
        lists.grow(10);
        for step in 0..if cfg!(miri) { 300 } else { 100_000 } {
            let lit = Lit::from_code(random.below(20) as u32);
            match random.below(200) {
                0 => {
                    lists.retain_all(|_, entry| !entry.is_multiple_of(3));
                    vectors.iter_mut().for_each(|list| list.retain(|entry| !entry.is_multiple_of(3)));
                }
                1 => lists.reserve((0..30).map(|_| Lit::from_code(random.below(20) as u32))),
                2 => {
                    let len = random.below(lists.of(lit).len() as u64 + 1) as usize;
                    lists.truncate(lit, len);
                    vectors[lit.index()].truncate(len);
                }
                3 if step % 7 == 0 => {
                    lists.clear();
                    vectors.iter_mut().for_each(Vec::clear);
                }
                _ => {
                    lists.push(lit, step);
                    vectors[lit.index()].push(step);
                }
            }
            for (lit, list) in lists.iter() {
                assert_eq!(list, vectors[lit.index()]);
            }
        }
    }
}

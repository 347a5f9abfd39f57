//! A table over literals.

use std::ops::{Index, IndexMut};

use crate::Lit;

/// A table with one entry for each literal, indexed by [`Lit::code`].
///
/// Invariant: its length is even, so both literals of a variable are in it or neither is.
#[derive(Clone, Debug, Default)]
pub struct LitMap<T> {
    entries: Vec<T>,
}

impl<T> LitMap<T> {
    /// An empty table.
    pub fn new() -> Self {
        LitMap { entries: Vec::new() }
    }

    /// The number of literals in it, twice the number of variables.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no variable is in it.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Makes room for `num_vars` variables, with default entries; never shrinks.
    pub fn grow(&mut self, num_vars: usize)
    where
        T: Default,
    {
        if self.entries.len() < 2 * num_vars {
            self.entries.resize_with(2 * num_vars, T::default);
        }
    }

    /// The entries in the order of the literals' codes.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.entries.iter()
    }

    /// The entries in the order of the literals' codes.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.entries.iter_mut()
    }
}

impl<T> Index<Lit> for LitMap<T> {
    type Output = T;

    #[inline]
    fn index(&self, lit: Lit) -> &T {
        &self.entries[lit.index()]
    }
}

impl<T> IndexMut<Lit> for LitMap<T> {
    #[inline]
    fn index_mut(&mut self, lit: Lit) -> &mut T {
        &mut self.entries[lit.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;

    #[test]
    fn a_table_grows_by_whole_variables_and_keeps_its_entries() {
        let mut table: LitMap<u32> = LitMap::new();
        assert_eq!((table.len(), table.is_empty()), (0, true));
        let lits: Vec<Lit> = (0..4).map(Var::from_index).flat_map(|var| [var.positive(), var.negative()]).collect();
        table.grow(3);
        assert_eq!((table.len(), table.is_empty()), (6, false));
        for (entry, &lit) in (1..).zip(&lits[..6]) {
            table[lit] = entry;
        }
        table.grow(1);
        assert_eq!(table.len(), 6, "it never shrinks");
        table.grow(4);
        assert!(table.values().eq(&[1, 2, 3, 4, 5, 6, 0, 0]));
        assert_eq!([table[lits[5]], table[lits[7]]], [6, 0]);
        table.values_mut().for_each(|entry| *entry += 1);
        assert_eq!([table[lits[0]], table[lits[7]]], [2, 1]);
    }
}

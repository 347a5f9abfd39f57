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

    /// The entry of a literal, `None` beyond the last variable.
    #[inline]
    pub fn get(&self, lit: Lit) -> Option<&T> {
        self.entries.get(lit.index())
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

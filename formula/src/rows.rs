//! Many short lists of literals in two allocations.

use crate::Lit;

/// Rows of literals, end to end.
///
/// Invariant: `ends` never decreases and its last entry is the length of `lits`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Rows {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn push(&mut self, row: &[Lit]) {
        self.lits.extend_from_slice(row);
        self.ends.push(self.lits.len());
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[Lit]> + Clone {
        (0..self.ends.len()).map(|row| {
            let start = if row == 0 { 0 } else { self.ends[row - 1] };
            &self.lits[start..self.ends[row]]
        })
    }
}

//! Rows of small things, end to end in one vector.

/// Rows that are only added, at the end. A row costs four bytes and its entries.
#[derive(Clone)]
pub(crate) struct Rows<T> {
    entries: Vec<T>,
    /// The end of each row.
    ends: Vec<u32>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Rows { entries: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Rows<T> {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.ends.clear();
    }

    fn last_end(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize)
    }

    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = T>) {
        self.entries.extend(row);
        assert!(self.entries.len() <= u32::MAX as usize, "rows are limited to four billion entries");
        self.ends.push(self.entries.len() as u32);
    }

    /// Adds a row unless one of its entries is missing; whether it did.
    pub(crate) fn push_whole(&mut self, row: impl IntoIterator<Item = Option<T>>) -> bool {
        let mut is_whole = true;
        self.push(row.into_iter().map_while(|entry| {
            is_whole = entry.is_some();
            entry
        }));
        if !is_whole {
            self.ends.pop();
            self.entries.truncate(self.last_end());
        }
        is_whole
    }

    pub(crate) fn row(&self, index: usize) -> &[T] {
        &self.entries[self.range(index)]
    }

    /// The places in [`Rows::entries`] of a row.
    pub(crate) fn range(&self, index: usize) -> std::ops::Range<usize> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        start..self.ends[index] as usize
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> + Clone {
        (0..self.len()).map(|index| self.row(index))
    }

    /// The entries of all rows.
    pub(crate) fn entries(&self) -> &[T] {
        &self.entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_out_as_they_went_in() {
        let mut rows = Rows::default();
        rows.push([1, 2, 3]);
        assert!(!rows.push_whole([Some(4), None, Some(5)]));
        rows.push([]);
        assert!(rows.push_whole([Some(6)]));
        assert_eq!(rows.iter().collect::<Vec<_>>(), [&[1, 2, 3][..], &[], &[6]]);
        assert_eq!((rows.len(), rows.row(2), rows.entries()), (3, &[6][..], &[1, 2, 3, 6][..]));
    }
}

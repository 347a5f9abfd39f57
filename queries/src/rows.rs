//! A set of short rows of numbers, end to end in one store.

/// A set of rows of `u32`.
///
/// Invariant: `ends` never decreases, its last entry is the length of `cells`; `table` has a power of two of entries,
/// at most half of them used, each used one holds the position of a row plus one, and every row stands in it once, on
/// the probe path that starts at its hash.
#[derive(Clone, Debug)]
pub(crate) struct RowSet {
    cells: Vec<u32>,
    ends: Vec<usize>,
    table: Vec<u32>,
}

impl RowSet {
    pub(crate) fn new() -> RowSet {
        RowSet { cells: Vec::new(), ends: Vec::new(), table: vec![0; 16] }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn row(&self, position: usize) -> &[u32] {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        &self.cells[start..self.ends[position]]
    }

    /// The memory it holds, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        4 * self.cells.capacity() + 8 * self.ends.capacity() + 4 * self.table.capacity()
    }

    pub(crate) fn contains(&self, row: &[u32]) -> bool {
        self.table[self.probe(row)] != 0
    }

    /// Adds a row; whether it was new.
    pub(crate) fn insert(&mut self, row: &[u32]) -> bool {
        let at = self.probe(row);
        if self.table[at] != 0 {
            return false;
        }
        self.cells.extend_from_slice(row);
        self.ends.push(self.cells.len());
        self.table[at] = self.ends.len() as u32;
        if 2 * self.ends.len() > self.table.len() {
            self.grow();
        }
        true
    }

    pub(crate) fn clear(&mut self) {
        self.cells.clear();
        self.ends.clear();
        self.table.fill(0);
    }

    /// The index of the row in the table, or the free entry where it would stand.
    fn probe(&self, row: &[u32]) -> usize {
        let mask = self.table.len() - 1;
        let mut at = hash(row) as usize & mask;
        while self.table[at] != 0 && self.row(self.table[at] as usize - 1) != row {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let mask = 2 * self.table.len() - 1;
        let mut table = vec![0u32; mask + 1];
        for position in 0..self.ends.len() {
            let mut at = hash(self.row(position)) as usize & mask;
            while table[at] != 0 {
                at = (at + 1) & mask;
            }
            table[at] = position as u32 + 1;
        }
        self.table = table;
    }
}

/// Multiply and fold, the high half into the low one, which the table uses.
fn hash(row: &[u32]) -> u64 {
    let mut hash = row.len() as u64 ^ 0x9e37_79b9_7f4a_7c15;
    for &cell in row {
        hash = (hash ^ u64::from(cell)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash ^= hash >> 32;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_kept_once() {
        let mut set = RowSet::new();
        for round in 0..2 {
            for number in 0..1000u32 {
                let row: Vec<u32> = (0..number % 7).map(|cell| number * cell).collect();
                let new = set.insert(&row);
                assert!(set.contains(&row));
                assert!(round == 0 || !new);
            }
        }
        assert!(set.contains(&[]));
        assert!(!set.contains(&[5, 5, 5]));
        let mut rows: Vec<&[u32]> = (0..set.len()).map(|position| set.row(position)).collect();
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(rows.len(), set.len());
    }
}

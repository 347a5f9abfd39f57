//! Sorting by numbers.

/// Things with their keys, to be sorted by these: byte by byte if there are many, beginning with
/// the lowest (radix sort; Kissat and CaDiCaL sort bumped variables this way).
///
/// The vectors stay from one use to the next.
#[derive(Clone)]
pub(crate) struct Sorter<T> {
    entries: Vec<(u64, T)>,
    spare: Vec<(u64, T)>,
}

impl<T> Default for Sorter<T> {
    fn default() -> Self {
        Sorter { entries: Vec::new(), spare: Vec::new() }
    }
}

/// Up to this many elements are sorted by comparison.
const FEW: usize = 64;

impl<T: Copy> Sorter<T> {
    /// Sorts things by their keys, no two of which are equal, the least first.
    pub(crate) fn sort(&mut self, things: impl Iterator<Item = (u64, T)>) -> &[(u64, T)] {
        self.entries.clear();
        self.entries.extend(things);
        if self.entries.len() <= FEW {
            self.entries.sort_unstable_by_key(|entry| entry.0);
        } else {
            self.sort_by_bytes();
        }
        &self.entries
    }

    fn sort_by_bytes(&mut self) {
        let (all, any) = self.entries.iter().fold((u64::MAX, 0), |(all, any), entry| (all & entry.0, any | entry.0));
        for shift in (0..u64::BITS).step_by(8) {
            // A byte that is the same in all keys orders nothing.
            if (all ^ any) >> shift & 0xff == 0 {
                continue;
            }
            let byte = |entry: &(u64, T)| (entry.0 >> shift & 0xff) as usize;
            let mut places = [0; 256];
            self.entries.iter().for_each(|entry| places[byte(entry)] += 1);
            let mut start = 0;
            for place in &mut places {
                start += std::mem::replace(place, start);
            }
            self.spare.clear();
            self.spare.extend_from_slice(&self.entries);
            for entry in &self.spare {
                let place = &mut places[byte(entry)];
                self.entries[*place] = *entry;
                *place += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::random::Random;

    #[test]
    fn it_sorts_as_comparisons_do() {
        let mut random = Random::new(3);
        let mut sorter = Sorter::default();
        for bits in [7, 12, 40, 64] {
            for len in [0, 1, FEW, FEW + 1, 100] {
                let keys: Vec<u64> = (0..len).map(|_| random.below(1 << 32) << 32 | random.below(1 << 32)).collect();
                let mut keys: Vec<u64> = keys.into_iter().map(|key| key >> (u64::BITS - bits)).collect();
                let sorted: Vec<u64> =
                    sorter.sort(keys.iter().map(|&key| (key, key))).iter().map(|entry| entry.1).collect();
                keys.sort_unstable();
                assert_eq!(sorted, keys);
            }
        }
    }
}

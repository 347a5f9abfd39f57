//! Places on the trail, the last one first.

/// A set of places on the trail, from which the last one is taken. As a queue it needs no
/// comparisons if each new place lies before the one just taken, as reasons do.
///
/// Invariant: a bit for each place in the set; `len` counts them, and no word from `end` on has any.
#[derive(Clone, Default)]
pub(crate) struct Positions {
    words: Vec<u64>,
    end: usize,
    len: usize,
}

impl Positions {
    /// Adds a place; once more changes nothing.
    #[inline]
    pub(crate) fn insert(&mut self, position: u32) {
        let (at, bit) = (position as usize / 64, 1 << (position % 64));
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.len += usize::from(self.words[at] & bit == 0);
        self.words[at] |= bit;
        self.end = self.end.max(at + 1);
    }

    /// Takes the last place.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        self.len = self.len.checked_sub(1)?;
        while self.words[self.end - 1] == 0 {
            self.end -= 1;
        }
        let at = self.end - 1;
        let place = self.words[at].ilog2();
        self.words[at] ^= 1 << place;
        Some(at as u32 * 64 + place)
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn clear(&mut self) {
        while self.len > 0 {
            self.end -= 1;
            self.len -= std::mem::take(&mut self.words[self.end]).count_ones() as usize;
        }
        self.end = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_place_comes_first_and_each_once() {
        let mut positions = Positions::default();
        [700, 3, 64, 700, 63].into_iter().for_each(|position| positions.insert(position));
        assert_eq!(positions.pop(), Some(700));
        positions.insert(65);
        positions.insert(64);
        let rest: Vec<u32> = std::iter::from_fn(|| positions.pop()).collect();
        assert_eq!(rest, [65, 64, 63, 3]);
        assert!(positions.is_empty());
        positions.insert(900);
        assert_eq!((positions.pop(), positions.pop()), (Some(900), None));
    }

    #[test]
    fn nothing_is_left_of_what_was_cleared() {
        let mut positions = Positions::default();
        [1, 130, 131].into_iter().for_each(|position| positions.insert(position));
        assert_eq!(positions.pop(), Some(131));
        positions.clear();
        assert!(positions.is_empty());
        positions.insert(2);
        assert_eq!((positions.pop(), positions.pop()), (Some(2), None));
    }
}

//! Notes on decision levels that are cheap to clear.

/// For each decision level that a clause touches, how many of its literals are there and the earliest of them.
///
/// The levels of assumptions count as one where clauses are judged by their levels: they are true together for as long
/// as the question lasts (Audemard, Lagniez & Simon 2013).
///
/// Invariant: a level has a nonzero count only if it is in `touched`.
#[derive(Clone, Default)]
pub(crate) struct Levels {
    notes: Vec<Note>,
    touched: Vec<u32>,
    /// The highest level of an assumption.
    assumed: u32,
    /// The time at which [`Levels::distinct`] last met each level.
    stamps: Vec<u32>,
    now: u32,
}

#[derive(Clone, Copy)]
struct Note {
    count: u32,
    earliest: u32,
}

impl Levels {
    /// Notes a literal that was assigned at this level and position.
    #[inline]
    pub(crate) fn touch(&mut self, level: u32, position: u32) {
        let index = level as usize;
        if index >= self.notes.len() {
            self.notes.resize(index + 1, Note { count: 0, earliest: u32::MAX });
        }
        let note = &mut self.notes[index];
        if note.count == 0 {
            self.touched.push(level);
        }
        note.count += 1;
        note.earliest = note.earliest.min(position);
    }

    #[inline]
    pub(crate) fn count(&self, level: u32) -> u32 {
        self.notes.get(level as usize).map_or(0, |note| note.count)
    }

    /// The position of the earliest literal noted at this level.
    #[inline]
    pub(crate) fn earliest(&self, level: u32) -> u32 {
        self.notes.get(level as usize).map_or(u32::MAX, |note| note.earliest)
    }

    /// The number of levels touched.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.touched.len()
    }

    /// The number of levels touched, those of assumptions as one.
    pub(crate) fn glue(&self) -> u32 {
        let assumed = self.touched.iter().filter(|&&level| level <= self.assumed).count();
        (self.touched.len() - assumed.saturating_sub(1)) as u32
    }

    /// The number of different levels, those of assumptions as one, if at most `limit`. It does not look at the notes.
    #[inline]
    pub(crate) fn distinct(&mut self, levels: impl Iterator<Item = u32>, limit: u32) -> Option<u32> {
        if self.now == u32::MAX {
            self.stamps.fill(0);
            self.now = 0;
        }
        self.now += 1;
        let mut count = 0;
        for level in levels {
            let index = level.max(self.assumed) as usize;
            if index >= self.stamps.len() {
                self.stamps.resize(index + 1, 0);
            }
            if self.stamps[index] != self.now {
                self.stamps[index] = self.now;
                count += 1;
                if count > limit {
                    return None;
                }
            }
        }
        Some(count)
    }

    /// Clears the notes, for a conflict under assumptions up to this level.
    #[inline]
    pub(crate) fn begin(&mut self, assumed: u32) {
        self.assumed = assumed;
        for level in self.touched.drain(..) {
            self.notes[level as usize] = Note { count: 0, earliest: u32::MAX };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Levels;

    #[test]
    fn the_levels_of_assumptions_count_as_one() {
        let mut levels = Levels::default();
        let clause = [7, 2, 3, 1, 4, 4];
        for (assumed, expected) in [(0, 5), (1, 5), (2, 4), (3, 3), (6, 2), (7, 1)] {
            levels.begin(assumed);
            for (position, &level) in clause.iter().enumerate() {
                levels.touch(level, position as u32);
            }
            assert_eq!(levels.glue(), expected, "{assumed}");
            assert_eq!(levels.distinct(clause.into_iter(), 5), Some(expected), "{assumed}");
            assert_eq!(levels.distinct(clause.into_iter(), expected - 1), None, "{assumed}");
            assert_eq!(levels.len(), 5);
        }
        levels.begin(3);
        assert_eq!(levels.glue(), 0);
    }
}

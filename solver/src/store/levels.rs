//! Notes on decision levels that are cheap to clear.

/// For each decision level that a clause touches, how many of its literals are there and the earliest of them.
///
/// Invariant: a level has a nonzero count only if it is in `touched`.
#[derive(Clone, Default)]
pub(crate) struct Levels {
    notes: Vec<Note>,
    touched: Vec<u32>,
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

    /// The number of different levels, if at most `limit`. It does not look at the notes.
    #[inline]
    pub(crate) fn distinct(&mut self, levels: impl Iterator<Item = u32>, limit: u32) -> Option<u32> {
        if self.now == u32::MAX {
            self.stamps.fill(0);
            self.now = 0;
        }
        self.now += 1;
        let mut count = 0;
        for level in levels {
            let index = level as usize;
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

    #[inline]
    pub(crate) fn clear(&mut self) {
        for level in self.touched.drain(..) {
            self.notes[level as usize] = Note { count: 0, earliest: u32::MAX };
        }
    }
}

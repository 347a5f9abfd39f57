//! The orbit of a solution.

use gordian_formula::Clock;

use super::Action;
use crate::QueryError;
use crate::rows::RowSet;

/// Up to this much memory for the solutions of one orbit, in bytes.
const MAX_BYTES: usize = 1 << 31;
/// Solutions between two looks at the clock and at the memory.
const POLL_INTERVAL: usize = 1 << 8;
/// Slots of an image that are mapped, sorted and looked up in the time that a line of memory takes.
const SLOTS_PER_LINE: usize = 4;

/// All images of one solution, found by applying generators until nothing new comes.
///
/// A solution is the row of the slots of its true variables, in ascending order.
pub(crate) struct Orbit {
    rows: RowSet,
    /// For each row after the first, the position of the row and the generator that it was reached by.
    reached_by: Vec<(u32, u32)>,
    image: Image,
}

/// Maps solutions; holds the scratch space for that.
#[derive(Default)]
pub(super) struct Image {
    slots: Vec<u32>,
    values: Vec<bool>,
}

impl Orbit {
    pub(crate) fn new() -> Orbit {
        Orbit { rows: RowSet::new(), reached_by: Vec::new(), image: Image::default() }
    }

    /// Makes this the orbit of `solution`, which is its first row.
    ///
    /// # Errors
    /// If the orbit is too large to be kept, or the time was over before it was known: then it is a part.
    pub(crate) fn expand(&mut self, action: &Action, solution: &[u32], clock: &Clock) -> Result<(), QueryError> {
        self.rows.clear();
        self.rows.insert(solution);
        self.reached_by.clear();
        let mut next = 0;
        while next < self.rows.len() {
            if next % POLL_INTERVAL == POLL_INTERVAL - 1 && (self.rows.bytes() > MAX_BYTES || clock.is_over()) {
                return Err(QueryError::TooLarge { solutions: self.rows.len() });
            }
            for (number, generator) in (0..).zip(action.generators()) {
                let image = self.image.of(generator, self.rows.row(next), action.negates());
                if self.rows.insert(image) {
                    self.reached_by.push((next as u32, number));
                }
            }
            next += 1;
        }
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Lines of memory that it took about to expand it, each image once by each generator.
    pub(crate) fn lines(&self, action: &Action) -> u64 {
        let images = self.rows.len().saturating_mul(action.generators().len());
        images.saturating_mul(lines_of_image(self.rows.row(0))) as u64
    }

    pub(crate) fn row(&self, position: usize) -> &[u32] {
        self.rows.row(position)
    }

    /// The generators that lead from the first row to this one, in the order in which they are applied.
    pub(crate) fn path(&self, mut position: usize) -> Vec<usize> {
        let mut path = Vec::new();
        while position > 0 {
            let (from, generator) = self.reached_by[position - 1];
            path.push(generator as usize);
            position = from as usize;
        }
        path.reverse();
        path
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.rows.len()).map(|position| self.rows.row(position))
    }
}

/// Lines of memory that it takes about to make and look up the image of a solution.
pub(super) fn lines_of_image(solution: &[u32]) -> usize {
    1 + solution.len() / SLOTS_PER_LINE
}

impl Image {
    /// The image of a solution under a permutation.
    pub(super) fn of(&mut self, permutation: &[u32], solution: &[u32], negates: bool) -> &[u32] {
        self.slots.clear();
        if negates {
            self.values.clear();
            self.values.resize(permutation.len(), false);
            for &slot in solution {
                self.values[slot as usize] = true;
            }
            let lits = permutation.iter().zip(&self.values).map(|(code, &value)| code ^ u32::from(!value));
            self.slots.extend(lits.filter(|code| code % 2 == 0).map(|code| code / 2));
        } else {
            self.slots.extend(solution.iter().map(|&slot| permutation[slot as usize] / 2));
        }
        self.slots.sort_unstable();
        &self.slots
    }
}

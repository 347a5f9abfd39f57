//! The states that wait at one position, each with its number.

use super::key::Key;
use super::tally::Tally;

/// States by key, in a table of open places: a place is free where the number is zero.
///
/// Invariant: fewer than two thirds of the places are taken, and their number is a power of two.
pub(super) struct Layer<K, T> {
    places: Vec<(K, T)>,
    len: usize,
}

/// Places of a table that was made for something.
const FIRST_PLACES: usize = 16;

/// The numbers have become too large for their type.
pub(super) struct Overflow;

impl<K: Key, T: Tally> Layer<K, T> {
    pub(super) fn new() -> Layer<K, T> {
        Layer { places: Vec::new(), len: 0 }
    }

    /// The memory that a table of this size takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<(K, T)>()
    }

    /// Adds so many ways to come to a state; whether the table grew.
    ///
    /// # Errors
    /// If the sum is too large.
    #[inline]
    pub(super) fn add(&mut self, key: K, number: &T) -> Result<bool, Overflow> {
        let grows = 3 * self.len >= 2 * self.places.len();
        if grows {
            self.grow();
        }
        let at = self.place(key);
        let place = &mut self.places[at];
        if place.1.is_zero() {
            *place = (key, number.clone());
            self.len += 1;
        } else if !place.1.add(number) {
            return Err(Overflow);
        }
        Ok(grows)
    }

    /// The number of a state, if it waits here.
    #[inline]
    pub(super) fn number(&self, key: K) -> Option<&T> {
        let place = if self.places.is_empty() { None } else { Some(&self.places[self.place(key)]) };
        place.map(|place| &place.1).filter(|number| !number.is_zero())
    }

    /// The states, in the order of the table.
    pub(super) fn states(&self) -> impl Iterator<Item = &(K, T)> {
        self.places.iter().filter(|place| !place.1.is_zero())
    }

    /// Where the key is or should be.
    #[inline]
    fn place(&self, key: K) -> usize {
        let mask = self.places.len() - 1;
        let mut at = (key.hash() >> (64 - self.places.len().trailing_zeros())) as usize;
        while !self.places[at].1.is_zero() && self.places[at].0 != key {
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let size = (2 * self.places.len()).max(FIRST_PLACES);
        let old = std::mem::replace(&mut self.places, vec![(K::EMPTY, T::ZERO); size]);
        for (key, number) in old {
            if !number.is_zero() {
                let at = self.place(key);
                self.places[at] = (key, number);
            }
        }
    }
}

//! The states that wait at one position, each with its number.

use super::key::Key;
use super::tally::Tally;

/// States by key, in a table of open places: a place is free where the number is zero.
///
/// Invariant: fewer than two thirds of the places are taken, and their number is a power of two.
pub(super) struct Layer<K, T> {
    places: Vec<(K, T)>,
    len: usize,
    salt: u64,
}

/// Places of a table that was made for something.
const FIRST_PLACES: usize = 16;

/// The numbers have become too large for their type.
pub(super) struct Overflow;

impl<K: Key, T: Tally> Layer<K, T> {
    /// A table with this number, which is another one for each table that takes states from this
    /// one.
    ///
    /// States come in the order of the table before. Were they hashed alike there, all that came so
    /// far would stand close together, and finding a place would take time linear in their number,
    /// as in any open table that is filled from another one: with the diagonals of fourteen queens
    /// that was nearly all of the time.
    pub(super) fn new(number: u64) -> Layer<K, T> {
        Layer { places: Vec::new(), len: 0, salt: number.wrapping_mul(0xbf58_476d_1ce4_e5b9) }
    }

    /// The memory that a table of this size takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<(K, T)>()
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.len
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

    /// The index at which the key is or should be.
    #[inline]
    fn place(&self, key: K) -> usize {
        let mask = self.places.len() - 1;
        let mut at = (key.hash(self.salt) >> (64 - self.places.len().trailing_zeros())) as usize;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// How far each state stands from where it should be, in all.
    fn distance(layer: &Layer<u64, u64>) -> usize {
        let shift = 64 - layer.places.len().trailing_zeros();
        let taken = layer.places.iter().enumerate().filter(|(_, place)| place.1 != 0);
        let from_home = |(at, place): (usize, &(u64, u64))| {
            at.wrapping_sub((place.0.hash(layer.salt) >> shift) as usize) & (layer.places.len() - 1)
        };
        taken.map(from_home).sum()
    }

    #[test]
    fn states_that_come_in_the_order_of_another_table_spread_evenly() {
        let mut first: Layer<u64, u64> = Layer::new(0);
        for key in 0..20_000u64 {
            assert!(first.add(key * key, &1).is_ok());
        }
        for number in 1..20 {
            let mut next: Layer<u64, u64> = Layer::new(number);
            let mut most = 0;
            for (at, (key, ways)) in first.states().enumerate() {
                assert!(next.add(*key, ways).is_ok());
                if at % 500 == 499 {
                    most = most.max(distance(&next) / at);
                }
            }
            // Less than one place a state on average; hashed alike, it is a quarter of all states.
            assert!(most <= 1, "{number}: {most}");
            first = next;
        }
    }
}

//! A number that tells texts and questions apart.

use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher24};

/// A digest of 128 bits: SipHash-2-4 (Aumasson and Bernstein, 2012) with a key that is known.
/// Damage of any kind, one byte or all of them, goes unnoticed once in 2^128. A cyclic checksum of
/// 32 bits would miss one random text in four billion, and whoever wants to forge a checkpoint
/// could do so with either.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digest {
    hasher: SipHasher24,
}

impl Default for Digest {
    fn default() -> Digest {
        Digest { hasher: SipHasher24::new_with_keys(0, 0) }
    }
}

impl Digest {
    pub(super) fn add_bytes(&mut self, bytes: &[u8]) {
        self.hasher.write(bytes);
    }

    pub(super) fn add(&mut self, number: u64) {
        self.add_bytes(&number.to_le_bytes());
    }

    /// Adds numbers and how many they are, so that two lists in a row are not taken for another
    /// two.
    pub(super) fn add_list(&mut self, numbers: impl ExactSizeIterator<Item = u64>) {
        self.add(numbers.len() as u64);
        numbers.for_each(|number| self.add(number));
    }

    pub(super) fn finish(&self) -> u128 {
        self.hasher.finish128().as_u128()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digest stands in files: it must be the same on every machine and with every release of
    /// the crate.
    #[test]
    fn the_digest_is_that_of_the_paper() {
        let mut hasher = Digest { hasher: SipHasher24::new_with_keys(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908) };
        let bytes: Vec<u8> = (0..15).collect();
        hasher.add_bytes(&bytes[..7]);
        hasher.add_bytes(&bytes[7..]);
        let expected = SipHasher24::new_with_keys(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908).hash(&bytes);
        assert_eq!(hasher.finish(), expected.as_u128());
        // From the reference implementation: the first of its test vectors of 128 bits.
        let empty = SipHasher24::new_with_keys(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908).hash(&[]);
        assert_eq!(empty.as_bytes()[..4], [0xa3, 0x81, 0x7f, 0x04]);
    }

    #[test]
    fn lists_are_told_apart_by_their_lengths() {
        let digest = |lists: &[&[u64]]| {
            let mut digest = Digest::default();
            lists.iter().for_each(|list| digest.add_list(list.iter().copied()));
            digest.finish()
        };
        assert_ne!(digest(&[&[1, 2], &[3]]), digest(&[&[1], &[2, 3]]));
        assert_ne!(digest(&[&[]]), digest(&[&[], &[]]));
    }
}

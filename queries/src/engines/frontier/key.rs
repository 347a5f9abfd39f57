//! Sets of covered items as keys of a hash table.

/// A set of slots.
pub(super) trait Key: Copy + Eq + Ord {
    /// How many slots there are.
    const SLOTS: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of this slot alone.
    fn of_slot(slot: usize) -> Self;

    /// The slots of one or the other.
    fn union(self, other: Self) -> Self;

    /// The slots of this one only.
    fn without(self, other: Self) -> Self;

    /// The slots of both.
    fn common(self, other: Self) -> Self;

    /// The first slot in it.
    fn first(self) -> Option<usize>;

    /// The slots in it.
    fn slots(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let slot = rest.first()?;
            rest = rest.without(Self::of_slot(slot));
            Some(slot)
        })
    }

    /// Whether the two have a slot in common.
    fn meets(self, other: Self) -> bool;

    /// How many slots are in it.
    fn len(self) -> u32;

    /// A number whose high bits are spread evenly, in another way for each salt.
    fn hash(self, salt: u64) -> u64;

    /// Whether all of it is in the other.
    fn is_within(self, other: Self) -> bool {
        self.without(other) == Self::EMPTY
    }
}

/// Multiply and fold, so that all bits of the key reach the high bits.
#[inline]
fn mix(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (product ^ product >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl Key for u64 {
    const SLOTS: usize = 64;
    const EMPTY: u64 = 0;

    #[inline]
    fn of_slot(slot: usize) -> u64 {
        1 << slot
    }

    #[inline]
    fn union(self, other: u64) -> u64 {
        self | other
    }

    #[inline]
    fn without(self, other: u64) -> u64 {
        self & !other
    }

    #[inline]
    fn common(self, other: u64) -> u64 {
        self & other
    }

    #[inline]
    fn first(self) -> Option<usize> {
        (self != 0).then(|| self.trailing_zeros() as usize)
    }

    #[inline]
    fn meets(self, other: u64) -> bool {
        self & other != 0
    }

    #[inline]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn hash(self, salt: u64) -> u64 {
        mix(self ^ salt)
    }
}

/// A row of words.
impl<const N: usize> Key for [u64; N] {
    const SLOTS: usize = 64 * N;
    const EMPTY: [u64; N] = [0; N];

    #[inline]
    fn of_slot(slot: usize) -> [u64; N] {
        std::array::from_fn(|word| if slot / 64 == word { 1 << (slot % 64) } else { 0 })
    }

    #[inline]
    fn union(self, other: [u64; N]) -> [u64; N] {
        std::array::from_fn(|word| self[word] | other[word])
    }

    #[inline]
    fn without(self, other: [u64; N]) -> [u64; N] {
        std::array::from_fn(|word| self[word] & !other[word])
    }

    #[inline]
    fn common(self, other: [u64; N]) -> [u64; N] {
        std::array::from_fn(|word| self[word] & other[word])
    }

    #[inline]
    fn first(self) -> Option<usize> {
        let word = self.iter().position(|&word| word != 0)?;
        Some(64 * word + self[word].trailing_zeros() as usize)
    }

    #[inline]
    fn meets(self, other: [u64; N]) -> bool {
        (0..N).fold(0, |all, word| all | self[word] & other[word]) != 0
    }

    #[inline]
    fn len(self) -> u32 {
        self.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn hash(self, salt: u64) -> u64 {
        self.iter().fold(salt, |hash, &word| mix(hash.rotate_left(23) ^ word))
    }
}

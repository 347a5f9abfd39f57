//! Rows of bits of a length that the compiler knows.

#[inline]
pub(super) fn both<const N: usize>(first: &[u64; N], second: &[u64; N]) -> [u64; N] {
    std::array::from_fn(|word| first[word] & second[word])
}

#[inline]
pub(super) fn without<const N: usize>(first: &[u64; N], second: &[u64; N]) -> [u64; N] {
    std::array::from_fn(|word| first[word] & !second[word])
}

#[inline]
pub(super) fn is_empty<const N: usize>(row: &[u64; N]) -> bool {
    row.iter().fold(0, |all, word| all | word) == 0
}

#[inline]
pub(super) fn contains(row: &[u64], bit: usize) -> bool {
    row.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
}

#[inline]
pub(super) fn count(row: &[u64]) -> usize {
    row.iter().map(|word| word.count_ones() as usize).sum()
}

/// The first bit of a row that is not empty.
#[inline]
pub(super) fn first<const N: usize>(row: &[u64; N]) -> usize {
    let word = row.iter().position(|&word| word != 0).unwrap_or(0);
    64 * word + row[word].trailing_zeros() as usize
}

/// Takes the first bit out of a row that is not empty.
#[inline]
pub(super) fn take_first<const N: usize>(row: &mut [u64; N]) -> usize {
    let bit = first(row);
    row[bit / 64] &= row[bit / 64] - 1;
    bit
}

#[inline]
pub(super) fn for_each<const N: usize>(row: &[u64; N], mut visit: impl FnMut(usize)) {
    for (word, &bits) in row.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            visit(64 * word + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// A row whose first `count` bits are set.
pub(super) fn first_ones<const N: usize>(count: usize) -> [u64; N] {
    std::array::from_fn(|word| match count.saturating_sub(64 * word) {
        0 => 0,
        64.. => u64::MAX,
        bits => (1 << bits) - 1,
    })
}

/// Exchanges rows and columns of a square of bits, in blocks of half the size each time (Warren, *Hacker's Delight*,
/// 2002).
pub(super) fn transpose(square: &mut [u64; 64]) {
    let mut mask = u64::MAX >> 32;
    let mut side = 32;
    while side != 0 {
        for pair in square.chunks_exact_mut(2 * side) {
            let (upper, lower) = pair.split_at_mut(side);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let moved = (*upper >> side ^ *lower) & mask;
                *upper ^= moved << side;
                *lower ^= moved;
            }
        }
        side /= 2;
        mask ^= mask << side;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transposed_square_has_its_bits_exchanged() {
        let square: [u64; 64] =
            std::array::from_fn(|row| (row as u64 + 3).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(row as u32));
        let mut transposed = square;
        transpose(&mut transposed);
        for (row, &bits) in square.iter().enumerate() {
            for (column, &turned) in transposed.iter().enumerate() {
                assert_eq!(bits >> column & 1, turned >> row & 1);
            }
        }
    }

    #[test]
    fn rows_of_two_words() {
        let mut row = first_ones::<2>(70);
        assert_eq!(count(&row), 70);
        assert!(contains(&row, 69) && !contains(&row, 70) && !contains(&row, 128));
        for expected in 0..70 {
            assert_eq!(take_first(&mut row), expected);
        }
        assert!(is_empty(&row));
    }
}

//! Sets of numbers as bits.

use std::iter;

/// Bits in a word.
pub(super) const WORD: usize = u64::BITS as usize;
/// How many more numbers a list has than a row has words, where a row is read in less time.
const GAIN: usize = 4;

/// A row of bits: where its words are, how many it has, and which word of all numbers its first one is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    start: u32,
    pub(super) num_words: u32,
    first: u32,
}

impl Row {
    /// The places of its words among its own, and among those of all numbers.
    pub(super) fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.num_words).map(move |at| ((self.start + at) as usize, (self.first + at) as usize))
    }
}

/// The word of the first of these numbers, and how many words there are up to the last.
fn span(numbers: &[u32]) -> Option<(u32, u32)> {
    let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
    let first = least / WORD as u32;
    Some((first, most / WORD as u32 - first + 1))
}

/// Whether a row of these numbers is read in less time than their list.
pub(super) fn has_gain(numbers: &[u32]) -> bool {
    span(numbers).is_some_and(|(_, words)| words as usize * GAIN <= numbers.len())
}

/// Adds a row of these numbers to the words of all.
pub(super) fn add_row(words: &mut Vec<u64>, numbers: &[u32]) -> Row {
    let Some((first, num_words)) = span(numbers) else { return Row::default() };
    let row = Row { start: words.len() as u32, num_words, first };
    words.resize(words.len() + num_words as usize, 0);
    numbers.iter().for_each(|&number| insert(&mut words[row.start as usize..], number - first * WORD as u32));
    row
}

/// Sets the bit of a number.
pub(super) fn insert(words: &mut [u64], number: u32) {
    words[number as usize / WORD] |= 1 << (number as usize % WORD);
}

/// Whether the bit of a number is set.
pub(super) fn contains(words: &[u64], number: u32) -> bool {
    words[number as usize / WORD] >> (number as usize % WORD) & 1 != 0
}

/// Clears the bit of a number.
pub(super) fn remove(words: &mut [u64], number: u32) {
    words[number as usize / WORD] &= !(1 << (number as usize % WORD));
}

/// The numbers in a word, which is the one at this place of all.
pub(super) fn numbers(mut word: u64, place: usize) -> impl Iterator<Item = u32> {
    iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some((place * WORD) as u32 + bit)
    })
}

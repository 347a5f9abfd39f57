//! Cryptarithms: their letters and their equation.

/// The largest base: digits are written `0` to `9`, `A` to `Z`.
pub(crate) const MAX_BASE: u32 = 36;

/// Equations between words: different letters stand for different digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cryptarithm {
    pub(crate) title: Option<String>,
    pub(crate) base: u32,
    /// The letters, in the order in which they are met.
    pub(crate) letters: Vec<char>,
    /// For each letter, whether it may stand for zero: no number of several digits begins with it.
    pub(crate) may_be_zero: Vec<bool>,
    pub(crate) equations: Vec<Equation>,
}

/// Two sums that are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Equation {
    pub(crate) left: Vec<Term>,
    pub(crate) right: Vec<Term>,
}

/// A product of words, added or subtracted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) negative: bool,
    /// At least one.
    pub(crate) factors: Vec<Word>,
}

/// The digits of a number, the most significant first; at least one.
pub(crate) type Word = Vec<Symbol>;

/// A digit that is known, or a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A digit that is written as a digit.
    Digit(u32),
    /// The letter with this index.
    Letter(usize),
}

impl Equation {
    /// The terms of both sides, with whether each is subtracted once all stand on the left.
    pub(crate) fn signed_terms(&self) -> impl Iterator<Item = (bool, &Term)> {
        let left = self.left.iter().map(|term| (term.negative, term));
        left.chain(self.right.iter().map(|term| (!term.negative, term)))
    }
}

impl Cryptarithm {
    /// The letters, in the order in which they are met.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The digits that a letter may stand for, in order.
    pub(crate) fn digits_of(&self, letter: usize) -> std::ops::Range<u32> {
        u32::from(!self.may_be_zero[letter])..self.base
    }
}

/// The character of a digit.
pub(crate) fn digit_char(digit: u32) -> char {
    char::from_digit(digit, MAX_BASE).unwrap_or('?').to_ascii_uppercase()
}

//! Integers, and their negations.

use std::ops::Neg;

/// An integer variable of one [`LazySolver`](crate::LazySolver).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Integer(u32);

impl Integer {
    pub(crate) fn from_index(index: usize) -> Integer {
        Integer(index as u32)
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An integer or its negation: what propagators speak of. An upper bound of an integer is a lower bound of its
/// negation, so that all rules are about lower bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct View(u32);

impl View {
    /// The integer behind it.
    pub fn integer(self) -> Integer {
        Integer(self.0 >> 1)
    }

    /// Whether it is the negation of its integer.
    pub fn is_negated(self) -> bool {
        self.0 & 1 != 0
    }

    /// Its place in a table of all views.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// Its value where its integer has this one.
    pub fn of(self, value: i64) -> i64 {
        if self.is_negated() { -value } else { value }
    }
}

impl From<Integer> for View {
    fn from(integer: Integer) -> View {
        View(integer.0 << 1)
    }
}

impl Neg for View {
    type Output = View;

    fn neg(self) -> View {
        View(self.0 ^ 1)
    }
}

impl Neg for Integer {
    type Output = View;

    fn neg(self) -> View {
        -View::from(self)
    }
}

//! Variables and literals.

use std::fmt;
use std::ops::Not;

/// A Boolean variable, numbered from zero.
///
/// DIMACS numbers variables from one: index `i` here is variable `i + 1` there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Var(u32);

/// A literal: a variable or its negation, coded as `2 * index + (1 if negated)`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Lit(u32);

impl Var {
    /// The largest index a variable can have: DIMACS variable 2147483647.
    pub const MAX_INDEX: usize = i32::MAX as usize - 1;

    /// The variable with this index.
    ///
    /// # Panics
    /// If `index` exceeds [`Var::MAX_INDEX`].
    #[inline]
    pub const fn from_index(index: usize) -> Var {
        assert!(index <= Var::MAX_INDEX, "variable index out of range");
        Var(index as u32)
    }

    /// The index of this variable, from zero.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true when this variable is true.
    #[inline]
    pub const fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that is true when this variable is false.
    #[inline]
    pub const fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal of this variable that `value` makes true.
    #[inline]
    pub const fn lit(self, value: bool) -> Lit {
        Lit(self.0 << 1 | !value as u32)
    }

    /// The number of this variable in DIMACS, from one.
    #[inline]
    pub const fn to_dimacs(self) -> i32 {
        self.0 as i32 + 1
    }
}

impl Lit {
    /// The literal that DIMACS writes as `number`.
    /// `None` for zero and for `i32::MIN`, whose variable does not exist.
    #[inline]
    pub const fn from_dimacs(number: i32) -> Option<Lit> {
        if number == 0 || number == i32::MIN {
            return None;
        }
        let index = number.unsigned_abs() - 1;
        Some(Lit(index << 1 | (number < 0) as u32))
    }

    /// The number that DIMACS writes for this literal.
    #[inline]
    pub const fn to_dimacs(self) -> i32 {
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_negative() { -number } else { number }
    }

    /// The literal with this code; the inverse of [`Lit::code`].
    #[inline]
    pub const fn from_code(code: u32) -> Lit {
        Lit(code)
    }

    /// `2 * variable index + (1 if negated)`: a dense index for tables over literals.
    #[inline]
    pub const fn code(self) -> u32 {
        self.0
    }

    /// [`Lit::code`] as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The variable of this literal.
    #[inline]
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether this literal is the negation of its variable.
    #[inline]
    pub const fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether this literal is its variable itself.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl From<Var> for Lit {
    fn from(var: Var) -> Lit {
        var.positive()
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0 + 1)
    }
}

/// Prints the number that DIMACS uses.
impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_dimacs().fmt(f)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimacs_numbers_survive_the_round_trip() {
        for number in [1, -1, 2, -2, 77, i32::MAX, -i32::MAX] {
            assert_eq!(Lit::from_dimacs(number).unwrap().to_dimacs(), number);
        }
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
    }

    #[test]
    fn a_variable_has_two_literals_beside_each_other() {
        for index in [0, 5, Var::MAX_INDEX] {
            let var = Var::from_index(index);
            assert_eq!([var.positive().index(), var.negative().index()], [2 * index, 2 * index + 1]);
            assert_eq!([var.lit(true), var.lit(false)], [var.positive(), var.negative()]);
            assert_eq!([var.positive().var(), var.negative().var()], [var, var]);
        }
    }

    #[test]
    fn the_last_variable_is_the_last_one_of_dimacs() {
        let last = Var::from_index(Var::MAX_INDEX);
        assert_eq!([last.to_dimacs(), last.negative().to_dimacs()], [i32::MAX, -i32::MAX]);
    }

    #[test]
    fn the_code_of_a_literal_is_its_index_and_gives_it_back() {
        for number in [1, -1, 7, -i32::MAX] {
            let literal = Lit::from_dimacs(number).unwrap();
            assert_eq!((literal.code() as usize, Lit::from_code(literal.code())), (literal.index(), literal));
        }
    }

    #[test]
    fn variables_and_literals_are_shown_by_their_numbers_in_dimacs() {
        let var = Var::from_index(4);
        assert_eq!(format!("{var:?} {:?} {}", var.positive(), var.negative()), "x5 5 -5");
    }

    #[test]
    #[should_panic = "out of range"]
    fn a_variable_beyond_the_last_one_is_none() {
        let _ = Var::from_index(Var::MAX_INDEX + 1);
    }

    #[test]
    fn negation_is_an_involution_on_one_variable() {
        let literal = Var::from_index(5).positive();
        assert_eq!(!!literal, literal);
        assert_eq!((!literal).var(), literal.var());
        assert!((!literal).is_negative());
        assert_eq!(Var::from_index(5).lit(false), !literal);
    }
}

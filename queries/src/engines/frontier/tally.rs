//! Numbers of partial covers.

use num_bigint::BigUint;

/// A number that starts small and may overflow.
pub(super) trait Tally: Clone {
    /// Nothing: marks a free place of a table.
    const ZERO: Self;

    /// One.
    fn one() -> Self;

    fn is_zero(&self) -> bool;

    /// Adds another one; false if the sum is too large, when this one is no longer right.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;

    /// Adds the product of two; false if the sum is too large, when this one is no longer right.
    #[must_use]
    fn add_product(&mut self, first: &Self, second: &Self) -> bool;

    /// The number.
    fn to_big(&self) -> BigUint;
}

macro_rules! machine_tally {
    ($number:ty) => {
        impl Tally for $number {
            const ZERO: $number = 0;

            #[inline]
            fn one() -> $number {
                1
            }

            #[inline]
            fn is_zero(&self) -> bool {
                *self == 0
            }

            #[inline]
            fn add(&mut self, other: &$number) -> bool {
                let (sum, overflow) = self.overflowing_add(*other);
                *self = sum;
                !overflow
            }

            #[inline]
            fn add_product(&mut self, first: &$number, second: &$number) -> bool {
                let (product, overflow) = first.overflowing_mul(*second);
                self.add(&product) && !overflow
            }

            fn to_big(&self) -> BigUint {
                BigUint::from(*self)
            }
        }
    };
}

machine_tally!(u64);
machine_tally!(u128);

impl Tally for BigUint {
    const ZERO: BigUint = BigUint::ZERO;

    fn one() -> BigUint {
        BigUint::from(1u32)
    }

    fn is_zero(&self) -> bool {
        *self == BigUint::ZERO
    }

    fn add(&mut self, other: &BigUint) -> bool {
        *self += other;
        true
    }

    fn add_product(&mut self, first: &BigUint, second: &BigUint) -> bool {
        *self += first * second;
        true
    }

    fn to_big(&self) -> BigUint {
        self.clone()
    }
}

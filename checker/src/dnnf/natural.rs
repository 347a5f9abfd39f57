//! Natural numbers of any size, with what counting needs.

use std::cmp::Ordering;
use std::fmt;

/// A natural number: digits to the base 2³², the lowest first.
///
/// Invariant: the last digit is not zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Natural {
    digits: Vec<u32>,
}

/// The base of the digits shown at once in decimal.
const BILLION: u64 = 1_000_000_000;

impl Natural {
    pub(super) fn one() -> Natural {
        Natural { digits: vec![1] }
    }

    /// The number of decimal digits.
    pub(super) fn of_digits(digits: &str) -> Natural {
        let mut number = Natural::default();
        for digit in digits.bytes().map(|byte| u32::from(byte - b'0')) {
            number = number.times(&Natural { digits: vec![10] });
            number.add(&Natural::trimmed(vec![digit]));
        }
        number
    }

    pub(super) fn power_of_ten(exponent: u64) -> Natural {
        (0..exponent).fold(Natural::one(), |power, _| power.times(&Natural { digits: vec![10] }))
    }

    pub(super) fn compare(&self, other: &Natural) -> Ordering {
        let by_length = self.digits.len().cmp(&other.digits.len());
        by_length.then_with(|| self.digits.iter().rev().cmp(other.digits.iter().rev()))
    }

    /// The difference to a number that is not larger.
    pub(super) fn minus(&self, other: &Natural) -> Natural {
        let mut borrow = 0;
        let mut digits = self.digits.clone();
        for (at, digit) in digits.iter_mut().enumerate() {
            let difference = i64::from(*digit) - i64::from(other.digits.get(at).copied().unwrap_or(0)) - borrow;
            borrow = i64::from(difference < 0);
            *digit = difference as u32;
        }
        debug_assert_eq!(borrow, 0, "the other number is not larger");
        Natural::trimmed(digits)
    }

    pub(super) fn add(&mut self, other: &Natural) {
        let mut carry = 0;
        for at in 0..self.digits.len().max(other.digits.len()) {
            if at == self.digits.len() {
                self.digits.push(0);
            }
            let sum = u64::from(self.digits[at]) + u64::from(other.digits.get(at).copied().unwrap_or(0)) + carry;
            self.digits[at] = sum as u32;
            carry = sum >> 32;
        }
        if carry > 0 {
            self.digits.push(carry as u32);
        }
    }

    pub(super) fn times(&self, other: &Natural) -> Natural {
        let mut digits = vec![0u32; self.digits.len() + other.digits.len()];
        for (at, &left) in self.digits.iter().enumerate() {
            let mut carry = 0;
            for (further, &right) in other.digits.iter().enumerate() {
                let sum = u64::from(left) * u64::from(right) + u64::from(digits[at + further]) + carry;
                digits[at + further] = sum as u32;
                carry = sum >> 32;
            }
            digits[at + other.digits.len()] = carry as u32;
        }
        Natural::trimmed(digits)
    }

    /// Times two to this power.
    pub(super) fn doubled(&self, times: usize) -> Natural {
        let mut digits = vec![0; times / 32];
        let shift = times % 32;
        let mut carry = 0;
        for &digit in &self.digits {
            let shifted = u64::from(digit) << shift | carry;
            digits.push(shifted as u32);
            carry = shifted >> 32;
        }
        digits.push(carry as u32);
        Natural::trimmed(digits)
    }

    fn trimmed(mut digits: Vec<u32>) -> Natural {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Natural { digits }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = self.digits.clone();
        let mut parts = Vec::new();
        while !digits.is_empty() {
            let mut rest = 0;
            for digit in digits.iter_mut().rev() {
                let value = rest << 32 | u64::from(*digit);
                *digit = (value / BILLION) as u32;
                rest = value % BILLION;
            }
            parts.push(rest);
            digits = Natural::trimmed(digits).digits;
        }
        write!(f, "{}", parts.pop().unwrap_or(0))?;
        parts.iter().rev().try_for_each(|part| write!(f, "{part:09}"))
    }
}

#[cfg(test)]
mod tests {
    use gordian_testkit::Random;

    use super::*;

    #[test]
    fn numbers_are_right_in_decimal() {
        let mut factorial = Natural::one();
        for factor in 1..=30u32 {
            factorial = factorial.times(&Natural { digits: vec![factor] });
        }
        assert_eq!(factorial.to_string(), "265252859812191058636308480000000");
        assert_eq!(Natural::one().doubled(128).to_string(), (u128::MAX).to_string().replace("455", "456"));
        let mut sum = Natural::one().doubled(95);
        sum.add(&Natural::one().doubled(95));
        assert_eq!(sum, Natural::one().doubled(96));
        assert_eq!(Natural::default().to_string(), "0");
        assert_eq!(Natural::default().doubled(70), Natural::default());
        assert_eq!(Natural::default().times(&sum), Natural::default());
        let (large, larger) =
            (Natural::of_digits("340282366920938463463374607431768211455"), Natural::one().doubled(128));
        assert_eq!(larger.minus(&large), Natural::one());
        assert_eq!(large.minus(&large), Natural::default());
        assert_eq!((large.compare(&larger), larger.compare(&larger)), (Ordering::Less, Ordering::Equal));
        assert_eq!(Natural::power_of_ten(30).to_string(), format!("1{}", "0".repeat(30)));
        assert_eq!(Natural::of_digits("000"), Natural::default());
    }

    #[test]
    fn sums_and_products_of_several_digits_are_those_of_the_machine() {
        let of = |number: u128| Natural::of_digits(&number.to_string());
        let mut random = Random::new(1);
        for _ in 0..2000 {
            // Often with many ones, over which carries go.
            let [one, other] = [(); 2].map(|()| {
                let [low, high] = [(); 2].map(|()| match random.below(4) {
                    0 => u32::MAX,
                    1 => random.below(3) as u32,
                    _ => random.bits() as u32,
                });
                u128::from(high) << 32 | u128::from(low)
            });
            assert_eq!(of(one).times(&of(other)), of(one * other), "{one} * {other}");
            assert_eq!(of(one).times(&of(other)).to_string(), (one * other).to_string());
            let wide = one * other;
            let mut sum = of(wide);
            sum.add(&of(one));
            assert_eq!(sum, of(wide + one), "{wide} + {one}");
            assert_eq!(sum.minus(&of(one)), of(wide), "{wide} + {one} - {one}");
            assert_eq!(sum.compare(&of(wide)), (wide + one).cmp(&wide));
            assert_eq!(of(one).compare(&of(other)), one.cmp(&other));
            let times = random.below(64);
            assert_eq!(of(one).doubled(times), of(one << times), "{one} << {times}");
        }
    }
}

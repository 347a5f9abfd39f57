//! Numbers of models: machine words while they fit, big integers beyond.

use num_bigint::BigUint;

use crate::estimate::ln;

/// A natural number. Most components have few models, so 128 bits are the fast path.
///
/// Invariant: `Large` holds numbers of more than 128 bits only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Small(u128),
    Large(Box<BigUint>),
}

impl Number {
    pub(crate) const ZERO: Number = Number::Small(0);
    pub(crate) const ONE: Number = Number::Small(1);

    /// Bytes held outside the value itself.
    pub(crate) fn heap_bytes(&self) -> usize {
        match self {
            Number::Small(_) => 0,
            Number::Large(number) => size_of::<BigUint>() + number.bits().div_ceil(64) as usize * 8,
        }
    }

    /// The natural logarithm, negative infinity for zero.
    pub(crate) fn ln(&self) -> Option<f64> {
        Some(match self {
            Number::Small(number) => (*number as f64).ln(),
            Number::Large(number) => ln(number),
        })
    }

    pub(crate) fn multiply(&mut self, other: &Number) {
        match (&mut *self, other) {
            (_, Number::Small(1)) => {}
            (Number::Small(left), Number::Small(right)) => match left.checked_mul(*right) {
                Some(product) => *left = product,
                None => *self = Number::Large(Box::new(BigUint::from(*left) * right)),
            },
            (Number::Large(left), Number::Small(right)) if *right > 0 => **left *= *right,
            (Number::Large(left), Number::Large(right)) => **left *= &**right,
            (Number::Small(left), Number::Large(right)) if *left > 0 => {
                *self = Number::Large(Box::new(&**right * *left));
            }
            _ => *self = Number::ZERO,
        }
    }

    pub(crate) fn add(&mut self, other: Number) {
        *self = match (std::mem::replace(self, Number::ZERO), other) {
            (Number::Small(left), Number::Small(right)) => match left.checked_add(right) {
                Some(sum) => Number::Small(sum),
                None => Number::Large(Box::new(BigUint::from(left) + right)),
            },
            (Number::Large(mut left), Number::Large(right)) => {
                *left += *right;
                Number::Large(left)
            }
            (Number::Large(mut large), Number::Small(small)) | (Number::Small(small), Number::Large(mut large)) => {
                *large += small;
                Number::Large(large)
            }
        };
    }

    /// Times two to this power.
    pub(crate) fn double(&mut self, times: u64) {
        match self {
            Number::Small(0) => {}
            Number::Small(number) if u64::from(number.leading_zeros()) >= times => *number <<= times,
            Number::Small(number) => *self = Number::Large(Box::new(BigUint::from(*number) << times)),
            Number::Large(number) => **number <<= times,
        }
    }
}

impl From<Number> for BigUint {
    fn from(number: Number) -> BigUint {
        match number {
            Number::Small(number) => number.into(),
            Number::Large(number) => *number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_exact_across_the_border_of_the_words() {
        let values = [BigUint::from(0u32), 1u32.into(), 7u32.into(), u128::MAX.into(), BigUint::from(3u32) << 200];
        let number = |value: &BigUint| match u128::try_from(value) {
            Ok(small) => Number::Small(small),
            Err(_) => Number::Large(Box::new(value.clone())),
        };
        for left in &values {
            for right in &values {
                let (mut sum, mut product) = (number(left), number(left));
                sum.add(number(right));
                product.multiply(&number(right));
                assert_eq!(sum, number(&(left + right)));
                assert_eq!(product, number(&(left * right)));
            }
            for times in [0, 1, 127, 128, 300] {
                let mut shifted = number(left);
                shifted.double(times);
                assert_eq!(shifted, number(&(left << times)));
            }
        }
    }
}

//! Sums of weights that were made whole: machine words while they fit, big integers beyond.

use num_bigint::BigInt;

use crate::estimate::ln;

/// An integer, for which 128 bits are the fast path.
///
/// Invariant: `Large` holds integers of more than 128 bits only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Integer {
    Small(i128),
    Large(Box<BigInt>),
}

impl Integer {
    pub(crate) const ONE: Integer = Integer::Small(1);

    pub(crate) fn is_one(&self) -> bool {
        matches!(self, Integer::Small(1))
    }

    /// Bytes held outside the value itself.
    pub(crate) fn heap_bytes(&self) -> usize {
        match self {
            Integer::Small(_) => 0,
            Integer::Large(integer) => size_of::<BigInt>() + integer.bits().div_ceil(64) as usize * 8,
        }
    }

    /// The natural logarithm, negative infinity for zero; `None` for a negative number.
    pub(crate) fn ln(&self) -> Option<f64> {
        match self {
            Integer::Small(integer) => u128::try_from(*integer).ok().map(|number| (number as f64).ln()),
            Integer::Large(integer) => integer.to_biguint().as_ref().map(ln),
        }
    }

    pub(crate) fn multiply(&mut self, other: &Integer) {
        match (&mut *self, other) {
            (_, Integer::Small(1)) => {}
            (Integer::Small(left), Integer::Small(right)) => match left.checked_mul(*right) {
                Some(product) => *left = product,
                None => *self = Integer::Large(Box::new(BigInt::from(*left) * *right)),
            },
            (Integer::Small(0), _) | (_, Integer::Small(0)) => *self = Integer::Small(0),
            (Integer::Large(left), Integer::Small(right)) => **left *= *right,
            (Integer::Large(left), Integer::Large(right)) => **left *= &**right,
            (Integer::Small(left), Integer::Large(right)) => *self = Integer::Large(Box::new(&**right * *left)),
        }
    }

    pub(crate) fn add(&mut self, other: Integer) {
        *self = match (std::mem::replace(self, Integer::Small(0)), other) {
            (Integer::Small(left), Integer::Small(right)) => match left.checked_add(right) {
                Some(sum) => Integer::Small(sum),
                None => Integer::Large(Box::new(BigInt::from(left) + right)),
            },
            // Unlike numbers of models, large ones may cancel out.
            (left, right) => Integer::from(BigInt::from(left) + BigInt::from(right)),
        };
    }
}

impl From<BigInt> for Integer {
    fn from(integer: BigInt) -> Integer {
        match i128::try_from(integer) {
            Ok(small) => Integer::Small(small),
            Err(error) => Integer::Large(Box::new(error.into_original())),
        }
    }
}

impl From<Integer> for BigInt {
    fn from(integer: Integer) -> BigInt {
        match integer {
            Integer::Small(integer) => integer.into(),
            Integer::Large(integer) => *integer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_exact_across_the_border_of_the_words() {
        let huge: BigInt = BigInt::from(3) << 200;
        let values: [BigInt; 8] =
            [0.into(), 1.into(), (-7).into(), i128::MAX.into(), i128::MIN.into(), huge.clone(), -huge - 5, 5.into()];
        for left in &values {
            for right in &values {
                let (mut sum, mut product) = (Integer::from(left.clone()), Integer::from(left.clone()));
                sum.add(right.clone().into());
                product.multiply(&right.clone().into());
                assert_eq!(sum, Integer::from(left + right), "{left} + {right}");
                assert_eq!(product, Integer::from(left * right), "{left} * {right}");
                assert_eq!(BigInt::from(product), left * right);
            }
        }
    }
}

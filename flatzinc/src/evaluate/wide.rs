//! Sums of products of 64-bit numbers, exactly.

/// A sum: `high · 2⁶⁴ + low`. Comparing the parts in order compares the sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wide {
    high: i128,
    low: u64,
}

impl Wide {
    /// The sum of the products. Two products of 64-bit numbers may exceed 128 bits already.
    pub(super) fn sum_of_products(factors: &[i128], values: &[i128]) -> Wide {
        factors.iter().zip(values).map(|(factor, value)| factor * value).collect()
    }

    fn add(self, number: i128) -> Wide {
        let low = u128::from(self.low) + u128::from(number as u64);
        Wide { high: self.high + (number >> 64) + (low >> 64) as i128, low: low as u64 }
    }
}

impl FromIterator<i128> for Wide {
    fn from_iter<I: IntoIterator<Item = i128>>(numbers: I) -> Wide {
        numbers.into_iter().fold(Wide::default(), Wide::add)
    }
}

impl From<i128> for Wide {
    fn from(number: i128) -> Wide {
        Wide::default().add(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact() {
        let small: Wide = [5, -7, 1].into_iter().collect();
        assert_eq!(small, Wide::from(-1));
        assert!(
            Wide::from(-1) < Wide::from(0) && Wide::from(-2) < Wide::from(-1) && Wide::from(1 << 70) > Wide::from(1)
        );
        let least = i128::from(i64::MIN);
        let beyond = Wide::sum_of_products(&[least; 4], &[least; 4]);
        assert!(beyond > Wide::from(i128::MAX));
        assert_eq!(Wide::sum_of_products(&[least, least, -least], &[least, least, 2 * least]), Wide::from(0));
    }
}

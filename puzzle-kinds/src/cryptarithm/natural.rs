//! Natural numbers of any size, only what judging a sum needs.

/// A natural number: digits in some base, the least significant first, without leading zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Natural {
    digits: Vec<u32>,
}

impl Natural {
    /// From digits, the most significant first.
    pub(super) fn from_digits(digits: impl DoubleEndedIterator<Item = u32>) -> Natural {
        Natural { digits: digits.rev().collect() }.trimmed()
    }

    pub(super) fn plus(&self, other: &Natural, base: u32) -> Natural {
        let mut digits = Vec::with_capacity(self.digits.len().max(other.digits.len()) + 1);
        let mut carry = 0;
        for index in 0..self.digits.len().max(other.digits.len()) {
            let at = |number: &Natural| number.digits.get(index).copied().unwrap_or(0);
            let total = at(self) + at(other) + carry;
            digits.push(total % base);
            carry = total / base;
        }
        digits.push(carry);
        Natural { digits }.trimmed()
    }

    pub(super) fn times(&self, other: &Natural, base: u32) -> Natural {
        let mut digits = vec![0; self.digits.len() + other.digits.len()];
        for (low, &digit) in self.digits.iter().enumerate() {
            let mut carry = 0;
            for (high, &other_digit) in other.digits.iter().enumerate() {
                let total = digits[low + high] + digit * other_digit + carry;
                digits[low + high] = total % base;
                carry = total / base;
            }
            digits[low + other.digits.len()] += carry;
        }
        Natural { digits }.trimmed()
    }

    /// The number in the digits of its base.
    pub(super) fn to_text(&self) -> String {
        if self.digits.is_empty() {
            return "0".to_owned();
        }
        self.digits.iter().rev().map(|&digit| super::puzzle::digit_char(digit)).collect()
    }

    fn trimmed(mut self) -> Natural {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_agree_with_machine_numbers() {
        let natural =
            |number: u64| Natural::from_digits(number.to_string().chars().filter_map(|char| char.to_digit(10)));
        for (a, b) in [(0, 0), (0, 7), (999, 1), (123_456, 987_654), (99_999, 99_999), (1_000_000, 10)] {
            assert_eq!(natural(a).plus(&natural(b), 10), natural(a + b));
            assert_eq!(natural(a).times(&natural(b), 10), natural(a * b));
            assert_eq!(natural(a).to_text(), a.to_string());
        }
        let hexadecimal = Natural::from_digits([15, 15].into_iter());
        assert_eq!(hexadecimal.times(&hexadecimal, 16).to_text(), "FE01");
    }
}

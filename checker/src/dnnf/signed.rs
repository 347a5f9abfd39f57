//! Weights as integers with a common denominator.

use std::cmp::Ordering;
use std::fmt;

use gordian_formula::{Lit, LiteralWeight, Var, Weight, Weights};

use super::natural::Natural;

/// An integer. Zero may have either sign.
#[derive(Clone, Debug, Default)]
pub(super) struct Signed {
    is_negative: bool,
    size: Natural,
}

/// A fraction, not in lowest terms.
#[derive(Clone, Debug)]
pub struct Fraction {
    numerator: Signed,
    denominator: Natural,
}

impl Signed {
    pub(super) fn one() -> Signed {
        Natural::one().into()
    }

    pub(super) fn times(&self, other: &Signed) -> Signed {
        Signed { is_negative: self.is_negative != other.is_negative, size: self.size.times(&other.size) }
    }

    pub(super) fn add(&mut self, other: &Signed) {
        if self.is_negative == other.is_negative {
            self.size.add(&other.size);
            return;
        }
        *self = match self.size.compare(&other.size) {
            Ordering::Less => Signed { is_negative: other.is_negative, size: other.size.minus(&self.size) },
            _ => Signed { is_negative: self.is_negative, size: self.size.minus(&other.size) },
        };
    }
}

impl From<Natural> for Signed {
    fn from(size: Natural) -> Signed {
        Signed { is_negative: false, size }
    }
}

/// The weights of both literals of a variable, times their common denominator.
pub(super) struct Pair {
    pub(super) positive: Signed,
    pub(super) negative: Signed,
    pub(super) denominator: Natural,
}

impl Pair {
    pub(super) fn of(weights: &Weights, var: Var) -> Pair {
        let [positive, negative] = [var.positive(), var.negative()].map(|lit| Fraction::of(weights, lit));
        if positive.denominator == negative.denominator {
            let denominator = positive.denominator;
            return Pair { positive: positive.numerator, negative: negative.numerator, denominator };
        }
        let over = |numerator: &Signed, denominator: &Natural| numerator.times(&denominator.clone().into());
        Pair {
            positive: over(&positive.numerator, &negative.denominator),
            negative: over(&negative.numerator, &positive.denominator),
            denominator: positive.denominator.times(&negative.denominator),
        }
    }

    /// Whether both weights are the same.
    pub(super) fn is_balanced(&self) -> bool {
        let [one, other] = [&self.positive, &self.negative];
        let is_zero = one.size.compare(&Natural::default()) == Ordering::Equal;
        one.size.compare(&other.size) == Ordering::Equal && (is_zero || one.is_negative == other.is_negative)
    }

    /// The weight of a variable that may have either value.
    pub(super) fn sum(&self) -> Signed {
        let mut sum = self.positive.clone();
        sum.add(&self.negative);
        sum
    }
}

impl Fraction {
    pub(super) fn new(numerator: Signed, denominator: Natural) -> Fraction {
        Fraction { numerator, denominator }
    }

    fn of(weights: &Weights, lit: Lit) -> Fraction {
        match weights.of(lit) {
            LiteralWeight::One => Fraction::new(Signed::one(), Natural::one()),
            LiteralWeight::Given(weight) => Fraction::of_weight(weight),
            LiteralWeight::Complement(weight) => {
                let Fraction { mut numerator, denominator } = Fraction::of_weight(weight);
                numerator.is_negative = !numerator.is_negative;
                numerator.add(&denominator.clone().into());
                Fraction { numerator, denominator }
            }
        }
    }

    fn of_weight(weight: &Weight) -> Fraction {
        let terms = weight.terms();
        let size = Natural::of_digits(&terms.digits);
        let power = Natural::power_of_ten(terms.exponent.unsigned_abs());
        let (size, denominator) = match terms.denominator {
            Some(denominator) => (size, Natural::of_digits(denominator)),
            None if terms.exponent < 0 => (size, power),
            None => (size.times(&power), Natural::one()),
        };
        Fraction { numerator: Signed { is_negative: terms.is_negative, size }, denominator }
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        self.numerator.is_negative && self.numerator.size != Natural::default()
    }

    /// The numerator without its sign.
    pub fn numerator(&self) -> &Natural {
        &self.numerator.size
    }

    /// The denominator, which is not zero.
    pub fn denominator(&self) -> &Natural {
        &self.denominator
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        let size = |one: &Fraction, other: &Fraction| one.numerator.size.times(&other.denominator);
        self.is_negative() == other.is_negative() && size(self, other) == size(other, self)
    }
}

/// The numerator and the denominator in decimal, with a slash between them.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        write!(f, "{sign}{}/{}", self.numerator.size, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signed(number: i32) -> Signed {
        Signed { is_negative: number < 0, size: Natural::of_digits(&number.unsigned_abs().to_string()) }
    }

    #[test]
    fn integers_add_and_multiply() {
        for left in -5..=5 {
            for right in -5..=5 {
                let over_one = |signed: Signed| Fraction::new(signed, Natural::one());
                let mut sum = signed(left);
                sum.add(&signed(right));
                assert_eq!(over_one(sum), over_one(signed(left + right)), "{left} + {right}");
                let product = signed(left).times(&signed(right));
                assert_eq!(over_one(product), over_one(signed(left * right)), "{left} * {right}");
            }
        }
    }

    #[test]
    fn fractions_are_equal_in_value_and_in_sign() {
        let fraction = |numerator, denominator| Fraction::new(signed(numerator), Natural::of_digits(denominator));
        assert_eq!(fraction(-1, "2"), fraction(-3, "6"));
        assert_ne!(fraction(1, "2"), fraction(-1, "2"));
        assert_ne!(fraction(1, "2"), fraction(1, "3"));
        let mut zero = signed(-1);
        zero.add(&signed(1));
        assert_eq!(Fraction::new(zero, Natural::one()), fraction(0, "7"));
    }

    #[test]
    fn weights_have_a_common_denominator() {
        for (positive, negative, expected) in [
            (Some("0.25"), None, ["25/100", "75/100", "100/100"]),
            (None, Some("-3"), ["4/1", "-3/1", "1/1"]),
            (Some("1/3"), Some("1e-1"), ["10/30", "3/30", "13/30"]),
            (Some("-2.50e1"), Some("25"), ["-25/1", "25/1", "0/1"]),
            (Some("3e2"), None, ["300/1", "-299/1", "1/1"]),
            (None, None, ["1/1", "1/1", "2/1"]),
        ] {
            let var = Var::from_index(0);
            let mut weights = Weights::new();
            for (lit, text) in [(var.positive(), positive), (var.negative(), negative)] {
                assert!(text.is_none_or(|text| weights.set(lit, text.parse().unwrap())));
            }
            let pair = Pair::of(&weights, var);
            let shown = [pair.positive.clone(), pair.negative.clone(), pair.sum()]
                .map(|signed| Fraction::new(signed, pair.denominator.clone()).to_string());
            assert_eq!(shown, expected, "{positive:?} {negative:?}");
        }
    }
}

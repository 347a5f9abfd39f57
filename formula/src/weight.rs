//! Weights of literals, exactly as they are written.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::{Lit, Var};

/// Powers of ten in a weight go from minus this number to this number.
pub const LARGEST_EXPONENT: i32 = 10_000;

/// The weight of a literal: a decimal number, with a power of ten perhaps (`-0.25`, `1e-9`), or a fraction
/// (`1/3`). It is kept as text, so that nothing is lost; [`Weight::terms`] is what arithmetic begins with.
///
/// ```
/// use gordian_formula::Weight;
///
/// let weight: Weight = "-12.50e3".parse()?;
/// let terms = weight.terms();
/// assert_eq!((terms.is_negative, &terms.digits[..], terms.exponent, terms.denominator), (true, "125", 2, None));
/// assert!("1/0".parse::<Weight>().is_err());
/// # Ok::<(), gordian_formula::WeightError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    text: Box<str>,
}

/// A weight taken apart: its size is `digits` times ten to the power of `exponent`, divided by `denominator`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms<'a> {
    /// Whether it is below zero, or a zero with a minus sign.
    pub is_negative: bool,
    /// At least one decimal digit.
    pub digits: String,
    /// A power of ten, by no more than the digits behind the point beyond [`LARGEST_EXPONENT`].
    pub exponent: i64,
    /// The decimal digits of the denominator of a fraction, not all of them zero.
    pub denominator: Option<&'a str>,
}

/// Why a text is no weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightError {
    /// It is neither a decimal number nor a fraction.
    Syntax,
    /// It is divided by zero.
    ZeroDenominator,
    /// The power of ten is beyond [`LARGEST_EXPONENT`].
    Exponent,
}

/// The weight of a literal, as [`Weights`] say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralWeight<'a> {
    /// One: neither the literal nor its negation was given a weight.
    One,
    /// The weight that it was given.
    Given(&'a Weight),
    /// One minus the weight of its negation, which alone was given one.
    Complement(&'a Weight),
}

/// The weights of the literals of a formula.
///
/// A variable without a weight weighs one either way. If one literal alone is given a weight, its negation has
/// the complement to one, as counters of the Model Counting Competition take it: then weights are
/// probabilities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    given: BTreeMap<Lit, Weight>,
}

impl Weight {
    /// The weight one.
    pub fn one() -> Weight {
        Weight { text: "1".into() }
    }

    /// The numbers that arithmetic begins with.
    pub fn terms(&self) -> Terms<'_> {
        parse(&self.text).unwrap_or_else(|_| unreachable!("the text was parsed when the weight was made"))
    }
}

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Weight, WeightError> {
        parse(text)?;
        Ok(Weight { text: text.into() })
    }
}

/// As it was written.
impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn parse(text: &str) -> Result<Terms<'_>, WeightError> {
    let (is_negative, unsigned) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    if let Some((numerator, denominator)) = unsigned.split_once('/') {
        if !is_number(numerator) || !is_number(denominator) {
            return Err(WeightError::Syntax);
        }
        if denominator.bytes().all(|digit| digit == b'0') {
            return Err(WeightError::ZeroDenominator);
        }
        let digits = numerator.to_owned();
        return Ok(Terms { is_negative, digits, exponent: 0, denominator: Some(denominator) });
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        None => (unsigned, 0),
        Some((mantissa, exponent)) => {
            if !is_number(exponent.strip_prefix(['-', '+']).unwrap_or(exponent)) {
                return Err(WeightError::Syntax);
            }
            match exponent.parse::<i32>() {
                Ok(exponent) if exponent.abs() <= LARGEST_EXPONENT => (mantissa, exponent),
                _ => return Err(WeightError::Exponent),
            }
        }
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    // Zeros at the end say nothing, and would make numbers longer.
    let part = part.trim_end_matches('0');
    let digits = format!("{whole}{part}");
    let has_digits = mantissa.bytes().any(|byte| byte.is_ascii_digit());
    if !has_digits || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(WeightError::Syntax);
    }
    let exponent = i64::from(exponent) - part.len() as i64;
    let digits = if digits.is_empty() { "0".to_owned() } else { digits };
    Ok(Terms { is_negative, digits, exponent, denominator: None })
}

impl Weights {
    /// No weights: each literal weighs one.
    pub fn new() -> Weights {
        Weights::default()
    }

    /// Gives a literal its weight; false, and nothing changes, if it was given another one before.
    pub fn set(&mut self, lit: Lit, weight: Weight) -> bool {
        *self.given.entry(lit).or_insert_with(|| weight.clone()) == weight
    }

    /// The weight of a literal.
    pub fn of(&self, lit: Lit) -> LiteralWeight<'_> {
        match (self.given.get(&lit), self.given.get(&!lit)) {
            (Some(weight), _) => LiteralWeight::Given(weight),
            (None, Some(other)) => LiteralWeight::Complement(other),
            (None, None) => LiteralWeight::One,
        }
    }

    /// Whether no literal was given a weight.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// The literals that were given a weight, in order.
    pub fn given(&self) -> impl Iterator<Item = (Lit, &Weight)> {
        self.given.iter().map(|(&lit, weight)| (lit, weight))
    }

    /// The variables of which a literal was given a weight, in order.
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        let mut last = None;
        self.given.keys().map(|lit| lit.var()).filter(move |&var| last.replace(var) != Some(var))
    }
}

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightError::Syntax => f.write_str("a weight is a decimal number or a fraction, like 0.25, -1e-3 or 1/3"),
            WeightError::ZeroDenominator => f.write_str("a weight that is divided by zero"),
            WeightError::Exponent => write!(f, "a weight with a power of ten beyond {LARGEST_EXPONENT}"),
        }
    }
}

impl std::error::Error for WeightError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_as_they_are_written() {
        for (text, is_negative, digits, exponent, denominator) in [
            ("0", false, "0", 0, None),
            ("1", false, "1", 0, None),
            ("-0.250", true, "025", -2, None),
            (".5", false, "5", -1, None),
            ("5.", false, "5", 0, None),
            ("+7e3", false, "7", 3, None),
            ("1.5E-10", false, "15", -11, None),
            (".0", false, "0", 0, None),
            ("-3/04", true, "3", 0, Some("04")),
        ] {
            let weight: Weight = text.parse().unwrap();
            let expected = Terms { is_negative, digits: digits.to_owned(), exponent, denominator };
            assert_eq!(weight.terms(), expected, "{text}");
            assert_eq!(weight.to_string(), text);
        }
        for (text, error) in [
            ("", WeightError::Syntax),
            (".", WeightError::Syntax),
            ("-", WeightError::Syntax),
            ("--1", WeightError::Syntax),
            ("1e", WeightError::Syntax),
            ("1e5.0", WeightError::Syntax),
            ("1e+-5", WeightError::Syntax),
            ("0x1", WeightError::Syntax),
            ("nan", WeightError::Syntax),
            ("inf", WeightError::Syntax),
            ("1,5", WeightError::Syntax),
            ("1.2.3", WeightError::Syntax),
            ("1/-3", WeightError::Syntax),
            ("1.5/3", WeightError::Syntax),
            ("1/2/3", WeightError::Syntax),
            ("é", WeightError::Syntax),
            ("1/00", WeightError::ZeroDenominator),
            ("1e10001", WeightError::Exponent),
            ("1e-99999999999999", WeightError::Exponent),
        ] {
            assert_eq!(text.parse::<Weight>(), Err(error), "{text}");
            assert!(error.to_string().starts_with("a weight "));
        }
        assert_eq!(Weight::one().terms(), "1".parse::<Weight>().unwrap().terms());
        for text in ["1e10000", "1e-10000"] {
            assert_eq!(text.parse::<Weight>().map(|weight| weight.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("1e-10001".parse::<Weight>(), Err(WeightError::Exponent));
    }

    #[test]
    fn a_literal_whose_negation_alone_has_a_weight_has_its_complement() {
        let [first, second, third] = [0, 1, 2].map(|index| Var::from_index(index).positive());
        let (half, third_part): (Weight, Weight) = ("0.5".parse().unwrap(), "1/3".parse().unwrap());
        let mut weights = Weights::new();
        assert!(weights.is_empty());
        assert!(weights.set(!first, half.clone()) && weights.set(!first, half.clone()));
        assert!(!weights.set(!first, third_part.clone()));
        assert!(weights.set(second, third_part.clone()) && weights.set(!second, half.clone()));
        assert_eq!(weights.of(first), LiteralWeight::Complement(&half));
        assert_eq!(weights.of(!first), LiteralWeight::Given(&half));
        assert_eq!(weights.of(second), LiteralWeight::Given(&third_part));
        assert_eq!(weights.of(third), LiteralWeight::One);
        assert_eq!(weights.vars().collect::<Vec<_>>(), [first.var(), second.var()]);
        assert!(!weights.is_empty());
        assert!(weights.given().eq([(!first, &half), (second, &third_part), (!second, &half)]));
    }
}

//! Numbers of solutions and sums of weights, exact however large they are.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;

/// `count` times two to the power of `free`, in decimal.
pub(crate) fn decimal(count: BigUint, free: usize) -> String {
    (count << free).to_string()
}

/// The logarithm to base ten of that number, in the format of the Model Counting Competition.
pub(crate) fn log10(count: &BigUint, free: usize) -> String {
    if *count == BigUint::ZERO {
        return "-inf".to_owned();
    }
    // The first 128 bits, converted to a float, and the number of the other bits.
    let others = count.bits().saturating_sub(128);
    let first = u128::try_from(count >> others).expect("128 bits are left");
    let log = (first as f64).log10() + (others as f64 + free as f64) * std::f64::consts::LOG10_2;
    format!("{log:.15}")
}

/// A fraction in lowest terms, with its denominator even where that is one.
pub(crate) fn fraction(number: &BigRational) -> String {
    format!("{}/{}", number.numer(), number.denom())
}

/// The logarithm to base ten of the size of a fraction.
pub(crate) fn log10_of(number: &BigRational) -> String {
    let log = |part: &BigInt| log10(part.magnitude(), 0).parse::<f64>().unwrap_or(f64::NEG_INFINITY);
    match log(number.numer()) {
        f64::NEG_INFINITY => "-inf".to_owned(),
        numerator => format!("{:.15}", numerator - log(number.denom())),
    }
}

/// A fraction with so many digits as a float of 64 bits tells apart, rounded half up, as C prints `%.16e`.
pub(crate) fn scientific(number: &BigRational) -> String {
    const DIGITS: i64 = 17;
    let (numerator, denominator) = (number.numer().magnitude(), number.denom().magnitude());
    if *numerator == BigUint::ZERO {
        return format!("{:.16}e+00", 0.0);
    }
    let power = |exponent: i64| BigUint::from(10u32).pow(exponent as u32);
    // The exponent of the first digit, at most one too large or too small; rounding may carry to one more.
    let mut exponent = (numerator.bits() as f64 - denominator.bits() as f64) * std::f64::consts::LOG10_2;
    loop {
        let shift = DIGITS - 1 - exponent.floor() as i64;
        let (above, below) = match shift {
            0.. => (numerator * power(shift), denominator.clone()),
            _ => (numerator.clone(), denominator * power(-shift)),
        };
        let digits = (above * 2u32 + &below) / (below * 2u32);
        let text = digits.to_string();
        match text.len() as i64 - DIGITS {
            0 => {
                let sign = if *number.numer() < BigInt::ZERO { "-" } else { "" };
                let exponent = exponent.floor() as i64;
                let side = if exponent < 0 { '-' } else { '+' };
                return format!("{sign}{}.{}e{side}{:02}", &text[..1], &text[1..], exponent.abs());
            }
            off => exponent = exponent.floor() + off as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_rounded_to_the_nearest() {
        let samples: [(i64, i64, &str); 8] = [
            (0, 1, "0.0000000000000000e+00"),
            (1, 1, "1.0000000000000000e+00"),
            (-19, 10, "-1.9000000000000000e+00"),
            (1, 3, "3.3333333333333333e-01"),
            (2, 3, "6.6666666666666667e-01"),
            (999_999_999_999_999_999, 1_000_000_000_000_000_000, "1.0000000000000000e+00"),
            (-1, 1_000_000_000_000, "-1.0000000000000000e-12"),
            (123_456_789, 1, "1.2345678900000000e+08"),
        ];
        for (numerator, denominator, shown) in samples {
            let number = BigRational::new(numerator.into(), denominator.into());
            assert_eq!(scientific(&number), shown);
        }
        let huge = BigRational::from(BigInt::from(10).pow(400));
        assert_eq!(
            (scientific(&huge), scientific(&huge.recip())),
            ("1.0000000000000000e+400".into(), "1.0000000000000000e-400".into())
        );
        assert_eq!(
            (log10_of(&huge), log10_of(&huge.recip())),
            ("400.000000000000000".into(), "-400.000000000000000".into())
        );
        assert_eq!(fraction(&BigRational::from(BigInt::from(-3))), "-3/1");
    }

    #[test]
    fn doubled_counts_are_exact() {
        let number = |number: u32| BigUint::from(number);
        assert_eq!(decimal(number(129168), 0), "129168");
        assert_eq!(decimal(number(3), 2), "12");
        assert_eq!(decimal(number(1), 128), "340282366920938463463374607431768211456");
        assert_eq!(decimal(number(0), 1000), "0");
        assert_eq!(
            (log10(&number(0), 3), log10(&number(1000), 0)),
            ("-inf".to_owned(), "3.000000000000000".to_owned())
        );
        assert_eq!(log10(&number(10).pow(500), 0), "500.000000000000000");
        // A float of this size holds no more digits.
        assert_eq!(&log10(&(number(1) << 300), 700)[..16], "301.029995663981");
    }
}

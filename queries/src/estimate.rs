//! Numbers that are known about.

use std::f64::consts::{LN_2, LN_10};

use num_bigint::BigUint;

/// A number of solutions, or a sum of weights, as random samples suggest it.
///
/// The error is an estimate, too: where most solutions are in a part of the space that is small, and no sample met it,
/// the number is too small, and so is its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The natural logarithm of the number.
    ln: f64,
    /// The square of the relative standard error.
    variance: f64,
}

impl Estimate {
    pub(crate) const ZERO: Estimate = Estimate { ln: f64::NEG_INFINITY, variance: 0.0 };

    /// A number without an error, by its natural logarithm.
    pub(crate) fn exact(ln: f64) -> Estimate {
        Estimate { ln, variance: 0.0 }
    }

    /// The mean of numbers drawn independently, by their natural logarithms; an infinite error if all are zero.
    pub(crate) fn of_samples(samples: &[f64]) -> Estimate {
        let number = samples.len() as f64;
        let most = samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if most == f64::NEG_INFINITY {
            return Estimate { variance: f64::INFINITY, ..Estimate::ZERO };
        }
        let scaled = || samples.iter().map(|sample| (sample - most).exp());
        let mean = scaled().sum::<f64>() / number;
        let squares = scaled().map(|sample| (sample - mean).powi(2)).sum::<f64>();
        // The variance of a sample, as one degree of freedom less tells it, is that of the mean times the number. A
        // single sample tells nothing of it, and may be wrong by as much as it is.
        let variance = if number > 1.0 { squares / (number - 1.0) / number / mean.powi(2) } else { 1.0 };
        Estimate { ln: mean.ln() + most, variance }
    }

    /// The decimal logarithm of the number; negative infinity for zero.
    pub fn log10(self) -> f64 {
        self.ln / LN_10
    }

    /// The relative standard error: 0.1 for ten percent; infinite if nothing is known about it.
    pub fn error(self) -> f64 {
        self.variance.sqrt()
    }

    /// Whether the number is more than zero.
    pub(crate) fn is_positive(self) -> bool {
        self.ln > f64::NEG_INFINITY
    }

    /// Whether so many are known already.
    pub(crate) fn is_refuted_by(self, known: &BigUint) -> bool {
        self.ln < ln(known)
    }

    /// The product of two numbers estimated independently.
    pub(crate) fn times(self, other: Estimate) -> Estimate {
        let variance = (1.0 + self.variance) * (1.0 + other.variance) - 1.0;
        Estimate { ln: self.ln + other.ln, variance }
    }

    /// The sum of two numbers estimated independently.
    pub(crate) fn plus(self, other: Estimate) -> Estimate {
        let most = self.ln.max(other.ln);
        if most == f64::NEG_INFINITY {
            return Estimate { variance: self.variance.max(other.variance), ..Estimate::ZERO };
        }
        let sides = [self, other].map(|side| ((side.ln - most).exp(), side.variance));
        let sum = sides[0].0 + sides[1].0;
        // Nothing is known of a side of which no sample was more than zero.
        let variance = sides.map(|(size, variance)| if size == 0.0 { 0.0 } else { variance * (size / sum).powi(2) });
        Estimate { ln: most + sum.ln(), variance: variance[0] + variance[1] }
    }
}

/// The natural logarithm of a number, negative infinity for zero.
pub(crate) fn ln(number: &BigUint) -> f64 {
    // The first 128 bits, converted to a float, and the number of the other bits.
    let others = number.bits().saturating_sub(128);
    let first = u128::try_from(number >> others).unwrap_or(u128::MAX);
    (first as f64).ln() + others as f64 * LN_2
}

/// Asserts that estimates of numbers, which stand beside them by their logarithms, are right on average and within
/// their errors.
#[cfg(test)]
pub(crate) fn assert_are_right(estimates: &[(Estimate, f64)]) {
    let number = estimates.len() as f64;
    let ratios: Vec<f64> = estimates.iter().map(|(estimate, right)| (estimate.ln - right).exp()).collect();
    let mean = ratios.iter().sum::<f64>() / number;
    let variance = ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum::<f64>() / (number - 1.0);
    assert!((mean - 1.0).abs() < 3.0 * (variance / number).sqrt(), "{mean}, {variance}");
    let is_near = |(ratio, (estimate, _)): &(f64, &(Estimate, f64))| (ratio - 1.0).abs() <= 2.0 * estimate.error();
    let near = ratios.into_iter().zip(estimates).filter(is_near).count();
    assert!(near as f64 > 0.85 * number, "{near} of {number}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_tell_their_mean_and_its_error() {
        let four = Estimate::of_samples(&[1.0, 2.0, 4.0, 9.0].map(f64::ln));
        assert!((four.ln.exp() - 4.0).abs() < 1e-9);
        // Squares 9, 4, 0, 25 over 3 degrees of freedom, of the mean of four.
        assert!((four.error() - (38.0_f64 / 3.0 / 4.0).sqrt() / 4.0).abs() < 1e-9);
        let huge = Estimate::of_samples(&[1e6, 1e6 + 2.0_f64.ln()]);
        assert!((huge.ln - 1e6 - 1.5_f64.ln()).abs() < 1e-6 && huge.error() > 0.3);
        assert_eq!(Estimate::of_samples(&[f64::NEG_INFINITY; 3]).error(), f64::INFINITY);
        assert_eq!(Estimate::of_samples(&[2.0]).error(), 1.0);
    }

    #[test]
    fn sums_and_products_carry_the_error_on() {
        let number = |number: f64, error: f64| Estimate { ln: number.ln(), variance: error * error };
        let sum = number(30.0, 0.1).plus(number(10.0, 0.4));
        assert!((sum.ln.exp() - 40.0).abs() < 1e-9);
        // The errors are 3 and 4.
        assert!((sum.error() - 5.0 / 40.0).abs() < 1e-9);
        let product = number(30.0, 0.1).times(Estimate::exact(2.0_f64.ln()));
        assert!((product.ln.exp() - 60.0).abs() < 1e-9 && (product.error() - 0.1).abs() < 1e-9);
        let nothing = Estimate::ZERO;
        assert_eq!(nothing.plus(nothing), nothing);
        assert_eq!(nothing.plus(number(3.0, 0.5)).error(), 0.5);
        assert_eq!(nothing.times(number(3.0, 0.0)).log10(), f64::NEG_INFINITY);
    }
}

//! Numbers of solutions, exact however large they are.

use num_bigint::BigUint;

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

#[cfg(test)]
mod tests {
    use super::*;

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

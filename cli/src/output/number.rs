//! Numbers of solutions: large ones exactly.

use num_bigint::BigUint;

/// `count` times two to the power of `free`, in decimal.
pub(crate) fn decimal(count: u128, free: usize) -> String {
    if free == 0 { count.to_string() } else { (BigUint::from(count) << free).to_string() }
}

/// The logarithm to base ten of that number, as the Model Counting Competition writes it.
pub(crate) fn log10(count: u128, free: usize) -> String {
    if count == 0 {
        return "-inf".to_owned();
    }
    let log = (count as f64).log10() + free as f64 * std::f64::consts::LOG10_2;
    format!("{log:.15}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubled_counts_are_exact() {
        assert_eq!(decimal(129168, 0), "129168");
        assert_eq!(decimal(3, 2), "12");
        assert_eq!(decimal(1, 128), "340282366920938463463374607431768211456");
        assert_eq!(decimal(0, 1000), "0");
        assert_eq!((log10(0, 3), log10(1000, 0)), ("-inf".to_owned(), "3.000000000000000".to_owned()));
    }
}

//! Numbers from text and into text, eight digits at a time.

use crate::Lit;

/// The number of bytes that [`leading_number`] looks at: where fewer are left, numbers are read byte by byte.
pub(super) const REACH: usize = 16;

/// The number at the beginning of `text` and how many digits it has: no digits where there is none.
/// More than ten digits are reported as eleven, and the number is then without meaning.
///
/// Up to eight digits are found and added up by arithmetic on one 64-bit word, instead of a loop
/// whose length the branch predictor cannot guess (after J. Jones and D. Lemire, "Quickly parsing
/// eight digits", 2018; here for any length).
#[inline]
pub(super) fn leading_number(text: &[u8; REACH]) -> (u64, usize) {
    let [a, b, c, d, e, f, g, h, tail @ ..] = *text;
    let word = u64::from_le_bytes([a, b, c, d, e, f, g, h]) ^ 0x3030_3030_3030_3030;
    // The lowest byte above nine is the first that is no digit; a carry can only disturb the bytes behind it.
    let others = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
    let digits = (others.trailing_zeros() / 8) as usize;
    if digits == 0 {
        return (0, 0);
    }
    let (mut number, mut digits) = (eight_digits(word << (64 - 8 * digits)), digits);
    if digits == 8 {
        for digit in tail.into_iter().take(3).map(|byte| byte.wrapping_sub(b'0')).take_while(|&digit| digit <= 9) {
            number = 10 * number + u64::from(digit);
            digits += 1;
        }
    }
    (number, digits)
}

/// The value of eight digits, one a byte, the most significant one in the lowest byte.
#[inline]
fn eight_digits(digits: u64) -> u64 {
    let pairs = (digits & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(10 << 8 | 1) >> 8;
    let fours = (pairs & 0x00ff_00ff_00ff_00ff).wrapping_mul(100 << 16 | 1) >> 16;
    (fours & 0x0000_ffff_0000_ffff).wrapping_mul(10_000 << 32 | 1) >> 32
}

/// Appends the number that DIMACS writes for a literal, without a blank.
#[inline]
pub fn append_literal(out: &mut Vec<u8>, lit: Lit) {
    if lit.is_negative() {
        out.push(b'-');
    }
    append_number(out, u64::from(lit.var().to_dimacs().unsigned_abs()));
}

/// Appends a number in decimal.
#[inline]
pub(super) fn append_number(out: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0u8; 20];
    let mut start = digits.len();
    while number >= 100 {
        let pair = (number % 100) as u8;
        number /= 100;
        digits[start - 1] = b'0' + pair % 10;
        digits[start - 2] = b'0' + pair / 10;
        start -= 2;
    }
    let last = number as u8;
    digits[start - 1] = b'0' + last % 10;
    start -= 1;
    if last >= 10 {
        digits[start - 1] = b'0' + last / 10;
        start -= 1;
    }
    out.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leading(text: &str) -> (u64, usize) {
        let mut padded = [b' '; REACH];
        padded[..text.len()].copy_from_slice(text.as_bytes());
        leading_number(&padded)
    }

    #[test]
    fn numbers_of_every_length_are_read() {
        let mut number = 0;
        for digits in 1..=10 {
            number = 10 * number + (digits as u64 * 7) % 10;
            assert_eq!(leading(&format!("{number}")), (number, digits));
            assert_eq!(leading(&format!("{number}\n55")), (number, digits));
            assert_eq!(leading(&format!("{number}x1")), (number, digits));
        }
        assert_eq!(leading("2147483647"), (2147483647, 10));
        assert_eq!(leading("00000007"), (7, 8));
        assert_eq!(leading("12345678901234").1, 11);
    }

    #[test]
    fn only_digits_are_digits() {
        for byte in 0..=255u8 {
            let mut text = [b'1'; REACH];
            text[3] = byte;
            let (number, digits) = leading_number(&text);
            if byte.is_ascii_digit() {
                assert_eq!(digits, 11);
            } else {
                assert_eq!((number, digits), (111, 3), "byte {byte}");
            }
            text[0] = byte;
            assert_eq!(leading_number(&text).1 == 0, !byte.is_ascii_digit());
        }
    }

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        let ends = (0..64).flat_map(|bits| [1u64 << bits, (1 << bits) - 1]).chain([u64::MAX, 99, 100, 101, 999, 1000]);
        for number in ends {
            let mut out = Vec::new();
            append_number(&mut out, number);
            assert_eq!(out, number.to_string().as_bytes());
        }
        let mut out = Vec::new();
        append_literal(&mut out, Lit::from_dimacs(-i32::MAX).unwrap());
        assert_eq!(out, b"-2147483647");
    }
}

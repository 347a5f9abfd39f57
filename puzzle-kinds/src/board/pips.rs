//! The positions of the pips of half a domino.

/// The places of pips in a square of three rows and columns, row by row; numbers above nine have none.
pub(super) fn pips(number: u32) -> [bool; 9] {
    let shown: &[usize] = match number {
        1 => &[4],
        2 => &[0, 8],
        3 => &[0, 4, 8],
        4 => &[0, 2, 6, 8],
        5 => &[0, 2, 4, 6, 8],
        6 => &[0, 2, 3, 5, 6, 8],
        7 => &[0, 2, 3, 4, 5, 6, 8],
        8 => &[0, 1, 2, 3, 5, 6, 7, 8],
        9 => &[0, 1, 2, 3, 4, 5, 6, 7, 8],
        _ => &[],
    };
    std::array::from_fn(|place| shown.contains(&place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_pips() {
        for number in 0..10 {
            assert_eq!(pips(number).iter().filter(|&&pip| pip).count(), number as usize);
        }
    }
}

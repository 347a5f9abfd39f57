//! Boards of stars in addresses of puzzle sites, as puzz.link and pzv.jp make them.

use super::puzzle::{MAX_COUNTED, MAX_SIZE, StarBattle};
use super::regions::{Connection, Regions};
use crate::error::PuzzleError;

/// The text before the size in an address.
const MARK: &str = "?starbattle/";

/// Whether the text is an address of a board of stars, and no grid.
pub(crate) fn is_link(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    matches!((lines.next(), lines.next()), (Some(line), None) if line.contains(MARK))
}

/// Reads an address: `…?starbattle/WIDTH/HEIGHT/STARS/BORDERS`.
///
/// The borders between columns, row by row, then those between rows, are bits, five of them in a
/// digit of base 32, the first one the largest. Regions are the areas that they enclose.
///
/// # Errors
/// If the address is not of this form, or the board is not square or has the wrong number of regions.
pub(crate) fn parse_link(text: &str) -> Result<StarBattle, PuzzleError> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    let found = lines.filter_map(|(index, line)| Some((index + 1, line, line.find(MARK)? + MARK.len()))).next();
    let (line, address, start) =
        found.ok_or_else(|| PuzzleError::malformed("there is no address of a board of stars"))?;
    let at = |offset: usize, message: String| {
        let column = address[..offset].chars().count() + 1;
        PuzzleError::malformed(message).at(line, column).pointing_into(text, 1)
    };
    let rest = address[start..].trim_end();
    let mut offset = start;
    let mut parts = rest.split('/').map(|part| {
        let own = offset;
        offset += part.len() + 1;
        (own, part)
    });
    let mut number = |what: &str| match parts.next() {
        Some((own, part)) => {
            let number: Option<usize> = part.parse().ok().filter(|number| (1..=MAX_SIZE).contains(number));
            number.ok_or_else(|| at(own, format!("the {what} must be a number from 1 to {MAX_SIZE}")))
        }
        None => Err(at(address.len(), format!("the {what} is missing"))),
    };
    let (width, height, stars) = (number("width")?, number("height")?, number("number of stars")?);
    let (own, digits) = parts.next().ok_or_else(|| at(address.len(), "the borders are missing".to_owned()))?;
    if width != height {
        return Err(at(start, format!("the board is not square: it has {height} rows and {width} columns")));
    }
    if stars > 1 && width * width * stars > MAX_COUNTED {
        return Err(at(start, format!("{stars} stars in each row are too many for a board of {width}x{width}")));
    }
    let size = width;
    let count = size * (size - 1);
    let per_side = count.div_ceil(5);
    let mut bits = Vec::with_capacity(2 * 5 * per_side);
    for (index, char) in digits.char_indices() {
        let digit = char.to_digit(32).ok_or_else(|| at(own + index, format!("`{char}` is no digit of base 32")))?;
        bits.extend((0..5).map(|place| digit >> (4 - place) & 1 == 1));
    }
    if bits.len() != 10 * per_side {
        let message =
            format!("a board of {size}x{size} has {} digits of borders, not {}", 2 * per_side, bits.len() / 5);
        return Err(at(own, message));
    }
    let (between_columns, between_rows) = bits.split_at(5 * per_side);
    let mut regions = Regions { size, of_square: vec![usize::MAX; size * size], labels: Vec::new() };
    for first in 0..size * size {
        if regions.of_square[first] != usize::MAX {
            continue;
        }
        let region = regions.labels.len();
        regions.labels.push(label(region));
        let mut stack = vec![first];
        while let Some(square) = stack.pop() {
            if std::mem::replace(&mut regions.of_square[square], region) == region {
                continue;
            }
            let (row, column) = (square / size, square % size);
            let open = [
                (column > 0 && !between_columns[row * (size - 1) + column - 1]).then(|| square - 1),
                (column + 1 < size && !between_columns[row * (size - 1) + column]).then(|| square + 1),
                (row > 0 && !between_rows[(row - 1) * size + column]).then(|| square - size),
                (row + 1 < size && !between_rows[row * size + column]).then(|| square + size),
            ];
            stack.extend(open.into_iter().flatten().filter(|&other| regions.of_square[other] == usize::MAX));
        }
    }
    regions.judge(Connection::Free).map_err(|fault| {
        let picture = regions.picture(&fault.squares);
        at(own, fault.message).with_board(&picture)
    })?;
    let regions = Some(regions);
    Ok(StarBattle { title: None, size, stars, regions, mistake: None, diagonals: false, touching: false })
}

/// Letters, and beyond them numbers.
fn label(region: usize) -> String {
    match ('A'..='Z').nth(region) {
        Some(letter) => letter.to_string(),
        None => region.to_string(),
    }
}

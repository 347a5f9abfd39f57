//! Whether a text is a board of stars.

use super::parse::{boards, parse_board};
use super::puzz_link::is_link;
use super::puzzle::StarBattle;
use crate::kind::Certainty;
use crate::outline::{Form, Outline};

const KEYS: [&str; 7] = ["stars", "queens", "regions", "size", "diagonals", "touching", "connected"];

/// A grid of digits or of signs is taken for regions only where it is faultless, and then surely: others are Sudokus.
/// One with letters may be one of another kind.
pub(super) fn detect(outline: &Outline<'_>) -> Option<Certainty> {
    if outline.form != Form::Plain {
        return None;
    }
    if is_link(outline.text) {
        return Some(Certainty::Address);
    }
    if outline.has_key(&KEYS) {
        return Some(Certainty::SharedKey);
    }
    let is_sign = |char: char| !(char.is_alphanumeric() || char == '.' || char.is_whitespace());
    let has_signs = outline.rows.iter().any(|row| row.contains(is_sign));
    let has = |is_one: fn(char) -> bool| outline.rows.iter().any(|row| row.contains(is_one));
    // (Signs beside digits are those of a Sudoku, or of a formula.)
    if outline.rows.is_empty() || has_signs && has(char::is_numeric) {
        return None;
    }
    match !has_signs && has(char::is_alphabetic) {
        true => is_about_square(outline.text).then_some(Certainty::Possible),
        false => (outline.rows.len() > 1 && is_faultless(outline.text)).then_some(Certainty::Faultless),
    }
}

fn is_faultless(text: &str) -> bool {
    let has_no_gaps = |puzzle: StarBattle| puzzle.regions.is_none_or(|regions| regions.divided().is_empty());
    boards(text).iter().all(|board| parse_board(text, board).is_ok_and(has_no_gaps))
}

/// Whether the first board has about as many rows as columns.
fn is_about_square(text: &str) -> bool {
    let first = boards(text).into_iter().next();
    let lines = first.map_or(0..0, |board| board.lines);
    let own = text.lines().skip(lines.start).take(lines.len()).map(str::trim);
    let own: Vec<&str> = own.filter(|line| !line.is_empty() && !line.contains([':', '#'])).collect();
    let height = own.len();
    let widths = own.into_iter().map(|line| {
        let words = line.split_whitespace().count();
        if words > 1 { words } else { line.chars().count() }
    });
    height > 1 && widths.into_iter().all(|width| width.abs_diff(height) <= 2)
}

//! Kinds of puzzles, told from their text.

use super::{star_battle, sudoku};

/// A kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Queens and Star Battle.
    Queens,
    /// Polyforms in two and three dimensions.
    Polyform,
    /// Equations between words.
    Cryptarithm,
    /// Dominoes on regions that say something of their numbers.
    Pips,
    /// Sudoku and its variants.
    Sudoku,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 5] = [Kind::Queens, Kind::Polyform, Kind::Cryptarithm, Kind::Pips, Kind::Sudoku];

    /// The name by which it is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Queens => "queens",
            Kind::Polyform => "polyform",
            Kind::Cryptarithm => "cryptarithm",
            Kind::Pips => "pips",
            Kind::Sudoku => "sudoku",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind of puzzle that a text looks like, if any.
    ///
    /// JSON is known by its keys. A text of header lines is known by its keys, a cryptarithm by `=` between letters, and a
    /// bare grid by being about square. Mistakes are left for the parser to explain: a grid that lacks a square is still
    /// a grid. Grids of digits alone are taken for regions only when they are faultless; others are Sudokus, as are
    /// grids with empty squares and packed texts.
    pub fn detect(text: &str) -> Option<Kind> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with('{') {
            let has_levels = || ["easy", "medium", "hard"].iter().all(|level| text.contains(&format!("\"{level}\"")));
            let is_pips = text.contains("\"dominoes\"") || has_levels();
            let is_sudoku = || sudoku::looks_like(text).then_some(Kind::Sudoku);
            return if is_pips { Some(Kind::Pips) } else { is_sudoku() };
        }
        if sudoku::is_packed(text) {
            return Some(Kind::Sudoku);
        }
        if text.trim_start().starts_with('<') {
            return text.contains("<puzzle").then_some(Kind::Polyform);
        }
        if star_battle::is_link(text) {
            return Some(Kind::Queens);
        }
        let lines = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty());
        let lines: Vec<&str> = lines.filter(|line| !line.trim_start().starts_with('#')).collect();
        let keys = lines.iter().filter_map(|line| Some(line.split_once(':')?.0.trim().to_lowercase()));
        let keys: Vec<String> = keys.collect();
        let has_key = |known: &[&str]| keys.iter().any(|key| known.contains(&key.as_str()));
        if has_key(&["board", "pieces"]) {
            return Some(Kind::Polyform);
        }
        if has_key(&["sudoku", "anti-knight", "anti-king", "boxes"]) {
            return Some(Kind::Sudoku);
        }
        if has_key(&["stars", "queens", "regions", "size", "diagonals", "touching", "connected"]) {
            return Some(Kind::Queens);
        }
        let rows: Vec<&str> = lines.into_iter().filter(|line| !line.contains(':')).collect();
        if rows.iter().any(|row| is_equation(row)) {
            return Some(Kind::Cryptarithm);
        }
        let is_sudoku = sudoku::looks_like(text);
        let has_letters = rows.iter().any(|row| row.contains(char::is_alphabetic));
        match is_region_grid(text, &rows) {
            true if !has_letters || !is_sudoku => Some(Kind::Queens),
            _ => is_sudoku.then_some(Kind::Sudoku),
        }
    }
}

fn is_equation(row: &str) -> bool {
    let operators = "+-*=,;& \t−–×·";
    let is_word = |char: char| char.is_alphanumeric() || !char.is_ascii();
    row.contains('=')
        && row.chars().any(|char| char.is_alphabetic())
        && row.chars().all(|char| is_word(char) || operators.contains(char))
}

fn is_region_grid(text: &str, rows: &[&str]) -> bool {
    let is_square = |char: char| char.is_alphanumeric() || char == '.' || char.is_whitespace();
    if rows.is_empty() || !rows.iter().all(|row| row.chars().all(is_square)) {
        return false;
    }
    if !rows.iter().any(|row| row.chars().any(char::is_alphabetic)) {
        let boards = star_battle::boards(text);
        let is_faultless = |board| star_battle::parse_board(text, board).is_ok_and(|puzzle| puzzle.notes().is_empty());
        return rows.len() > 1 && boards.iter().all(is_faultless);
    }
    let first = star_battle::boards(text).into_iter().next();
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

//! Any text that holds a Sudoku.

use gordian_formula::text::harmless_lines;

use super::json::{self, Object};
use super::puzzle::Sudoku;
use super::{fpuzzles, own, sudokupad, text};
use crate::error::PuzzleError;

/// The marks before packed JSON.
const PACKED: [&str; 6] = ["?load=", "?puzzleid=", "fpuzzles", "fpuz", "scl", "/sudoku/"];
/// The first letters of most packed JSON.
const BEGINNING: &str = "N4Ig";

/// Reads a Sudoku: a line of digits, a grid, the JSON of f-puzzles or SudokuPad, packed or not, or
/// JSON of the form that `docs/formats.md` describes. If the text holds several lines or grids, `pick`
/// chooses one by its number from 1, or by its title.
///
/// # Errors
/// If the text is no Sudoku, or says something that cannot be expressed; or if none of several is chosen.
pub fn parse(text: &str, pick: Option<&str>) -> Result<Sudoku, PuzzleError> {
    let bare = text.trim_start_matches('\u{feff}').trim();
    let unpacked = unpacked(bare)?;
    let text = unpacked.as_deref().unwrap_or(text);
    // In JSON, harmful characters are written by their numbers, and replaced where they are read.
    if !text.trim_start().starts_with('{') {
        return text::read(&harmless_lines(text), pick);
    }
    match pick {
        Some(pick) if pick != "1" => Err(PuzzleError::no_such_puzzle(pick, 1)),
        _ => of_document(&json::parse(text)?),
    }
}

/// Whether a text looks like a Sudoku.
pub(crate) fn looks_like(text: &str) -> bool {
    let bare = text.trim_start_matches('\u{feff}').trim();
    if bare.starts_with('{') {
        return ["\"grid\"", "\"cells\"", "\"size\""].iter().any(|key| bare.contains(key));
    }
    is_packed(bare) || text::looks_like(text)
}

fn of_document(document: &Object) -> Result<Sudoku, PuzzleError> {
    if document.get("grid").is_some_and(|grid| grid.is_array()) {
        fpuzzles::read(document)
    } else if sudokupad::looks_like(document) {
        sudokupad::read(document)
    } else {
        own::read(document)
    }
}

/// The only line of a text that is neither blank nor a comment; else all of it.
fn only_line(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    match (lines.next(), lines.next()) {
        (Some(line), None) => line,
        _ => text.trim(),
    }
}

/// Whether the text is an address that holds a puzzle, or what stands in such an address.
pub(crate) fn is_packed(text: &str) -> bool {
    let text = only_line(text);
    // The name of a site may stand without the scheme before it.
    let site = text.split('/').next().unwrap_or_default();
    let is_site = site.contains('.') && site.chars().all(|char| char.is_ascii_alphanumeric() || ".-".contains(char));
    let is_address = text.starts_with("http://") || text.starts_with("https://") || is_site;
    let is_word = text.len() > 40 && !text.contains(char::is_whitespace);
    is_word
        && (is_address && ["load=", "fpuz", "scl"].iter().any(|part| text.contains(part))
            || ["N4Ig", "fpuz", "scl"].iter().any(|start| text.starts_with(start)))
}

/// The JSON in a text that is packed by LZ-string in base 64, with or without an address around it.
fn unpacked(text: &str) -> Result<Option<String>, PuzzleError> {
    if !is_packed(text) {
        return Ok(None);
    }
    let text = only_line(text);
    let mut packed = &text[PACKED.iter().filter_map(|mark| text.find(mark)).min().unwrap_or(0)..];
    // One mark may stand behind another.
    while let Some(rest) = PACKED.iter().find_map(|mark| packed.strip_prefix(mark)) {
        packed = rest;
    }
    let other = text.find(BEGINNING).map(|at| &text[at..]);
    let json = [Some(packed), other].into_iter().flatten().find_map(decompressed);
    json.map(Some)
        .ok_or_else(|| PuzzleError::malformed("the packed text holds no puzzle: it is damaged, or of another kind"))
}

fn decompressed(packed: &str) -> Option<String> {
    // In an address, signs may be written by their numbers, and a plus as a blank.
    let packed = packed.split(['&', '#']).next().unwrap_or_default();
    let packed = packed.replace("%2B", "+").replace("%2b", "+").replace("%2F", "/").replace("%2f", "/");
    let packed = packed.replace("%3D", "=").replace("%3d", "=").replace("%20", "+");
    let units = lz_str::decompress_from_base64(&packed)?;
    String::from_utf16(&units).ok().filter(|json| json.starts_with('{'))
}

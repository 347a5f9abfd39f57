//! Any text that holds a Sudoku.

use gordian_formula::text::harmless_lines;

use super::json::{self, Object};
use super::puzzle::Sudoku;
use super::{fpuzzles, own, sudokupad, text, zipped};
use crate::error::PuzzleError;

/// The marks before packed JSON.
const MARKS: [&str; 7] = ["?load=", "?puzzleid=", "fpuzzles", "fpuz", "scl", "ctc", "/sudoku/"];
/// The first letters of packed JSON: a brace, and the first bits of the next sign.
const BEGINNING: &str = "N4";

/// Reads a Sudoku: a line of digits, a grid, the JSON of f-puzzles or SudokuPad, packed or not, or
/// JSON of the form that `docs/formats.md` describes. If the text holds several lines or grids, `pick`
/// chooses one by its number from 1, or by its title.
///
/// # Errors
/// If the text is no Sudoku, or says something that cannot be expressed; or if none of several is chosen.
pub fn parse(text: &str, pick: Option<&str>) -> Result<Sudoku, PuzzleError> {
    let bare = text.trim_start_matches('\u{feff}').trim();
    if is_packed(bare) {
        let json = unpacked(only_line(bare)).ok_or_else(|| {
            PuzzleError::malformed("the packed text holds no puzzle: it is damaged, or of another kind")
        })?;
        check_only(pick)?;
        // No place in the unpacked text is one that the user could find.
        let read = json::parse(&json).and_then(|document| of_document(&document));
        return read.map_err(|error| PuzzleError { place: None, picture: None, ..error });
    }
    // In JSON, harmful characters are written by their numbers, and replaced where they are read.
    if !text.trim_start().starts_with('{') {
        return text::read(&harmless_lines(text), pick);
    }
    check_only(pick)?;
    of_document(&json::parse(text)?)
}

/// Whether the only puzzle of a text is picked, if any.
fn check_only(pick: Option<&str>) -> Result<(), PuzzleError> {
    match pick {
        Some(pick) if pick != "1" => Err(PuzzleError::no_such_puzzle(pick, 1)),
        _ => Ok(()),
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
    let has_mark = is_address && ["load=", "fpuz", "scl"].iter().any(|part| text.contains(part))
        || ["N4Ig", "fpuz", "scl"].iter().any(|start| text.starts_with(start));
    // Most addresses with this mark name a puzzle and do not hold it.
    let may_hold = is_address && text.contains("/ctc") || text.starts_with("ctc");
    is_word && (has_mark || may_hold && unpacked(text).is_some())
}

/// The JSON in a text that is packed by LZ-string in base 64, with or without an address around it.
fn unpacked(text: &str) -> Option<String> {
    // One mark may stand behind another.
    let behind_mark = MARKS.iter().flat_map(|mark| text.match_indices(mark)).map(|(at, mark)| &text[at + mark.len()..]);
    let other = text.find(BEGINNING).map(|at| &text[at..]);
    let json = behind_mark.chain([text]).chain(other).find_map(decompressed)?;
    // SudokuPad shortens JSON before it packs it.
    let is_json = |json: &str| serde_json::from_str::<serde::de::IgnoredAny>(json).is_ok();
    let expanded = if is_json(&json) { None } else { zipped::expanded(&json).filter(|json| is_json(json)) };
    Some(expanded.unwrap_or(json))
}

fn decompressed(packed: &str) -> Option<String> {
    // In an address, signs may be written by their numbers, and a plus as a blank.
    let packed = packed.split(['&', '#', '?']).next().unwrap_or_default();
    let packed = packed.replace("%2B", "+").replace("%2b", "+").replace("%2F", "/").replace("%2f", "/");
    let packed = packed.replace("%3D", "=").replace("%3d", "=").replace("%20", "+");
    let units = lz_str::decompress_from_base64(&packed)?;
    String::from_utf16(&units).ok().filter(|json| json.starts_with('{'))
}

#[cfg(test)]
mod tests {
    use super::{is_packed, parse};

    #[test]
    fn packed_texts_of_sudokupad_are_read_in_all_their_forms() {
        let full = "{\"cells\":[[{\"value\":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],\
                    \"cages\":[{\"cells\":[[0,0],[0,1]],\"value\":\"3\",\"unique\":false}],\
                    \"metadata\":{\"title\":\"It's \\\"so\\\"\",\"antiknight\":true}}";
        let short = "{ce:[[{v:1},,,],[,,,],[,,,],[,,,]],ca:[{ce:[[0,0],[0,1]],v:3,unique:f}],\
                     metadata:{t:'It\\'s \\'so\\'',antiknight:t}}";
        let expected = format!("{:?}", parse(full, None).unwrap()).replace("\\\"", "'");
        for json in [full, short] {
            let packed = lz_str::compress_to_base64(json);
            for text in [
                format!("https://sudokupad.app/scl{packed}"),
                format!("https://sudokupad.app/ctc{packed}?setting-nogrid=1"),
                format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=scl{packed}"),
                format!("ctc{packed}"),
                format!("scl{packed}"),
            ] {
                assert!(is_packed(&text), "{text}");
                let read = parse(&text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(format!("{read:?}").replace("\\\"", "'"), expected, "{text}");
            }
        }
        let damaged = lz_str::compress_to_base64("{ce:[[{v:1},,],[}");
        let error = parse(&format!("https://sudokupad.app/scl{damaged}{damaged}"), None).unwrap_err();
        assert!(error.place.is_none() && error.picture.is_none(), "{error}");
        assert!(!is_packed("https://sudokupad.app/ctcAbCdEfGhIjKlMnOpQrStUvWxYz0123456789"));
    }
}

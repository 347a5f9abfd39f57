//! Tells the kind of an input from its beginning.

use std::path::{Path, PathBuf};

use gordian_puzzles::Kind;

use super::foreign::is_header;

/// The extensions of formulas, and of compressed ones before the extension of the compression.
const FORMULAS: [&str; 4] = ["cnf", "dimacs", "icnf", "wcnf"];
const COMPRESSED: [&str; 6] = ["gz", "xz", "bz2", "zst", "zstd", "lzma"];

/// Tells the kind of puzzle from the first bytes of an input; `is_whole` says that these are all.
/// Returns `None` for a formula.
///
/// An input that looks like nothing known is taken for a formula. The reader of formulas then says
/// what is wrong with it.
pub(crate) fn puzzle_kind(prefix: &[u8], is_whole: bool) -> Option<Kind> {
    let text = as_text(prefix, is_whole)?;
    let is_blank = |line: &&str| line.trim().is_empty();
    let mut content = text.lines().filter(|line| !is_blank(line) && !is_comment(line)).peekable();
    content.peek()?;
    if content.any(is_header) {
        return None;
    }
    let kind = Kind::detect(text).or_else(|| Kind::detect_list(text));
    // A grid of numbers with empty squares may end in zero. As a formula it would hold empty
    // clauses.
    let is_grid = || kind.is_some_and(|kind| kind.has_zeros) && text.lines().any(|line| line.contains("0 0"));
    if ends_in_zero(text) && !is_grid() { None } else { kind }
}

/// Whether a file has the name of a formula.
pub(crate) fn is_named_formula(path: &Path) -> bool {
    has_extension(path, &FORMULAS)
}

/// Whether the name of a file, but for that of a compression, ends in one of these.
pub(crate) fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let has = |path: &Path, extensions: &[&str]| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension.to_ascii_lowercase().as_str()))
    };
    let inner: PathBuf = if has(path, &COMPRESSED) { path.with_extension("") } else { path.into() };
    has(&inner, extensions)
}

/// The bytes as a text of whole lines, without byte-order mark; `None` if they are no text.
pub(crate) fn as_text(prefix: &[u8], is_whole: bool) -> Option<&str> {
    let end = if is_whole { prefix.len() } else { prefix.iter().rposition(|&byte| byte == b'\n')? };
    let text = std::str::from_utf8(&prefix[..end]).ok()?;
    Some(text.trim_start_matches('\u{feff}'))
}

/// A line `c` or `c …` may stand anywhere in a formula.
fn is_comment(line: &str) -> bool {
    line == "c" || line.starts_with("c ") || line.starts_with("c\t")
}

/// Whether a text of numbers ends as a formula does, even one without a header. A comment of a formula needs no blank
/// behind its `c`.
fn ends_in_zero(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.starts_with(['c', 'C']));
    let mut words = lines.flat_map(str::split_whitespace);
    words.clone().all(|word| word.parse::<i64>().is_ok()) && words.next_back() == Some("0")
}

#[cfg(test)]
mod tests {
    use gordian_puzzles::{cryptarithm, polyform, star_battle, sudoku};

    use super::*;

    fn kind(text: &str) -> Option<Kind> {
        puzzle_kind(text.as_bytes(), true)
    }

    #[test]
    fn formulas_are_told_by_header_comments_and_numbers() {
        for text in [
            "p cnf 1 1\n1 0\n",
            "c SEND + MORE = MONEY\nc board: 3\np cnf 0 0\n",
            "c a = b\n",
            "\u{feff}p cnf 1 1\n1 0\n",
            "1 -2 0\n2 0\n",
            "1 2 0\n1 2 0\n1 2 0\n",
            "p inccnf\n1 0\na 1 0\n",
            "\np  cnf 1 1\n1 0",
            "P CNF 1 1\n",
            "",
            "junk!",
            "x1 -2 0\n",
            "cp cnf 2 1\n1 2 0\n",
            "cfoo\n1 2 0",
            "c1\n1 0",
            "C a b\n1 2 0\n-1 0\n",
        ] {
            assert_eq!(kind(text), None, "{text:?}");
        }
        assert_eq!(puzzle_kind(b"\xff\xfe\0", true), None);
    }

    #[test]
    fn puzzles_are_told_by_their_shapes() {
        assert_eq!(kind("# 8x8\nboard: 8x8\npieces: pentominoes\n"), Some(polyform::KIND));
        assert_eq!(kind("# hard\nstars: 2\nAAB\nABB\nCCC\n"), Some(star_battle::KIND));
        assert_eq!(kind("AAB\nABB\nCCC\n"), Some(star_battle::KIND));
        assert_eq!(kind("SEND + MORE = MONEY\n"), Some(cryptarithm::KIND));
        assert_eq!(kind("# a comment\nc + ca = abc\n"), Some(cryptarithm::KIND));
        assert_eq!(kind("1 0 0 4\n0 0 1 0\n0 1 0 0\n4 0 0 0\n"), Some(sudoku::KIND));
    }

    #[test]
    fn a_line_cut_at_the_end_is_left_out() {
        let text = "# Rätsel\nSEND + MORE = MONEY\n# \u{e4}".as_bytes();
        assert_eq!(puzzle_kind(&text[..text.len() - 1], false), Some(cryptarithm::KIND));
        assert_eq!(puzzle_kind(&text[..12], false), None);
    }
}

//! Finds the puzzles of a text that may hold several.

use super::any::AnyPuzzle;
use super::kind::{Certainty, Kind};
use super::part::Part;

impl AnyPuzzle {
    /// The puzzles of a text of this kind, in their order, each with its kind.
    ///
    /// A text of several lines each of which is a JSON document or an address holds what its lines hold. Else the kind
    /// says what a text of its own holds. Nothing is judged: a part may turn out to be no puzzle when it is read.
    ///
    /// ```
    /// use gordian_puzzles::{AnyPuzzle, Kind};
    ///
    /// let list = "1.......|.......\n".replace('|', ".") + "..34............\n";
    /// let kind = Kind::detect(&list).unwrap();
    /// let parts = AnyPuzzle::parts(kind, &list);
    /// assert_eq!(parts.len(), 2);
    /// assert!(parts.iter().all(|(kind, part)| AnyPuzzle::parse(*kind, part.of(&list), None).is_ok()));
    /// ```
    pub fn parts(kind: Kind, text: &str) -> Vec<(Kind, Part)> {
        if !is_list(text) {
            return (kind.parts)(text).into_iter().map(|part| (kind, part)).collect();
        }
        let own = content(text).flat_map(|line| {
            let kind = Kind::detect(line).unwrap_or(kind);
            let start = Part::slice(text, line).bytes.start;
            let shifted = move |part: Part| Part { bytes: part.bytes.start + start..part.bytes.end + start, ..part };
            (kind.parts)(line).into_iter().map(move |part| (kind, shifted(part)))
        });
        own.collect()
    }
}

impl Kind {
    /// The kind of the first puzzle of a text whose lines are JSON documents or addresses of puzzles, if it
    /// is such a list.
    pub fn detect_list(text: &str) -> Option<Kind> {
        if is_list(text) { content(text).find_map(Kind::detect) } else { None }
    }
}

/// Whether a text has several lines each of which is a JSON document or an address of a puzzle.
fn is_list(text: &str) -> bool {
    let is_document = |line: &str| line.starts_with('{') && line.ends_with('}');
    let is_address = |line: &str| line.starts_with("http://") || line.starts_with("https://");
    let is_packed = |line: &str| Kind::detect_with(line, Certainty::Format).is_some();
    let mut lines = content(text);
    let is_alone = |line: &str| is_document(line) || is_address(line) || is_packed(line);
    lines.clone().nth(1).is_some() && lines.all(is_alone)
}

/// The lines that are neither blank nor comments.
fn content(text: &str) -> impl Iterator<Item = &str> + Clone {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

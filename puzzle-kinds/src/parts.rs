//! Finds the puzzles of a text that may hold several, and reads one of them.

use super::any::AnyPuzzle;
use super::error::{ErrorClass, PuzzleError};
use super::kind::{Certainty, Kind};
use super::part::{Part, index_of_picked};

impl AnyPuzzle {
    /// Reads a puzzle. If the text holds several, `pick` chooses one: by its number from 1, or by
    /// its name.
    ///
    /// # Errors
    /// If the text is no puzzle of this kind, or none is chosen of several, or there is none of that number or name, or
    /// it has no solution for a reason that counting alone shows.
    pub fn parse(kind: Kind, text: &str, pick: Option<&str>) -> Result<AnyPuzzle, PuzzleError> {
        of_list(kind, text, pick, |kind, text, pick| {
            let puzzle = AnyPuzzle::read_alone(kind, text, pick)?;
            puzzle.refutation(text).map_or(Ok(puzzle), Err)
        })
    }

    /// Like [`AnyPuzzle::parse`], but a text that looks like a mistake is refused, even if it need
    /// not be one.
    ///
    /// # Errors
    /// Those of [`AnyPuzzle::parse`], and if the text looks like a mistake.
    pub fn validate(kind: Kind, text: &str, pick: Option<&str>) -> Result<AnyPuzzle, PuzzleError> {
        let puzzle = AnyPuzzle::parse(kind, text, pick)?;
        puzzle.mistake().cloned().map_or(Ok(puzzle), Err)
    }

    /// Like [`AnyPuzzle::parse`], but a puzzle whose rules can be told one by one is read even if
    /// counting shows that it has no solution. The rules that contradict each other then say more.
    ///
    /// # Errors
    /// Those of [`AnyPuzzle::parse`]. Counting refutes only a puzzle whose rules cannot be told one
    /// by one.
    pub fn read(kind: Kind, text: &str, pick: Option<&str>) -> Result<AnyPuzzle, PuzzleError> {
        of_list(kind, text, pick, AnyPuzzle::read_alone)
    }

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

/// Reads a text, or the line that is chosen of a list of JSON documents or addresses.
fn of_list(
    kind: Kind,
    text: &str,
    pick: Option<&str>,
    read: impl FnOnce(Kind, &str, Option<&str>) -> Result<AnyPuzzle, PuzzleError>,
) -> Result<AnyPuzzle, PuzzleError> {
    if !is_list(text) {
        return read(kind, text, pick);
    }
    let parts = AnyPuzzle::parts(kind, text);
    let Some(pick) = pick else {
        let message = format!("the text holds {} puzzles, in several lines: choose one by its number", parts.len());
        return Err(PuzzleError::new(ErrorClass::Choice, message));
    };
    let picked = index_of_picked(pick, parts.iter().map(|(_, part)| part.name.as_deref()));
    let (kind, part) = &parts[picked.ok_or_else(|| PuzzleError::no_such_puzzle(pick, parts.len()))?];
    read(*kind, part.of(text), part.pick.as_deref()).map_err(|error| part.in_whole(text, error))
}

/// Whether a text has several lines each of which is a JSON document or an address of a puzzle.
fn is_list(text: &str) -> bool {
    let is_document = |line: &str| line.starts_with('{') && line.ends_with('}');
    let is_address = |line: &str| line.starts_with("http://") || line.starts_with("https://");
    // A line of a FlatZinc model has blanks, and is no model by itself.
    let is_packed =
        |line: &str| !line.contains(char::is_whitespace) && Kind::detect_with(line, Certainty::Format).is_some();
    let mut lines = content(text);
    let is_alone = |line: &str| is_document(line) || is_address(line) || is_packed(line);
    lines.clone().nth(1).is_some() && lines.all(is_alone)
}

/// The lines that are neither blank nor comments.
fn content(text: &str) -> impl Iterator<Item = &str> + Clone {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

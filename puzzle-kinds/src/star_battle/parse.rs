//! Reading boards of stars: header lines, a grid of regions; several boards in one text.

use std::ops::Range;

use gordian_formula::text::harmless_lines;

use super::grid::Grid;
use super::puzz_link::{is_link, parse_link};
use super::puzzle::{MAX_COUNTED, MAX_SIZE, StarBattle};
use super::regions::Connection;
use crate::error::{ErrorClass, PuzzleError};
use crate::outline::{HeaderKeys, header_value};

const KEYS: &str = "`title`, `stars`, `size`, `queens`, `regions`, `connected`, `diagonals`, `touching`";

/// A board in a text that may hold several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardText {
    /// The last comment before the board, without its `#`.
    pub name: Option<String>,
    /// The lines that are its own, counted from 0.
    pub lines: Range<usize>,
}

/// Reads a text that holds one board.
///
/// The format is described in `docs/formats.md`.
///
/// # Errors
/// If the text is not of this form, holds several boards, or its regions are not as they must be.
pub fn parse(text: &str) -> Result<StarBattle, PuzzleError> {
    let text = &*harmless_lines(text);
    if is_link(text) {
        return parse_link(text);
    }
    match boards(text).as_slice() {
        [] => Err(PuzzleError::malformed("there is no board")),
        [board] => parse_board(text, board),
        [_, second, ..] => {
            let message = format!("the text holds {} boards: choose one by its number or name", boards(text).len());
            Err(PuzzleError::new(ErrorClass::Choice, message).at(second.lines.start + 1, 1))
        }
    }
}

/// The boards of a text, in order.
///
/// A board is some header lines and then a grid; a blank line, a comment or a header after a grid ends it. A board that
/// has no grid, and says so, ends where one of its headers is repeated.
pub fn boards(text: &str) -> Vec<BoardText> {
    let text = &*harmless_lines(text);
    let mut boards: Vec<BoardText> = Vec::new();
    let mut name = None;
    let mut current: Option<BoardText> = None;
    let mut keys = HeaderKeys::default();
    let mut in_grid = false;
    for (index, line) in lines(text).enumerate() {
        let kind = LineKind::of(line);
        let needs_no_grid = keys.has("queens") || keys.has("regions");
        let repeated = needs_no_grid && matches!(kind, LineKind::Header(key, _) if keys.has(key));
        if (in_grid && kind != LineKind::Row) || repeated {
            boards.extend(current.take());
            keys = HeaderKeys::default();
            in_grid = false;
        }
        match kind {
            LineKind::Blank => continue,
            LineKind::Comment(comment) => {
                name = Some(comment.to_owned()).filter(|comment| !comment.is_empty());
                continue;
            }
            // A key that comes twice is an error where the board is read.
            LineKind::Header(key, _) => _ = keys.begin(key),
            LineKind::Row => in_grid = true,
        }
        let board = current.get_or_insert_with(|| BoardText { name: name.take(), lines: index..index + 1 });
        board.lines.end = index + 1;
    }
    boards.extend(current);
    boards
}

/// Reads one of the boards of a text.
///
/// # Errors
/// Those of [`parse`].
pub fn parse_board(text: &str, board: &BoardText) -> Result<StarBattle, PuzzleError> {
    let text = &*harmless_lines(text);
    let (mut headers, mut keys) = (Headers::default(), HeaderKeys::default());
    let mut grid = Grid::default();
    for (index, line) in lines(text).enumerate().take(board.lines.end).skip(board.lines.start) {
        match LineKind::of(line) {
            LineKind::Blank | LineKind::Comment(_) => {}
            LineKind::Row => grid.lines.push((index + 1, line.trim_end())),
            LineKind::Header(key, value) => {
                let read = headers.read(key, value).map_err(PuzzleError::malformed);
                read.and_then(|()| keys.begin(key))
                    .map_err(|error| error.at(index + 1, 1).pointing_into(text, line.trim_end().chars().count()))?;
            }
        }
    }
    let title = headers.title.take().or_else(|| board.name.clone());
    let at_start = |message: &str| PuzzleError::malformed(message).at(board.lines.start + 1, 1).pointing_into(text, 1);
    let mut mistake = None;
    let (size, regions) = match (grid.lines.as_slice(), headers.size, headers.no_regions) {
        ([], None, _) => {
            return Err(at_start("there is no grid of regions after these lines, and no size without regions"));
        }
        ([], Some(_), false) => {
            return Err(at_start("there is no grid of regions; `regions: none` is for boards without"));
        }
        ([], Some(size), true) => (size, None),
        (_, _, true) => return Err(at_start("`regions: none` and a grid of regions exclude each other")),
        (rows, size, false) => {
            if rows.len() > MAX_SIZE || rows.iter().any(|(_, line)| line.len() > 16 * MAX_SIZE) {
                return Err(at_start(&format!("the board is larger than {MAX_SIZE}x{MAX_SIZE}")));
            }
            let (regions, apart) = grid.regions(text, headers.connection)?;
            mistake = apart;
            if size.is_some_and(|size| size != regions.size) {
                return Err(at_start(&format!("the size differs from that of the grid, {}", regions.size)));
            }
            (regions.size, Some(regions))
        }
    };
    let stars = headers.stars.unwrap_or(1);
    if stars > 1 && size * size * stars > MAX_COUNTED {
        return Err(at_start(&format!("{stars} stars in each row are too many for a board of {size}x{size}")));
    }
    let Headers { touching, .. } = headers;
    let diagonals = headers.diagonals.unwrap_or(headers.are_queens);
    Ok(StarBattle { title, size, stars, regions, mistake, diagonals, touching })
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.trim_start_matches('\u{feff}').lines()
}

/// The kind of a line, judged by its looks alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind<'a> {
    Blank,
    Comment(&'a str),
    Header(&'a str, &'a str),
    Row,
}

impl LineKind<'_> {
    fn of(line: &str) -> LineKind<'_> {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return LineKind::Blank;
        }
        if let Some(comment) = trimmed.strip_prefix('#') {
            return LineKind::Comment(comment.trim());
        }
        match trimmed.split_once(':') {
            Some((key, value)) => LineKind::Header(key.trim(), header_value(value)),
            None => LineKind::Row,
        }
    }
}

#[derive(Default)]
struct Headers {
    title: Option<String>,
    size: Option<usize>,
    stars: Option<usize>,
    no_regions: bool,
    /// Whether two stars may share no diagonal, if that is said.
    diagonals: Option<bool>,
    are_queens: bool,
    touching: bool,
    connection: Connection,
}

impl Headers {
    fn size(&mut self, size: usize) -> Result<(), String> {
        match self.size.replace(size) {
            Some(other) if other != size => Err(format!("the size is {other} already")),
            _ => Ok(()),
        }
    }

    fn read(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = |what: &str| {
            let number: Option<usize> = value.parse().ok().filter(|number| (1..=MAX_SIZE).contains(number));
            number.ok_or_else(|| format!("`{what}` must be a number from 1 to {MAX_SIZE}"))
        };
        let yes = |what: &str| match value.to_lowercase().as_str() {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(format!("`{what}` is `yes` or `no`")),
        };
        match key.to_lowercase().as_str() {
            "title" => self.title = Some(value.to_owned()),
            "stars" => self.stars = Some(number("stars")?),
            "size" => self.size(number("size")?)?,
            "queens" => {
                self.size(number("queens")?)?;
                (self.no_regions, self.are_queens) = (true, true);
            }
            "regions" => match value.to_lowercase().as_str() {
                "none" => self.no_regions = true,
                _ => return Err("`regions` must be `none`, or be left out and drawn as a grid".to_owned()),
            },
            "diagonals" => self.diagonals = Some(yes("diagonals")?),
            "connected" => self.connection = if yes("connected")? { Connection::Required } else { Connection::Free },
            "touching" => self.touching = yes("touching")?,
            _ => return Err(format!("`{key}` is none of the keys {KEYS}")),
        }
        Ok(())
    }
}

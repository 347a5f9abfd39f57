//! Sudokus as text: a line of digits, or a grid.

use super::clue::Clue;
use super::grid::default_regions;
use super::puzzle::{MAX_SIZE, Sudoku, checked_size};
use crate::error::PuzzleError;
use crate::outline::{HeaderKeys, header_value};
use crate::words::counted;

/// A line of text with its number from one.
#[derive(Clone, Copy)]
struct Row<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Row<'a> {
    /// The side of the puzzle that stands in this line: in all of its words, or in the first.
    fn side(&self) -> Option<usize> {
        if let Some(rows) = self.rows_in_line() {
            return Some(rows.len());
        }
        let count = words(self.text).first()?.chars().count();
        let side = count.isqrt();
        (side * side == count && side > 2).then_some(side)
    }

    /// The words of this line, if they are the rows of a grid: as many words as each has squares. Three words of three
    /// are rather a row of nine squares with its boxes apart.
    fn rows_in_line(&self) -> Option<Vec<&'a str>> {
        let is_separator = |char: char| char.is_whitespace() || "|!│/,;".contains(char);
        let words: Vec<&str> = self.text.split(is_separator).filter(|word| !word.is_empty()).collect();
        let is_row = |word: &&str| word.chars().count() == words.len() && is_squares(word, words.len());
        (words.len() > 3 && words.iter().all(is_row)).then_some(words)
    }

    /// A word behind the first that holds squares, too, so that the text says more than a puzzle of this side. A number
    /// is the rating of a puzzle, and one word without empty squares is its solution.
    fn more_squares(&self, side: usize) -> Option<&'a str> {
        // No larger grid has a character for each square.
        if side * side > DIGITS {
            return None;
        }
        let words = words(header_value(self.text));
        let (first, behind) = words.split_first()?;
        let is_number = |word: &str| word.len() < first.len() && word.parse::<f64>().is_ok();
        let most = |word: &str| if word.len() < first.len() { 9 } else { side * side };
        let is_row = |word: &str| word.chars().count() >= side && is_squares(word, most(word));
        let is_more = |word: &&str| is_row(word) && !is_number(word);
        let mut more = behind.iter().copied().filter(is_more).peekable();
        more.next_if(|word| !word.contains(is_empty));
        more.next()
    }

    /// A square in this line.
    fn square(&self, symbol: &'a str) -> Square<'a> {
        Square { text: symbol, line: self.number, column: self.column(symbol) }
    }

    /// The column where a part of this line begins.
    fn column(&self, part: &str) -> usize {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text[..start].chars().count() + 1
    }
}

/// A text without comments, empty lines and borders.
struct Lines<'a> {
    headers: Vec<(usize, String, String)>,
    rows: Vec<Row<'a>>,
    /// Rows after the header `regions:`.
    regions: Vec<Row<'a>>,
    is_x: bool,
}

/// Reads the puzzle in a text that holds one.
pub(super) fn read(text: &str) -> Result<Sudoku, PuzzleError> {
    let lines = Lines::of(text);
    if let Some(side) = lines.listed() {
        return match lines.rows[..] {
            [row] => lines.line(text, row, side),
            _ => Err(PuzzleError::new(
                crate::error::ErrorClass::Choice,
                format!("the text holds {} Sudokus, one a line: choose one by its number", lines.rows.len()),
            )),
        };
    }
    lines.grid(text)
}

/// The lines of a text that holds a puzzle in each, and whether each can be read by itself: it is as long as most, and
/// no header says more about it.
pub(super) fn listed(text: &str) -> Vec<(&str, bool)> {
    let lines = Lines::of(text);
    let is_bare = lines.headers.is_empty() && !lines.is_x;
    let all = |side| lines.rows.iter().map(|row| (row.text, is_bare && row.side() == Some(side))).collect();
    lines.listed().map_or(Vec::new(), all)
}

/// The number of puzzles, where the text holds one a line.
pub(super) fn count(text: &str) -> Option<usize> {
    let lines = Lines::of(text);
    lines.listed().map(|_| lines.rows.len())
}

/// Reads the puzzle with this number from zero of a text that holds one a line.
pub(super) fn read_nth(text: &str, index: usize) -> Option<Result<Sudoku, PuzzleError>> {
    let lines = Lines::of(text);
    let side = lines.listed()?;
    lines.rows.get(index).map(|&row| lines.line(text, row, side))
}

/// Whether a text looks like a Sudoku: rows of digits and empty cells, about as many as they are long, or a line with
/// room for a grid.
pub(super) fn looks_like(text: &str) -> bool {
    let lines = Lines::of(text);
    let is_symbol = |char: char| char.is_ascii_alphanumeric() || is_empty(char) || char.is_whitespace() || char == '|';
    let is_plain = |row: &Row<'_>| row.text.chars().all(is_symbol) || row.rows_in_line().is_some();
    // A list is one in spite of lines that hold something else.
    if let Some(side) = lines.listed() {
        return lines.rows.iter().any(|row| row.side() == Some(side) && is_plain(row));
    }
    if lines.rows.is_empty() || !lines.rows.iter().all(is_plain) {
        return false;
    }
    if lines.is_x {
        return true;
    }
    let height = lines.rows.len() - usize::from(lines.leading_size().is_some());
    let about = |count: usize| count.abs_diff(height) <= 1;
    let is_about = |row: &Row<'_>| about(words(row.text).len()) || about(symbols(row.text).len());
    let count =
        |is: &dyn Fn(char) -> bool| lines.rows.iter().flat_map(|row| row.text.chars()).filter(|&char| is(char)).count();
    let letters = count(&|char| char.is_ascii_alphabetic());
    // Grids of letters are regions of other puzzles, unless they have digits too, and many empty squares.
    let digits = count(&|char| char.is_ascii_digit());
    let has_digits = letters == 0 || digits > 0 && 4 * count(&is_empty) > letters + digits;
    height > 2 && has_digits && lines.rows.iter().skip(lines.rows.len() - height).all(is_about)
}

/// Whether a text looks like a Sudoku and has empty squares, so that it is no grid of regions. A dot
/// is always an empty square. Any other sign could be the label of a region; it is taken for an
/// empty square if no digit stands twice in a row, a column or a box.
pub(super) fn has_empty_squares(text: &str) -> bool {
    if !looks_like(text) {
        return false;
    }
    let lines = Lines::of(text);
    match lines.listed() {
        // Rows of nine digits, but not nine of them, may be regions of which a row is missing.
        Some(side) if side > 3 => true,
        _ if lines.rows.iter().any(|row| row.text.contains('.')) => true,
        Some(_) => false,
        None => lines.grid(text).is_ok_and(|sudoku| sudoku.givens.contains(&None) && !sudoku.repeats_a_given()),
    }
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Lines<'a> {
        let mut lines = Lines { headers: Vec::new(), rows: Vec::new(), regions: Vec::new(), is_x: false };
        let mut in_regions = false;
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let line = line.trim_end();
            let bare = line.trim();
            if bare.is_empty() || bare.starts_with('#') || bare.chars().all(|char| "+-=|!: ─│┼".contains(char)) {
                continue;
            }
            if let Some((key, value)) = bare.split_once(':') {
                let key = key.trim().to_lowercase();
                in_regions |= key == "regions";
                lines.headers.push((number, key, header_value(value).to_owned()));
            } else if bare.eq_ignore_ascii_case("sudoku x") || bare.eq_ignore_ascii_case("sudoku-x") {
                lines.is_x = true;
            } else if in_regions {
                lines.regions.push(Row { number, text: line });
            } else {
                lines.rows.push(Row { number, text: line });
            }
        }
        lines
    }

    /// The side of the puzzles where each row is one of its own. Up to a third of the rows may be mistakes.
    fn listed(&self) -> Option<usize> {
        let mut sides: Vec<usize> = self.rows.iter().filter_map(Row::side).collect();
        sides.sort_unstable();
        // If there is a majority, it holds the middle.
        let side = *sides.get(sides.len() / 2)?;
        let own = sides.iter().filter(|&&other| other == side).count();
        // Nine rows of nine digits are one puzzle, not nine of size three.
        let is_grid = self.rows.len() == side * side || self.leading_size().is_some();
        (!is_grid && self.regions.is_empty() && 3 * own >= 2 * self.rows.len()).then_some(side)
    }

    /// A number alone in the first row, and as many rows below it. A row of squares may look like a number with zeros
    /// before it.
    fn leading_size(&self) -> Option<usize> {
        let text = self.rows.first()?.text.trim();
        let size: usize = text.parse().ok()?;
        (self.rows.len() == size.checked_add(1)? && !text.starts_with('0')).then_some(size)
    }

    fn grid(&self, text: &str) -> Result<Sudoku, PuzzleError> {
        self.check_regions_header(text)?;
        let rows = if self.leading_size().is_some() { &self.rows[1..] } else { &self.rows };
        let size = checked_size(rows.len())?;
        let squares = squares(text, rows, size)?;
        let mut sudoku = Sudoku::new(size, default_regions(size));
        for (cell, square) in squares.iter().enumerate() {
            sudoku.givens[cell] = digit(text, square, size)?;
        }
        if !self.regions.is_empty() {
            self.read_regions(text, &mut sudoku)?;
        }
        self.read_headers(text, &mut sudoku)?;
        Ok(sudoku)
    }

    /// Reads a puzzle that stands in one line.
    fn line(&self, text: &str, row: Row<'_>, size: usize) -> Result<Sudoku, PuzzleError> {
        debug_assert!(size <= MAX_SIZE * MAX_SIZE);
        self.check_regions_header(text)?;
        let size = checked_size(size)?;
        let mut sudoku = Sudoku::new(size, default_regions(size));
        let words = row.rows_in_line().unwrap_or_else(|| words(row.text).into_iter().take(1).collect());
        let symbols: Vec<&str> = words.iter().flat_map(|word| symbols(word)).collect();
        let found = symbols.len();
        if found != size * size {
            let message = format!("this line has {}, and the others have {}", counted(found, "square"), size * size);
            let column = words.first().map_or(1, |word| row.column(word));
            return Err(PuzzleError::malformed(message).at(row.number, column).pointing_into(text, found));
        }
        if let Some(more) = row.more_squares(size).filter(|_| words.len() == 1) {
            let message = format!("the {found} squares of a puzzle stand before this, and here are more");
            let error = PuzzleError::malformed(message).at(row.number, row.column(more));
            return Err(error.pointing_into(text, more.chars().count()));
        }
        for (cell, symbol) in symbols.into_iter().enumerate() {
            sudoku.givens[cell] = digit(text, &row.square(symbol), size)?;
        }
        self.read_headers(text, &mut sudoku)?;
        Ok(sudoku)
    }

    /// Whether a grid stands above the line `regions:` and labels below it, and nothing else says which
    /// regions there are. A part that is missing would be replaced by boxes without a word.
    fn check_regions_header(&self, text: &str) -> Result<(), PuzzleError> {
        let line_of = |wanted: &str| self.headers.iter().find(|(_, key, _)| key == wanted).map(|&(line, ..)| line);
        let Some(line) = line_of("regions") else { return Ok(()) };
        let fault = |line: usize, width: usize, message: &str| {
            Err(PuzzleError::malformed(message).at(line, 1).pointing_into(text, width))
        };
        if self.rows.is_empty() {
            return fault(line, "regions".len(), "the grid comes first: its regions stand below it, after `regions:`");
        }
        if self.regions.is_empty() {
            return fault(line, "regions".len(), "there are no labels of regions below this line");
        }
        match line_of("boxes") {
            Some(line) => fault(line, "boxes".len(), "`boxes` and `regions` exclude each other"),
            None => Ok(()),
        }
    }

    fn read_headers(&self, text: &str, sudoku: &mut Sudoku) -> Result<(), PuzzleError> {
        let mut headers = HeaderKeys::default();
        for (number, key, value) in &self.headers {
            let read = headers.begin(key).and_then(|()| self.header(sudoku, key, value));
            read.map_err(|error| error.at(*number, 1).pointing_into(text, key.len()))?;
        }
        if self.is_x {
            diagonals(sudoku);
        }
        Ok(())
    }

    fn header(&self, sudoku: &mut Sudoku, key: &str, value: &str) -> Result<(), PuzzleError> {
        let grid = sudoku.grid;
        let is_wanted = match value.to_lowercase().as_str() {
            "yes" | "true" | "" => Some(true),
            "no" | "false" => Some(false),
            _ => None,
        };
        let fault = || PuzzleError::malformed(format!("`{value}` is neither yes nor no"));
        match key {
            "title" => sudoku.title = Some(value.to_owned()),
            "author" => sudoku.author = Some(value.to_owned()),
            "regions" if value.is_empty() => {}
            "sudoku" if value.is_empty() || value.parse() == Ok(grid.size) => {}
            "diagonals" => {
                if is_wanted.ok_or_else(fault)? {
                    diagonals(sudoku);
                }
            }
            "anti-knight" | "anti-king" => {
                if is_wanted.ok_or_else(fault)? {
                    let clue = if key == "anti-knight" { Clue::anti_knight } else { Clue::anti_king };
                    sudoku.clues.push(clue(grid));
                }
            }
            "boxes" => {
                let sides = value.split_once(['x', '×']);
                let sides = sides.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
                let Some((height, width)) =
                    sides.filter(|&(a, b): &(usize, usize)| a.checked_mul(b) == Some(grid.size))
                else {
                    let message = format!("boxes must be two numbers like 2x3 with the product {}", grid.size);
                    return Err(PuzzleError::malformed(message));
                };
                sudoku.regions = grid.boxes(height, width);
            }
            "sudoku" => {
                let message = format!("`{value}` is not the size: there are {} rows", grid.size);
                return Err(PuzzleError::malformed(message));
            }
            _ => return Err(PuzzleError::malformed(format!("`{key}` is no header of a Sudoku"))),
        }
        Ok(())
    }

    fn read_regions(&self, text: &str, sudoku: &mut Sudoku) -> Result<(), PuzzleError> {
        let size = sudoku.grid.size;
        if self.regions.len() != size {
            let message = format!("a grid of {size} rows needs {size} rows of regions, not {}", self.regions.len());
            let last = self.regions.last().map_or(1, |row| row.number);
            return Err(PuzzleError::malformed(message).at(last, 1).pointing_into(text, 1));
        }
        let squares = squares(text, &self.regions, size)?;
        let mut labels: Vec<&str> = Vec::new();
        for (cell, square) in squares.iter().enumerate() {
            if square.text == "." {
                sudoku.regions[cell] = None;
                continue;
            }
            let label = labels.iter().position(|label| *label == square.text).unwrap_or_else(|| {
                labels.push(square.text);
                labels.len() - 1
            });
            sudoku.regions[cell] = Some(label);
        }
        match sudoku.region_cells().iter().find(|cells| cells.len() > size) {
            Some(cells) => {
                let square = &squares[cells[size]];
                let message =
                    format!("region {} has {} squares, and there are {size} digits", square.text, cells.len());
                Err(PuzzleError::malformed(message).at(square.line, square.column).pointing_into(text, 1))
            }
            None => Ok(()),
        }
    }
}

/// A square of a row and where it stands.
struct Square<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

/// The squares of all rows: words where there are as many as the grid is wide, else single characters.
fn squares<'a>(text: &str, rows: &[Row<'a>], size: usize) -> Result<Vec<Square<'a>>, PuzzleError> {
    let by_words = rows.iter().all(|row| words(row.text).len() == size);
    let mut all = Vec::with_capacity(size * size);
    for row in rows {
        let parts: Vec<&str> = if by_words { words(row.text) } else { symbols(row.text) };
        if parts.len() != size {
            let message = format!("this row has {}, and there are {size} rows", counted(parts.len(), "square"));
            let width = row.text.trim().chars().count();
            let column = row.text.chars().take_while(|char| char.is_whitespace()).count() + 1;
            return Err(PuzzleError::malformed(message).at(row.number, column).pointing_into(text, width));
        }
        all.extend(parts.into_iter().map(|part| row.square(part)));
    }
    Ok(all)
}

/// The words of a row, borders left out.
fn words(row: &str) -> Vec<&str> {
    row.split(|char: char| char.is_whitespace() || "|!│".contains(char)).filter(|word| !word.is_empty()).collect()
}

/// The characters of a row, borders and blanks left out.
fn symbols(row: &str) -> Vec<&str> {
    let ends = row.char_indices().map(|(start, char)| (char, &row[start..start + char.len_utf8()]));
    ends.filter(|(char, _)| !char.is_whitespace() && !"|!│".contains(*char)).map(|(_, symbol)| symbol).collect()
}

fn is_empty(symbol: char) -> bool {
    ".0_*?".contains(symbol)
}

/// The number of digits that a character can stand for, from `1` to `Z`, and one for the empty square.
const DIGITS: usize = 36;

/// Whether a word holds a square in each character: empty, a decimal digit, or a letter for a digit up to this.
fn is_squares(word: &str, most: usize) -> bool {
    let is_digit = |char: char| char.to_digit(36).is_some_and(|digit| digit < 10 || digit as usize <= most);
    word.chars().all(|char| is_empty(char) || is_digit(char))
}

/// The digit of a square: a number, or for numbers above nine a letter from `A` for ten on.
fn digit(text: &str, square: &Square<'_>, size: usize) -> Result<Option<i64>, PuzzleError> {
    let mut chars = square.text.chars();
    let number = match (chars.next(), chars.next()) {
        (Some(symbol), None) if is_empty(symbol) => return Ok(None),
        (Some(symbol), None) => symbol.to_digit(36).map(i64::from),
        _ => square.text.parse().ok(),
    };
    match number.filter(|number| (1..=size as i64).contains(number)) {
        Some(number) => Ok(Some(number)),
        None => {
            let message = format!("`{}` is no digit from 1 to {size}", square.text);
            let width = square.text.chars().count();
            Err(PuzzleError::malformed(message).at(square.line, square.column).pointing_into(text, width))
        }
    }
}

fn diagonals(sudoku: &mut Sudoku) {
    sudoku.clues.extend([false, true].map(|is_rising| Clue::diagonal(sudoku.grid, is_rising)));
}

//! Sudokus as text: a line of digits, or a grid.

use super::clue::Clue;
use super::grid::default_regions;
use super::layout::{GridRows, Layout, Lines, Row, Square, is_empty, symbols, words};
use super::puzzle::{MAX_SIZE, Sudoku, checked_size};
use crate::error::{ErrorClass, PuzzleError};
use crate::outline::HeaderKeys;
use crate::part::{Part, index_of_picked};
use crate::words::counted;

/// Reads the puzzle of a text, or the one with this number from 1 or this title of several.
pub(super) fn read(text: &str, pick: Option<&str>) -> Result<Sudoku, PuzzleError> {
    let lines = Lines::of(text);
    match lines.layout() {
        Layout::Lines(side) => {
            let index = picked(pick, &vec![None; lines.rows.len()], "one a line")?;
            lines.line(text, lines.rows[index], side)
        }
        Layout::Grids(grids) => {
            let names: Vec<Option<String>> = grids.iter().map(GridRows::name).collect();
            let index = picked(pick, &names, "each a grid")?;
            if grids.len() > 1 {
                lines.check_headers_above(text)?;
            }
            lines.grid(text, grids[index])
        }
    }
}

/// The index of the puzzle that is picked of those with these names, or of the only one.
fn picked(pick: Option<&str>, names: &[Option<String>], layout: &str) -> Result<usize, PuzzleError> {
    let count = names.len();
    match pick {
        Some(pick) => {
            let index = index_of_picked(pick, names.iter().map(Option::as_deref));
            index.ok_or_else(|| PuzzleError::no_such_puzzle(pick, count))
        }
        None if count == 1 => Ok(0),
        None => Err(PuzzleError::new(
            ErrorClass::Choice,
            format!("the text holds {count} Sudokus, {layout}: choose one by its number"),
        )),
    }
}

/// The puzzles of a text. A line that is unlike the others is read beside them, so that the error says so; and so is a
/// puzzle below headers, and a grid that lacks a row, which might be a list of puzzles by itself.
pub(super) fn parts(text: &str) -> Vec<Part> {
    let lines = Lines::of(text);
    let is_bare = lines.headers.is_empty() && lines.x.is_none();
    match lines.layout() {
        Layout::Lines(side) => {
            let part = |(number, row): (usize, &Row<'_>)| match is_bare && row.side() == Some(side) {
                true => Part::slice(text, row.text),
                false => Part::picked(text, number, None),
            };
            (1..).zip(&lines.rows).map(part).collect()
        }
        Layout::Grids(grids) if grids.len() == 1 => Part::whole(text),
        Layout::Grids(grids) => {
            let part = |(number, grid): (usize, &GridRows<'_, '_>)| match is_bare && grid.is_square() {
                true => Part { name: grid.name(), ..Part::slice(text, grid.within(text)) },
                false => Part::picked(text, number, grid.name()),
            };
            (1..).zip(&grids).map(part).collect()
        }
    }
}

/// Whether a text looks like a Sudoku: rows of digits and empty cells, about as many as they are long, or a line with
/// room for a grid.
pub(super) fn looks_like(text: &str) -> bool {
    let lines = Lines::of(text);
    let is_symbol = |char: char| char.is_ascii_alphanumeric() || is_empty(char) || char.is_whitespace() || char == '|';
    let is_plain = |row: &Row<'_>| row.text.chars().all(is_symbol) || row.rows_in_line().is_some();
    // A list is one in spite of lines that hold something else.
    if let Some(side) = lines.side_of_rows() {
        return lines.rows.iter().any(|row| row.side() == Some(side) && is_plain(row));
    }
    // Several grids without empty squares are rather regions of other puzzles.
    let grids = lines.grids();
    let rows = &grids[0].rows[usize::from(lines.leading_size().is_some())..];
    let has_empty_squares = |row: &Row<'_>| row.text.contains(['.', '_', '*', '?']);
    if rows.is_empty() || !rows.iter().all(is_plain) || grids.len() > 1 && !rows.iter().any(has_empty_squares) {
        return false;
    }
    if lines.x.is_some() {
        return true;
    }
    let height = rows.len();
    let about = |count: usize| count.abs_diff(height) <= 1;
    let is_about = |row: &Row<'_>| about(words(row.text).len()) || about(symbols(row.text).len());
    let count =
        |is: &dyn Fn(char) -> bool| rows.iter().flat_map(|row| row.text.chars()).filter(|&char| is(char)).count();
    let letters = count(&|char| char.is_ascii_alphabetic());
    // Grids of letters are regions of other puzzles, unless they have digits too, and many empty squares.
    let digits = count(&|char| char.is_ascii_digit());
    let has_digits = letters == 0 || digits > 0 && 4 * count(&is_empty) > letters + digits;
    height > 2 && has_digits && rows.iter().all(is_about)
}

/// Whether a text looks like a Sudoku and has empty squares, so that it is no grid of regions. A dot
/// is always an empty square. Any other sign could be the label of a region; it is taken for an
/// empty square if no digit stands twice in a row, a column or a box.
pub(super) fn has_empty_squares(text: &str) -> bool {
    if !looks_like(text) {
        return false;
    }
    let lines = Lines::of(text);
    match lines.side_of_rows() {
        // Rows of nine digits, but not nine of them, may be regions of which a row is missing.
        Some(side) if side > 3 => true,
        _ if lines.rows.iter().any(|row| row.text.contains('.')) => true,
        Some(_) => false,
        None => lines
            .grid(text, lines.grids()[0])
            .is_ok_and(|sudoku| sudoku.givens.contains(&None) && !sudoku.repeats_a_given()),
    }
}

impl Lines<'_> {
    fn grid(&self, text: &str, grid: GridRows<'_, '_>) -> Result<Sudoku, PuzzleError> {
        self.check_regions_header(text)?;
        let rows = if self.leading_size().is_some() { &grid.rows[1..] } else { grid.rows };
        if let [row] = rows {
            check_lone_row(text, row)?;
        }
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
        sudoku.title = sudoku.title.or_else(|| grid.name());
        Ok(sudoku)
    }

    /// Reads a puzzle that stands in one line.
    fn line(&self, text: &str, row: Row<'_>, size: usize) -> Result<Sudoku, PuzzleError> {
        debug_assert!(size <= MAX_SIZE * MAX_SIZE);
        self.check_regions_header(text)?;
        let size = checked_size(size)?;
        let mut sudoku = Sudoku::new(size, default_regions(size));
        let words = row.words_of_puzzle();
        let symbols: Vec<&str> = words.iter().flat_map(|word| symbols(word)).collect();
        let found = symbols.len();
        if found != size * size {
            let message = format!("this line has {}, and the others have {}", counted(found, "square"), size * size);
            let column = words.first().map_or(1, |word| row.column(word));
            return Err(PuzzleError::malformed(message).at(row.number, column).pointing_into(text, found));
        }
        if words.len() == 1 {
            check_behind(text, &row, size)?;
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
        if self.x.is_some() {
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

    /// Whether all headers stand above the first of several grids: below it they could be meant for another.
    fn check_headers_above(&self, text: &str) -> Result<(), PuzzleError> {
        let first = self.rows.first().map_or(0, |row| row.number);
        let headers = self.headers.iter().map(|(line, key, _)| (*line, key.as_str()));
        let mut all = headers.chain(self.x.map(|line| (line, "sudoku x")));
        match all.find(|&(line, _)| line > first) {
            Some((line, key)) => {
                let message = "a header of several grids stands above the first, and holds for all";
                Err(PuzzleError::malformed(message).at(line, 1).pointing_into(text, key.len()))
            }
            None => Ok(()),
        }
    }
}

/// Whether a line that is no puzzle by itself looks like one: nine squares are a row, if nothing else is said.
fn check_lone_row(text: &str, row: &Row<'_>) -> Result<(), PuzzleError> {
    let Some(side) = row.side() else { return Ok(()) };
    check_behind(text, row, side)?;
    let message =
        format!("{} squares are one row of a grid, or all of a puzzle below the line `sudoku: {side}`", side * side);
    let width = row.text.trim().chars().count();
    Err(PuzzleError::malformed(message).at(row.number, row.column(row.text.trim())).pointing_into(text, width))
}

/// Whether no more squares stand behind a puzzle in one line.
fn check_behind(text: &str, row: &Row<'_>, side: usize) -> Result<(), PuzzleError> {
    let Some(more) = row.more_squares(side) else { return Ok(()) };
    let message = format!("the {} squares of a puzzle stand before this, and here are more", side * side);
    let error = PuzzleError::malformed(message).at(row.number, row.column(more));
    Err(error.pointing_into(text, more.chars().count()))
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

//! The layout of the Sudokus in a text: each stands in a line, or each is a grid with a row in a line.

use crate::outline::header_value;

/// A line of text with its number from one.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
}

impl<'a> Row<'a> {
    /// The side of the puzzle that stands in this line: in all of its words, or in the first.
    pub(super) fn side(&self) -> Option<usize> {
        if let Some(rows) = self.rows_in_line() {
            return Some(rows.len());
        }
        let count = words(self.text).first()?.chars().count();
        let side = count.isqrt();
        (side * side == count && side > 2).then_some(side)
    }

    /// The words of this line, if they are the rows of a grid: as many words as each has squares. Three words of three
    /// are rather a row of nine squares with its boxes apart.
    pub(super) fn rows_in_line(&self) -> Option<Vec<&'a str>> {
        let is_separator = |char: char| char.is_whitespace() || "|!│/,;".contains(char);
        let words: Vec<&str> = self.text.split(is_separator).filter(|word| !word.is_empty()).collect();
        let is_row = |word: &&str| word.chars().count() == words.len() && is_squares(word, words.len());
        (words.len() > 3 && words.iter().all(is_row)).then_some(words)
    }

    /// The words that hold the squares of the puzzle in this line.
    pub(super) fn words_of_puzzle(&self) -> Vec<&'a str> {
        self.rows_in_line().unwrap_or_else(|| words(self.text).into_iter().take(1).collect())
    }

    /// A word behind the first that holds squares, too, so that the text says more than a puzzle of this side. A number
    /// is the rating of a puzzle, and one word without empty squares is its solution.
    pub(super) fn more_squares(&self, side: usize) -> Option<&'a str> {
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

    /// Whether this is the title of a grid whose rows have so many squares: it begins with a bracket, or has several
    /// letters that are no digits.
    fn is_title(&self, width: usize) -> bool {
        let is_digit = |char: char| char.to_digit(36).is_some_and(|digit| digit as usize <= width);
        let others = self.text.chars().filter(|&char| char.is_alphabetic() && !is_digit(char)).count();
        self.text.trim_start().starts_with('[') || others > 1
    }

    /// A square in this line.
    pub(super) fn square(&self, symbol: &'a str) -> Square<'a> {
        Square { text: symbol, line: self.number, column: self.column(symbol) }
    }

    /// The column where a part of this line begins.
    pub(super) fn column(&self, part: &str) -> usize {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text[..start].chars().count() + 1
    }
}

/// A square of a row and where it stands.
pub(super) struct Square<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// A text without comments, empty lines and borders.
pub(super) struct Lines<'a> {
    pub(super) headers: Vec<(usize, String, String)>,
    pub(super) rows: Vec<Row<'a>>,
    /// Rows after the header `regions:`.
    pub(super) regions: Vec<Row<'a>>,
    /// The line `Sudoku X`.
    pub(super) x: Option<usize>,
}

/// The layout of the puzzles of a text.
pub(super) enum Layout<'l, 'a> {
    /// A puzzle of this side in each line.
    Lines(usize),
    /// Grids with a row in each line.
    Grids(Vec<GridRows<'l, 'a>>),
}

/// The rows of a grid, and the line with its title above them.
#[derive(Clone, Copy)]
pub(super) struct GridRows<'l, 'a> {
    pub(super) title: Option<Row<'a>>,
    pub(super) rows: &'l [Row<'a>],
}

impl GridRows<'_, '_> {
    /// The title without brackets.
    pub(super) fn name(&self) -> Option<String> {
        let title = self.title?.text.trim();
        Some(title.trim_start_matches('[').trim_end_matches(']').to_owned())
    }

    /// The lines of the text from the title, or the first row, to the last row.
    pub(super) fn within<'t>(&self, text: &'t str) -> &'t str {
        let [first, last] = [self.title.as_ref().or(self.rows.first()), self.rows.last()];
        let start = |row: &Row<'_>| row.text.as_ptr() as usize - text.as_ptr() as usize;
        match (first, last) {
            (Some(first), Some(last)) => &text[start(first)..start(last) + last.text.len()],
            _ => text,
        }
    }

    /// Whether there are as many rows as squares in most of them.
    pub(super) fn is_square(&self) -> bool {
        width(self.rows) == self.rows.len()
    }
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str) -> Lines<'a> {
        let mut lines = Lines { headers: Vec::new(), rows: Vec::new(), regions: Vec::new(), x: None };
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
                lines.x = Some(number);
            } else if in_regions {
                lines.regions.push(Row { number, text: line });
            } else {
                lines.rows.push(Row { number, text: line });
            }
        }
        lines
    }

    /// The layout of the puzzles.
    pub(super) fn layout(&self) -> Layout<'_, 'a> {
        self.listed().map_or_else(|| Layout::Grids(self.grids()), Layout::Lines)
    }

    /// The side of the puzzles, if each row is one of its own.
    ///
    /// Nine squares are rather a row than a puzzle, and so are 16, 25 or 36 if most rows hold digits that are too large
    /// for a puzzle in a line.
    fn listed(&self) -> Option<usize> {
        let side = self.side_of_rows()?;
        let said = self.said_size();
        let is_larger =
            |char: char| char.to_digit(36).is_some_and(|digit| (side + 1..=side * side).contains(&(digit as usize)));
        let has_larger = |row: &&Row<'_>| row.words_of_puzzle().iter().any(|word| word.contains(is_larger));
        let larger = self.rows.iter().filter(has_larger).count();
        let are_rows = side * side <= DIGITS && self.rows.len() > 1 && 2 * larger > self.rows.len();
        let is_list = side > 3 && said != Some(side * side) && !are_rows;
        (is_list || said == Some(side)).then_some(side)
    }

    /// The side of puzzles of which most rows would have the squares. Up to a third of the rows may be mistakes.
    pub(super) fn side_of_rows(&self) -> Option<usize> {
        let mut sides: Vec<usize> = self.rows.iter().filter_map(Row::side).collect();
        sides.sort_unstable();
        // If there is a majority, it holds the middle.
        let side = *sides.get(sides.len() / 2)?;
        let own = sides.iter().filter(|&&other| other == side).count();
        let is_square = self.rows.len() == side * side && self.said_size() != Some(side);
        let is_grid = is_square || self.leading_size().is_some();
        (!is_grid && self.regions.is_empty() && 3 * own >= 2 * self.rows.len()).then_some(side)
    }

    /// The size in the header `sudoku:`.
    fn said_size(&self) -> Option<usize> {
        self.headers.iter().find(|(_, key, _)| key == "sudoku")?.2.parse().ok()
    }

    /// The grids whose rows are lines of their own; at least one. If the parts of a text are no grids, it is all one,
    /// and reading it tells the fault.
    pub(super) fn grids(&self) -> Vec<GridRows<'_, 'a>> {
        let rows = &self.rows[..];
        let whole = || vec![GridRows { title: None, rows }];
        let width = width(rows);
        if width < 3 || rows.len() == width || self.leading_size().is_some() {
            return whole();
        }
        let grids: Vec<GridRows<'_, 'a>> = if rows.iter().any(|row| row.is_title(width)) {
            let titled = rows.chunk_by(|_, next| !next.is_title(width));
            titled.map(|rows| GridRows { title: Some(rows[0]), rows: &rows[1..] }).collect()
        } else {
            apart(rows, width).into_iter().map(|rows| GridRows { title: None, rows }).collect()
        };
        let are_titles = grids.iter().filter_map(|grid| grid.title).all(|row| row.is_title(width));
        let are_grids = are_titles && grids.iter().all(|grid| !grid.rows.is_empty());
        if are_grids && (grids.len() == 1 || self.regions.is_empty()) { grids } else { whole() }
    }

    /// A number alone in the first row, and as many rows below it. A row of squares may look like a number with zeros
    /// before it.
    pub(super) fn leading_size(&self) -> Option<usize> {
        let text = self.rows.first()?.text.trim();
        let size: usize = text.parse().ok()?;
        (self.rows.len() == size.checked_add(1)? && !text.starts_with('0')).then_some(size)
    }
}

/// The number of squares in most rows. Only rows of more than nine need words for them.
fn width(rows: &[Row<'_>]) -> usize {
    let middle = |count: &dyn Fn(&Row<'_>) -> usize| {
        let mut counts: Vec<usize> = rows.iter().map(count).collect();
        counts.sort_unstable();
        counts.get(counts.len() / 2).copied().unwrap_or(0)
    };
    match middle(&|row| words(row.text).len()) {
        words if words > 9 => words,
        _ => middle(&|row| symbols(row.text).len()),
    }
}

/// The rows of grids between which other lines stand, such as blank ones. Such lines may stand within a grid, too.
fn apart<'l, 'a>(rows: &'l [Row<'a>], width: usize) -> Vec<&'l [Row<'a>]> {
    let is_next = |row: &Row<'_>, next: &Row<'_>| row.number + 1 == next.number;
    let grids: Vec<&[Row<'_>]> = rows.chunks(width).collect();
    let is_apart = |pair: &[&[Row<'_>]]| !is_next(&pair[0][width - 1], &pair[1][0]);
    if rows.len().is_multiple_of(width) && grids.windows(2).all(is_apart) {
        return grids;
    }
    // A grid that lacks a row is one of several if another is whole.
    let groups: Vec<&[Row<'_>]> = rows.chunk_by(is_next).collect();
    if groups.iter().any(|group| group.len() == width) { groups } else { vec![rows] }
}

/// The words of a row, borders left out.
pub(super) fn words(row: &str) -> Vec<&str> {
    row.split(|char: char| char.is_whitespace() || "|!│".contains(char)).filter(|word| !word.is_empty()).collect()
}

/// The characters of a row, borders and blanks left out.
pub(super) fn symbols(row: &str) -> Vec<&str> {
    let ends = row.char_indices().map(|(start, char)| (char, &row[start..start + char.len_utf8()]));
    ends.filter(|(char, _)| !char.is_whitespace() && !"|!│".contains(*char)).map(|(_, symbol)| symbol).collect()
}

pub(super) fn is_empty(symbol: char) -> bool {
    ".0_*?".contains(symbol)
}

/// The number of digits that a character can stand for, from `1` to `Z`, and one for the empty square.
const DIGITS: usize = 36;

/// Whether a word holds a square in each character: empty, a decimal digit, or a letter for a digit up to this.
fn is_squares(word: &str, most: usize) -> bool {
    let is_digit = |char: char| char.to_digit(36).is_some_and(|digit| digit < 10 || digit as usize <= most);
    word.chars().all(|char| is_empty(char) || is_digit(char))
}

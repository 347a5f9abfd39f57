//! Reading the text of a polyform puzzle.

use std::collections::BTreeMap;

use gordian_formula::text::harmless_lines;

use super::burrtools;
use super::drawing::{Drawing, Mark};
use super::puzzle::{Board, MAX_AREA, MAX_CELLS, MAX_LENGTH, Piece, Polyform, Square};
use super::request::{Noun, Request};
use super::sets::{SET_NAMES, named_set};
use super::shape::{Shape, Turning};
use super::space::Cell;
use crate::error::PuzzleError;
use crate::outline::{HeaderKeys, header_value};

const KEYS: &str = "`title`, `board`, `empty`, `pieces` or one letter of a piece";

/// Reads a puzzle as [`parse`] does, or as a file of BurrTools where the text is XML; of several
/// problems in such a file, the one that is picked by its number from 1 or by its name.
///
/// # Errors
/// Those of [`parse`]; if a file of BurrTools has a grid that is not one of cubes, or colours, or
/// several problems of which none is picked.
pub fn parse_any(text: &str, pick: Option<&str>) -> Result<Polyform, PuzzleError> {
    match (burrtools::is_xml(text), pick) {
        (true, _) => burrtools::parse(text.trim_start_matches('\u{feff}'), pick),
        (false, None | Some("1")) => parse(text),
        (false, Some(pick)) => Err(PuzzleError::no_such_puzzle(pick, 1)),
    }
}

/// Reads a puzzle: header lines `key: value`, drawings under `board:` and `pieces:`, comments after `#`.
///
/// The format is described in `docs/formats.md`.
///
/// # Errors
/// If the text is not of this form; if a piece fits nowhere, or the pieces cannot cover the board for lack of area.
pub fn parse(text: &str) -> Result<Polyform, PuzzleError> {
    let text = &*harmless_lines(text);
    let mut reader = Reader::default();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        reader.line(line, index + 1).map_err(|error| {
            let error = if error.place.is_some() { error } else { error.at(index + 1, 1) };
            error.pointing_into(text, 1)
        })?;
    }
    reader.finish(text)
}

/// The section that drawn lines belong to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Section {
    #[default]
    None,
    Board,
    Pieces,
}

#[derive(Default)]
struct Reader {
    section: Section,
    title: Option<String>,
    board_line: Option<usize>,
    board_size: Option<[i32; 3]>,
    board_drawing: Drawing,
    board_ended: bool,
    may_stay_empty: bool,
    headers: HeaderKeys,
    /// The attributes of the drawn pieces of this section.
    drawn: Request,
    piece_drawing: Drawing,
    pieces: Vec<Piece>,
    /// `L: x3` lines, applied at the end, with their lines.
    overrides: Vec<(char, Request, usize)>,
}

impl Reader {
    fn line(&mut self, line: &str, number: usize) -> Result<(), PuzzleError> {
        let line = line.trim_end();
        if line.trim_start().starts_with('#') {
            return Ok(());
        }
        if let Some((key, value)) = line.split_once(':') {
            self.finish_pieces()?;
            let value = header_value(value);
            return self.header(key.trim(), value, number);
        }
        match self.section {
            _ if line.is_empty() => {
                self.board_ended |= !self.board_drawing.is_empty();
                self.finish_pieces()
            }
            Section::None => Err(PuzzleError::malformed("a drawing stands before `board:` or `pieces:`")),
            Section::Board if self.board_size.is_some() => {
                Err(PuzzleError::malformed("the board has its size already and is not drawn"))
            }
            Section::Board if self.board_ended => {
                Err(PuzzleError::malformed("the board ended at the blank line; layers have a line `/` between them"))
            }
            Section::Board => {
                self.board_drawing.push(line, number);
                Ok(())
            }
            Section::Pieces => {
                self.piece_drawing.push(line, number);
                Ok(())
            }
        }
    }

    fn header(&mut self, key: &str, value: &str, number: usize) -> Result<(), PuzzleError> {
        let lowered = key.to_lowercase();
        // A board has a message of its own, and there may be several lists of pieces.
        if matches!(lowered.as_str(), "title" | "empty") {
            self.headers.begin(key)?;
        }
        match lowered.as_str() {
            "title" => self.title = Some(value.to_owned()),
            "board" => {
                if self.board_line.replace(number).is_some() {
                    return Err(PuzzleError::malformed("a second board"));
                }
                self.section = Section::Board;
                if !value.is_empty() {
                    self.board_size = Some(board_size(value)?);
                }
            }
            "empty" => match value.to_lowercase().as_str() {
                "any" => self.may_stay_empty = true,
                "none" => self.may_stay_empty = false,
                _ => return Err(PuzzleError::malformed("`empty` must be `any` (cells may stay empty) or `none`")),
            },
            "pieces" => {
                self.section = Section::Pieces;
                self.drawn = Request::default();
                for item in value.split(',').map(str::trim).filter(|item| !item.is_empty()) {
                    let request = Request::parse(item)?;
                    match request.noun {
                        Noun::Drawn => self.drawn = request,
                        _ => self.add_set(&request, number)?,
                    }
                }
            }
            _ => {
                let mut chars = key.chars();
                match (chars.next(), chars.next()) {
                    (Some(symbol), None) if symbol.is_alphanumeric() => {
                        self.overrides.push((symbol, Request::parse(value)?, number));
                    }
                    _ => return Err(PuzzleError::malformed(format!("`{key}` is none of the keys {KEYS}"))),
                }
            }
        }
        Ok(())
    }

    fn add_set(&mut self, request: &Request, line: usize) -> Result<(), PuzzleError> {
        if request.noun.area() > MAX_AREA {
            return Err(PuzzleError::malformed(format!("these pieces have more than {MAX_AREA} cells")));
        }
        let mut add = |symbol: Option<char>, shape: Shape| {
            self.pieces.push(Piece {
                symbol: symbol.unwrap_or_default(),
                drawn: false,
                shape,
                turning: request.turning.unwrap_or(Turning::Free),
                least: request.least.unwrap_or(1),
                most: request.most.unwrap_or(Some(1)),
                line,
            });
        };
        match &request.noun {
            Noun::Drawn => {}
            Noun::Cuboid(size) => add(None, Shape::cuboid(*size)),
            Noun::Rectangles { kind, from, to } => {
                for rows in *from..=*to {
                    for columns in kind.columns(rows, *to) {
                        add(None, Shape::cuboid([1, rows, columns]));
                    }
                }
            }
            Noun::Set { name, letters } => {
                let set = named_set(name, request.turning.unwrap_or(Turning::Free)).ok_or_else(|| {
                    PuzzleError::malformed(format!("`{name}` is no set of pieces; there are {SET_NAMES}"))
                })?;
                if let Some(letter) = letters.iter().find(|&&letter| set.iter().all(|(own, _)| *own != Some(letter))) {
                    let known: String = set.iter().filter_map(|(own, _)| *own).collect();
                    let known = if known.is_empty() { "no letters".to_owned() } else { format!("the letters {known}") };
                    return Err(PuzzleError::malformed(format!(
                        "there is no piece {letter} among `{name}`, but {known}"
                    )));
                }
                for (letter, shape) in set {
                    if letters.is_empty() || letter.is_some_and(|letter| letters.contains(&letter)) {
                        add(letter, shape);
                    }
                }
            }
        }
        Ok(())
    }

    /// Ends a drawing of pieces: each of its characters is a piece.
    fn finish_pieces(&mut self) -> Result<(), PuzzleError> {
        let drawing = std::mem::take(&mut self.piece_drawing);
        let mut marks: BTreeMap<char, Vec<Mark>> = BTreeMap::new();
        let mut order = Vec::new();
        for mark in drawing.marks().iter().filter(|mark| mark.char != '.') {
            if !mark.char.is_alphanumeric() {
                let message = format!("`{}` is no letter or digit, and pieces are drawn with those", mark.char);
                return Err(PuzzleError::malformed(message).at(mark.line, mark.column));
            }
            let of_piece = marks.entry(mark.char).or_default();
            if of_piece.is_empty() {
                order.push(mark.char);
            }
            of_piece.push(*mark);
        }
        for symbol in order {
            let marks = &marks[&symbol];
            if let Some(earlier) = self.pieces.iter().find(|piece| piece.drawn && piece.symbol == symbol) {
                let message = format!("piece {symbol} was drawn in line {} already", earlier.line);
                return Err(PuzzleError::malformed(message).at(marks[0].line, marks[0].column));
            }
            let cells: Vec<Cell> = marks.iter().map(|mark| mark.cell).collect();
            let Some(shape) = Shape::of(&cells) else { continue };
            let part = shape.first_part();
            if part.len() < shape.size() {
                let shift: Cell = super::space::corner(&cells);
                let apart = marks
                    .iter()
                    .find(|mark| !part.contains(&std::array::from_fn(|axis| mark.cell[axis] - shift[axis])));
                let place = apart.unwrap_or(&marks[0]);
                let message = format!("piece {symbol} falls into parts: this cell is not connected to its first one");
                return Err(PuzzleError::malformed(message).at(place.line, place.column));
            }
            self.pieces.push(Piece {
                symbol,
                drawn: true,
                shape,
                turning: self.drawn.turning.unwrap_or(Turning::Free),
                least: self.drawn.least.unwrap_or(1),
                most: self.drawn.most.unwrap_or(Some(1)),
                line: marks[0].line,
            });
        }
        Ok(())
    }

    fn finish(mut self, text: &str) -> Result<Polyform, PuzzleError> {
        self.finish_pieces().map_err(|error| error.pointing_into(text, 1))?;
        let line =
            self.board_line.ok_or_else(|| PuzzleError::malformed("there is no board: write `board:` and draw it"))?;
        let board = self.board().map_err(|error| {
            let error = if error.place.is_some() { error } else { error.at(line, 1) };
            error.pointing_into(text, 1)
        })?;
        if self.pieces.is_empty() {
            return Err(PuzzleError::malformed("there are no pieces: write `pieces:` and name or draw them"));
        }
        super::symbols::assign(&mut self.pieces);
        for (symbol, request, line) in &self.overrides {
            let error = |message: String| PuzzleError::malformed(message).at(*line, 1).pointing_into(text, 1);
            if request.noun != Noun::Drawn {
                return Err(error(
                    "attributes of one piece are expected here, like `x3`, `optional` or `one-sided`".to_owned(),
                ));
            }
            let piece = self.pieces.iter_mut().find(|piece| piece.symbol == *symbol);
            let piece = piece.ok_or_else(|| error(format!("there is no piece {symbol}")))?;
            piece.turning = request.turning.unwrap_or(piece.turning);
            piece.least = request.least.unwrap_or(piece.least);
            piece.most = request.most.unwrap_or(piece.most);
        }
        Polyform::new(self.title, board, self.pieces, text)
    }

    fn board(&self) -> Result<Board, PuzzleError> {
        let usual = Square { may_stay_empty: self.may_stay_empty, given: None };
        let mut board = Board::default();
        if let Some(size) = self.board_size {
            let cuboid = Shape::cuboid(size);
            board.squares.extend(cuboid.cells().iter().map(|&cell| (cell, usual)));
            return Ok(board);
        }
        for mark in self.board_drawing.marks() {
            let square = match mark.char {
                '.' => usual,
                '?' => Square { may_stay_empty: true, ..usual },
                '-' => continue,
                symbol if symbol.is_alphanumeric() => {
                    Square { may_stay_empty: false, given: Some((symbol, mark.line, mark.column)) }
                }
                other => {
                    let message = format!(
                        "`{other}` means nothing on a board: `.` is a cell, `?` one that may stay empty, `-` or a blank none, \
                         a letter one for that piece"
                    );
                    return Err(PuzzleError::malformed(message).at(mark.line, mark.column));
                }
            };
            board.squares.insert(mark.cell, square);
        }
        if board.squares.is_empty() {
            return Err(PuzzleError::malformed(
                "the board has no cells: draw it with `.` (a line that begins with `#` is a comment), or write its size, \
                 like `board: 6x10`",
            ));
        }
        if board.squares.len() > MAX_CELLS {
            return Err(PuzzleError::malformed(format!("the board has more than {MAX_CELLS} cells")));
        }
        Ok(board)
    }
}

/// `ROWSxCOLUMNS` or `LAYERSxROWSxCOLUMNS`.
fn board_size(value: &str) -> Result<[i32; 3], PuzzleError> {
    let size = super::request::dimensions(value).ok_or_else(|| {
        let message = "a size is written as `6x10` (rows, columns) or `3x4x5` (layers, rows, columns), each of them";
        PuzzleError::malformed(format!("{message} from 1 to {MAX_LENGTH}"))
    })?;
    if size.iter().map(|&length| length as usize).product::<usize>() > MAX_CELLS {
        return Err(PuzzleError::malformed(format!("the board has more than {MAX_CELLS} cells")));
    }
    debug_assert!(size.iter().all(|length| (1..=MAX_LENGTH).contains(length)));
    Ok(size)
}

//! The content of a board.

use std::collections::{BTreeMap, BTreeSet};

use super::figures::Figure;

/// A grid of cells, in one layer or several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    size: [usize; 3],
    cells: Vec<Option<Cell>>,
    tints: BTreeMap<[usize; 3], u32>,
    labels: BTreeMap<[usize; 3], String>,
    stressed: BTreeSet<[usize; 3]>,
    has_tiles: bool,
    has_plain_areas: bool,
    figures: Vec<Figure>,
    title: Option<String>,
    roles: BTreeMap<[usize; 3], Role>,
    corners: BTreeMap<[usize; 3], String>,
    pencil_marks: BTreeMap<[usize; 3], PencilMarks>,
    bare: BTreeSet<[usize; 3]>,
    rules: Vec<RuleOutline>,
}

/// The part that the content of a cell plays; pictures show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The puzzle gives it.
    #[default]
    Given,
    /// A solution, or a fact, puts it there.
    Found,
    /// It is the name of an area, and no content.
    Name,
}

/// The values that a cell may hold, as pencil marks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PencilMarks {
    /// The number of rows and of columns in which they stand.
    pub side: usize,
    /// Each with its place in these rows, from zero; those beyond them are not shown.
    pub marks: Vec<PencilMark>,
}

/// One of the values that a cell may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PencilMark {
    /// Its place in the rows of pencil marks.
    pub slot: usize,
    /// Its text.
    pub text: String,
    /// In how many solutions the cell holds it, in decimal, if that is known.
    pub count: Option<String>,
}

/// The cells of a rule that a message speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RuleOutline {
    pub(super) number: usize,
    pub(super) cells: Vec<[usize; 2]>,
    pub(super) words: String,
}

/// A cell of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The region or piece it belongs to; a border is drawn where two cells belong to different ones.
    pub area: Option<u32>,
    /// Its content.
    pub mark: Mark,
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    #[default]
    Blank,
    /// A small dot: the cell is empty.
    Dot,
    /// A star, or a queen.
    Star,
    /// A cross: something is wrong here.
    Cross,
    /// A letter or digit.
    Symbol(char),
    /// A part of the line below a sum.
    Line,
    /// Half a domino with so many pips; above nine it is drawn as a number.
    Pips(u32),
}

/// The style of drawings in text. The caller knows whether it goes to a terminal, and what the
/// terminal can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether areas have backgrounds in colour, by ANSI escape sequences.
    pub color: bool,
    /// Whether borders and stars are drawn with box characters, otherwise with ASCII ones.
    pub unicode: bool,
}

impl Style {
    /// ASCII only, no colour.
    pub const PLAIN: Style = Style { color: false, unicode: false };
    /// Box characters, no colour.
    pub const UNICODE: Style = Style { color: false, unicode: true };
}

impl Board {
    /// A grid with this many layers, rows and columns in which there are no cells yet.
    pub fn new(size: [usize; 3]) -> Board {
        Board { size, cells: vec![None; size.iter().product()], ..Board::default() }
    }

    /// The number of layers, rows and columns.
    pub fn size(&self) -> [usize; 3] {
        self.size
    }

    /// Puts a cell at this layer, row and column. Outside of the grid nothing happens.
    pub fn set(&mut self, at: [usize; 3], cell: Cell) {
        if let Some(index) = self.index(at) {
            self.cells[index] = Some(cell);
        }
    }

    /// The cell at this layer, row and column; `None` where there is none.
    pub fn get(&self, at: [usize; 3]) -> Option<Cell> {
        self.cells[self.index(at)?]
    }

    /// Colours a cell by this area instead of its own: so pieces that lie on regions leave the regions to be seen.
    pub fn set_tint(&mut self, at: [usize; 3], area: u32) {
        self.tints.insert(at, area);
    }

    /// Whether colours tell something else than the areas that borders divide.
    pub(super) fn is_shaded(&self) -> bool {
        !self.tints.is_empty() && !self.has_tiles()
    }

    /// The area that a cell has its colour from: its tint, else its own area.
    pub fn tint(&self, at: [usize; 3]) -> Option<u32> {
        let own = self.get(at)?.area.filter(|_| !self.has_plain_areas);
        self.tints.get(&at).copied().or(own)
    }

    /// Writes a few characters at a cell, like the clue of a region.
    pub fn set_label(&mut self, at: [usize; 3], label: impl Into<String>) {
        self.labels.insert(at, label.into());
    }

    /// The label of a cell, if it has one.
    pub fn label(&self, at: [usize; 3]) -> Option<&str> {
        self.labels.get(&at).map(String::as_str)
    }

    /// Makes a cell stand out, as one of those that a message speaks of.
    pub fn stress(&mut self, at: [usize; 3]) {
        self.stressed.insert(at);
    }

    /// Whether a cell stands out.
    pub fn is_stressed(&self, at: [usize; 3]) -> bool {
        self.stressed.contains(&at)
    }

    /// Leaves areas without colours of their own: they have borders only.
    pub fn show_plain_areas(&mut self) {
        self.has_plain_areas = true;
    }

    /// Gives the picture a title.
    pub fn set_title(&mut self, title: Option<&str>) {
        self.title = title.map(str::to_owned);
    }

    /// The title of the picture.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Says what part the content of a cell plays.
    pub fn set_role(&mut self, at: [usize; 3], role: Role) {
        self.roles.insert(at, role);
    }

    /// The part that the content of a cell plays.
    pub fn role(&self, at: [usize; 3]) -> Role {
        self.roles.get(&at).copied().unwrap_or_default()
    }

    /// Writes a few small characters into the corner of a cell, in pictures.
    pub fn set_corner(&mut self, at: [usize; 3], text: impl Into<String>) {
        self.corners.insert(at, text.into());
    }

    /// The characters in the corner of a cell.
    pub fn corner(&self, at: [usize; 3]) -> Option<&str> {
        self.corners.get(&at).map(String::as_str)
    }

    /// Writes pencil marks into a cell. Pictures show them in place of its mark.
    pub fn set_pencil_marks(&mut self, at: [usize; 3], marks: PencilMarks) {
        self.pencil_marks.insert(at, marks);
    }

    /// The pencil marks of a cell.
    pub fn pencil_marks(&self, at: [usize; 3]) -> Option<&PencilMarks> {
        self.pencil_marks.get(&at)
    }

    /// Leaves out the background and the borders of a cell in pictures, as of a sign between words.
    pub fn set_bare(&mut self, at: [usize; 3]) {
        self.bare.insert(at);
    }

    /// Whether a cell has neither background nor borders in pictures.
    pub fn is_bare(&self, at: [usize; 3]) -> bool {
        self.bare.contains(&at)
    }

    /// Draws the outline of the cells that a rule speaks of, with the number that the rule has in
    /// the message, and its words for those who point at it.
    pub fn outline_rule(&mut self, number: usize, cells: &[[usize; 2]], words: impl Into<String>) {
        let cells: Vec<[usize; 2]> =
            cells.iter().copied().filter(|&[row, column]| self.get([0, row, column]).is_some()).collect();
        if !cells.is_empty() {
            self.rules.push(RuleOutline { number, cells, words: words.into() });
        }
    }

    pub(super) fn rules(&self) -> &[RuleOutline] {
        &self.rules
    }

    /// Draws a figure in the first layer of pictures.
    pub fn add_figure(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    /// The figures, the first at the bottom.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// Makes areas be drawn as tiles that lie on the board, where the picture can tell.
    pub fn show_tiles(&mut self) {
        self.has_tiles = true;
    }

    /// Whether areas are tiles that lie on the board.
    pub fn has_tiles(&self) -> bool {
        self.has_tiles
    }

    /// The cells with their places, layer by layer, row by row.
    pub fn cells(&self) -> impl Iterator<Item = ([usize; 3], Cell)> + '_ {
        let [_, rows, columns] = self.size;
        let place = move |index: usize| [index / columns / rows, index / columns % rows, index % columns];
        self.cells.iter().enumerate().filter_map(move |(index, cell)| Some((place(index), (*cell)?)))
    }

    fn index(&self, at: [usize; 3]) -> Option<usize> {
        let inside = at.iter().zip(self.size).all(|(&coordinate, size)| coordinate < size);
        inside.then(|| (at[0] * self.size[1] + at[1]) * self.size[2] + at[2])
    }
}

/// The borders at a corner of cells, and the sides of cells they stand for, within one layer.
///
/// Row `r` and column `c` name the upper left corner of the cell in row `r` and column `c`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Borders<'a> {
    board: &'a Board,
    layer: usize,
    shows_bare: bool,
}

impl<'a> Borders<'a> {
    pub(super) fn of(board: &'a Board, layer: usize) -> Borders<'a> {
        Borders { board, layer, shows_bare: true }
    }

    /// The same for pictures, where bare cells have no borders.
    pub(super) fn of_picture(board: &'a Board, layer: usize) -> Borders<'a> {
        Borders { board, layer, shows_bare: false }
    }

    /// `None` outside of the board, `Some(None)` in a cell without area.
    fn area(&self, row: Option<usize>, column: Option<usize>) -> Option<Option<u32>> {
        let at = [self.layer, row?, column?];
        self.board.get(at).filter(|_| self.shows_bare || !self.board.is_bare(at)).map(|cell| cell.area)
    }

    /// Whether there is a border between the cell and the one above it.
    pub(super) fn above(&self, row: usize, column: usize) -> bool {
        self.area(row.checked_sub(1), Some(column)) != self.area(Some(row), Some(column))
    }

    /// Whether there is a border between the cell and the one to its left.
    pub(super) fn left_of(&self, row: usize, column: usize) -> bool {
        self.area(Some(row), column.checked_sub(1)) != self.area(Some(row), Some(column))
    }

    /// Whether borders go up, down, left and right from the corner.
    pub(super) fn at_corner(&self, row: usize, column: usize) -> [bool; 4] {
        [
            row > 0 && self.left_of(row - 1, column),
            self.left_of(row, column),
            column > 0 && self.above(row, column - 1),
            self.above(row, column),
        ]
    }
}

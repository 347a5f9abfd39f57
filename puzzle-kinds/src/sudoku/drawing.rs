//! Drawing a Sudoku.

use super::clue::{Clue, LineKind, OutsideKind, PairKind};
use super::grid::{Cell, Grid};
use super::puzzle::Sudoku;
use super::solution::SudokuSolution;
use crate::board::{self, Board, Figure, Mark, Place, Role, Style};

const GREY: &str = "#c8c8c8";

impl Sudoku {
    /// The board with the given digits and the clues.
    pub(super) fn empty_board(&self) -> Board {
        self.board_with(|cell| self.givens[cell])
    }

    /// The board with the digits of a solution, and its shading.
    pub(super) fn solution_board(&self, solution: &SudokuSolution) -> Board {
        let size = self.grid.size;
        let digit = |cell: Cell| solution.grid.get(cell / size).and_then(|row| row.get(cell % size)).copied();
        let mut board = self.board_with(digit);
        for cell in (0..self.grid.cells()).filter(|&cell| self.givens[cell].is_none()) {
            let [row, column] = self.grid.place(cell);
            board.set_role([0, row, column], Role::Found);
        }
        for (row, shades) in solution.shading.iter().flatten().enumerate() {
            for (column, &is_first) in shades.iter().enumerate() {
                board.set_tint([0, row, column], u32::from(is_first));
            }
        }
        board
    }

    fn board_with(&self, digit: impl Fn(Cell) -> Option<i64>) -> Board {
        let size = self.grid.size;
        let mut board = Board::new([1, size, size]);
        board.show_plain_areas();
        for cell in 0..self.grid.cells() {
            let [row, column] = self.grid.place(cell);
            let mut mark = Mark::Blank;
            match digit(cell).map(|digit| (digit, char::from_digit(u32::try_from(digit).unwrap_or(10), 10))) {
                Some((_, Some(symbol))) if size <= 9 => mark = Mark::Symbol(symbol),
                Some((digit, _)) => board.set_label([0, row, column], digit.to_string()),
                None => {}
            }
            board.set([0, row, column], board::Cell { area: self.regions[cell].map(|region| region as u32), mark });
        }
        for clue in &self.clues {
            figures(self.grid, clue).into_iter().for_each(|figure| board.add_figure(figure));
        }
        board
    }

    /// The puzzle as text: the grid, and its clues in words.
    pub(super) fn text(&self, style: Style) -> String {
        let mut text = self.title.as_ref().map_or(String::new(), |title| format!("{title}\n"));
        if let Some(author) = &self.author {
            text.push_str(&format!("by {author}\n"));
        }
        text.push_str(&self.empty_board().to_text(style));
        let shades = self.shade_names();
        for clue in &self.clues {
            let words = clue.rule(self.grid, &shades).text;
            let words = if style.unicode { words } else { words.replace('–', "-").replace('…', "...") };
            text.push_str(&format!("- {words}\n"));
        }
        text
    }

    /// A solution as text, with the shading below it where there is one.
    pub(super) fn solution_text(&self, solution: &SudokuSolution, style: Style) -> String {
        let mut text = self.solution_board(solution).to_text(style);
        let names = self.shade_names().map(|name| name.chars().next().unwrap_or('?').to_ascii_uppercase());
        for row in solution.shading.iter().flatten() {
            text.extend(row.iter().flat_map(|&is_first| [' ', if is_first { names[0] } else { names[1] }]));
            text.push('\n');
        }
        text
    }
}

/// The middle of a cell.
fn middle(grid: Grid, cell: Cell) -> Place {
    grid.place(cell).map(|at| 2 * at as isize + 1)
}

/// The place between two cells, or amid several.
fn amid(grid: Grid, cells: &[Cell]) -> Place {
    let count = cells.len().max(1) as isize;
    let sum = |axis: usize| cells.iter().map(|&cell| middle(grid, cell)[axis]).sum::<isize>() / count;
    [sum(0), sum(1)]
}

/// A clue as solvers of Sudoku know it.
fn figures(grid: Grid, clue: &Clue) -> Vec<Figure> {
    // Long because each kind of clue has an arm.
    let places = |cells: &[Cell]| cells.iter().map(|&cell| middle(grid, cell)).collect::<Vec<Place>>();
    let line = |cells: &[Cell], colour, width| Figure::Line { through: places(cells), colour, width, has_head: false };
    let circle = |at, radius, fill| Figure::Circle { at, radius, fill, has_outline: true };
    let text = |at, text: String, size| Figure::Text { at, text, size };
    match clue {
        Clue::Line { kind, cells, shade } => {
            // If the rule depends on the shading, one line stands for both of its rules.
            if *kind == LineKind::Zipper && shade.is_some() {
                return Vec::new();
            }
            let (colour, width) = look(*kind);
            let mut figures = vec![line(cells, colour, width)];
            let ends = [cells.first(), cells.last()].into_iter().flatten();
            match kind {
                LineKind::Thermometer | LineKind::SlowThermometer => {
                    let bulb = ends.take(1).map(|&cell| middle(grid, cell));
                    figures.extend(bulb.map(|at| Figure::Circle { at, radius: 34, fill: colour, has_outline: false }));
                }
                LineKind::Between | LineKind::DoubleArrow => {
                    figures.extend(ends.map(|&cell| circle(middle(grid, cell), 36, "#ffffff")));
                }
                LineKind::Lockout => {
                    figures.extend(ends.map(|&cell| Figure::Square { at: middle(grid, cell), fill: "#d0e0ff" }));
                }
                _ => {}
            }
            figures
        }
        Clue::Cage { cells, sum, .. } => {
            let label = sum.map_or(String::new(), |sum| sum.to_string());
            vec![Figure::Cage { cells: grid.places(cells), label }]
        }
        Clue::Arrow { bulb, shaft } => {
            let through = bulb.last().into_iter().chain(shaft).map(|&cell| middle(grid, cell)).collect();
            let mut figures = vec![Figure::Line { through, colour: "#808080", width: 6, has_head: true }];
            if bulb.len() > 1 {
                figures.push(line(bulb, "#808080", 80));
                figures.push(line(bulb, "#ffffff", 74));
            } else {
                figures.extend(bulb.iter().map(|&cell| circle(middle(grid, cell), 40, "#ffffff")));
            }
            figures
        }
        Clue::Pair { kind, cells } => {
            let at = amid(grid, cells);
            match kind {
                PairKind::Difference(number) => mark(at, "#ffffff", *number, 1),
                PairKind::Ratio(number) => mark(at, "#202020", *number, 2),
                PairKind::Sum(5) => vec![text(at, "V".to_owned(), 40)],
                PairKind::Sum(10) => vec![text(at, "X".to_owned(), 40)],
                PairKind::Sum(sum) => vec![text(at, sum.to_string(), 40)],
            }
        }
        Clue::Quadruple { cells, digits } => {
            let words = digits.iter().map(i64::to_string).collect::<String>();
            let at = amid(grid, cells);
            vec![circle(at, 24, "#ffffff"), text(at, words, if digits.len() > 2 { 18 } else { 28 })]
        }
        Clue::Letters { cells, letters } => {
            let words = letters.iter().map(|&letter| super::clue::letter_name(letter)).collect();
            let at = amid(grid, cells);
            vec![circle(at, 24, "#ffffff"), text(at, words, if letters.len() > 2 { 18 } else { 28 })]
        }
        Clue::OneOf { kind: "odd", cell, .. } => {
            vec![Figure::Circle { at: middle(grid, *cell), radius: 38, fill: GREY, has_outline: false }]
        }
        Clue::OneOf { kind: "even", cell, .. } => vec![Figure::Square { at: middle(grid, *cell), fill: GREY }],
        Clue::Extreme { cell, is_least, .. } => {
            vec![Figure::Wedges { at: middle(grid, *cell), point_inwards: *is_least }]
        }
        Clue::Clone { first, second } => {
            let square = |&cell: &Cell| Figure::Square { at: middle(grid, cell), fill: "#e0e0e0" };
            first.iter().chain(second).map(square).collect()
        }
        Clue::Different { kind: "diagonal", cells, .. } => vec![line(cells, "#7090ff", 4)],
        Clue::Different { kind: "extra-region", cells, .. } => {
            cells.iter().map(|&cell| Figure::Square { at: middle(grid, cell), fill: "#d8d8d8" }).collect()
        }
        Clue::Indexer { cell, .. } => vec![Figure::Square { at: middle(grid, *cell), fill: "#f0c8c8" }],
        Clue::LittleKiller { cells, sum } => beside(grid, cells)
            .map_or(Vec::new(), |(at, toward)| vec![text(at, sum.to_string(), 30), Figure::Pointer { at, toward }]),
        Clue::Outside { kind, cells, value } => {
            let value = match kind {
                OutsideKind::Sandwich => value.to_string(),
                OutsideKind::XSum => format!("x{value}"),
                OutsideKind::Skyscraper => format!("▯{value}"),
            };
            beside(grid, cells).map(|(at, _)| text(at, value, 35)).into_iter().collect()
        }
        Clue::OneOf { .. } | Clue::Different { .. } | Clue::NoPair { .. } | Clue::Apart { .. } | Clue::YinYang(_) => {
            Vec::new()
        }
    }
}

/// The colour and width of a line, as they have become usual.
fn look(kind: LineKind) -> (&'static str, usize) {
    match kind {
        LineKind::Thermometer => (GREY, 32),
        LineKind::SlowThermometer => ("#a8c8e8", 32),
        LineKind::Renban => ("#f067f0", 20),
        LineKind::Nabner => ("#c9c883", 20),
        LineKind::Whisper(_) => ("#67f067", 20),
        LineKind::RegionSum => ("#2ecbff", 16),
        LineKind::Parity => ("#d81b60", 14),
        LineKind::Entropic => ("#ffccaa", 24),
        LineKind::Modular => ("#33bbbb", 20),
        LineKind::Palindrome => ("#b8b8b8", 20),
        LineKind::SameDifference => ("#c1c89a", 20),
        LineKind::Zipper => ("#c0a0f0", 20),
        LineKind::Between | LineKind::DoubleArrow => ("#909090", 10),
        LineKind::Lockout => ("#80a0e0", 12),
    }
}

/// A dot between two cells, with its number where that is not the usual one.
fn mark(at: Place, fill: &'static str, number: i64, usual: i64) -> Vec<Figure> {
    let mut figures =
        vec![Figure::Circle { at, radius: if number == usual { 12 } else { 15 }, fill, has_outline: true }];
    if number != usual {
        // A number on a black dot would not be read.
        if let Some(Figure::Circle { fill, .. }) = figures.first_mut().filter(|_| fill != "#ffffff") {
            *fill = "#b0b0b0";
        }
        figures.push(Figure::Text { at, text: number.to_string(), size: 22 });
    }
    figures
}

/// The place in the margin before the first of some cells that lie on a line, and the direction of the line; `None`
/// for a line that starts inside.
fn beside(grid: Grid, cells: &[Cell]) -> Option<(Place, [isize; 2])> {
    let (&first, &second) = (cells.first()?, cells.get(1).or(cells.first())?);
    let ([row, column], [next_row, next_column]) = (middle(grid, first), middle(grid, second));
    let mut at = [2 * row - next_row, 2 * column - next_column];
    let end = 2 * grid.size as isize;
    // A single cell lies in a corner of the grid.
    if first == second {
        at = [if row == 1 { -1 } else { end + 1 }, column];
    }
    let toward = [row - at[0], column - at[1]];
    at.iter().any(|&at| at < 0 || at > end).then_some((at, toward))
}

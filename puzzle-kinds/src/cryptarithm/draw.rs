//! Drawings of cryptarithms: sums written out in columns.

use super::puzzle::{Cryptarithm, Equation, Symbol, Term, Word, digit_char};
use super::solution::CryptarithmSolution;
use crate::board::{Board, Cell, Mark, Role};

/// A character of a written sum: a letter of the puzzle, or anything else as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Glyph {
    Of(Symbol),
    Char(char),
    /// A part of the line between the sides.
    Line,
}

impl Cryptarithm {
    /// The equations, each written out in columns.
    pub(super) fn text(&self) -> String {
        let title = self.title.as_ref().map_or(String::new(), |title| format!("{title}\n\n"));
        let base = if self.base == 10 { String::new() } else { format!("base {}\n\n", self.base) };
        let blocks: Vec<String> = self.equations.iter().map(|equation| self.columns(equation, None)).collect();
        format!("{title}{base}{}", blocks.join("\n"))
    }

    /// The equations with letters, and beside each with digits.
    pub(super) fn solution_text(&self, solution: &CryptarithmSolution) -> String {
        let beside = |equation: &Equation| {
            let (letters, digits) = (self.columns(equation, None), self.columns(equation, Some(solution)));
            let lines = letters.lines().zip(digits.lines()).map(|(left, right)| format!("{left}   {right}\n"));
            lines.collect::<String>()
        };
        self.equations.iter().map(beside).collect::<Vec<_>>().join("\n")
    }

    /// An equation in one line.
    pub(crate) fn equation_text(&self, equation: &Equation) -> String {
        let side = |terms: &[Term]| {
            let mut text = String::new();
            for (index, term) in terms.iter().enumerate() {
                text.push_str(match (index, term.negative) {
                    (0, false) => "",
                    (0, true) => "-",
                    (_, false) => " + ",
                    (_, true) => " - ",
                });
                let word =
                    |word: &Word| word.iter().map(|&symbol| self.char_of(Glyph::Of(symbol), None)).collect::<String>();
                text.push_str(&term.factors.iter().map(word).collect::<Vec<_>>().join(" * "));
            }
            text
        };
        format!("{} = {}", side(&equation.left), side(&equation.right))
    }

    /// The equations as a board, with letters or the digits of a solution, one colour for each letter.
    pub(super) fn board_with(&self, solution: Option<&CryptarithmSolution>) -> Board {
        let mut rows: Vec<Vec<Glyph>> = Vec::new();
        for (index, equation) in self.equations.iter().enumerate() {
            if index > 0 {
                rows.push(Vec::new());
            }
            rows.extend(rows_of(equation));
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut board = Board::new([1, rows.len(), width]);
        for (row, glyphs) in rows.iter().enumerate() {
            for (column, glyph) in glyphs.iter().enumerate().filter(|(_, glyph)| **glyph != Glyph::Char(' ')) {
                let area = match glyph {
                    Glyph::Of(Symbol::Letter(letter)) => Some(*letter as u32),
                    _ => None,
                };
                let place = [0, row, column];
                let mark = match glyph {
                    Glyph::Line => Mark::Line,
                    glyph => Mark::Symbol(self.char_of(*glyph, solution)),
                };
                board.set(place, Cell { area, mark });
                match glyph {
                    Glyph::Of(Symbol::Letter(letter)) if solution.is_some() => {
                        board.set_role(place, Role::Found);
                        board.set_corner(place, self.letters[*letter]);
                    }
                    Glyph::Of(_) => {}
                    Glyph::Char(_) | Glyph::Line => board.set_bare(place),
                }
            }
        }
        board
    }

    fn columns(&self, equation: &Equation, solution: Option<&CryptarithmSolution>) -> String {
        let line =
            |row: &Vec<Glyph>| row.iter().map(|&glyph| self.char_of(glyph, solution)).chain(['\n']).collect::<String>();
        rows_of(equation).iter().map(line).collect()
    }

    fn char_of(&self, glyph: Glyph, solution: Option<&CryptarithmSolution>) -> char {
        match (glyph, solution) {
            (Glyph::Char(char), _) => char,
            (Glyph::Line, _) => '-',
            (Glyph::Of(Symbol::Digit(digit)), _) => digit_char(digit),
            (Glyph::Of(Symbol::Letter(letter)), None) => self.letters[letter],
            (Glyph::Of(Symbol::Letter(letter)), Some(solution)) => digit_char(solution.digits[letter].1),
        }
    }
}

/// The rows of an equation, all of the same length: terms with their signs, a line, and the other side.
fn rows_of(equation: &Equation) -> Vec<Vec<Glyph>> {
    let side = |terms: &[Term]| {
        let rows = terms.iter().enumerate().map(|(index, term)| {
            let sign = match (term.negative, index) {
                (true, _) => '-',
                (false, 0) => ' ',
                (false, _) => '+',
            };
            (sign, product(&term.factors))
        });
        rows.collect::<Vec<_>>()
    };
    let (left, right) = (side(&equation.left), side(&equation.right));
    let width = left.iter().chain(&right).map(|(_, glyphs)| glyphs.len()).max().unwrap_or(0);
    let row = |(sign, glyphs): (char, Vec<Glyph>)| {
        let mut row = vec![Glyph::Char(sign), Glyph::Char(' ')];
        row.extend(std::iter::repeat_n(Glyph::Char(' '), width - glyphs.len()));
        row.extend(glyphs);
        row
    };
    let mut rows: Vec<Vec<Glyph>> = left.into_iter().map(row).collect();
    rows.push(vec![Glyph::Line; width + 2]);
    rows.extend(right.into_iter().map(row));
    rows
}

fn product(factors: &[Word]) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    for (index, word) in factors.iter().enumerate() {
        if index > 0 {
            glyphs.extend([' ', '*', ' '].map(Glyph::Char));
        }
        glyphs.extend(word.iter().map(|&symbol| Glyph::Of(symbol)));
    }
    glyphs
}

//! Clues as constraints.

mod killer_cages;
mod lines;
mod outside;

use std::sync::Arc;

use super::clue::{Clue, PairKind, Shade, ShadingRule, letter_name};
use super::grid::{Cell, distinct};
use super::puzzle::Sudoku;
use gordian_encoders::encode::{EncodingError, Relation};
use gordian_encoders::model::{Boolean, Constraint, Diagram, Integer, Problem};
use gordian_encoders::rule::Rule;

/// Writes clues over the cells of a Sudoku.
pub(super) struct Writer<'a> {
    sudoku: &'a Sudoku,
    pub(super) problem: Problem,
    cells: Vec<Integer>,
    /// Whether each cell has the first colour; empty where nothing is shaded.
    shading: Vec<Boolean>,
    letters: Vec<Integer>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        sudoku: &'a Sudoku,
        mut problem: Problem,
        cells: Vec<Integer>,
        shading: Option<Vec<Boolean>>,
    ) -> Result<Writer<'a>, EncodingError> {
        let size = sudoku.grid.size as i64;
        let letter = |letter| problem.hidden_integer(letter_name(letter), 1..=size);
        let letters: Vec<Integer> = (0..sudoku.letters).map(letter).collect::<Result<_, _>>()?;
        if letters.len() > 1 {
            let rule = Rule::new("letters", "different letters stand for different digits", []);
            problem.require(rule, Constraint::all_different(letters.iter().copied()));
        }
        Ok(Writer { sudoku, problem, cells, shading: shading.unwrap_or_default(), letters })
    }

    pub(super) fn constraint(&mut self, clue: &Clue) -> Result<Constraint, EncodingError> {
        Ok(match clue {
            Clue::Line { kind, cells, shade } => {
                let constraint = self.line(*kind, cells)?;
                match shade {
                    None => constraint,
                    Some(shade) => {
                        let shaded = cells.iter().filter_map(|&cell| self.shaded(cell, *shade));
                        Constraint::Any(shaded.map(Constraint::Holds).collect()).implies(constraint)
                    }
                }
            }
            Clue::Cage { cells, sum, may_repeat } => self.cage(cells, *sum, *may_repeat),
            Clue::LittleKiller { cells, sum } => self.sum(&ones(cells), None, *sum),
            Clue::Arrow { bulb, shaft } => self.arrow(bulb, shaft),
            Clue::Pair { kind, cells } => self.pair(*kind, cells[0], cells[1], true),
            Clue::NoPair { kind, pairs } => {
                Constraint::All(pairs.iter().map(|&(a, b)| self.pair(*kind, a, b, false)).collect())
            }
            Clue::Quadruple { cells, digits } => self.quadruple(cells, digits),
            Clue::Clone { first, second } => {
                let pairs = first.iter().zip(second);
                let equal = pairs.map(|(&a, &b)| Constraint::all_equal(self.of(&[a, b])));
                Constraint::All(equal.collect())
            }
            Clue::OneOf { cell, digits, .. } => Constraint::member(self.cells[*cell], digits.iter().copied()),
            Clue::Extreme { cell, is_least, than } => {
                let order = |&other: &Cell| {
                    let pair = if *is_least { [*cell, other] } else { [other, *cell] };
                    Constraint::increasing(self.of(&pair))
                };
                Constraint::All(than.iter().map(order).collect())
            }
            Clue::Different { cells, .. } => Constraint::all_different(self.of(cells)),
            Clue::Apart { pairs, .. } => {
                Constraint::All(pairs.iter().map(|&(a, b)| Constraint::all_different(self.of(&[a, b]))).collect())
            }
            Clue::Indexer { is_column, cell } => self.indexer(*is_column, *cell),
            Clue::Outside { kind, cells, value } => self.outside(*kind, cells, *value)?,
            Clue::Letters { cells, letters } => self.letters_in(cells, letters),
            Clue::YinYang(rule) => self.yin_yang(*rule),
        })
    }

    fn of(&self, cells: &[Cell]) -> Vec<Integer> {
        cells.iter().map(|&cell| self.cells[cell]).collect()
    }

    fn size(&self) -> i64 {
        self.sudoku.grid.size as i64
    }

    /// The literal that says that a cell has this colour.
    fn shaded(&self, cell: Cell, shade: Shade) -> Option<Boolean> {
        let first = *self.shading.get(cell)?;
        Some(if shade == Shade::First { first } else { !first })
    }

    fn arrow(&self, bulb: &[Cell], shaft: &[Cell]) -> Constraint {
        let shaft: Vec<Cell> = distinct(shaft).into_iter().filter(|cell| !bulb.contains(cell)).collect();
        let mut terms = ones(&shaft);
        let mut weight = 1;
        for &cell in bulb.iter().rev() {
            terms.push((-weight, cell));
            weight *= 10;
        }
        self.sum(&terms, None, 0)
    }

    /// The sum over some cells, and over a variable that is no cell, is the total. Diagrams of the
    /// partial sums, in which cells that see each other differ, were measured too: they take more
    /// clauses and spare no conflicts.
    fn sum(&self, terms: &[(i64, Cell)], more: Option<(i64, Integer)>, total: i64) -> Constraint {
        let terms = terms.iter().map(|&(factor, cell)| (factor, self.cells[cell])).chain(more);
        Constraint::weighted(terms, Relation::Equal, total)
    }

    /// The pairs of digits for which `holds` is true are those that two cells may have.
    fn table(&self, a: Cell, b: Cell, holds: impl Fn(i64, i64) -> bool) -> Constraint {
        let digits = 1..=self.size();
        let rows = digits.clone().flat_map(|x| digits.clone().map(move |y| vec![x, y]));
        Constraint::table(self.of(&[a, b]), rows.filter(|row| holds(row[0], row[1])).collect())
    }

    fn pair(&self, kind: PairKind, a: Cell, b: Cell, wanted: bool) -> Constraint {
        self.table(a, b, |x, y| kind.holds(x, y) == wanted)
    }

    fn neighbours(&self, cells: &[Cell], holds: impl Fn(i64, i64) -> bool) -> Constraint {
        Constraint::All(cells.windows(2).map(|pair| self.table(pair[0], pair[1], &holds)).collect())
    }

    fn quadruple(&self, cells: &[Cell], digits: &[i64]) -> Constraint {
        let mut wanted = digits.to_vec();
        wanted.sort_unstable();
        let of = self.of(cells);
        let parts = wanted.chunk_by(|a, b| a == b).map(|same| match same {
            &[digit] => Constraint::Any(of.iter().map(|&cell| Constraint::is(cell, digit)).collect()),
            _ => {
                let (of, values) = (of.clone(), vec![same[0]]);
                Constraint::among(of, values, Relation::AtLeast, same.len() as i64)
            }
        });
        Constraint::All(parts.collect())
    }

    /// The digit `d` in row `r` and column `c`: where `d` points stands the number of the own row or column.
    fn indexer(&self, is_column: bool, cell: Cell) -> Constraint {
        let grid = self.sudoku.grid;
        let [row, column] = grid.place(cell);
        let pointing = (0..grid.size).flat_map(|pointed| {
            let (other, number) =
                if is_column { (grid.cell(row, pointed), column) } else { (grid.cell(pointed, column), row) };
            let points = Constraint::is(self.cells[cell], pointed as i64 + 1);
            let stands = Constraint::is(self.cells[other], number as i64 + 1);
            [points.clone().implies(stands.clone()), stands.implies(points)]
        });
        Constraint::All(pointing.collect())
    }

    fn letters_in(&self, cells: &[Cell], letters: &[usize]) -> Constraint {
        let of = self.of(cells);
        let stands = |digit: i64| of.iter().map(move |&cell| Constraint::is(cell, digit));
        let parts = letters.iter().flat_map(|&letter| {
            let letter = self.letters[letter];
            (1..=self.size())
                .map(move |digit| Constraint::is(letter, digit).implies(Constraint::Any(stands(digit).collect())))
        });
        Constraint::All(parts.collect())
    }

    fn yin_yang(&self, rule: ShadingRule) -> Constraint {
        let grid = self.sudoku.grid;
        let both = [Shade::First, Shade::Second];
        let one_of = |cells: [(Cell, Shade); 4]| {
            let shaded = cells.into_iter().filter_map(|(cell, shade)| self.shaded(cell, shade));
            Constraint::Any(shaded.map(Constraint::Holds).collect())
        };
        match rule {
            ShadingRule::NoBlock => {
                let blocks = grid.blocks().flat_map(|block| both.map(|shade| one_of(block.map(|cell| (cell, shade)))));
                Constraint::All(blocks.collect())
            }
            ShadingRule::Connected => Constraint::both_connected(self.shading.iter().copied(), grid.size),
        }
    }

    fn hidden(&mut self, name: &str, values: std::ops::RangeInclusive<i64>) -> Result<Integer, EncodingError> {
        self.problem.hidden_integer(name, values)
    }

    fn diagram<S: Clone + Eq + std::hash::Hash>(
        &self,
        of: Vec<Integer>,
        start: S,
        step: impl Fn(usize, &S, i64) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Constraint, EncodingError> {
        let domains: Vec<&[i64]> = of.iter().map(|&cell| self.problem.values(cell)).collect();
        let diagram = Arc::new(Diagram::new(&domains, start, step, accepts)?);
        Ok(Constraint::path(of, diagram))
    }
}

/// The cells, each counted once.
fn ones(cells: &[Cell]) -> Vec<(i64, Cell)> {
    cells.iter().map(|&cell| (1, cell)).collect()
}

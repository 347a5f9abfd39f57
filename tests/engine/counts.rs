//! Known counts of classic problems, raw and up to symmetry, by at least two methods each.
//!
//! The formulas are written here directly, so that the counts rest on nothing but groups and clauses.

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};
use gordian_queries::{Engine, QueryError, Question, Refusal, SymmetryGroup};

use Engine::{Blocking, Chronological, ExactCover};

/// Variables by coordinates: one for each point of a box.
pub(crate) struct Points<const D: usize> {
    pub(crate) sizes: [usize; D],
}

impl<const D: usize> Points<D> {
    fn var(&self, at: [usize; D]) -> Var {
        Var::from_index(at.iter().zip(&self.sizes).fold(0, |index, (&coordinate, &size)| index * size + coordinate))
    }

    pub(crate) fn lit(&self, at: [usize; D]) -> Lit {
        self.var(at).positive()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = [usize; D]> + '_ {
        (0..self.sizes.iter().product::<usize>()).map(|mut index| {
            let mut at = [0; D];
            for axis in (0..D).rev() {
                at[axis] = index % self.sizes[axis];
                index /= self.sizes[axis];
            }
            at
        })
    }

    /// The permutation of the variables that a map of the points makes.
    fn permutation(&self, map: impl Fn([usize; D]) -> [usize; D]) -> Permutation {
        Permutation::from_images(self.all().map(|at| self.lit(map(at))).collect()).unwrap()
    }

    /// The literals of the points for which this holds.
    fn lits(&self, holds: impl Fn([usize; D]) -> bool) -> Vec<Lit> {
        self.all().filter(|&at| holds(at)).map(|at| self.lit(at)).collect()
    }
}

/// A square board of `size`, and its eight symmetries.
fn board(size: usize) -> (Points<2>, Vec<Permutation>) {
    let points = Points { sizes: [size, size] };
    let mirror = points.permutation(|[row, column]| [row, size - 1 - column]);
    let transpose = points.permutation(|[row, column]| [column, row]);
    (points, vec![mirror, transpose])
}

struct Known {
    order: u128,
    raw: u128,
    distinct: u128,
}

/// Engines that go through all solutions.
const LISTING: [Engine; 3] = [Engine::Blocking, Engine::Chronological, Engine::ExactCover];

fn assert_counts(name: &str, cnf: &Cnf, generators: &[Permutation], known: &Known, engines: &[Engine]) {
    let group = SymmetryGroup::from_generators(cnf, generators, "of the problem").unwrap();
    assert_eq!(group.order(), Some(known.order), "{name}: order");
    for &engine in engines {
        let answer = Question::new(cnf).with_method(engine).count(&mut ()).unwrap();
        assert_eq!((answer.count, answer.orbits), (known.raw, None), "{name}: raw by {engine}");
        let answer = Question::new(cnf).with_method(engine).up_to(&group).count(&mut ()).unwrap();
        let counted = (answer.count, answer.orbits);
        assert_eq!(counted, (known.raw, Some(known.distinct)), "{name}: up to symmetry by {engine}");
    }
}

/// One in each row and in each column, and what else is wanted.
pub(crate) fn one_in_each_line(cnf: &mut Cnf, points: &Points<2>, size: usize) {
    for line in 0..size {
        cnf.add_exactly_one(&points.lits(|[row, _]| row == line));
        cnf.add_exactly_one(&points.lits(|[_, column]| column == line));
    }
}

/// Latin squares by rows, columns and symbols.
pub(crate) fn latin_squares(size: usize) -> (Points<3>, Cnf) {
    let points = Points { sizes: [size; 3] };
    let mut cnf = Cnf::new();
    for [first, second] in (Points { sizes: [size, size] }).all() {
        cnf.add_exactly_one(&points.lits(|[row, column, _]| [row, column] == [first, second]));
        cnf.add_exactly_one(&points.lits(|[row, _, symbol]| [row, symbol] == [first, second]));
        cnf.add_exactly_one(&points.lits(|[_, column, symbol]| [column, symbol] == [first, second]));
    }
    (points, cnf)
}

#[test]
fn queens() {
    let known = [(4, 2, 1), (5, 10, 2), (6, 4, 1), (7, 40, 6), (8, 92, 12), (9, 352, 46)];
    for (size, raw, distinct) in known {
        let (points, symmetries) = board(size);
        let mut cnf = Cnf::new();
        one_in_each_line(&mut cnf, &points, size);
        for line in 0..2 * size - 1 {
            cnf.add_at_most_one(&points.lits(|[row, column]| row + column == line));
            cnf.add_at_most_one(&points.lits(|[row, column]| row + size - 1 - column == line));
        }
        let name = format!("{size} queens");
        assert_counts(&name, &cnf, &symmetries, &Known { order: 8, raw, distinct }, &LISTING);
    }
}

#[test]
fn star_battle_without_regions() {
    let known = [(4, 2, 1), (5, 14, 3), (6, 90, 15), (7, 646, 88), (8, 5242, 691)];
    for (size, raw, distinct) in known {
        let (points, symmetries) = board(size);
        let mut cnf = Cnf::new();
        one_in_each_line(&mut cnf, &points, size);
        for [top, left] in points.all().filter(|&[top, left]| top + 1 < size && left + 1 < size) {
            cnf.add_at_most_one(
                &points.lits(|[row, column]| (top..=top + 1).contains(&row) && (left..=left + 1).contains(&column)),
            );
        }
        let name = format!("star battle of {size}");
        let methods = [ExactCover, Chronological, Blocking];
        let methods = if size < 8 { &methods[..] } else { &methods[..2] };
        assert_counts(&name, &cnf, &symmetries, &Known { order: 8, raw, distinct }, methods);
    }
}

#[test]
fn latin_squares_in_main_classes() {
    for (size, order, raw, distinct) in [(3, 1296, 12, 1), (4, 82_944, 576, 2)] {
        let (points, cnf) = latin_squares(size);
        let symmetries = [
            points.permutation(|[row, column, symbol]| [column, row, symbol]),
            points.permutation(|[row, column, symbol]| [column, symbol, row]),
            points.permutation(|[row, column, symbol]| [(row + 1) % size, column, symbol]),
            points.permutation(|[row, column, symbol]| [if row < 2 { 1 - row } else { row }, column, symbol]),
        ];
        let name = format!("latin squares of {size}");
        assert_counts(&name, &cnf, &symmetries, &Known { order, raw, distinct }, &LISTING);
    }
}

#[test]
fn langford_pairs() {
    for (pairs, raw, distinct) in [(3, 2, 1), (4, 2, 1), (7, 52, 26), (8, 300, 150)] {
        let length = 2 * pairs;
        let mut cnf = Cnf::new();
        let mut placements = Vec::new();
        for number in 1..=pairs {
            for first in 0..length - number - 1 {
                cnf.new_var();
                placements.push((number, first, first + number + 1));
            }
        }
        let lits = |holds: &dyn Fn(usize, usize, usize) -> bool| -> Vec<Lit> {
            let held =
                placements.iter().enumerate().filter(|&(_, &(number, first, second))| holds(number, first, second));
            held.map(|(index, _)| Var::from_index(index).positive()).collect()
        };
        for wanted in 1..=pairs {
            cnf.add_exactly_one(&lits(&|number, _, _| number == wanted));
        }
        for place in 0..length {
            cnf.add_exactly_one(&lits(&|_, first, second| first == place || second == place));
        }
        let mirrored =
            |&(number, _, second): &(usize, usize, usize)| lits(&|n, f, _| n == number && f == length - 1 - second)[0];
        let mirror = Permutation::from_images(placements.iter().map(mirrored).collect()).unwrap();
        let name = format!("langford pairs to {pairs}");
        assert_counts(&name, &cnf, &[mirror], &Known { order: 2, raw, distinct }, &LISTING);
    }
}

#[test]
fn sudoku_of_side_four() {
    let (points, mut cnf) = latin_squares(4);
    for [first, digit] in (Points { sizes: [4, 4] }).all() {
        cnf.add_exactly_one(&points.lits(|[row, column, other]| [row / 2 * 2 + column / 2, other] == [first, digit]));
    }
    let symmetries = [
        points.permutation(|[row, column, digit]| [column, row, digit]),
        points.permutation(|[row, column, digit]| [if row < 2 { 1 - row } else { row }, column, digit]),
        points.permutation(|[row, column, digit]| [(row + 2) % 4, column, digit]),
        points.permutation(|[row, column, digit]| [row, column, (digit + 1) % 4]),
        points.permutation(|[row, column, digit]| [row, column, if digit < 2 { 1 - digit } else { digit }]),
    ];
    let known = Known { order: 3072, raw: 288, distinct: 2 };
    assert_counts("sudoku of side four", &cnf, &symmetries, &known, &LISTING);
}

#[test]
fn magic_square_of_side_three() {
    let points = Points { sizes: [3, 3, 9] };
    let mut cnf = Cnf::new();
    for cell in 0..9 {
        cnf.add_exactly_one(&points.lits(|[row, column, _]| 3 * row + column == cell));
        cnf.add_exactly_one(&points.lits(|[_, _, value]| value == cell));
    }
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    for line in lines {
        // Values stand here less one: three of them sum up to twelve.
        for values in (Points { sizes: [9; 3] }).all().filter(|values| values.iter().sum::<usize>() != 12) {
            let forbidden = line.iter().zip(values).map(|(cell, value)| !points.lit([cell / 3, cell % 3, value]));
            cnf.add_clause(&forbidden.collect::<Vec<_>>());
        }
    }
    let symmetries = [
        points.permutation(|[row, column, value]| [row, 2 - column, value]),
        points.permutation(|[row, column, value]| [column, row, value]),
    ];
    let known = Known { order: 8, raw: 8, distinct: 1 };
    assert_counts("magic square of side three", &cnf, &symmetries, &known, &LISTING);
    let refused = Question::new(&cnf).with_method(Engine::Frontier).count(&mut ()).unwrap_err();
    assert_eq!(refused, QueryError::Refused { method: Engine::Frontier.into(), reason: Refusal::LongClause(0) });
}

//! Chess pieces on boards.

use std::collections::BTreeMap;

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};

use super::points::{Formula, Points, formula_of, permutation};
use super::rows::Row;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let queens = [(2, 1), (10, 2), (4, 1), (40, 6), (92, 12), (352, 46), (724, 92), (2680, 341), (14_200, 1787)];
    for (size, (solutions, classes)) in (4..).zip(queens) {
        rows.push(Row::puzzle(28, format!("queens-{size}"), format!("queens: {size}\n"), solutions, classes));
    }
    let stars = [(2, 1), (14, 3), (90, 15), (646, 88), (5242, 691), (47_622, 6034)];
    for (size, (solutions, classes)) in (4..).zip(stars) {
        let text = format!("size: {size}\nregions: none\n");
        rows.push(Row::puzzle(31, format!("stars-{size}"), text, solutions, classes));
    }
    for (size, (solutions, classes)) in (6..).zip([(0, 0), (0, 0), (2, 1)]) {
        let text = format!("size: {size}\nregions: none\nstars: 2\n");
        rows.push(Row::puzzle(32, format!("two-stars-{size}"), text, solutions, classes));
    }
    for (size, classes) in (4..).zip([1, 1, 1, 3, 6, 20, 40]) {
        rows.push(
            Row::formula(29, format!("toroidal-classes-{size}"), queens_on_a_torus(size), 0, classes).of_classes(),
        );
    }
    for (size, (queens, solutions, classes)) in (3..).zip([(1, 16, 1), (2, 112, 10), (4, 18, 3), (5, 560, 35)]) {
        rows.push(Row::formula(30, format!("peaceable-{size}"), peaceable(size, queens), solutions, classes));
    }
    for (size, (queens, classes)) in (7..).zip([(7, 19), (9, 71)]) {
        let row = Row::formula(30, format!("peaceable-{size}"), peaceable(size, queens), 0, classes).of_classes();
        // By itself it takes turns with other methods, which is nearly too long for the larger one.
        rows.push(if size > 7 { row.by("lex-leader") } else { row });
    }
    rows
}

/// The eight symmetries of a square board.
pub(crate) fn board(size: usize) -> (Points<2>, Vec<Permutation>) {
    let points = Points { sizes: [size, size] };
    let mirror = points.permutation(|[row, column]| [row, size - 1 - column]);
    let transpose = points.permutation(|[row, column]| [column, row]);
    (points, vec![mirror, transpose])
}

/// One in each row and each column, such that no two attack each other on the board when the rows and columns are shifted round
/// suitably: solutions of the queens' problem, and all their images on the torus. The squares are the first half of the variables, how far down and across they are shifted
/// the second.
fn queens_on_a_torus(size: usize) -> Formula {
    let points = Points { sizes: [2, size, size] };
    let mut cnf = formula_of(points.len());
    let squares = || points.all().filter(|&[plane, ..]| plane == 0);
    for line in 0..size {
        cnf.add_exactly_one(&points.lits(|[plane, row, _]| plane == 0 && row == line));
        cnf.add_exactly_one(&points.lits(|[plane, _, column]| plane == 0 && column == line));
    }
    for shift @ [_, down, across] in points.all().filter(|&[plane, ..]| plane == 1) {
        let moved = |[_, row, column]: [usize; 3]| [(row + down) % size, (column + across) % size];
        for line in 0..2 * size - 1 {
            let falling = |[row, column]: [usize; 2]| row + column == line;
            let rising = |[row, column]: [usize; 2]| row + size - 1 - column == line;
            for diagonal in [&falling as &dyn Fn([usize; 2]) -> bool, &rising] {
                let lits: Vec<Lit> = squares().filter(|&at| diagonal(moved(at))).map(|at| points.lit(at)).collect();
                for (position, &first) in lits.iter().enumerate() {
                    for &second in &lits[..position] {
                        cnf.add_clause(&[!points.lit(shift), !first, !second]);
                    }
                }
            }
        }
    }
    cnf.add_clause(&points.lits(|[plane, ..]| plane == 1));
    cnf.add_visible(&squares().map(|at| points.lit(at).var()).collect::<Vec<_>>());
    let back = |by: usize| (size - by) % size;
    let generators = vec![
        points.permutation(|[plane, row, column]| match plane {
            0 => [plane, row, size - 1 - column],
            _ => [plane, row, back(column)],
        }),
        points.permutation(|[plane, row, column]| [plane, column, row]),
        points.permutation(|[plane, row, column]| match plane {
            0 => [plane, (row + 1) % size, column],
            _ => [plane, (row + size - 1) % size, column],
        }),
    ];
    Formula::new(cnf, generators)
}

/// As many white queens as black ones, none of which attacks one of the other colour.
fn peaceable(size: usize, queens: usize) -> Formula {
    let points = Points { sizes: [2, size, size] };
    let mut cnf = formula_of(points.len());
    let attack = |a: [usize; 3], b: [usize; 3]| {
        let (down, across) = (a[1].abs_diff(b[1]), a[2].abs_diff(b[2]));
        down == 0 || across == 0 || down == across
    };
    for white in points.all().filter(|at| at[0] == 0) {
        for black in points.all().filter(|at| at[0] == 1).filter(|&black| attack(white, black)) {
            cnf.add_clause(&[!points.lit(white), !points.lit(black)]);
        }
    }
    let mut counts = Counts { cnf, most: queens + 1, names: BTreeMap::new() };
    for colour in 0..2 {
        let mut lines = [Vec::new(), Vec::new()];
        for line in 0..size {
            for (lines, axis) in lines.iter_mut().zip([1, 2]) {
                let cells = points.all().filter(|at| at[0] == colour && at[axis] == line);
                let cells = cells.map(|at| vec![points.lit(at).var().index()]).collect();
                lines.push(counts.count(cells));
            }
        }
        for lines in lines {
            let all = counts.count(lines);
            let at_least = |number| counts.at_least(&all, number).expect("the board is large enough");
            let (enough, too_many) = (at_least(queens), at_least(queens + 1));
            counts.cnf.add_clause(&[enough]);
            counts.cnf.add_clause(&[!too_many]);
        }
    }
    let maps: [&dyn Fn([usize; 3]) -> [usize; 3]; 3] = [
        &|[colour, row, column]| [1 - colour, row, column],
        &|[colour, row, column]| [colour, row, size - 1 - column],
        &|[colour, row, column]| [colour, column, row],
    ];
    let generators = maps.map(|map| counts.permutation(&points, map)).to_vec();
    let mut cnf = counts.cnf;
    cnf.add_visible(&(0..points.len()).map(Var::from_index).collect::<Vec<_>>());
    Formula::new(cnf, generators)
}

/// How many of some squares are occupied, in unary: whether at least so many are, for sets of squares that are put together from both ends, so
/// that turning a row round maps the definitions to each other.
struct Counts {
    cnf: Cnf,
    /// Counted up to this number.
    most: usize,
    names: BTreeMap<(Vec<usize>, usize), Lit>,
}

impl Counts {
    fn at_least(&self, set: &[usize], number: usize) -> Option<Lit> {
        match set {
            [square] if number == 1 => Some(Var::from_index(*square).positive()),
            _ => self.names.get(&(set.to_vec(), number)).copied(),
        }
    }

    /// Counts the union of these sets, and returns it.
    fn count(&mut self, sets: Vec<Vec<usize>>) -> Vec<usize> {
        let half = sets.len() / 2;
        if half == 0 {
            return sets.into_iter().next().unwrap_or_default();
        }
        let left = self.count(sets[..half].to_vec());
        let right = self.count(sets[sets.len() - half..].iter().rev().cloned().collect());
        let both = self.join(&left, &right);
        if sets.len().is_multiple_of(2) { both } else { self.join(&both, &sets[half]) }
    }

    fn join(&mut self, left: &[usize], right: &[usize]) -> Vec<usize> {
        let mut union = [left, right].concat();
        union.sort_unstable();
        for number in 1..=union.len().min(self.most) {
            let cnf = &mut self.cnf;
            self.names.entry((union.clone(), number)).or_insert_with(|| cnf.new_vars(1)[0].positive());
        }
        for first in 0..=left.len().min(self.most) {
            for second in 0..=right.len().min(self.most) {
                let (here, there) = (self.at_least(left, first), self.at_least(right, second));
                if let Some(sum) = self.at_least(&union, first + second) {
                    self.cnf
                        .add_clause(&[here, there].iter().flatten().map(|&lit| !lit).chain([sum]).collect::<Vec<_>>());
                }
                let (here, there) = (self.at_least(left, first + 1), self.at_least(right, second + 1));
                if let Some(sum) = self.at_least(&union, first + second + 1) {
                    self.cnf.add_clause(&[here, there].into_iter().flatten().chain([!sum]).collect::<Vec<_>>());
                }
            }
        }
        union
    }

    /// What a map of the squares does to all variables.
    fn permutation(&self, points: &Points<3>, map: &dyn Fn([usize; 3]) -> [usize; 3]) -> Permutation {
        let square: Vec<usize> = points.all().map(|at| points.lit(map(at)).var().index()).collect();
        let mut images: Vec<Lit> = square.iter().map(|&square| Var::from_index(square).positive()).collect();
        let mut names: Vec<_> = self.names.iter().map(|((set, number), lit)| (lit.var(), set, *number)).collect();
        names.sort_unstable();
        for (_, set, number) in names {
            let mut image: Vec<usize> = set.iter().map(|&at| square[at]).collect();
            image.sort_unstable();
            images.push(self.at_least(&image, number).expect("the image is counted, too"));
        }
        permutation(images)
    }
}

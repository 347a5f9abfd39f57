//! Chess pieces on boards.

use gordian_formula::{ClauseSink, Lit, Permutation};

use super::peaceable::peaceable;
use super::points::{Formula, Points, formula_of};
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
    for (size, (queens, classes)) in (7..).zip([(7, 19), (9, 71), (12, 18), (14, 380)]) {
        let row = Row::formula(30, format!("peaceable-{size}"), peaceable(size, queens), 0, classes).of_classes();
        // Without a method, several take turns, which is too long for the largest one.
        rows.push(if size > 9 { row.by("lex-leader") } else { row });
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

/// One in each row and each column, such that no two attack each other on the board when the rows
/// and columns are shifted round suitably: solutions of the queens' problem, and all their images
/// on the torus. The squares are the first half of the variables, how far down and across they are
/// shifted the second.
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

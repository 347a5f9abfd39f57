//! Tilings.

use gordian_formula::ClauseSink;
use gordian_puzzles::Puzzle;
use gordian_puzzles::polyform::parse;

use super::points::Formula;
use super::rows::{Input, Row};

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut tiling = |number: u32, board: &str, pieces: &str, solutions: u64, classes: u64| {
        let name = format!("{board} {pieces}").replace([' ', ','], "-").replace('*', "any");
        let text = format!("board: {board}\npieces: {pieces}\n");
        rows.push(Row::puzzle(number, name, text, solutions, classes));
        if matches!(number, 3 | 4 | 7 | 11) {
            rows.last_mut().expect("it was just added").limit = 120;
        }
    };
    tiling(1, "3x20", "pentominoes", 8, 2);
    tiling(2, "4x15", "pentominoes", 1472, 368);
    tiling(3, "5x12", "pentominoes", 4040, 1010);
    tiling(4, "6x10", "pentominoes", 9356, 2339);
    tiling(7, "8x8", "pentominoes, tetromino O", 129_168, 16_146);
    tiling(10, "3x10", "pentominoes optional", 580, 145);
    tiling(10, "3x15", "pentominoes optional", 804, 201);
    tiling(11, "4x10", "pentominoes optional", 8340, 2085);
    tiling(12, "5x5", "pentominoes optional", 856, 107);
    tiling(12, "5x6", "pentominoes optional", 2164, 541);
    tiling(12, "5x7", "pentominoes optional", 5584, 1396);
    tiling(13, "3x30", "one-sided pentominoes", 184, 46);
    tiling(16, "4x5", "tetrominoes", 0, 0);
    tiling(16, "4x7", "one-sided tetrominoes", 0, 0);
    tiling(18, "4x4", "dominoes x*", 36, 9);
    tiling(18, "6x6", "dominoes x*", 6728, 930);
    tiling(18, "8x8", "dominoes x*", 12_988_816, 1_629_189);
    tiling(19, "7x8", "dominoes x*", 1_292_697, 324_617);
    tiling(20, "4x4", "tetrominoes x*", 117, 22);
    tiling(20, "6x6", "tetrominoes x*", 178_939, 22_516);
    tiling(20, "8x8", "tetrominoes x*", 19_077_209_438, 2_384_735_766);
    tiling(21, "5x5", "pentominoes x*", 4006, 515);
    tiling(22, "6x6", "trominoes x*", 80_092, 10_112);
    tiling(23, "6x6", "tromino L x*", 162, 25);
    let squares = [(2, 2), (6, 3), (40, 13), (472, 77), (10_668, 1494), (450_924, 56_978)];
    for (size, (solutions, classes)) in (2..).zip(squares) {
        tiling(24, &format!("{size}x{size}"), &format!("squares 1..{size} x*"), solutions, classes);
    }
    for (size, solutions) in (3..).zip([4, 12, 256, 3620]) {
        let text = format!("board: {size}x{size}\npieces: oblongs 1..{size} optional\n");
        rows.push(Row::puzzle(25, format!("oblongs-{size}"), text, solutions, 0).of_solutions());
    }
    rows.push(Row::puzzle(26, "soma-cube", "board: 3x3x3\npieces: soma\n", 11_520, 240));
    let mut turned = Row::puzzle(26, "soma-cube-rotations", "board: 3x3x3\npieces: soma\n", 11_520, 480);
    if let Input::Puzzle { symmetries, .. } = &mut turned.input {
        *symmetries = "rotations";
    }
    rows.push(turned);
    let corners = |row, column| matches!((row, column), (0 | 7, 0 | 7));
    let without = |text: String, pieces: &str| format!("board:\n{text}\npieces: {pieces}\n");
    let pieces = "pentominoes";
    rows.push(Row::puzzle(5, "8x8-hole", without(holed(|row, column| square(3, 3, row, column)), pieces), 520, 65));
    rows.push(Row::puzzle(6, "8x8-corners", without(holed(corners), pieces), 17_360, 2170).within(120));
    // The source gives the ten numbers without saying which belongs to which place: this order is
    // the one that we count.
    let places = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)];
    for ((top, left), classes) in places.into_iter().zip([5027, 3207, 1839, 1288, 987, 1662, 721, 582, 768, 65]) {
        let board = holed(|row, column| square(top, left, row, column));
        rows.push(Row::puzzle(8, format!("square-at-{top}-{left}"), without(board, pieces), 0, classes).of_classes());
    }
    let places = [(1, 2, 6683), (1, 3, 2763), (2, 3, 3475), (1, 1, 0), (2, 2, 2980), (3, 3, 3470)];
    for (row, column, solutions) in places {
        let cross = |r: usize, c: usize| r.abs_diff(row) + c.abs_diff(column) <= 1;
        let text = without(holed(cross), "pentominoes F I L N P T U V W Y Z, tetromino O");
        let stays = if row == column { 2 } else { 1 };
        rows.push(Row::puzzle(9, format!("x-at-{row}-{column}"), text, solutions, solutions / stays));
    }
    for ((board, classes), width) in
        [("6x10", 563), ("5x12", 325), ("4x15", 238), ("3x20", 2)].into_iter().zip([10, 12, 15, 20])
    {
        let formula = without_crosses(&format!("board: {board}\npieces: pentominoes\n"), 60 / width, width);
        rows.push(Row::formula(15, format!("no-cross-{board}"), formula, 0, classes).of_classes());
    }
    rows
}

/// A board of eight by eight without some cells.
fn holed(is_hole: impl Fn(usize, usize) -> bool) -> String {
    let line = |row| (0..8).map(|column| if is_hole(row, column) { '-' } else { '.' }).chain(['\n']).collect();
    (0..8).map(line).collect::<Vec<String>>().concat()
}

fn square(top: usize, left: usize, row: usize, column: usize) -> bool {
    (top..top + 2).contains(&row) && (left..left + 2).contains(&column)
}

/// Nowhere do four pieces meet: of the cells around a corner, two that are adjacent belong to one piece.
fn without_crosses(text: &str, height: usize, width: usize) -> Formula {
    let puzzle = parse(text).expect("the text is a puzzle");
    let compiled = puzzle.compile().expect("the puzzle can be compiled");
    let mut cnf = compiled.cnf.clone();
    let vars = cnf.projection();
    for (top, left) in (0..height - 1).flat_map(|top| (0..width - 1).map(move |left| (top, left))) {
        let around = |meaning: &str| {
            let is_in = |row, column| meaning.contains(&format!("({row},{column})"));
            [(0, 0, 0, 1), (0, 0, 1, 0), (0, 1, 1, 1), (1, 0, 1, 1)]
                .into_iter()
                .any(|(r, c, s, d)| is_in(top + r, left + c) && is_in(top + s, left + d))
        };
        let joined = vars.iter().zip(&compiled.meanings).filter(|(_, meaning)| around(meaning));
        cnf.add_clause(&joined.map(|(var, _)| var.positive()).collect::<Vec<_>>());
    }
    let generators = compiled.symmetry().map_or(Vec::new(), |spec| spec.generators.clone());
    Formula::new(cnf, generators)
}

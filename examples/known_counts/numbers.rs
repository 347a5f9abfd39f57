//! Squares and sequences of numbers.

use std::collections::BTreeMap;

use gordian_encoders::encode::{IntVar, Relation, Sum};
use gordian_formula::{ClauseSink, Lit};

use super::chess::board;
use super::points::{Formula, Points, formula_of, middle_out, permutation, symmetric_group};
use super::rows::Row;

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = vec![
        Row::formula(33, "magic-3", magic(3), 8, 1),
        Row::formula(34, "magic-4", magic(4), 7040, 880).within(120),
        Row::formula(36, "latin-3", latin(3), 12, 1),
        Row::formula(36, "latin-4", latin(4), 576, 2),
        Row::formula(36, "latin-5", latin(5), 161_280, 2),
        Row::formula(40, "sudoku-4", sudoku(2, 2), 288, 2),
        Row::formula(41, "sudoku-6", sudoku(2, 3), 28_200_960, 49).within(120),
    ];
    for (size, solutions) in (1..).zip([1, 1, 1, 4, 56, 9408]) {
        rows.push(Row::formula(38, format!("reduced-latin-{size}"), reduced_latin(size), solutions, 0).of_solutions());
    }
    for (pairs, solutions) in [(3, 2), (4, 2), (7, 52), (8, 300), (11, 35_584), (12, 216_288)] {
        let classes = solutions / 2;
        rows.push(Row::formula(43, format!("langford-{pairs}"), pairs_apart(pairs, 1), solutions, classes));
    }
    for (pairs, solutions) in [(4, 6), (5, 10), (8, 504)] {
        rows.push(Row::formula(44, format!("skolem-{pairs}"), pairs_apart(pairs, 0), solutions, solutions / 2));
    }
    let costas = [(1, 1), (2, 1), (4, 1), (12, 2), (40, 6), (116, 17), (200, 30), (444, 60), (760, 100), (2160, 277)];
    for (size, (solutions, classes)) in (1..).zip(costas) {
        rows.push(Row::formula(45, format!("costas-{size}"), costas_array(size), solutions, classes));
    }
    for (size, (solutions, classes)) in (11..).zip([(4368, 555), (7852, 990), (12_828, 1616)]) {
        let row = Row::formula(46, format!("costas-{size}"), costas_array(size), solutions, classes);
        // Without a method, several take turns, which is nearly too long for the largest one.
        rows.push(if size > 12 { row.by("lex-leader") } else { row });
    }
    let rulers = [(3, 2, 1), (6, 2, 1), (11, 4, 2), (17, 8, 4), (25, 10, 5), (34, 2, 1), (44, 2, 1), (55, 2, 1)];
    for (marks, (length, solutions, classes)) in (3..).zip(rulers) {
        rows.push(Row::formula(53, format!("golomb-{marks}"), golomb(marks, length), solutions, classes));
    }
    let words = [
        ("SEND + MORE = MONEY", 1),
        ("TWO + TWO = FOUR", 7),
        ("EAT + THAT = APPLE", 1),
        ("BASE + BALL = GAMES", 1),
        ("ONE + ONE = TWO", 16),
    ];
    for (text, solutions) in words {
        let name = text.to_lowercase().replace([' ', '+', '='], "-").replace("---", "-");
        rows.push(Row::puzzle(61, name, format!("{text}\n"), solutions, 0).of_solutions());
    }
    rows
}

/// Rows, columns and both long diagonals sum up to the same.
fn magic(size: usize) -> Formula {
    let points = Points { sizes: [size, size, size * size] };
    let mut cnf = formula_of(points.len());
    for [row, column] in (Points { sizes: [size, size] }).all() {
        cnf.add_exactly_one(&points.lits(|[r, c, _]| [r, c] == [row, column]));
        cnf.add_exactly_one(&points.lits(|[_, _, value]| value == row * size + column));
    }
    let last = size - 1;
    let lines = (0..size)
        .flat_map(|line| [(0..size).map(|at| [line, at]).collect::<Vec<_>>(), (0..size).map(|at| [at, line]).collect()])
        .chain([(0..size).map(|at| [at, at]).collect(), (0..size).map(|at| [at, last - at]).collect()]);
    let wanted = (size * (size * size + 1) / 2) as i64;
    for line in lines.collect::<Vec<_>>() {
        let sum = line.iter().fold(Sum::new(), |sum, &[row, column]| {
            let values: Vec<(i64, Lit)> =
                (0..size * size).map(|value| (value as i64 + 1, points.lit([row, column, value]))).collect();
            sum.plus(1, &IntVar::from_value_literals(&mut cnf, &values).expect("the values differ"))
        });
        sum.post(&mut cnf, Relation::Equal, wanted).expect("the sum is small");
    }
    let generators = vec![
        points.permutation(|[row, column, value]| [row, last - column, value]),
        points.permutation(|[row, column, value]| [column, row, value]),
    ];
    Formula::trusted(cnf, points.len(), generators)
}

/// Latin squares, under permutations of rows, of columns, of symbols, and their exchange.
fn latin(size: usize) -> Formula {
    let points = Points { sizes: [size; 3] };
    let mut cnf = formula_of(points.len());
    for [first, second] in (Points { sizes: [size, size] }).all() {
        cnf.add_exactly_one(&points.lits(|[row, column, _]| [row, column] == [first, second]));
        cnf.add_exactly_one(&points.lits(|[row, _, symbol]| [row, symbol] == [first, second]));
        cnf.add_exactly_one(&points.lits(|[_, column, symbol]| [column, symbol] == [first, second]));
    }
    let mut generators = vec![
        points.permutation(|[row, column, symbol]| [column, row, symbol]),
        points.permutation(|[row, column, symbol]| [column, symbol, row]),
    ];
    generators.extend(symmetric_group(size).map(|map| points.permutation(|[row, c, s]| [map(row), c, s])));
    Formula::new(cnf, generators)
}

/// With the first row and the first column in order.
fn reduced_latin(size: usize) -> Formula {
    let mut formula = latin(size);
    formula.generators.clear();
    let points = Points { sizes: [size; 3] };
    for at in 0..size {
        formula.cnf.add_clause(&[points.lit([0, at, at])]);
        formula.cnf.add_clause(&[points.lit([at, 0, at])]);
    }
    formula
}

/// Sudokus with boxes of so many rows and columns.
fn sudoku(height: usize, width: usize) -> Formula {
    let size = height * width;
    let points = Points { sizes: [size; 3] };
    let mut cnf = formula_of(points.len());
    let box_of = |row: usize, column: usize| row / height * height + column / width;
    for [first, digit] in (Points { sizes: [size, size] }).all() {
        cnf.add_exactly_one(&points.lits(|[row, column, _]| [row, column] == [first, digit]));
        cnf.add_exactly_one(&points.lits(|[row, _, other]| [row, other] == [first, digit]));
        cnf.add_exactly_one(&points.lits(|[_, column, other]| [column, other] == [first, digit]));
        cnf.add_exactly_one(&points.lits(|[row, column, other]| [box_of(row, column), other] == [first, digit]));
    }
    let within = |line: usize, block: usize, map: &dyn Fn(usize) -> usize| if line < block { map(line) } else { line };
    let mut generators = Vec::new();
    for map in symmetric_group(size) {
        generators.push(points.permutation(|[row, column, digit]| [row, column, map(digit)]));
    }
    for map in symmetric_group(height) {
        generators.push(points.permutation(|[row, column, digit]| [within(row, height, &map), column, digit]));
        generators.push(points.permutation(|[row, column, d]| [row, map(column / width) * width + column % width, d]));
    }
    for map in symmetric_group(width) {
        generators.push(points.permutation(|[row, column, digit]| [row, within(column, width, &map), digit]));
        generators.push(points.permutation(|[row, column, d]| [map(row / height) * height + row % height, column, d]));
    }
    if height == width {
        generators.push(points.permutation(|[row, column, digit]| [column, row, digit]));
    }
    Formula::new(cnf, generators)
}

/// Each number twice, with as many places between the two as the number says, less one unless `gap`
/// is one: Langford's problem and Skolem's.
fn pairs_apart(pairs: usize, gap: usize) -> Formula {
    let length = 2 * pairs;
    let distance = |number: usize| number + gap;
    let places: Vec<[usize; 3]> = (1..=pairs)
        .flat_map(|number| (0..length - distance(number)).map(move |first| [number, first, first + distance(number)]))
        .collect();
    let points = Points { sizes: [places.len()] };
    let mut cnf = formula_of(places.len());
    for wanted in 1..=pairs {
        cnf.add_exactly_one(&points.lits(|[at]| places[at][0] == wanted));
    }
    for place in 0..length {
        cnf.add_exactly_one(&points.lits(|[at]| places[at][1..].contains(&place)));
    }
    let mirrored = |[number, first, second]: [usize; 3]| [number, length - 1 - second, length - 1 - first];
    let position = |wanted: [usize; 3]| places.iter().position(|&place| place == wanted).expect("it is a place");
    let mirror = points.permutation(|[at]| [position(mirrored(places[at]))]);
    Formula::new(cnf, vec![mirror])
}

/// One in each row and column, such that the vectors between them differ. Vectors that go up to
/// half of the board in one direction or the other tell (half of the board in one direction does,
/// Chang 1987): for each gap between rows, which is at least the difference of their columns, no
/// two differences are the same, and so with rows and columns exchanged, so that the symmetries of
/// the board are ones of the clauses. A difference that is not there may be called taken, so only
/// the squares are visible.
///
/// Lines are numbered from the middle of the board outwards, because squares are decided in the
/// order of their numbers: what stands in the middle excludes most.
fn costas_array(size: usize) -> Formula {
    let (points, _) = board(size);
    let middle_out = middle_out(size);
    let number = |line: usize| middle_out.iter().position(|&other| other == line).expect("a line of the board");
    let square = |at: [usize; 2]| points.lit(at.map(number));
    let mut cnf = formula_of(points.len());
    for line in 0..size {
        cnf.add_exactly_one(&points.lits(|[row, _]| row == line));
        cnf.add_exactly_one(&points.lits(|[_, column]| column == line));
    }
    cnf.add_visible(&points.all().map(|at| points.lit(at).var()).collect::<Vec<_>>());
    // For a line and the one at some distance behind it, rows or columns: the difference of the
    // places that are taken.
    let mut triangle: BTreeMap<(bool, usize, usize, isize), Lit> = BTreeMap::new();
    for are_columns in [false, true] {
        for gap in 1..size.saturating_sub(1) {
            let bound = gap.min((size - 1) / 2) as isize;
            for by in (-bound..=bound).filter(|&by| by != 0) {
                let alike: Vec<Lit> = (0..size - gap).map(|_| cnf.new_var().positive()).collect();
                cnf.add_at_most_one(&alike);
                for (line, &taken) in alike.iter().enumerate() {
                    triangle.insert((are_columns, gap, line, by), taken);
                    for first in 0..size {
                        let Some(second) = first.checked_add_signed(by).filter(|&at| at < size) else {
                            continue;
                        };
                        let [start, end] = [[line, first], [line + gap, second]]
                            .map(|[line, at]| square(if are_columns { [at, line] } else { [line, at] }));
                        cnf.add_clause(&[!start, !end, taken]);
                    }
                }
            }
        }
    }
    let images = |map: &dyn Fn([usize; 2]) -> [usize; 2], of_triangle: &dyn Fn(bool, usize, usize, isize) -> Lit| {
        let of_board = points.all().map(|numbers| square(map(numbers.map(|number| middle_out[number]))));
        let mut by_var: Vec<(Lit, Lit)> =
            triangle.iter().map(|(&(kind, gap, line, by), &lit)| (lit, of_triangle(kind, gap, line, by))).collect();
        by_var.sort_unstable();
        permutation(of_board.chain(by_var.into_iter().map(|(_, image)| image)).collect())
    };
    let mirror = images(&|[row, column]| [row, size - 1 - column], &|are_columns, gap, line, by| {
        let line = if are_columns { size - 1 - gap - line } else { line };
        triangle[&(are_columns, gap, line, -by)]
    });
    let transpose =
        images(&|[row, column]| [column, row], &|are_columns, gap, line, by| triangle[&(!are_columns, gap, line, by)]);
    Formula::new(cnf, vec![mirror, transpose])
}

/// Marks on a ruler of this length, with one at each end, whose distances differ. Visible is where
/// there are marks, and which one each is.
fn golomb(marks: usize, length: usize) -> Formula {
    let points = Points { sizes: [marks, length + 1] };
    let mut cnf = formula_of(points.len());
    let last = marks - 1;
    cnf.add_clause(&[points.lit([0, 0])]);
    cnf.add_clause(&[points.lit([last, length])]);
    for mark in 0..marks {
        cnf.add_exactly_one(&points.lits(|[other, _]| other == mark));
    }
    let mut taken = Vec::new();
    for place in 0..=length {
        let here = points.lits(|[_, other]| other == place);
        cnf.add_at_most_one(&here);
        let any = cnf.new_var().positive();
        here.iter().for_each(|&lit| cnf.add_clause(&[!lit, any]));
        cnf.add_clause(&here.iter().copied().chain([!any]).collect::<Vec<_>>());
        taken.push(any);
    }
    // The first distances from an end are as large as those of the shortest ruler with so many marks.
    let shortest = [0, 0, 1, 3, 6, 11, 17, 25, 34, 44, 55];
    for [mark, place] in points.all() {
        if place < shortest[mark + 1] || length - place < shortest[marks - mark] {
            cnf.add_clause(&[!points.lit([mark, place])]);
        }
        if mark < last {
            let later = points.lits(|[other, at]| other == mark + 1 && at > place);
            cnf.add_clause(&later.iter().copied().chain([!points.lit([mark, place])]).collect::<Vec<_>>());
        }
        if mark > 0 {
            let earlier = points.lits(|[other, at]| other == mark - 1 && at < place);
            cnf.add_clause(&earlier.iter().copied().chain([!points.lit([mark, place])]).collect::<Vec<_>>());
        }
    }
    let mut pairs = BTreeMap::new();
    for distance in 1..=length {
        let mut alike = Vec::new();
        for first in 0..=length - distance {
            let both = cnf.new_var().positive();
            let (a, b) = (taken[first], taken[first + distance]);
            cnf.add_clause(&[!a, !b, both]);
            cnf.add_clause(&[a, !both]);
            cnf.add_clause(&[b, !both]);
            alike.push(both);
            pairs.insert((first, distance), both);
        }
        cnf.add_at_most_one(&alike);
    }
    let mut images: Vec<Lit> = points.all().map(|[mark, place]| points.lit([last - mark, length - place])).collect();
    images.extend((0..=length).map(|place| taken[length - place]));
    let mut others: Vec<(Lit, Lit)> =
        pairs.iter().map(|(&(first, distance), &lit)| (lit, pairs[&(length - distance - first, distance)])).collect();
    others.sort_unstable();
    images.extend(others.into_iter().map(|(_, image)| image));
    cnf.add_visible(&points.all().map(|at| points.lit(at).var()).collect::<Vec<_>>());
    Formula::new(cnf, vec![permutation(images)])
}

//! Every encoding in front of the solver: the same answers and counts, whichever is chosen.
//!
//! The ignored test prints the tables of measurements in `docs/encodings.md`.

use std::collections::BTreeMap;
use std::time::Instant;

use gordian_encoders::encode::*;
use gordian_encoders::model::{ConnectivityEncoding, connected_with};
use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_solver::{Budget, Outcome, Solver};

const CARDINALITY: [CardinalityEncoding; 3] =
    [CardinalityEncoding::Sequential, CardinalityEncoding::Totalizer, CardinalityEncoding::Auto];

const SUMS: [SumEncoding; 6] = [
    SumEncoding::Tree,
    SumEncoding::Columns(2),
    SumEncoding::Columns(5),
    SumEncoding::Columns(10),
    SumEncoding::Columns(16),
    SumEncoding::Auto,
];

/// A formula and the variables whose models are counted.
struct Problem {
    cnf: Cnf,
    visible: Vec<Var>,
}

/// Conflicts and models of a run that blocks each model it finds; `None` where `conflicts` were not enough.
struct Run {
    models: Option<u64>,
    conflicts: u64,
    propagations: u64,
    milliseconds: u128,
}

fn run(problem: &Problem, most_models: u64, conflicts: u64) -> Run {
    let start = Instant::now();
    let mut solver = Solver::new();
    problem.cnf.feed(&mut solver);
    let budget = Budget::unlimited().with_conflicts(conflicts);
    let mut models = 0;
    let models = loop {
        match solver.solve_within(&[], &budget) {
            Outcome::Satisfiable if models + 1 == most_models => break Some(most_models),
            Outcome::Satisfiable => {
                let model = solver.model().expect("a model");
                assert_eq!(problem.cnf.first_violated(&model), None);
                let block: Vec<Lit> = problem.visible.iter().map(|&var| var.lit(!model.value(var))).collect();
                solver.add_clause(&block);
                models += 1;
            }
            Outcome::Unsatisfiable => break Some(models),
            Outcome::Unknown(_) => break None,
        }
    };
    let statistics = solver.statistics();
    Run {
        models,
        conflicts: statistics.conflicts,
        propagations: statistics.propagations,
        milliseconds: start.elapsed().as_millis(),
    }
}

fn grid(size: usize) -> (Cnf, Vec<Var>) {
    let mut cnf = Cnf::new();
    let vars = cnf.new_vars(size * size);
    (cnf, vars)
}

fn at(vars: &[Var], places: impl Iterator<Item = usize>) -> Vec<Lit> {
    places.map(|place| vars[place].positive()).collect()
}

fn queens(size: usize, encoding: AtMostOneEncoding) -> Problem {
    let (mut cnf, visible) = grid(size);
    let all = || 0..size * size;
    for line in 0..size {
        exactly_one(&mut cnf, &at(&visible, all().filter(|place| place / size == line)), encoding);
        exactly_one(&mut cnf, &at(&visible, all().filter(|place| place % size == line)), encoding);
    }
    for line in 0..2 * size - 1 {
        let falling = all().filter(|place| place / size + size - 1 - place % size == line);
        let rising = all().filter(|place| place / size + place % size == line);
        at_most_one(&mut cnf, &at(&visible, falling), encoding);
        at_most_one(&mut cnf, &at(&visible, rising), encoding);
    }
    Problem { cnf, visible }
}

fn pigeons(holes: usize, encoding: AtMostOneEncoding) -> Problem {
    let mut cnf = Cnf::new();
    let visible = cnf.new_vars(holes * (holes + 1));
    for pigeon in 0..=holes {
        let somewhere = at(&visible, (0..holes).map(|hole| pigeon * holes + hole));
        cnf.add_clause(&somewhere);
    }
    for hole in 0..holes {
        at_most_one(&mut cnf, &at(&visible, (0..=holes).map(|pigeon| pigeon * holes + hole)), encoding);
    }
    Problem { cnf, visible }
}

/// Deterministic numbers (Knuth's MMIX generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        (1..count).rev().for_each(|end| order.swap(end, self.below(end + 1)));
        order
    }
}

/// A Latin square with its rows, columns and symbols shuffled, and some cells emptied.
fn latin_square(size: usize, holes: usize, encoding: AtMostOneEncoding) -> Problem {
    let mut cnf = Cnf::new();
    let visible = cnf.new_vars(size * size * size);
    let place = |row: usize, column: usize, symbol: usize| (row * size + column) * size + symbol;
    for a in 0..size {
        for b in 0..size {
            exactly_one(&mut cnf, &at(&visible, (0..size).map(|c| place(a, b, c))), encoding);
            exactly_one(&mut cnf, &at(&visible, (0..size).map(|c| place(a, c, b))), encoding);
            exactly_one(&mut cnf, &at(&visible, (0..size).map(|c| place(c, a, b))), encoding);
        }
    }
    let mut numbers = Numbers(size as u64);
    let (rows, columns, symbols) = (numbers.shuffled(size), numbers.shuffled(size), numbers.shuffled(size));
    for cell in numbers.shuffled(size * size).split_off(holes) {
        let (row, column) = (cell / size, cell % size);
        let symbol = symbols[(rows[row] + columns[column]) % size];
        cnf.add_clause(&at(&visible, [place(row, column, symbol)].into_iter()));
    }
    Problem { cnf, visible }
}

/// Zeros and ones in a square: so many in each row and in each column.
fn matrix(size: usize, in_row: usize, in_column: usize, encoding: CardinalityEncoding) -> Problem {
    let (mut cnf, visible) = grid(size);
    for line in 0..size {
        let row = at(&visible, (0..size).map(|place| line * size + place));
        let column = at(&visible, (0..size).map(|place| place * size + line));
        at_least(&mut cnf, &row, in_row, encoding).expect("a small count");
        at_most(&mut cnf, &column, in_column, encoding).expect("a small count");
    }
    Problem { cnf, visible }
}

/// Equations with these largest coefficients over digits, made to have a solution.
fn equations(terms: usize, greatest: i64, largest: i64, count: usize, encoding: SumEncoding) -> Problem {
    let mut numbers = Numbers((terms * count) as u64 + largest as u64);
    let mut cnf = Cnf::new();
    let digits: Vec<IntVar> = (0..terms).map(|_| IntVar::new(&mut cnf, 0..=greatest).expect("digits")).collect();
    let visible = digits.iter().flat_map(|x| x.order_literals()).map(|lit| lit.var()).collect();
    let solution: Vec<i64> = (0..terms).map(|_| numbers.below(greatest as usize + 1) as i64).collect();
    for _ in 0..count {
        let mut sum = Sum::new();
        let mut bound = 0;
        for (x, &value) in digits.iter().zip(&solution) {
            let coefficient = numbers.below(2 * largest as usize + 1) as i64 - largest;
            sum.add(coefficient, x);
            bound += coefficient * value;
        }
        sum.post_with(&mut cnf, Relation::Equal, bound, encoding).expect("a small sum");
    }
    Problem { cnf, visible }
}

/// Words added up, letters for digits.
fn addition(words: &str, total: &str, encoding: SumEncoding) -> Problem {
    let mut coefficients: BTreeMap<char, i64> = BTreeMap::new();
    let mut add = |word: &str, sign: i64| {
        let places = word.chars().rev().zip(std::iter::successors(Some(sign), |place| Some(place * 10)));
        places.for_each(|(letter, place)| *coefficients.entry(letter).or_default() += place);
    };
    words.split(' ').for_each(|word| add(word, 1));
    add(total, -1);
    let mut cnf = Cnf::new();
    let mut visible = Vec::new();
    let mut digits = Vec::new();
    let mut sum = Sum::new();
    for (&letter, &coefficient) in &coefficients {
        let leads = words.split(' ').chain([total]).any(|word| word.starts_with(letter));
        let values: Vec<(i64, Lit)> = (i64::from(leads)..10).map(|value| (value, cnf.new_var().positive())).collect();
        visible.extend(values.iter().map(|(_, lit)| lit.var()));
        let digit = IntVar::from_value_literals(&mut cnf, &values).expect("digits");
        sum.add(coefficient, &digit);
        digits.push(digit);
    }
    all_different(&mut cnf, &mut digits, AtMostOneEncoding::Group);
    sum.post_with(&mut cnf, Relation::Equal, 0, encoding).expect("a small sum");
    Problem { cnf, visible }
}

const CONNECTIVITY: [ConnectivityEncoding; 2] = [ConnectivityEncoding::Distance, ConnectivityEncoding::Tree];

/// Connected cells of a square grid: so many in each row and in each column, or, without such, in
/// all and with two opposite corners.
fn connected_cells(size: usize, in_all: Option<usize>, lines: &[usize], encoding: ConnectivityEncoding) -> Problem {
    let (mut cnf, visible) = grid(size);
    let across = (1..size * size).filter(|at| at % size != 0).map(|at| (at - 1, at));
    let edges: Vec<(usize, usize)> = across.chain((size..size * size).map(|at| (at - size, at))).collect();
    let all = at(&visible, 0..size * size);
    connected_with(&mut cnf, &all, &edges, encoding);
    for (line, &count) in lines.iter().enumerate() {
        let row = at(&visible, (0..size).map(|place| line * size + place));
        let column = at(&visible, (0..size).map(|place| place * size + line));
        exactly(&mut cnf, &row, count, CardinalityEncoding::Auto).expect("a small count");
        exactly(&mut cnf, &column, count, CardinalityEncoding::Auto).expect("a small count");
    }
    if let Some(count) = in_all {
        cnf.add_clause(&all[..1]);
        cnf.add_clause(&all[size * size - 1..]);
        exactly(&mut cnf, &all, count, CardinalityEncoding::Auto).expect("a small count");
    }
    Problem { cnf, visible }
}

const LONG_ADDITION: &str = "SO MANY MORE MEN SEEM TO SAY THAT THEY MAY SOON TRY TO STAY AT HOME SO AS TO SEE OR HEAR THE \
                             SAME ONE MAN TRY TO MEET THE TEAM ON THE MOON AS HE HAS AT THE OTHER TEN";

const PLENTY: u64 = 1_000_000;

#[test]
fn queens_are_counted_alike_in_every_encoding() {
    for encoding in AtMostOneEncoding::ALL {
        assert_eq!(run(&queens(6, encoding), PLENTY, PLENTY).models, Some(4), "{encoding:?}");
        assert_eq!(run(&pigeons(5, encoding), PLENTY, PLENTY).models, Some(0), "{encoding:?}");
    }
}

#[test]
fn matrices_are_counted_alike_in_every_encoding() {
    for encoding in CARDINALITY {
        // Two ones in each row and column of four: OEIS A001499.
        assert_eq!(run(&matrix(4, 2, 2, encoding), PLENTY, PLENTY).models, Some(90), "{encoding:?}");
        assert_eq!(run(&matrix(4, 3, 2, encoding), PLENTY, PLENTY).models, Some(0), "{encoding:?}");
    }
}

#[test]
fn shortest_paths_are_counted_alike_in_both_encodings() {
    for encoding in CONNECTIVITY {
        // With no cell to spare the cells are a path that goes right and down: 6 over 3 of them.
        assert_eq!(run(&connected_cells(4, Some(7), &[], encoding), PLENTY, PLENTY).models, Some(20), "{encoding:?}");
        assert_eq!(run(&connected_cells(4, Some(6), &[], encoding), PLENTY, PLENTY).models, Some(0), "{encoding:?}");
    }
}

#[test]
fn additions_have_their_known_solutions_in_every_encoding() {
    for encoding in SUMS {
        let once = |words, total| run(&addition(words, total, encoding), PLENTY, PLENTY).models;
        assert_eq!(once("SEND MORE", "MONEY"), Some(1), "{encoding:?}");
        assert_eq!(once("TWO TWO", "FOUR"), Some(7), "{encoding:?}");
    }
    assert_eq!(run(&addition(LONG_ADDITION, "TESTS", SumEncoding::Auto), PLENTY, PLENTY).models, Some(1));
}

#[test]
fn auxiliary_variables_add_no_models() {
    // Counted over all variables instead of the visible ones.
    for encoding in CARDINALITY {
        let mut problem = matrix(4, 2, 2, encoding);
        problem.visible = (0..problem.cnf.num_vars()).map(Var::from_index).collect();
        assert_eq!(run(&problem, PLENTY, PLENTY).models, Some(90), "{encoding:?}");
    }
    for encoding in SUMS {
        let mut problem = addition("TWO TWO", "FOUR", encoding);
        problem.visible = (0..problem.cnf.num_vars()).map(Var::from_index).collect();
        assert_eq!(run(&problem, PLENTY, PLENTY).models, Some(7), "{encoding:?}");
    }
}

#[test]
#[ignore = "prints the measured tables of docs/encodings.md: a minute"]
#[expect(clippy::print_stdout, reason = "its output is the table")]
fn measure() {
    let show = |family: &str, encoding: &dyn std::fmt::Debug, problem: &Problem| {
        let Run { models, conflicts, propagations, milliseconds } = run(problem, 200, 300_000);
        let models = models.map_or("–".into(), |models| models.to_string());
        let clauses = problem.cnf.num_expanded_clauses();
        println!(
            "| {family} | {encoding:?} | {} | {clauses} | {models} | {conflicts} | {propagations} | {milliseconds} |",
            problem.cnf.num_vars()
        );
    };
    println!("| family | encoding | variables | clauses | models | conflicts | propagations | ms |");
    println!("|---|---|---|---|---|---|---|---|");
    for encoding in AtMostOneEncoding::ALL {
        show("9 pigeons, 8 holes", &encoding, &pigeons(8, encoding));
    }
    for encoding in AtMostOneEncoding::ALL {
        show("8 queens, all", &encoding, &queens(8, encoding));
    }
    for encoding in AtMostOneEncoding::ALL {
        show("Latin square 30, 380 holes, 200", &encoding, &latin_square(30, 380, encoding));
    }
    for encoding in CONNECTIVITY {
        show("5×5 corners joined by 9 cells", &encoding, &connected_cells(5, Some(9), &[], encoding));
    }
    for encoding in CONNECTIVITY {
        show("6×6 corners joined by 10 cells", &encoding, &connected_cells(6, Some(10), &[], encoding));
    }
    for encoding in CONNECTIVITY {
        show("7×7, connected, 200", &encoding, &connected_cells(7, None, &[3, 5, 4, 4, 4, 5, 3], encoding));
    }
    for encoding in CARDINALITY {
        show("7×7, rows >= 3, columns <= 2", &encoding, &matrix(7, 3, 2, encoding));
    }
    for encoding in CARDINALITY {
        show("24×24, rows >= 9, columns <= 9, 200", &encoding, &matrix(24, 9, 9, encoding));
    }
    for encoding in SUMS {
        show("2 equations, 6 digits, to 9", &encoding, &equations(6, 9, 9, 2, encoding));
    }
    for encoding in SUMS {
        show("2 equations, 6 digits, to 60", &encoding, &equations(6, 9, 60, 2, encoding));
    }
    for encoding in SUMS {
        show("2 equations, 20 bits, to 100", &encoding, &equations(20, 1, 100, 2, encoding));
    }
    for encoding in SUMS {
        show("1 equation, 20 bits, to 100000", &encoding, &equations(20, 1, 100_000, 1, encoding));
    }
    for encoding in SUMS {
        show("DONALD + GERALD = ROBERT", &encoding, &addition("DONALD GERALD", "ROBERT", encoding));
    }
    for encoding in SUMS.into_iter().filter(|&encoding| encoding != SumEncoding::Tree) {
        show("41 addends", &encoding, &addition(LONG_ADDITION, "TESTS", encoding));
    }
}

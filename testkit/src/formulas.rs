//! Formulas that many tests make. Clauses are numbers as in DIMACS.

use gordian_formula::{ClauseSink, Cnf, Lit};

/// The literal of a number.
///
/// # Panics
///
/// On zero.
pub fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).expect("no literal is zero")
}

/// The literals of numbers.
pub fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| lit(number)).collect()
}

/// The coverings of a board by dominoes, a variable for each place of a domino; and the two cells of each.
pub fn dominoes(rows: usize, columns: usize) -> (Cnf, Vec<[usize; 2]>) {
    let mut cnf = Cnf::new();
    let mut covering: Vec<Vec<Lit>> = vec![Vec::new(); rows * columns];
    let mut places = Vec::new();
    for cell in 0..rows * columns {
        let right = (cell % columns + 1 < columns).then_some(cell + 1);
        let below = (cell + columns < rows * columns).then_some(cell + columns);
        for other in [right, below].into_iter().flatten() {
            let domino = cnf.new_var().positive();
            covering[cell].push(domino);
            covering[other].push(domino);
            places.push([cell, other]);
        }
    }
    covering.iter().for_each(|lits| cnf.add_exactly_one(lits));
    (cnf, places)
}

/// The clauses by which an odd number of these literals is true, or an even one.
pub fn parity(lits: &[Lit], is_odd: bool) -> impl Iterator<Item = Vec<Lit>> {
    let excluded = (0..1u32 << lits.len()).filter(move |values| (values.count_ones() % 2 == 1) != is_odd);
    excluded
        .map(move |values| (0..).zip(lits).map(|(at, &lit)| if values >> at & 1 == 1 { !lit } else { lit }).collect())
}

/// Clauses as a formula.
pub fn cnf(clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new();
    clauses.iter().for_each(|clause| cnf.add_clause(&lits(clause)));
    cnf
}

/// Clauses as the text of a file.
pub fn dimacs(clauses: &[Vec<i32>]) -> String {
    let variables = clauses.iter().flatten().map(|number| number.abs()).max().unwrap_or(0);
    let mut text = format!("p cnf {variables} {}\n", clauses.len());
    for clause in clauses {
        clause.iter().for_each(|number| text.push_str(&format!("{number} ")));
        text.push_str("0\n");
    }
    text
}

/// Pigeons in holes, one in each at most.
pub fn pigeonhole(pigeons: i32, holes: i32) -> Vec<Vec<i32>> {
    flock(pigeons, holes, 0, None)
}

/// Two flocks of pigeons, one of which is to find holes: unlike pigeons that have no choice, they are
/// left to search, for which they are hard.
pub fn two_flocks(pigeons: i32, holes: i32) -> Vec<Vec<i32>> {
    let door = 2 * pigeons * holes + 1;
    [flock(pigeons, holes, 0, Some(-door)), flock(pigeons, holes, pigeons * holes, Some(door))].concat()
}

fn flock(pigeons: i32, holes: i32, first: i32, closed: Option<i32>) -> Vec<Vec<i32>> {
    let variable = |pigeon: i32, hole: i32| first + pigeon * holes + hole + 1;
    let row = |pigeon: i32| (0..holes).map(|hole| variable(pigeon, hole)).chain(closed).collect();
    let mut clauses: Vec<Vec<i32>> = (0..pigeons).map(row).collect();
    for hole in 0..holes {
        for one in 0..pigeons {
            clauses.extend((one + 1..pigeons).map(|other| vec![-variable(one, hole), -variable(other, hole)]));
        }
    }
    clauses
}

//! Literals for tests, by their numbers.

use gordian_formula::Lit;

pub(crate) fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).unwrap()
}

pub(crate) fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| lit(number)).collect()
}

//! Values that several equations imply together.

use std::collections::BTreeMap;

use gordian_formula::sorted_set;

use gordian_encoders::encode::Relation;

use super::linear::{Item, Sum};
use super::statement::{Condition, Demand, Statement};
use super::store::Store;

/// Systems with more variables are left alone: rows of that many coefficients are combined.
const MOST_VARIABLES: usize = 64;

/// A Mersenne prime: larger than the range of any variable that takes part.
const PRIME: u64 = (1 << 61) - 1;

/// Systems are looked at that have at most so many variables more than equations: others rarely say anything of one
/// variable alone.
const MOST_MISSING: usize = 3;

/// The values of variables that follow from systems of equations by elimination, as statements in
/// the name of one of the equations. A system is what shares variables. For 20 equations with large
/// coefficients over 7 digits, from which each digit follows, bounds alone find nothing.
///
/// Elimination computes modulo a prime (Gauss and Jordan), so no number grows. An equation of
/// integers holds modulo the prime, too, and if a variable has fewer values than that, its residue
/// tells which one it is.
pub(super) fn values_of_systems(store: &mut Store, statements: &[Statement]) -> Vec<Statement> {
    let mut rows: Vec<(u32, Sum)> = Vec::new();
    for statement in statements {
        if let (Demand::Linear(linear), Condition::Always) = (&statement.demand, statement.condition)
            && linear.relation == Relation::Equal
            && linear.terms.len() <= MOST_VARIABLES
            && let Some(Ok(sum)) = Sum::of(store, linear)
            && sum.terms.iter().all(|&(_, item)| is_narrow(store, item))
        {
            rows.push((statement.source, sum));
        }
    }
    let mut found = Vec::new();
    for system in systems(&rows) {
        if store.is_over() {
            break;
        }
        let items: Vec<Item> = items_of(&rows, &system);
        if system.len() < 2 || items.len() > MOST_VARIABLES || system.len() + MOST_MISSING < items.len() {
            continue;
        }
        for (column, value) in alone(&rows, &system, &items) {
            let of = items.get(column).map(|&item| (item, congruent(store, item, value)));
            let (terms, bound) = match of {
                Some((item, Some(value))) => (vec![(1, item)], value),
                // No value fits: zero is to be one.
                Some((_, None)) | None => (Vec::new(), 1),
            };
            let demand = Demand::Linear(Sum { terms, relation: Relation::Equal, bound }.to_linear());
            found.push(Statement { source: rows[system[0]].0, condition: Condition::Always, demand });
        }
    }
    found
}

/// Whether the residue of the item tells its value.
fn is_narrow(store: &Store, item: Item) -> bool {
    match item {
        Item::Boolean(_) => true,
        Item::Integer(root) => store.values(root).upper() < 1 << 59 && store.values(root).lower() > -(1 << 59),
    }
}

/// The only value of the item that has this residue, if there is one.
fn congruent(store: &Store, item: Item, residue: u64) -> Option<i64> {
    let (lower, upper) = match item {
        Item::Boolean(_) => (0, 1),
        Item::Integer(root) => (store.values(root).lower(), store.values(root).upper()),
    };
    let distance = (i128::from(residue) - i128::from(lower)).rem_euclid(i128::from(PRIME));
    i64::try_from(i128::from(lower) + distance).ok().filter(|&value| value <= upper)
}

/// The rows by the connected systems that they form.
fn systems(rows: &[(u32, Sum)]) -> Vec<Vec<usize>> {
    let mut parent: Vec<usize> = (0..rows.len()).collect();
    let mut first: BTreeMap<Item, usize> = BTreeMap::new();
    for (at, (_, sum)) in rows.iter().enumerate() {
        for &(_, item) in &sum.terms {
            let other = *first.entry(item).or_insert(at);
            let (a, b) = (root(&mut parent, at), root(&mut parent, other));
            parent[a] = b;
        }
    }
    let mut systems: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in 0..rows.len() {
        systems.entry(root(&mut parent, at)).or_default().push(at);
    }
    systems.into_values().collect()
}

fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}

fn items_of(rows: &[(u32, Sum)], system: &[usize]) -> Vec<Item> {
    sorted_set(system.iter().flat_map(|&at| rows[at].1.terms.iter().map(|&(_, item)| item)))
}

/// The consequences of the system for each of its variables alone: column and value, the value
/// modulo [`PRIME`]. A column beyond the last stands for a row that no values fulfil.
fn alone(rows: &[(u32, Sum)], system: &[usize], items: &[Item]) -> Vec<(usize, u64)> {
    let width = items.len();
    let mut matrix: Vec<Vec<u64>> = Vec::with_capacity(system.len());
    for &at in system {
        let sum = &rows[at].1;
        let mut row = vec![0; width + 1];
        for &(factor, item) in &sum.terms {
            if let Ok(column) = items.binary_search(&item) {
                row[column] = residue(factor);
            }
        }
        row[width] = residue(sum.bound);
        matrix.push(row);
    }
    let mut rank = 0;
    for column in 0..width {
        let Some(found) = (rank..matrix.len()).find(|&at| matrix[at][column] != 0) else { continue };
        matrix.swap(rank, found);
        let inverse = inverse(matrix[rank][column]);
        matrix[rank].iter_mut().for_each(|value| *value = times(*value, inverse));
        let pivot = matrix[rank].clone();
        for (at, row) in matrix.iter_mut().enumerate() {
            let factor = row[column];
            if at == rank || factor == 0 {
                continue;
            }
            for (own, &other) in row.iter_mut().zip(&pivot) {
                *own = (*own + (PRIME - times(factor, other))) % PRIME;
            }
        }
        rank += 1;
    }
    let mut found = Vec::new();
    for row in matrix {
        let mut filled = (0..width).filter(|&column| row[column] != 0);
        match (filled.next(), filled.next()) {
            (Some(column), None) => found.push((column, row[width])),
            (None, None) if row[width] != 0 => found.push((width, row[width])),
            _ => {}
        }
    }
    found
}

fn residue(number: i64) -> u64 {
    i128::from(number).rem_euclid(i128::from(PRIME)) as u64
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

/// By Fermat's little theorem.
fn inverse(number: u64) -> u64 {
    let (mut power, mut base, mut exponent) = (1, number, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, base);
        }
        base = times(base, base);
        exponent >>= 1;
    }
    power
}

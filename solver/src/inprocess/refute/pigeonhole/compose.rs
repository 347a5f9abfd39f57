//! A table of where compositions end, with a proof of it.

use std::collections::BTreeMap;

use gordian_formula::Lit;

use super::composition::{Composition, Step};
use super::refutation::Table;
use crate::proof::Proof;

/// Defines for each row and each column that one of the row's steps ends there, and derives that
/// each row ends somewhere, and no two in one column: literals of the proof's names. `None` where
/// the proof has no more variables.
///
/// Unit propagation shows in three stages that two rows exclude each other in a column: first two
/// steps of different rows; then each step and the definitions of the other row; then both rows.
pub(super) fn derive_table(proof: &mut Proof, composition: &Composition) -> Option<Table<Lit>> {
    let mut rows = Vec::new();
    for steps in &composition.rows {
        rows.push(define_row(proof, steps, composition.num_columns)?);
    }
    for (index, row) in rows.iter().enumerate() {
        for other in &rows[..index] {
            for (end, other_end) in row.iter().zip(other) {
                exclude(proof, end, other_end);
            }
        }
    }
    let entries = |row: Vec<End>| -> BTreeMap<u32, Lit> { (0..).zip(row.into_iter().map(|end| end.lit)).collect() };
    Some(Table::new(rows.into_iter().map(entries).collect(), composition.num_columns))
}

/// The definitions for a row and a column.
struct End {
    /// Whether one of the steps ends there.
    lit: Lit,
    /// For each step, whether it is taken and ends there.
    steps: Vec<Lit>,
}

fn define_row(proof: &mut Proof, steps: &[Step], num_columns: usize) -> Option<Vec<End>> {
    let mut ends = Vec::new();
    for column in 0..num_columns {
        let mut taken = Vec::new();
        for step in steps {
            let both = [step.lit, step.ends[column]].map(|lit| proof.name(lit));
            let new = proof.define()?.positive();
            proof.add_named_definition(&[new, !both[0], !both[1]]);
            both.iter().for_each(|&lit| proof.add_named_definition(&[!new, lit]));
            taken.push(new);
        }
        let new = proof.define()?.positive();
        taken.iter().for_each(|&step| proof.add_named_definition(&[new, !step]));
        proof.add_named_definition(&[&[!new], &taken[..]].concat());
        ends.push(End { lit: new, steps: taken });
    }
    let all: Vec<Lit> = ends.iter().map(|end| end.lit).collect();
    let of_steps: Vec<Vec<Lit>> = steps.iter().map(|step| [&[!proof.name(step.lit)], &all[..]].concat()).collect();
    of_steps.iter().for_each(|clause| proof.add_named(clause));
    proof.add_named(&all);
    of_steps.iter().for_each(|clause| proof.delete_named(clause));
    Some(ends)
}

fn exclude(proof: &mut Proof, one: &End, other: &End) {
    let of_steps: Vec<[Lit; 2]> = one.steps.iter().map(|&step| [!step, !other.lit]).collect();
    for &[not_step, not_other] in &of_steps {
        let pairs = || other.steps.iter().map(|&step| [not_step, !step]);
        pairs().for_each(|pair| proof.add_named(&pair));
        proof.add_named(&[not_step, not_other]);
        pairs().for_each(|pair| proof.delete_named(&pair));
    }
    proof.add_named(&[!one.lit, !other.lit]);
    of_steps.iter().for_each(|pair| proof.delete_named(pair));
}

//! Items in bins.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer, Operand};
use super::{Constraint, Decompose};
use crate::encode::{EncodingError, Relation};

/// The sizes of the items in each bin sum to its load. Bins are numbered from zero; another bin is forbidden.
///
/// A sum of value literals for each bin.
#[derive(Clone, Debug)]
pub struct BinPacking {
    /// For each item its bin and its size.
    pub items: Vec<(Integer, i64)>,
    /// The load of each bin.
    pub loads: Vec<Integer>,
}

impl Constraint {
    /// The sizes of the items in each bin, from zero, sum to its load; items are given by bin and size.
    pub fn bin_packing(
        items: impl IntoIterator<Item = (Integer, i64)>,
        loads: impl IntoIterator<Item = Integer>,
    ) -> Constraint {
        BinPacking { items: items.into_iter().collect(), loads: loads.into_iter().collect() }.into()
    }
}

impl Decompose for BinPacking {
    fn holds(&self, assignment: &Assignment) -> bool {
        let mut loads = vec![0_i128; self.loads.len()];
        for &(bin, size) in &self.items {
            match usize::try_from(assignment.value(bin)).ok().and_then(|bin| loads.get_mut(bin)) {
                Some(load) => *load += i128::from(size),
                None => return false,
            }
        }
        loads.iter().zip(&self.loads).all(|(&sum, &load)| sum == i128::from(assignment.value(load)))
    }

    fn decompose(&self, poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        let bins = 0..self.loads.len() as i64;
        let mut parts: Vec<Constraint> =
            self.items.iter().map(|&(bin, _)| Constraint::member(bin, bins.clone())).collect();
        for (bin, &load) in bins.clone().zip(&self.loads) {
            let mut terms: Vec<(i64, Operand)> = Vec::with_capacity(self.items.len() + 1);
            for &(of, size) in &self.items {
                let is = poster.equals(of, bin);
                terms.push((size, poster.new_boolean(is).into()));
            }
            terms.push((-1, load.into()));
            parts.push(Constraint::weighted(terms, Relation::Equal, 0));
        }
        Ok(Constraint::All(parts))
    }
}

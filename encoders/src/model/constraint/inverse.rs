//! Inverse functions.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, imply};

/// `forward[i] = j` exactly where `backward[j] = i`, with positions from zero. Values that are no position are
/// forbidden, so both lists are permutations, and equally long.
///
/// A value of one list is a value of the other: two clauses for each pair.
#[derive(Clone, Debug)]
pub struct Inverse {
    /// One list.
    pub forward: Vec<Integer>,
    /// The other.
    pub backward: Vec<Integer>,
}

impl Constraint {
    /// `forward[i] = j` exactly where `backward[j] = i`, with positions from zero.
    pub fn inverse(
        forward: impl IntoIterator<Item = Integer>,
        backward: impl IntoIterator<Item = Integer>,
    ) -> Constraint {
        Inverse { forward: forward.into_iter().collect(), backward: backward.into_iter().collect() }.into()
    }
}

fn is_position(value: i64, of: &[Integer]) -> bool {
    usize::try_from(value).is_ok_and(|value| value < of.len())
}

impl Constrain for Inverse {
    fn holds(&self, assignment: &Assignment) -> bool {
        let leads_back = |from: &[Integer], to: &[Integer]| {
            from.iter().enumerate().all(|(at, &x)| {
                let target = usize::try_from(assignment.value(x)).ok().and_then(|value| to.get(value));
                target.is_some_and(|&y| usize::try_from(assignment.value(y)) == Ok(at))
            })
        };
        leads_back(&self.forward, &self.backward) && leads_back(&self.backward, &self.forward)
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        for (from, to) in [(&self.forward, &self.backward), (&self.backward, &self.forward)] {
            from.iter().for_each(|&x| poster.restrict(x, |value| is_position(value, to)));
        }
        for (i, &x) in self.forward.iter().enumerate() {
            for (j, &y) in self.backward.iter().enumerate() {
                let (there, back) = (poster.equals(x, j as i64), poster.equals(y, i as i64));
                imply(poster, &[there], &[back]);
                imply(poster, &[back], &[there]);
            }
        }
        Ok(())
    }

    fn negate(&self) -> Option<Constraint> {
        let mut parts = Vec::new();
        for (from, to) in [(&self.forward, &self.backward), (&self.backward, &self.forward)] {
            for (i, &x) in from.iter().enumerate() {
                parts.push(Constraint::member(x, 0..to.len() as i64).negated());
                for (j, &y) in to.iter().enumerate() {
                    let back = Constraint::is(y, i as i64);
                    parts.push(Constraint::All(vec![Constraint::is(x, j as i64), back.negated()]));
                }
            }
        }
        Some(Constraint::Any(parts))
    }
}

//! Boxes that do not overlap.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constraint, Decompose};
use crate::encode::{EncodingError, Relation};

/// Each two boxes are apart in some dimension: one ends before the other begins, or where it does (also *diffn*).
///
/// A choice among twice as many orders as there are dimensions, for each two boxes.
#[derive(Clone, Debug)]
pub struct NonOverlapping {
    /// For each box origin and size in each dimension.
    pub boxes: Vec<Vec<(Integer, Integer)>>,
    /// Whether a box without extent has to lie between others, too; otherwise it may lie anywhere.
    pub is_strict: bool,
}

impl Constraint {
    /// Boxes, given by origin and size in each dimension, do not overlap; one without extent lies between others, too.
    pub fn non_overlapping(boxes: impl IntoIterator<Item = Vec<(Integer, Integer)>>) -> Constraint {
        NonOverlapping { boxes: boxes.into_iter().collect(), is_strict: true }.into()
    }
}

impl Decompose for NonOverlapping {
    fn holds(&self, assignment: &Assignment) -> bool {
        let values = |of: &Vec<(Integer, Integer)>| -> Vec<(i64, i64)> {
            of.iter().map(|&(origin, size)| (assignment.value(origin), assignment.value(size))).collect()
        };
        let boxes: Vec<Vec<(i64, i64)>> = self.boxes.iter().map(values).collect();
        let is_apart = |(&(a, size_a), &(b, size_b)): (&(i64, i64), &(i64, i64))| {
            a + size_a <= b || b + size_b <= a || !self.is_strict && (size_a == 0 || size_b == 0)
        };
        let mut pairs =
            boxes.iter().enumerate().flat_map(|(at, one)| boxes[at + 1..].iter().map(move |two| (one, two)));
        pairs.all(|(one, two)| one.iter().zip(two).any(is_apart))
    }

    fn decompose(&self, _poster: &mut Poster<'_>) -> Result<Constraint, EncodingError> {
        let mut parts = Vec::new();
        for (at, one) in self.boxes.iter().enumerate() {
            for two in &self.boxes[at + 1..] {
                let mut ways = Vec::new();
                for (&one, &two) in one.iter().zip(two) {
                    ways.extend([is_before(one, two.0), is_before(two, one.0)]);
                    if !self.is_strict {
                        ways.extend([one.1, two.1].map(|size| Constraint::is(size, 0)));
                    }
                }
                parts.push(Constraint::Any(ways));
            }
        }
        Ok(Constraint::All(parts))
    }
}

/// `start + size <= other`.
fn is_before((start, size): (Integer, Integer), other: Integer) -> Constraint {
    Constraint::weighted([(1, start), (1, size), (-1, other)], Relation::AtMost, 0)
}

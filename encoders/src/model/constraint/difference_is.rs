//! The absolute difference as a variable.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Relation};

/// A difference as a variable is a table of at most this many rows.
const MOST_ROWS: usize = 1 << 14;

/// `|first - second| = result`.
#[derive(Clone, Debug)]
pub struct DifferenceIs {
    /// One variable.
    pub first: Integer,
    /// The other.
    pub second: Integer,
    /// Their absolute difference.
    pub result: Integer,
}

impl Constraint {
    /// `|first - second| = result`.
    pub fn difference_is(first: Integer, second: Integer, result: Integer) -> Constraint {
        DifferenceIs { first, second, result }.into()
    }
}

impl Constrain for DifferenceIs {
    fn holds(&self, assignment: &Assignment) -> bool {
        let difference = i128::from(assignment.value(self.first)) - i128::from(assignment.value(self.second));
        difference.abs() == i128::from(assignment.value(self.result))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.difference_is(self.first, self.second, self.result)
    }

    fn negate(&self) -> Option<Constraint> {
        let differs =
            |x: Integer, y: Integer| Constraint::weighted([(1, x), (-1, y), (-1, self.result)], Relation::NotEqual, 0);
        let &DifferenceIs { first, second, result } = self;
        // Both differences miss a result that is no absolute difference; one of them may meet a negative one.
        Some(Constraint::Any(vec![
            Constraint::sum([result], Relation::Less, 0),
            Constraint::All(vec![differs(first, second), differs(second, first)]),
        ]))
    }
}

impl Poster<'_> {
    fn difference_is(&mut self, x: Integer, y: Integer, result: Integer) -> Result<(), EncodingError> {
        if self.combinations(&[x, y]) <= MOST_ROWS {
            let differences = self.values(result);
            let all = self.values(x).iter().flat_map(|&a| self.values(y).iter().map(move |&b| (a, b, (a - b).abs())));
            let rows = all.filter(|(_, _, difference)| differences.binary_search(difference).is_ok());
            let rows: Vec<Vec<i64>> = rows.map(|(a, b, difference)| vec![a, b, difference]).collect();
            return self.table(&[x, y, result], &rows);
        }
        let compare = |a, b, relation| Constraint::weighted([(1, a), (-1, b), (-1, result)], relation, 0);
        self.post(&compare(x, y, Relation::AtMost))?;
        self.post(&compare(y, x, Relation::AtMost))?;
        self.post(&Constraint::Any(vec![compare(x, y, Relation::AtLeast), compare(y, x, Relation::AtLeast)]))
    }
}

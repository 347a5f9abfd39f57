//! Rows of values.

use super::super::diagram::Diagram;
use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::linear::MOST_PAIRS;
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Truth, imply};

/// The values of the variables are a row of the table.
///
/// Two variables exclude and support each other's values; more are a path of the diagram of the rows. The negation,
/// which makes the rows those that are forbidden, is one clause for each of them, unless the diagram of all others is
/// smaller.
#[derive(Clone, Debug)]
pub struct Table {
    /// The variables, one a column.
    pub of: Vec<Integer>,
    /// The rows that are allowed.
    pub rows: Vec<Vec<i64>>,
}

impl Constraint {
    /// The values of the variables are a row of the table.
    pub fn table(of: impl IntoIterator<Item = Integer>, rows: Vec<Vec<i64>>) -> Constraint {
        Table { of: of.into_iter().collect(), rows }.into()
    }
}

impl Constrain for Table {
    fn holds(&self, assignment: &Assignment) -> bool {
        self.rows.contains(&assignment.of(&self.of))
    }

    fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        poster.table(&self.of, &self.rows)
    }

    fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
        let diagram = Diagram::of_rows(self.of.len(), &self.rows);
        let others = diagram.and_then(|diagram| poster.complement(&self.of, &diagram));
        match others {
            Ok(others) if others.num_edges() < self.rows.len() => poster.path(&self.of, &others),
            _ => {
                for row in self.rows.iter().filter(|row| row.len() == self.of.len()) {
                    let there: Vec<Truth> =
                        self.of.iter().zip(row).map(|(&x, &value)| poster.equals(x, value)).collect();
                    imply(poster, &there, &[]);
                }
            }
        }
        Ok(())
    }
}

impl Poster<'_> {
    pub(super) fn table(&mut self, of: &[Integer], rows: &[Vec<i64>]) -> Result<(), EncodingError> {
        match of {
            [x] => self.restrict(*x, |value| rows.iter().any(|row| row[..] == [value])),
            &[x, y] if x != y && self.combinations(of) <= MOST_PAIRS => {
                self.pairs(x, y, |first, second| rows.iter().any(|row| row[..] == [first, second]));
            }
            _ => self.path(of, &Diagram::of_rows(of.len(), rows)?),
        }
        Ok(())
    }
}

//! Constraints that stand for many: what the mapping keeps of them until it writes them.

use super::statement::Number;

#[derive(Clone, Debug)]
pub(super) enum Global {
    /// The values are a row of the table.
    Table { of: Vec<Number>, rows: Vec<Vec<i64>> },
    /// All have the same value.
    AllEqual(Vec<Number>),
}

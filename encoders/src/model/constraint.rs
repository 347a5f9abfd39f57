//! What can be demanded of variables.

use std::sync::Arc;

use super::diagram::Diagram;
use super::variable::{Boolean, Integer, Operand};
use crate::encode::Relation;

/// A constraint over variables of one [`Problem`](super::Problem).
///
/// Constraints are values: they can be built, kept, nested in [`Constraint::All`], [`Constraint::Any`],
/// [`Constraint::Implies`] and [`Constraint::Not`], and tried on an assignment with [`Constraint::holds_in`].
/// Most have a short constructor.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Constraint {
    /// The Boolean is true.
    Holds(Boolean),
    /// The sum of `coefficient * operand` compares like this with the bound.
    Linear {
        /// Coefficients and what they multiply.
        terms: Vec<(i64, Operand)>,
        /// How the sum compares.
        relation: Relation,
        /// With what.
        bound: i64,
    },
    /// No two have the same value.
    AllDifferent(Vec<Integer>),
    /// No two have the same value, and they sum to the total: stronger than both apart, since the sets of values that
    /// do are enumerated where there are few.
    AllDifferentWithSum {
        /// The variables.
        of: Vec<Integer>,
        /// Their sum.
        total: i64,
    },
    /// All have the same value.
    AllEqual(Vec<Integer>),
    /// Each is less than the next, or at most the next.
    Increasing {
        /// The variables in order.
        of: Vec<Integer>,
        /// Whether neighbours differ.
        strictly: bool,
    },
    /// The value is one of these.
    Member {
        /// The variable.
        of: Integer,
        /// Its values.
        values: Vec<i64>,
    },
    /// The values of the variables are a row of the table.
    Table {
        /// The variables, one a column.
        of: Vec<Integer>,
        /// The rows that are allowed.
        rows: Vec<Vec<i64>>,
    },
    /// The values of the variables in their order are a path of the diagram.
    Path {
        /// The variables, one a layer of the diagram.
        of: Vec<Integer>,
        /// The paths.
        diagram: Arc<Diagram>,
    },
    /// `list[index] = result`, where the list is numbered from zero; an index outside of it is forbidden.
    Element {
        /// The list.
        list: Vec<Integer>,
        /// Which element.
        index: Integer,
        /// Its value.
        result: Integer,
    },
    /// How many of the variables have a value among these compares like this with the bound.
    Count {
        /// The variables.
        of: Vec<Integer>,
        /// The values that count.
        values: Vec<i64>,
        /// How the number compares.
        relation: Relation,
        /// With what.
        bound: i64,
    },
    /// The result is the least of the variables, of which there is at least one.
    Minimum {
        /// The variables.
        of: Vec<Integer>,
        /// The least.
        result: Integer,
    },
    /// The result is the greatest of the variables, of which there is at least one.
    Maximum {
        /// The variables.
        of: Vec<Integer>,
        /// The greatest.
        result: Integer,
    },
    /// `|first - second|` compares like this with the bound.
    Difference {
        /// One variable.
        first: Integer,
        /// The other.
        second: Integer,
        /// How the absolute difference compares.
        relation: Relation,
        /// With what.
        bound: i64,
    },
    /// `|first - second| = result`.
    DifferenceIs {
        /// One variable.
        first: Integer,
        /// The other.
        second: Integer,
        /// Their absolute difference.
        result: Integer,
    },
    /// The true ones form one connected part of the graph, or there are none.
    Connected {
        /// The vertices.
        of: Vec<Boolean>,
        /// Pairs of neighbours, by their positions in `of`.
        edges: Vec<(usize, usize)>,
    },
    /// On a grid, row by row, the true ones form one orthogonally connected part, and so do the others; either may be
    /// empty. Smaller and stronger than two constraints [`Constraint::Connected`].
    BothConnected {
        /// The cells.
        of: Vec<Boolean>,
        /// How many of them a row has, at least one.
        width: usize,
    },
    /// It does not hold.
    Not(Box<Constraint>),
    /// All of them hold.
    All(Vec<Constraint>),
    /// At least one of them holds.
    Any(Vec<Constraint>),
    /// Where the first holds, the second does.
    Implies(Box<Constraint>, Box<Constraint>),
    /// The Boolean is true exactly where the constraint holds.
    Iff(Boolean, Box<Constraint>),
}

impl Constraint {
    /// The sum of the operands compares like this with the bound.
    pub fn sum<T: Into<Operand>>(of: impl IntoIterator<Item = T>, relation: Relation, bound: i64) -> Constraint {
        Constraint::weighted(of.into_iter().map(|operand| (1, operand)), relation, bound)
    }

    /// The sum of `coefficient * operand` compares like this with the bound.
    pub fn weighted<T: Into<Operand>>(
        terms: impl IntoIterator<Item = (i64, T)>,
        relation: Relation,
        bound: i64,
    ) -> Constraint {
        let terms = terms.into_iter().map(|(coefficient, operand)| (coefficient, operand.into())).collect();
        Constraint::Linear { terms, relation, bound }
    }

    /// `first` compares like this with `second`.
    pub fn compare(first: Integer, relation: Relation, second: Integer) -> Constraint {
        Constraint::weighted([(1, first), (-1, second)], relation, 0)
    }

    /// The variable has this value.
    pub fn is(of: Integer, value: i64) -> Constraint {
        Constraint::Member { of, values: vec![value] }
    }

    /// The value is one of these.
    pub fn member(of: Integer, values: impl IntoIterator<Item = i64>) -> Constraint {
        Constraint::Member { of, values: values.into_iter().collect() }
    }

    /// No two have the same value.
    pub fn all_different(of: impl IntoIterator<Item = Integer>) -> Constraint {
        Constraint::AllDifferent(of.into_iter().collect())
    }

    /// All have the same value.
    pub fn all_equal(of: impl IntoIterator<Item = Integer>) -> Constraint {
        Constraint::AllEqual(of.into_iter().collect())
    }

    /// Each is less than the next.
    pub fn increasing(of: impl IntoIterator<Item = Integer>) -> Constraint {
        Constraint::Increasing { of: of.into_iter().collect(), strictly: true }
    }

    /// None is greater than the next.
    pub fn not_decreasing(of: impl IntoIterator<Item = Integer>) -> Constraint {
        Constraint::Increasing { of: of.into_iter().collect(), strictly: false }
    }

    /// Exactly this many of the Booleans are true.
    pub fn exactly(count: usize, of: impl IntoIterator<Item = Boolean>) -> Constraint {
        Constraint::sum(of, Relation::Equal, i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// Exactly this many of the variables have the value.
    pub fn count(count: usize, of: impl IntoIterator<Item = Integer>, value: i64) -> Constraint {
        let bound = i64::try_from(count).unwrap_or(i64::MAX);
        Constraint::Count { of: of.into_iter().collect(), values: vec![value], relation: Relation::Equal, bound }
    }

    /// The values of the variables are a row of the table.
    pub fn table(of: impl IntoIterator<Item = Integer>, rows: Vec<Vec<i64>>) -> Constraint {
        Constraint::Table { of: of.into_iter().collect(), rows }
    }

    /// The values of the variables in their order are a path of the diagram.
    pub fn path(of: impl IntoIterator<Item = Integer>, diagram: impl Into<Arc<Diagram>>) -> Constraint {
        Constraint::Path { of: of.into_iter().collect(), diagram: diagram.into() }
    }

    /// `list[index] = result`, where the list is numbered from zero; an index outside of it is forbidden.
    pub fn element(list: impl IntoIterator<Item = Integer>, index: Integer, result: Integer) -> Constraint {
        Constraint::Element { list: list.into_iter().collect(), index, result }
    }

    /// How many of the variables have a value among these compares like this with the bound.
    pub fn among(
        of: impl IntoIterator<Item = Integer>,
        values: impl IntoIterator<Item = i64>,
        relation: Relation,
        bound: i64,
    ) -> Constraint {
        let (of, values) = (of.into_iter().collect(), values.into_iter().collect());
        Constraint::Count { of, values, relation, bound }
    }

    /// The result is the least of the variables, of which there is at least one.
    pub fn minimum(of: impl IntoIterator<Item = Integer>, result: Integer) -> Constraint {
        Constraint::Minimum { of: of.into_iter().collect(), result }
    }

    /// The result is the greatest of the variables, of which there is at least one.
    pub fn maximum(of: impl IntoIterator<Item = Integer>, result: Integer) -> Constraint {
        Constraint::Maximum { of: of.into_iter().collect(), result }
    }

    /// `|first - second|` compares like this with the bound.
    pub fn difference(first: Integer, second: Integer, relation: Relation, bound: i64) -> Constraint {
        Constraint::Difference { first, second, relation, bound }
    }

    /// `|first - second| = result`.
    pub fn difference_is(first: Integer, second: Integer, result: Integer) -> Constraint {
        Constraint::DifferenceIs { first, second, result }
    }

    /// No two have the same value, and they sum to the total.
    pub fn different_with_sum(of: impl IntoIterator<Item = Integer>, total: i64) -> Constraint {
        Constraint::AllDifferentWithSum { of: of.into_iter().collect(), total }
    }

    /// The true ones form one connected part of the graph, or there are none.
    pub fn connected(of: impl IntoIterator<Item = Boolean>, edges: Vec<(usize, usize)>) -> Constraint {
        Constraint::Connected { of: of.into_iter().collect(), edges }
    }

    /// Where this holds, `then` does.
    pub fn implies(self, then: Constraint) -> Constraint {
        Constraint::Implies(Box::new(self), Box::new(then))
    }

    /// Where this Boolean is true, `then` holds.
    pub fn when(condition: Boolean, then: Constraint) -> Constraint {
        Constraint::Holds(condition).implies(then)
    }

    /// The Boolean is true exactly where the constraint holds: its full reification.
    pub fn iff(boolean: Boolean, constraint: Constraint) -> Constraint {
        Constraint::Iff(boolean, Box::new(constraint))
    }

    /// What it demands is false.
    pub fn negated(self) -> Constraint {
        Constraint::Not(Box::new(self))
    }
}

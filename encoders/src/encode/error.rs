//! Why a constraint cannot be encoded.

use std::fmt;

use gordian_formula::ClauseSink;

/// Why a constraint cannot be encoded. Nothing has been added to the sink where one is returned, but for
/// [`EncodingError::Stopped`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodingError {
    /// A bound or a sum leaves the range from `-2^60` to `2^60`.
    Overflow,
    /// An integer variable without any value.
    EmptyDomain,
    /// The same value named twice for one variable.
    RepeatedValue(i64),
    /// A domain with more values than an order encoding holds.
    DomainTooLarge {
        /// The number of values it would have.
        values: u64,
        /// The largest number of values that is accepted.
        limit: u64,
    },
    /// No way of splitting the sum stays within the limit on clauses.
    SumTooLarge {
        /// The largest number of clauses that is accepted for one sum.
        limit: u64,
    },
    /// A table or a diagram with more edges than are written.
    DiagramTooLarge {
        /// The largest number of edges that is accepted.
        limit: u64,
    },
    /// A constraint that no encoding here negates: that some vertices are connected.
    NotNegatable,
    /// The sink said that its time is over; it has a part of the constraint.
    Stopped,
    /// Columns in a base below two.
    BadBase(u32),
    /// An option of a placement covers an item that does not exist.
    NoSuchItem {
        /// The item named.
        item: usize,
        /// The number of items there are.
        items: usize,
    },
}

/// Refuses to go on where the time of the sink is over.
///
/// # Errors
/// [`EncodingError::Stopped`].
pub fn go_on<S: ClauseSink + ?Sized>(sink: &S) -> Result<(), EncodingError> {
    if sink.is_over() { Err(EncodingError::Stopped) } else { Ok(()) }
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodingError::Overflow => write!(f, "a bound or a sum leaves the range from -2^60 to 2^60"),
            EncodingError::EmptyDomain => write!(f, "an integer variable without any value"),
            EncodingError::RepeatedValue(value) => write!(f, "value {value} is named twice for one variable"),
            EncodingError::DomainTooLarge { values, limit } => {
                write!(f, "a domain of {values} values, and the order encoding holds at most {limit}")
            }
            EncodingError::SumTooLarge { limit } => {
                write!(f, "a sum that takes more than {limit} clauses however it is split")
            }
            EncodingError::DiagramTooLarge { limit } => {
                write!(f, "a table or a diagram with more than {limit} edges")
            }
            EncodingError::NotNegatable => write!(f, "the negation of a constraint on connected parts"),
            EncodingError::Stopped => write!(f, "the time is over"),
            EncodingError::BadBase(base) => write!(f, "columns in base {base}, and the least base is 2"),
            EncodingError::NoSuchItem { item, items } => {
                write!(f, "an option covers item {item}, and there are {items} items, numbered from 0")
            }
        }
    }
}

impl std::error::Error for EncodingError {}

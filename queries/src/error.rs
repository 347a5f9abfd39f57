//! The reasons why a query gives no answer.

use std::fmt;

use num_bigint::BigUint;
use num_rational::BigRational;

use crate::{CheckpointError, Method, Refusal};

/// The reason why a query gives no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryError {
    /// The method asked for does not apply to the formula.
    Refused {
        /// The method.
        method: Method,
        /// The reason.
        reason: Refusal,
    },
    /// The orbits found do not sum up to the number of solutions: an error in this program, so nothing is answered.
    OrbitArithmetic {
        /// The sizes of the orbits, summed up.
        orbit_sum: u128,
        /// The number of solutions.
        count: u128,
    },
    /// The solutions that the elements of the group leave in place do not average to a whole
    /// number: an error in this program, so nothing is answered.
    BurnsideArithmetic {
        /// Their numbers, summed up over the group.
        sum: BigUint,
        /// The number of elements.
        order: u128,
    },
    /// The image of a solution is none: the group, which was taken on trust, is not one of the formula.
    NotASymmetry,
    /// Two methods disagree: an error in this program, so nothing is answered.
    Disagreement(Box<[Counted; 2]>),
    /// Two sums of weights disagree: an error in this program, so nothing is answered.
    WeightDisagreement(Box<[BigRational; 2]>),
    /// The trace of a count, or of a sum of weights, was judged to prove nothing, for this reason: an error in this
    /// program, so nothing is answered.
    TraceRefused(String),
    /// The group is too large to list its elements, and the solutions too many to be kept.
    TooLarge {
        /// The number of solutions that were kept.
        solutions: usize,
    },
    /// The symmetry group was made for other visible variables than the formula has.
    ForeignGroup,
    /// The method, or the size of the symmetry group, does not allow to count in parts.
    NotInParts,
    /// Not one thread could be started, for this reason of the system.
    NoThread(String),
    /// A checkpoint cannot be used.
    Checkpoint(CheckpointError),
}

impl From<CheckpointError> for QueryError {
    fn from(error: CheckpointError) -> QueryError {
        QueryError::Checkpoint(error)
    }
}

/// The count of one method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The method.
    pub method: Method,
    /// Solutions.
    pub count: u128,
    /// Classes, where these were asked for.
    pub orbits: Option<u128>,
}

impl QueryError {
    /// Two methods that counted solutions in different numbers.
    pub(crate) fn disagreement(numbers: [(Method, &BigUint); 2]) -> QueryError {
        let counted = |(method, number)| {
            let count = u128::try_from(number).unwrap_or(u128::MAX);
            Counted { method, count, orbits: None }
        };
        QueryError::Disagreement(Box::new(numbers.map(counted)))
    }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueryError::Refused { method, reason } => write!(f, "the method {method} does not apply: {reason}"),
            QueryError::OrbitArithmetic { orbit_sum, count } => {
                write!(f, "internal error: the orbits sum up to {orbit_sum}, the solutions are {count}")
            }
            QueryError::BurnsideArithmetic { sum, order } => {
                write!(f, "internal error: a group of {order} elements leaves {sum} solutions in place")
            }
            QueryError::NotASymmetry => f.write_str("the image of a solution under the symmetry group is no solution"),
            QueryError::Disagreement(counts) => write!(f, "internal error: {}, {}", counts[0], counts[1]),
            QueryError::WeightDisagreement(weights) => {
                write!(f, "internal error: the weights sum up to {}, and to {}", weights[0], weights[1])
            }
            QueryError::TraceRefused(reason) => write!(f, "internal error: the trace proves nothing: {reason}"),
            QueryError::TooLarge { solutions } => write!(
                f,
                "the symmetry group is too large to list its elements, and more than {solutions} solutions would be kept"
            ),
            QueryError::ForeignGroup => f.write_str("the symmetry group belongs to another formula"),
            QueryError::NotInParts => {
                f.write_str("neither this method nor so large a symmetry group can be counted in parts")
            }
            QueryError::NoThread(message) => write!(f, "no thread can be started: {message}"),
            QueryError::Checkpoint(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for QueryError {}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} counts {} solutions", self.method, self.count)?;
        match self.orbits {
            Some(orbits) => write!(f, " in {orbits} classes"),
            None => Ok(()),
        }
    }
}

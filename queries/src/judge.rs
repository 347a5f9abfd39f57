//! Judges of traces: they confirm a count by its proof.

use std::fmt;

use gordian_formula::{Clock, Cnf, Weights};
use num_bigint::BigUint;
use num_rational::BigRational;

use crate::engines::component::Trace;

/// A program that judges traces of counts by the formula alone, most often the crate `gordian-checker`. This library
/// does not know it, so that neither has code of the other.
pub trait TraceJudge: fmt::Debug + Send + Sync {
    /// The number of solutions that the trace proves; `None` if the time was over first.
    ///
    /// # Errors
    /// The reason why the trace proves no number.
    fn count(&self, cnf: &Cnf, trace: &Trace, clock: &Clock) -> Result<Option<BigUint>, String>;

    /// The sum of the weights of the solutions that the trace proves; `None` if the time was over first.
    ///
    /// # Errors
    /// The reason why the trace proves no sum.
    fn weigh(&self, cnf: &Cnf, weights: &Weights, trace: &Trace, clock: &Clock) -> Result<Option<BigRational>, String>;
}

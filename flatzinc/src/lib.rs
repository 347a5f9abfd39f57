//! FlatZinc, the language that MiniZinc compiles models to.
//!
//! A [`Model`] is what a file says: variables, constraints, a goal and what to print. Every reference is resolved,
//! so that nothing below the readers knows of names or of the two formats.

mod integer_set;

mod model;

mod error;

mod read;

mod evaluate;

mod write;

pub mod mapping;

pub use error::{Error, Fault};
pub use evaluate::{EvaluationError, EvaluationReason, Violation};
pub use integer_set::IntegerSet;
pub use model::{
    Annotation, Argument, Constraint, Domain, Expression, Goal, Model, Output, OutputForm, Place, Term, Variable,
    VariableId, VariableSet,
};

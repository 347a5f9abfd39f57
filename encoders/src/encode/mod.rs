//! Constraints into clauses.
//!
//! Everything here writes to a [`ClauseSink`](gordian_formula::ClauseSink): a formula in memory, a file, a solver.
//!
//! | constraint | door |
//! |---|---|
//! | at most one, exactly one of some literals | [`at_most_one`], [`exactly_one`] |
//! | how many of some literals | [`at_most`], [`at_least`], [`exactly`], [`between`], [`count`] |
//! | integer variables | [`IntVar`] |
//! | `a x + b y + ... = k`, `!=`, `<=`, `<`, `>=`, `>`, demanded or as a truth | [`Sum`] |
//! | products | [`product()`] |
//! | all different | [`all_different()`] |
//! | exact cover, packing | [`Placement`] |
//! | and, or, implication | [`all_of`], [`any_of`], [`imply`] |
//!
//! Every encoding keeps the model count: for each assignment of the variables it is given that satisfies the
//! constraint there is exactly one assignment of the auxiliary variables, and for each that does not there is none.
//! So a count over all variables is a count over those given. The truth tables that check this, and the sizes, are
//! described in `docs/encodings.md`.

mod error;
mod truth;

mod gate;

mod at_most_one;
mod int_var;

mod classes;

mod totalizer;

mod plan;

mod cardinality;
mod columns;

mod normal;

mod pseudo_boolean;

mod all_different;
mod placement;
mod product;

pub use all_different::all_different;
pub use at_most_one::{AtMostOneEncoding, at_most_one, exactly_one};
pub use cardinality::{CardinalityEncoding, at_least, at_most, between, count, exactly};
pub use error::{EncodingError, go_on};
pub use gate::{all_of, any_of, imply};
pub use int_var::{IntVar, MAX_MAGNITUDE, MAX_VALUES, at_most_variable};
pub use normal::{Relation, SumEncoding};
pub use placement::{Coverage, Placement};
pub use product::product;
pub use pseudo_boolean::Sum;
pub use truth::Truth;

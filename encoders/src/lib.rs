//! Constraints into clauses.
//!
//! [`encode`] has the constraints, [`rule`] the rules that can be left out, [`model`] the problems that are made of
//! named variables and such rules. All of them write to a [`ClauseSink`](gordian_formula::ClauseSink), and this crate
//! does not know what stands behind it.
//!
//! A magic square of side three, by hand:
//!
//! ```
//! use gordian_encoders::encode::{AtMostOneEncoding, IntVar, Relation, Sum, all_different};
//! use gordian_formula::Cnf;
//!
//! let mut cnf = Cnf::new();
//! let mut cells = Vec::new();
//! for _ in 0..9 {
//!     cells.push(IntVar::new(&mut cnf, 1..=9)?);
//! }
//! all_different(&mut cnf, &mut cells, AtMostOneEncoding::Group);
//! let rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
//! for row in rows {
//!     let sum = row.iter().fold(Sum::new(), |sum, &cell| sum.plus(1, &cells[cell]));
//!     sum.post(&mut cnf, Relation::Equal, 15)?;
//! }
//! // A solver's model is read back with `cells[i].value_in(&model)`.
//! # Ok::<(), gordian_encoders::encode::EncodingError>(())
//! ```

pub mod encode;

pub mod rule;

pub mod model;

//! The vocabulary of Gordian: variables, literals, clauses, formulas, models, and the DIMACS format.
//!
//! Every other crate of the workspace speaks in these types, and this crate names none of them.
//!
//! ```
//! use gordian_formula::{ClauseSink, Cnf, Lit, Model};
//!
//! let mut cnf = Cnf::new();
//! let a = cnf.new_var().positive();
//! let b = cnf.new_var().positive();
//! cnf.add_clause(&[a, b]);
//! cnf.add_at_most_one(&[a, b]);
//! let model = Model::from_values(vec![true, false]);
//! assert!(cnf.first_violated(&model).is_none());
//! # let _: Lit = !a;
//! ```

pub mod text;

mod instant;

mod clock;
mod lit;
mod lit_map;
mod model;
mod permutation;
mod rows;
mod sink;
mod sorted;

mod cnf;
mod symmetry;
mod weight;

pub mod dimacs;

pub use clock::{Clock, Poller};
pub use cnf::{Cnf, Constraint, Group, GroupKind};
pub use instant::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use instant::lend_time;
pub use lit::{Lit, Var};
pub use lit_map::LitMap;
pub use model::Model;
pub use permutation::{Permutation, PermutationError};
pub use sink::{ClauseCounter, ClauseSink, Timed};
pub use sorted::sorted_set;
pub use weight::{LARGEST_EXPONENT, LiteralWeight, Terms, Weight, WeightError, Weights};

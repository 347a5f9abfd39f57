//! Lazy clause generation over the Gordian SAT solver.
//!
//! A [`LazySolver`] takes clauses, integers of any size, and constraints that are propagated on the
//! bounds of these integers. The finding of a propagator becomes a literal, and a clause if a
//! conflict asks for it, so that the search learns from it as from any clause (Ohrimenko, Stuckey &
//! Codish, *Propagation via lazy clause generation*, 2009; Feydy & Stuckey, *Lazy clause generation
//! reengineered*, 2009).

mod domain;
mod error;
mod view;

mod store;

mod propagate;

mod propagators;

mod engine;

mod solver;

mod minimize;
mod post;

pub mod flatzinc;

pub use domain::MAX_MAGNITUDE;
pub use engine::Counters;
pub use error::LazyError;
pub use gordian_solver::{Budget, Callbacks, Interrupt, Options, Outcome};
pub use solver::LazySolver;
pub use view::{Integer, View};

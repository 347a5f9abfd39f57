//! The CDCL engine of Gordian: an incremental SAT solver with native at-most-one and exactly-one
//! groups, proofs, and enumeration of models.
//!
//! ```
//! use gordian_solver::{Outcome, Solver};
//!
//! let mut solver = Solver::new();
//! let [a, b, c] = [(); 3].map(|()| solver.new_var().positive());
//! solver.add_exactly_one(&[a, b, c]);
//! solver.add_clause(&[!a, b]);
//! assert_eq!(solver.solve_under(&[!c]), Outcome::Satisfiable);
//! assert_eq!(solver.value(b), Some(true));
//! assert_eq!(solver.solve_under(&[!b, !c]), Outcome::Unsatisfiable);
//! assert!(solver.core().contains(&!c));
//! ```

#[macro_use]
mod technique;
#[macro_use]
mod techniques;

mod store;

mod proof;

mod budget;
mod callbacks;
mod observer;
mod options;
mod outcome;
mod pool;
mod propagator;
mod schedule;
mod statistics;
mod terminator;

mod engine;

mod search;

mod inprocess;

mod solve;

mod external;
mod models;
mod solver;

pub use budget::Budget;
pub use callbacks::Callbacks;
pub use models::Cube;
pub use observer::Observer;
pub use options::{OptionError, Options};
pub use outcome::{Enumeration, Interrupt, Outcome, Propagation};
pub use proof::{DratWriter, Lifted, LratWriter, ProofTracer};
pub use propagator::Propagator;
pub use solver::{Portfolio, PortfolioAnswer, Solver, simplify};
pub use statistics::Statistics;
pub use technique::OptionRow;
pub use terminator::Terminator;

//! [Gordian](gordian_solver) as a solver of [RustSAT](rustsat) 0.7.
//!
//! ```
//! use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
//! use rustsat::{clause, lit};
//! use rustsat_gordian::Gordian;
//!
//! # fn main() -> anyhow::Result<()> {
//! let mut solver = Gordian::default();
//! solver.add_clause(clause![lit![0], lit![1]])?;
//! assert_eq!(solver.solve_assumps(&[!lit![0]])?, SolverResult::Sat);
//! assert_eq!(solver.lit_val(lit![1])?.to_bool_with_def(false), true);
//! assert_eq!(solver.solve_assumps(&[!lit![0], !lit![1]])?, SolverResult::Unsat);
//! assert!(!solver.core()?.is_empty());
//! # Ok(())
//! # }
//! ```
//!
//! [`Gordian`] can move between threads. RustSAT's callbacks need not be able to, so a solver that
//! takes them ([`Terminate`], [`Learn`]) is a type of its own, [`GordianWithCallbacks`]; everything
//! else is the same for both.
//!
//! RustSAT leaves these points open; here they are as follows:
//!
//! - The limits of [`LimitConflicts`], [`LimitDecisions`] and [`LimitPropagations`] hold for every
//!   call until they are removed, each call counting anew.
//! - An interrupt ends the call that is under way, or the next one; after that, the solver goes on as before.
//! - Variables need not be frozen: one that the solver removed comes back when it is named.
//!   [`FreezeVar`] therefore only keeps account.
//! - A variable that no clause names has no value in a solution ("don't care").
//!
//! [`Terminate`]: rustsat::solvers::Terminate
//! [`Learn`]: rustsat::solvers::Learn
//! [`LimitConflicts`]: rustsat::solvers::LimitConflicts
//! [`LimitDecisions`]: rustsat::solvers::LimitDecisions
//! [`LimitPropagations`]: rustsat::solvers::LimitPropagations
//! [`FreezeVar`]: rustsat::solvers::FreezeVar

#![forbid(unsafe_code)]

mod literal;

mod callbacks;

mod solver;

mod controls;
mod interrupter;
mod statistics;

pub use callbacks::{CallbackStore, NoCallbacks, StoredCallbacks};
pub use interrupter::Interrupter;
pub use solver::{Adapter, Gordian, GordianWithCallbacks};

//! Queries that take many solver calls: list the solutions of a formula, or count them, up to
//! symmetry.
//!
//! A [`Question`] is asked about a formula and answered by one of several [`Method`]s. All of them
//! count each assignment of the visible variables that extends to a model exactly once.
//!
//! ```
//! use std::ops::ControlFlow;
//! use gordian_formula::{ClauseSink, Cnf, Permutation};
//! use gordian_queries::{Question, Solution, SymmetryGroup};
//!
//! let mut cnf = Cnf::new();
//! let places = cnf.new_vars(3);
//! cnf.add_exactly_one(&places.iter().map(|place| place.positive()).collect::<Vec<_>>());
//! let mirror = Permutation::parse("(1 3)", 3)?;
//! let group = SymmetryGroup::from_generators(&cnf, &[mirror], "mirror")?;
//! let mut classes = Vec::new();
//! let answer = Question::new(&cnf).up_to(&group).list(&mut |solution: &Solution<'_>| {
//!     classes.push(solution.true_vars().to_vec());
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!((answer.count, answer.orbits, classes.len()), (3, Some(2), 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod estimate;
mod forecast;
mod rows;
mod slots;
mod turns;

mod checkpoint_error;
mod effort;
mod limits;
mod listener;
mod refusal;

mod method;

mod answer;
mod error;

mod symmetry;

mod collect;

mod classes;
mod engines;

mod judge;
mod plan;
mod portfolio;

mod certificate;
mod parallel;

mod explain;
mod facts;
mod lookahead;

mod ask;

pub use answer::{Answer, Attempt, Check, GroupName, Status};
pub use ask::{CubeClasses, CubeCount, CubeCounter, Question, Split, Weighed};
pub use certificate::{Certificate, Certified};
pub use checkpoint_error::{CheckpointError, CheckpointErrorKind};
pub use effort::Effort;
pub use engines::component::{Nnf, NnfFormat, Trace};
pub use error::{Counted, QueryError};
pub use estimate::Estimate;
pub use explain::{Contradiction, Explanation};
pub use facts::{Counts, Facts};
pub use judge::TraceJudge;
pub use limits::{Limits, Stop};
pub use listener::{Listener, Progress, Settled, Solution};
pub use lookahead::{Lookahead, look_ahead};
pub use method::{ENGINES, Engine, EngineRow, Method, SymmetryUse, USES, UnknownMethod, UseRow};
pub use parallel::{CheckpointStore, begins_as_checkpoint};
pub use refusal::Refusal;
pub use symmetry::{SymmetryError, SymmetryGroup};

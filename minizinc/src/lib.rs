//! Searches models of MiniZinc that are compiled to FlatZinc: a solution, all of them, or the best one.
//!
//! A [`Question`] is asked about a [`Model`](gordian_flatzinc::Model). Every solution is judged by the meaning of the
//! model's constraints before it is shown.

mod answer;
mod error;

mod judge;

mod question;

mod found;

mod guide;

mod engine;

mod list;
mod optimize;

mod mixed;
mod propagated;

mod search;

pub use answer::{Answer, Solution};
pub use error::SearchError;
pub use question::{Question, Wanted};

//! Problems of one's own: variables with names, constraints with words, one formula.
//!
//! A [`Problem`] has Boolean and integer variables and [`Constraint`]s, each of which stands for a
//! [`Rule`](crate::rule::Rule) in the words of the problem and the cells that it is about. Its formula names what each
//! visible variable means, and comes plain or with a selector for each rule, so that a solver can say which rules
//! contradict each other.
//!
//! An integer with up to 100 values is made of literals that say `x = value`, of which exactly one is true; literals
//! that say `x >= value` are channelled to them when a constraint needs them. One with more values is made of the
//! latter. [`Problem::represent`] chooses otherwise.
//!
//! Each constraint stands in a file of its own: [`constraint`] has the table.

mod variable;

mod diagram;

mod connectivity;
mod poster;

pub mod constraint;

mod problem;

mod origin;
mod views;

mod bounding;

pub use connectivity::{ConnectivityEncoding, connected_with};
pub use constraint::Constraint;
pub use constraint::MOST_PAIRS;
pub use diagram::Diagram;
pub use poster::MOST_VALUE_LITERALS;
pub use problem::{Problem, ProblemFormula};
pub use variable::{Assignment, Boolean, Integer, Operand, Representation, Stated};

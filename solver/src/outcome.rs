//! Answers.

use std::fmt;

/// The result of a call to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model, and it can be read.
    Satisfiable,
    /// There is none under the assumptions, and those to blame can be read.
    Unsatisfiable,
    /// A limit was reached first.
    Unknown(Interrupt),
}

/// The limit of a budget that stopped a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Interrupt {
    /// The number of conflicts.
    Conflicts,
    /// The number of decisions.
    Decisions,
    /// The number of propagations.
    Propagations,
    /// The number of ticks.
    Ticks,
    /// The deadline.
    Time,
    /// The terminator was tripped, a callback said so, or a propagator refused a model without a clause.
    Terminated,
}

impl fmt::Display for Interrupt {
    /// The limit that ended the call, in words that fit after "stopped by".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Interrupt::Conflicts => "the limit of conflicts",
            Interrupt::Decisions => "the limit of decisions",
            Interrupt::Propagations => "the limit of propagations",
            Interrupt::Ticks => "the limit of ticks",
            Interrupt::Time => "the time limit",
            Interrupt::Terminated => "the caller",
        })
    }
}

/// The result of unit propagation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Propagation {
    /// The literals that follow, in the order in which they were found, without the assumptions and
    /// without what holds anyway. After a conflict: those found before it.
    pub implied: Vec<gordian_formula::Lit>,
    /// Whether the assumptions contradict the formula by propagation alone.
    pub is_conflict: bool,
}

/// The end of an enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enumeration {
    /// Every model was visited.
    Complete,
    /// The visitor had enough.
    Stopped,
    /// A limit was reached first.
    Interrupted(Interrupt),
}

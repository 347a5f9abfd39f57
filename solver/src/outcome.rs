//! Answers.

/// What a call to solve found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a model, and it can be read.
    Satisfiable,
    /// There is none under the assumptions, and those to blame can be read.
    Unsatisfiable,
    /// A limit was reached first.
    Unknown(Interrupt),
}

/// Which limit of a budget stopped a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// The number of conflicts.
    Conflicts,
    /// The number of decisions.
    Decisions,
    /// The number of ticks.
    Ticks,
    /// The deadline.
    Time,
    /// The terminator was set.
    Terminated,
}

/// How an enumeration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enumeration {
    /// Every model was visited.
    Complete,
    /// The visitor had enough.
    Stopped,
    /// A limit was reached first.
    Interrupted(Interrupt),
}

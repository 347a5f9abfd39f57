//! Why a decision-DNNF does not prove a count.

use std::fmt;
use std::io;

use gordian_formula::{Lit, Var};

/// Why there is no verdict, or none in favour.
#[derive(Debug)]
pub enum DnnfError {
    /// Reading failed.
    Io(io::Error),
    /// The diagram proves nothing.
    Refused(DnnfRefusal),
}

/// Why a decision-DNNF was refused. Nodes are named as in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DnnfRefusal {
    /// A line cannot be read.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The reason.
        what: String,
    },
    /// A step of the reduction is not allowed.
    Step {
        /// The line, from 1.
        line: usize,
        /// The reason.
        reason: StepRefusal,
    },
    /// There is no node.
    Empty,
    /// A node is below itself.
    Ring {
        /// The node.
        node: u64,
    },
    /// Parts that should have no common variable have one.
    Shared {
        /// The node.
        node: u64,
    },
    /// A constant has an edge.
    Leaf {
        /// The node.
        node: u64,
    },
    /// A part of a conjunction has no model.
    FalsePart {
        /// The node.
        node: u64,
    },
    /// Two sides do not exclude each other by a visible variable, or there are more than two.
    NotDecided {
        /// The node.
        node: u64,
    },
    /// A lemma does not follow by propagation.
    Lemma {
        /// Its number, from 1.
        number: usize,
    },
    /// The diagram has a model that breaks this clause.
    Clause {
        /// Its literals.
        clause: Vec<Lit>,
    },
    /// A literal along an edge does not follow by propagation.
    NotForced {
        /// The node.
        node: u64,
        /// The literal that does not follow.
        lit: Option<Lit>,
    },
    /// A side that is said to have no model is not refuted by propagation.
    NotRefuted {
        /// The node.
        node: u64,
    },
    /// The time was over before there was a verdict.
    Stopped,
}

/// Why a step that reduces a formula is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepRefusal {
    /// A clause that is added is always true.
    AlwaysTrue,
    /// A clause that is added or deleted does not follow from the others by propagation.
    NotImplied,
    /// A clause that is deleted is not there.
    Absent,
    /// A variable that becomes defined is hidden, was eliminated, or is defined already.
    Hidden {
        /// The variable.
        var: Var,
    },
    /// The literals of a variable that becomes defined have different weights.
    Weighs {
        /// The variable.
        var: Var,
    },
    /// The clauses do not define a variable.
    NotDefined {
        /// The variable.
        var: Var,
    },
    /// A variable that is eliminated is visible and not defined.
    Shown {
        /// The variable.
        var: Var,
    },
    /// A resolvent on a variable that is eliminated does not follow from the rest by propagation.
    NotEliminated {
        /// The variable.
        var: Var,
    },
}

impl fmt::Display for StepRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |var: &Var| var.positive().to_dimacs();
        match self {
            StepRefusal::AlwaysTrue => f.write_str("the clause is always true"),
            StepRefusal::NotImplied => f.write_str("the clause does not follow from the others by propagation"),
            StepRefusal::Absent => f.write_str("there is no such clause"),
            StepRefusal::Hidden { var } => write!(f, "{} is hidden, eliminated, or defined already", name(var)),
            StepRefusal::Weighs { var } => write!(f, "the literals of {} have different weights", name(var)),
            StepRefusal::NotDefined { var } => write!(f, "the other visible variables do not define {}", name(var)),
            StepRefusal::Shown { var } => write!(f, "{} is visible and not defined", name(var)),
            StepRefusal::NotEliminated { var } => {
                write!(f, "a resolvent on {} does not follow from the rest by propagation", name(var))
            }
        }
    }
}

impl From<DnnfRefusal> for DnnfError {
    fn from(refusal: DnnfRefusal) -> DnnfError {
        DnnfError::Refused(refusal)
    }
}

impl fmt::Display for DnnfRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DnnfRefusal::Syntax { line, what } => write!(f, "line {line}: {what}"),
            DnnfRefusal::Step { line, reason } => write!(f, "line {line}: {reason}"),
            DnnfRefusal::Empty => f.write_str("there is no node"),
            DnnfRefusal::Ring { node } => write!(f, "node {node} is below itself"),
            DnnfRefusal::Shared { node } => write!(f, "node {node}: its parts have a common variable"),
            DnnfRefusal::Leaf { node } => write!(f, "node {node} is a constant and has edges"),
            DnnfRefusal::FalsePart { node } => write!(f, "node {node}: one of its parts has no model"),
            DnnfRefusal::NotDecided { node } => {
                write!(f, "node {node}: its sides do not exclude each other by a visible variable")
            }
            DnnfRefusal::Lemma { number } => write!(f, "lemma {number} does not follow by propagation"),
            DnnfRefusal::Clause { clause } => {
                f.write_str("the diagram has a model that breaks the clause")?;
                clause.iter().try_for_each(|lit| write!(f, " {}", lit.to_dimacs()))
            }
            DnnfRefusal::NotForced { node, lit: Some(lit) } => {
                write!(f, "node {node}: {} does not follow by propagation", lit.to_dimacs())
            }
            DnnfRefusal::NotForced { node, lit: None } => write!(f, "node {node} has no side"),
            DnnfRefusal::NotRefuted { node } => write!(f, "node {node}: a side is not refuted by propagation"),
            DnnfRefusal::Stopped => f.write_str("the time was over before the diagram was judged"),
        }
    }
}

impl fmt::Display for DnnfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DnnfError::Io(error) => error.fmt(f),
            DnnfError::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for DnnfError {}

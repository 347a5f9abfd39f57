//! The reasons why a method does not apply.

use std::fmt;

use gordian_formula::Var;

/// The reason why a method does not apply to a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// This clause, by its index, has three literals or more, of which not each two exclude each other.
    LongClause(usize),
    /// This variable stands in a constraint and is not visible.
    HiddenVariable(Var),
    /// Solutions are asked for, and the method only counts them.
    Listing,
    /// Classes are asked for, and the method counts solutions.
    Symmetry,
    /// The sum of weights is asked for, and the method counts solutions, or classes.
    Weights,
    /// The method is for classes, and no symmetry was given.
    NoSymmetry,
    /// The symmetry group is too large to go through its elements.
    LargeGroup,
    /// The symmetry group was taken on trust, and the method does not look at images of solutions.
    Trust,
    /// It would take more memory than is allowed, or its sets are too large.
    Memory,
    /// The time was over before it was known whether the method applies.
    Stopped,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::LongClause(index) => {
                write!(f, "clause {} has more than two literals and is no exactly-one group", index + 1)
            }
            Refusal::HiddenVariable(var) => write!(f, "variable {} is constrained but not visible", var.to_dimacs()),
            Refusal::Listing => f.write_str("it counts solutions but cannot list them"),
            Refusal::Symmetry => f.write_str("it counts solutions, not classes"),
            Refusal::Weights => f.write_str("it does not add up weights, only component does"),
            Refusal::NoSymmetry => f.write_str("it is for classes under a symmetry group, and none is given"),
            Refusal::LargeGroup => f.write_str("the symmetry group is too large to go through its elements"),
            Refusal::Trust => f.write_str("the symmetry group maps solutions to solutions, but not clauses to clauses"),
            Refusal::Memory => f.write_str("it takes too much memory"),
            Refusal::Stopped => f.write_str("the time was over before that was known"),
        }
    }
}

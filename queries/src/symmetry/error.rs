//! The reasons why permutations make no symmetry group.

use std::fmt;

use gordian_formula::PermutationError;

/// The reason why permutations make no symmetry group of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymmetryError {
    /// This generator, by its position in the list, does not map the formula onto itself.
    NotASymmetry {
        /// From zero.
        generator: usize,
    },
    /// This line of the text is not in cycle notation.
    Syntax {
        /// From one.
        line: usize,
        /// The error in it.
        error: PermutationError,
    },
    /// The permutation on this line of the text does not map the formula onto itself.
    NotASymmetryOnLine {
        /// From one.
        line: usize,
    },
    /// The time was over before it was known.
    Stopped,
}

impl fmt::Display for SymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymmetryError::NotASymmetry { generator } => {
                write!(f, "generator {} does not map the formula onto itself", generator + 1)
            }
            SymmetryError::Syntax { line, error } => write!(f, "line {line}: {error}"),
            SymmetryError::NotASymmetryOnLine { line } => {
                write!(f, "line {line}: this permutation does not map the formula onto itself")
            }
            SymmetryError::Stopped => f.write_str("the time was over before the symmetries were verified"),
        }
    }
}

impl std::error::Error for SymmetryError {}

//! The shape that annotations give the output.

use crate::model::{Annotation, Expression, Term};

/// Whether the annotation says that something is printed.
pub(super) fn is_output(annotation: &Annotation) -> bool {
    matches!(annotation.name.as_str(), "output_var" | "output_array")
}

/// The index sets of `output_array([…])`.
pub(super) fn dimensions(output: &Annotation) -> Option<Vec<(i64, i64)>> {
    let ("output_array", [Expression::Array(sets)]) = (output.name.as_str(), &*output.arguments) else { return None };
    let range = |set: &Expression| match set {
        Expression::Term(Term::Set(set)) => match (set.ranges().len(), set.lower(), set.upper()) {
            (1, Some(lower), Some(upper)) => Some((lower, upper)),
            (0, ..) => Some((1, 0)),
            _ => None,
        },
        _ => None,
    };
    if sets.is_empty() { None } else { sets.iter().map(range).collect() }
}

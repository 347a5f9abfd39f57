//! Literals and clauses as Python has them.

use gordian_formula::Lit;
use pyo3::exceptions::{PyAttributeError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The literals of a sequence of numbers, such as a list or an array of numpy.
pub(crate) fn literals(numbers: &Bound<'_, PyAny>) -> PyResult<Vec<Lit>> {
    let given = listed(numbers)?;
    let py = given.py();
    // Other exceptions of the caller's code are for the caller.
    let told = |error: PyErr| if error.is_instance_of::<PyTypeError>(py) { no_literal() } else { error };
    let of = |number: PyResult<Bound<'_, PyAny>>| match number?.extract() {
        Ok(number) => literal(number),
        Err(error) if error.is_instance_of::<PyOverflowError>(py) => Err(beyond("a number beyond 64 bits")),
        Err(error) => Err(told(error)),
    };
    given.try_iter().map_err(told)?.map(of).collect()
}

/// The clauses of a sequence of sequences.
pub(crate) fn clauses(rows: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<Lit>>> {
    // A formula of PySAT has its clauses as an attribute.
    let rows = match rows.getattr("clauses") {
        Ok(clauses) => {
            // A formula must not lose constraints that are no clauses.
            for others in ["atmosts", "xors"] {
                if rows.getattr(others).is_ok_and(|others| others.len().is_ok_and(|len| len > 0)) {
                    let message = format!("`{others}` of this formula are no clauses; encode them first");
                    return Err(PyValueError::new_err(message));
                }
            }
            clauses
        }
        Err(error) if error.is_instance_of::<PyAttributeError>(rows.py()) => rows.clone(),
        Err(error) => return Err(error),
    };
    let rows = listed(&rows)?;
    rows.try_iter()?.map(|row| literals(&row?)).collect()
}

/// An array as a list, whose numbers are read much faster.
fn listed<'py>(numbers: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if numbers.hasattr("tolist")? { numbers.call_method0("tolist") } else { Ok(numbers.clone()) }
}

pub(crate) fn literal(number: i64) -> PyResult<Lit> {
    let lit = i32::try_from(number).ok().and_then(Lit::from_dimacs);
    lit.ok_or_else(|| beyond(&number.to_string()))
}

fn beyond(number: &str) -> PyErr {
    PyValueError::new_err(format!("{number} is no literal: a literal is a number that is not 0, of 31 bits at most"))
}

fn no_literal() -> PyErr {
    PyTypeError::new_err("literals are integers, and a clause is a sequence of them")
}

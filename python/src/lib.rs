//! The native part of the Python package `gordian`: the solver, formulas with encoders, and the
//! questions of the command.

mod literals;
mod wait;

mod cnf;
mod models;
mod questions;
mod solver;

use pyo3::prelude::*;

/// The native part of the package.
#[pymodule]
fn _gordian(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("QuestionError", module.py().get_type::<questions::QuestionError>())?;
    module.add_class::<solver::Solver>()?;
    module.add_class::<models::Models>()?;
    module.add_class::<cnf::Cnf>()?;
    module.add_class::<questions::Kept>()?;
    module.add_function(wrap_pyfunction!(questions::ask, module)?)
}

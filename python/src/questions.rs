//! The questions of the command.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gordian::{About, Hearer, Reply, Request, RequestError};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::wait::wait;

create_exception!(gordian, QuestionError, PyValueError, "The input cannot be read, or the question does not fit it.");

/// Asks a verb of the command about a text, about a file, or about what its options name. Returns the
/// document in JSON, the answer as text, and a picture in SVG or None.
///
/// The interpreter's lock is free meanwhile, and Ctrl-C ends the question.
#[pyfunction]
#[pyo3(signature = (verb, options, *, text=None, path=None))]
pub(crate) fn ask(
    py: Python<'_>,
    verb: &str,
    options: Vec<String>,
    text: Option<&str>,
    path: Option<PathBuf>,
) -> PyResult<(String, String, Option<String>)> {
    let about = match (text, &path) {
        (Some(text), None) => About::Text(text),
        (None, Some(path)) => About::File(path),
        (None, None) => About::Nothing,
        (Some(_), Some(_)) => return Err(PyValueError::new_err("either a text or a path is asked about")),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let request =
        Request { verb, options: &options, about, stop: Arc::clone(&stop), hearer: Hearer::default(), pictures: 0 };
    let answered = wait(py, || stop.store(true, Ordering::Relaxed), || gordian::ask(&request))?;
    match answered {
        Ok(Reply { document, text, svg, .. }) => Ok((document, text, svg)),
        Err(RequestError::Usage(message)) => Err(PyValueError::new_err(message)),
        Err(RequestError::Failed(message)) => Err(QuestionError::new_err(message)),
    }
}

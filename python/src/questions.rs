//! The questions of the command.

use std::mem;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gordian::{About, Hearer, Reply, Request, RequestError, ask_and_keep};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::wait::wait;

create_exception!(gordian, QuestionError, PyValueError, "The input cannot be read, or the question does not fit it.");

/// The formula of a folder of cubes, which is read once for all questions that are asked with this.
/// If two threads ask at once, each reads it.
#[pyclass(frozen, module = "gordian")]
#[derive(Default)]
pub(crate) struct Kept(Mutex<gordian::Kept>);

#[pymethods]
impl Kept {
    #[new]
    fn new() -> Kept {
        Kept::default()
    }
}

impl Kept {
    fn content(&self) -> MutexGuard<'_, gordian::Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The document in JSON, the answer as text, a picture in SVG, and a proof.
type Asked = (String, String, Option<String>, Option<Vec<u8>>);

/// Asks a verb of the command about a text, about a file, or about what its options name. Returns the
/// document in JSON, the answer as text, a picture in SVG or None, and the proof if an option wants it at `-`.
///
/// The interpreter's lock is free meanwhile, and Ctrl-C ends the question.
#[pyfunction]
#[pyo3(signature = (verb, options, *, text=None, path=None, kept=None))]
pub(crate) fn ask(
    py: Python<'_>,
    verb: &str,
    options: Vec<String>,
    text: Option<&str>,
    path: Option<PathBuf>,
    kept: Option<&Bound<'_, Kept>>,
) -> PyResult<Asked> {
    let about = match (text, &path) {
        (Some(text), None) => About::Text(text),
        (None, Some(path)) => About::File(path),
        (None, None) => About::Nothing,
        (Some(_), Some(_)) => return Err(PyValueError::new_err("either a text or a path is asked about")),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let request =
        Request { verb, options: &options, about, stop: Arc::clone(&stop), hearer: Hearer::default(), pictures: 0 };
    let mut taken = kept.map(|kept| mem::take(&mut *kept.get().content())).unwrap_or_default();
    let answered = wait(py, || stop.store(true, Ordering::Relaxed), || ask_and_keep(&request, &mut taken))?;
    if let Some(kept) = kept {
        *kept.get().content() = taken;
    }
    match answered {
        Ok(Reply { document, text, svg, proof, .. }) => Ok((document, text, svg, proof)),
        Err(RequestError::Usage(message)) => Err(PyValueError::new_err(without_command(&message).to_owned())),
        Err(RequestError::Failed(message)) => Err(QuestionError::new_err(message)),
    }
}

/// The message of a wrong option without words that only help at a command line.
fn without_command(message: &str) -> &str {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let message = message.strip_suffix("For more information, try '--help'.").unwrap_or(message);
    message.rsplit_once("\n\nUsage: ").map_or(message, |(fault, _)| fault).trim_end()
}

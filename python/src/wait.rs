//! Work without the interpreter's lock that Ctrl-C ends.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The time between two looks at whether a signal came.
pub(crate) const INTERVAL: Duration = Duration::from_millis(40);

/// Does work on a thread of its own while this one looks after signals. If the handler of a signal
/// raises an exception, as that of Ctrl-C does, `stop` is called, and the exception is the result
/// as soon as the work has ended.
///
/// # Errors
/// The exception of a signal's handler; or if no thread can be started.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Send + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let result = py.detach(|| {
        thread::scope(|scope| {
            let (sender, results) = channel();
            let worker = move || {
                // The receiver is there as long as this thread.
                let _ = sender.send(work());
            };
            thread::Builder::new()
                .spawn_scoped(scope, worker)
                .map_err(|error| PyRuntimeError::new_err(format!("no thread can be started: {error}")))?;
            let mut raised = None;
            loop {
                match results.recv_timeout(INTERVAL) {
                    Ok(result) => return Ok((result, raised)),
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(PyRuntimeError::new_err("internal error, please report it: the search broke down"));
                    }
                    Err(RecvTimeoutError::Timeout) if raised.is_some() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        raised = Python::attach(|py| py.check_signals()).err();
                        if raised.is_some() {
                            stop();
                        }
                    }
                }
            }
        })
    });
    match result? {
        (_, Some(raised)) => Err(raised),
        (result, None) => Ok(result),
    }
}

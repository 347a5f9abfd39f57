//! A writer with a second owner.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// A writer that stays reachable while the engine holds it: a compressed stream must be ended, and
/// a temporary file must be read.
pub(crate) struct Shared<W> {
    writer: Arc<Mutex<Option<W>>>,
}

impl<W> Clone for Shared<W> {
    fn clone(&self) -> Shared<W> {
        Shared { writer: Arc::clone(&self.writer) }
    }
}

impl<W> Shared<W> {
    pub(crate) fn new(writer: W) -> Shared<W> {
        Shared { writer: Arc::new(Mutex::new(Some(writer))) }
    }

    /// The writer, if it has not been taken yet.
    pub(crate) fn take(&self) -> Option<W> {
        self.writer.lock().ok()?.take()
    }

    fn with<T>(&self, act: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        let closed = || io::Error::other("the file has been closed");
        act(self.writer.lock().map_err(|_| closed())?.as_mut().ok_or_else(closed)?)
    }
}

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with(Write::flush)
    }
}

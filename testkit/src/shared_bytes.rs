//! A writer that is read while somebody else has it.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// Bytes that a solver writes, where a test can read them.
#[derive(Clone, Debug, Default)]
pub struct SharedBytes(Arc<Mutex<Vec<u8>>>);

impl SharedBytes {
    /// The bytes written so far.
    ///
    /// # Panics
    ///
    /// After a panic of the writer.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.lock().expect("no writer panics").clone()
    }
}

impl Write for SharedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

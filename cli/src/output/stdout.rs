//! Standard output.

use std::io::{self, BufWriter, ErrorKind, Stdout, Write};

/// Standard output, written in blocks. If the reader goes away, that is no error; the rest of the
/// output is dropped.
pub(crate) struct Output {
    writer: BufWriter<Stdout>,
    is_closed: bool,
}

impl Output {
    pub(crate) fn new() -> Output {
        Output { writer: BufWriter::with_capacity(1 << 16, io::stdout()), is_closed: false }
    }

    /// Whether the reader has gone away.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    fn forgive<T>(&mut self, result: io::Result<T>, instead: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(instead)
            }
            other => other,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let result = self.writer.write(bytes);
        self.forgive(result, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let result = self.writer.flush();
        self.forgive(result, ())
    }
}

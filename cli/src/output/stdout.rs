//! Standard output, or a text in its place.

use std::io::{self, BufWriter, ErrorKind, Stdout, Write};

/// Standard output, written in blocks, or a text that is kept. If the reader of standard output goes
/// away, that is no error; the rest of the output is dropped.
pub(crate) struct Output {
    writer: Writer,
    is_closed: bool,
}

enum Writer {
    Stdout(BufWriter<Stdout>),
    Kept(Vec<u8>),
}

impl Output {
    pub(crate) fn new() -> Output {
        Output { writer: Writer::Stdout(BufWriter::with_capacity(1 << 16, io::stdout())), is_closed: false }
    }

    /// An output that is kept in memory.
    pub(crate) fn kept() -> Output {
        Output { writer: Writer::Kept(Vec::new()), is_closed: false }
    }

    /// The text that was kept; none of what went to standard output.
    pub(crate) fn into_kept(self) -> Vec<u8> {
        match self.writer {
            Writer::Kept(text) => text,
            Writer::Stdout(_) => Vec::new(),
        }
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
        let result = match &mut self.writer {
            Writer::Stdout(writer) => writer.write(bytes),
            Writer::Kept(text) => text.write(bytes),
        };
        self.forgive(result, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let result = match &mut self.writer {
            Writer::Stdout(writer) => writer.flush(),
            Writer::Kept(_) => Ok(()),
        };
        self.forgive(result, ())
    }
}

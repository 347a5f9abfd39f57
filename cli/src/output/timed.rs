//! Output that fails when the time is over.

use std::io::{self, ErrorKind, Write};

use gordian_formula::Clock;

/// A writer that fails as soon as a signal or the time limit comes. If the output is a file that is
/// written whole or not at all, nothing of it is left then.
pub(crate) struct Timed<W> {
    output: W,
    clock: Clock,
}

impl<W: Write> Timed<W> {
    pub(crate) fn new(output: W, clock: Clock) -> Timed<W> {
        Timed { output, clock }
    }

    pub(crate) fn into_inner(self) -> W {
        self.output
    }
}

impl<W: Write> Write for Timed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.clock.is_over() {
            return Err(io::Error::new(ErrorKind::TimedOut, "stopped while writing"));
        }
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

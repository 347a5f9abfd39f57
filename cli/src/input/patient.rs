//! Inputs whose reads end when a signal or the time limit comes.

use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use gordian_formula::Clock;

/// The number of bytes in one piece of such an input.
const PIECE: usize = 1 << 18;
/// The largest number of pieces that are read ahead.
const AHEAD: usize = 4;
/// The time between two looks at the clock while no data come.
const INTERVAL: Duration = Duration::from_millis(50);

/// Standard input, a named pipe or a device, opened and read by a thread of its own. A blocked read
/// cannot be interrupted, but waiting for the thread can.
pub(crate) struct PatientInput {
    pieces: Receiver<io::Result<Vec<u8>>>,
    current: Cursor<Vec<u8>>,
    clock: Clock,
}

impl PatientInput {
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn stdin(clock: Clock) -> io::Result<PatientInput> {
        PatientInput::of(clock, || Ok(io::stdin().lock()))
    }

    /// Reads the file at this path. An error of opening it is reported by the first read.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn file(path: PathBuf, clock: Clock) -> io::Result<PatientInput> {
        PatientInput::of(clock, move || File::open(path))
    }

    fn of<R: Read>(clock: Clock, open: impl FnOnce() -> io::Result<R> + Send + 'static) -> io::Result<PatientInput> {
        let (sender, pieces) = sync_channel(AHEAD);
        // The thread ends with the input, with an error, when nobody takes its pieces any more, or
        // with the program.
        thread::Builder::new().spawn(move || match open() {
            Ok(input) => forward(input, &sender),
            Err(error) => drop(sender.send(Err(error))),
        })?;
        Ok(PatientInput { pieces, current: Cursor::default(), clock })
    }
}

fn forward(mut input: impl Read, pieces: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut piece = vec![0; PIECE];
        let read = match input.read(&mut piece) {
            Ok(0) => return,
            Ok(length) => {
                piece.truncate(length);
                Ok(piece)
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = read.is_err();
        if pieces.send(read).is_err() || is_last {
            return;
        }
    }
}

impl Read for PatientInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.current.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            match self.pieces.recv_timeout(INTERVAL) {
                Ok(piece) => self.current = Cursor::new(piece?),
                Err(RecvTimeoutError::Timeout) if self.clock.is_over() => {
                    return Err(io::Error::new(ErrorKind::TimedOut, "stopped while waiting for input"));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

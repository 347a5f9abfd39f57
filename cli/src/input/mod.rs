//! Opens inputs: files, standard input, named pipes and devices, plain or compressed.

pub(crate) mod foreign;

pub(crate) mod detect;

mod beginning;
mod decompress;
mod patient;

use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::Path;

use gordian_formula::Clock;

pub(crate) use beginning::Beginning;
use decompress::decompress;
use patient::PatientInput;

/// A stream of decompressed bytes.
pub(crate) type Input = Box<dyn Read + Send>;

/// Opens a file, or standard input for `-`. Its reads fail once the clock is over.
///
/// # Errors
/// If the file does not exist, cannot be read, or is compressed in a format that this program was
/// built without. Corrupt or truncated data make later reads fail. No error names the file.
pub(crate) fn open(path: &Path, clock: &Clock) -> io::Result<Input> {
    let input = if path == Path::new("-") {
        decompress(PatientInput::stdin(clock.clone())?)?
    } else if is_at_hand(path)? {
        decompress(File::open(path)?)?
    } else {
        decompress(PatientInput::file(path.to_path_buf(), clock.clone())?)?
    };
    Ok(Box::new(Interruptible { input, clock: clock.clone() }))
}

/// Opens bytes, and decompresses them if they are compressed. Reads fail once the clock is over.
///
/// # Errors
/// If they are compressed in a format that this program was built without.
pub(crate) fn open_bytes(bytes: Vec<u8>, clock: &Clock) -> io::Result<Input> {
    Ok(Box::new(Interruptible { input: decompress(Cursor::new(bytes))?, clock: clock.clone() }))
}

/// Whether opening and reading cannot block, as they can for a named pipe or a device.
fn is_at_hand(path: &Path) -> io::Result<bool> {
    let metadata = fs::metadata(path)?;
    Ok(metadata.is_file() || metadata.is_dir())
}

/// A reader that fails as soon as a signal or the time limit comes, however much is left to read.
struct Interruptible {
    input: Input,
    clock: Clock,
}

impl Read for Interruptible {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.clock.is_over() {
            return Err(io::Error::new(ErrorKind::TimedOut, "stopped while reading"));
        }
        self.input.read(buffer)
    }
}

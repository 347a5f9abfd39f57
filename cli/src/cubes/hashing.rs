//! Files that are hashed while they are written or read.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::hexadecimal;
use crate::arguments::{Content, Files};
use crate::failure::Failure;
use crate::output::files::OutputFile;

/// A file that is hashed while it is written.
pub(crate) struct HashedOutput {
    file: OutputFile,
    hash: Sha256,
}

impl HashedOutput {
    /// A new file of a folder. Until it is finished, there is nothing under its name.
    pub(crate) fn create(files: &Files, place: &Path) -> Result<HashedOutput, Failure> {
        Ok(HashedOutput { file: OutputFile::create(files, place, Content::Part)?, hash: Sha256::new() })
    }

    /// Lets the file take its name, so that it survives a crash. Returns the hash.
    pub(crate) fn finish(self) -> io::Result<String> {
        self.file.finish_durably()?;
        Ok(hexadecimal(&self.hash.finalize()))
    }
}

impl Write for HashedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.file.write(bytes)?;
        self.hash.update(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A file that is hashed while it is read.
pub(crate) struct HashedInput {
    pub(crate) reader: BufReader<HashedFile>,
}

/// The bytes of a file, and the hash of those that were read.
pub(crate) struct HashedFile {
    file: File,
    hash: Sha256,
}

impl HashedInput {
    /// Opens a file of a folder.
    pub(crate) fn open(place: &Path) -> Result<HashedInput, Failure> {
        let at = |error| Failure::at(place, error);
        // A link may lead anywhere, and a pipe is waited for.
        if !fs::symlink_metadata(place).map_err(at)?.is_file() {
            return Err(Failure::at(place, "is no file"));
        }
        let file = HashedFile { file: File::open(place).map_err(at)?, hash: Sha256::new() };
        Ok(HashedInput { reader: BufReader::new(file) })
    }

    /// Reads to the end, and refuses the file with this message if it has another hash.
    pub(crate) fn finish(mut self, place: &Path, hash: &str, message: &str) -> Result<(), Failure> {
        io::copy(&mut self.reader, &mut io::sink()).map_err(|error| Failure::at(place, error))?;
        let found = hexadecimal(&self.reader.into_inner().hash.finalize());
        if found == hash {
            Ok(())
        } else {
            Err(Failure::at(place, format!("{message}; delete it and run the cube again")))
        }
    }
}

impl Read for HashedFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(bytes)?;
        self.hash.update(&bytes[..length]);
        Ok(length)
    }
}

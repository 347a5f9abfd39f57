//! Output files: compressed by extension, written whole or not at all, and never over a file that
//! must not be lost. Every file that the program writes is made here, except checkpoints, which are
//! written again and again under a lock.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::arguments::{Content, Files};
use crate::failure::Failure;
use crate::output::guard;
use crate::output::target::Target;

/// A file being written.
pub(crate) struct OutputFile {
    stream: Stream,
    files: Files,
    path: PathBuf,
    content: Content,
}

/// The stream that carries the bytes to the file.
enum Stream {
    Plain(Target),
    Gzip(flate2::write::GzEncoder<Target>),
    #[cfg(feature = "bzip2")]
    Bzip2(bzip2::write::BzEncoder<Target>),
    #[cfg(feature = "xz")]
    Xz(liblzma::write::XzEncoder<Target>),
    #[cfg(feature = "zstd")]
    Zstd(zstd::stream::write::Encoder<'static, Target>),
}

impl OutputFile {
    /// Creates a file. If the path holds a file that may be replaced, [`OutputFile::finish`]
    /// replaces it.
    pub(crate) fn create(files: &Files, path: &Path, content: Content) -> Result<OutputFile, Failure> {
        guard::admit(files, path, content)?;
        let stream = Stream::open(path).map_err(|error| Failure::at(path, error))?;
        Ok(OutputFile { stream, files: files.clone(), path: path.to_path_buf(), content })
    }

    /// Ends the stream, if it is compressed, and lets the file take its name. Checks the path again
    /// before: during a long run, somebody may have put a file there.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.ended()?.finish()
    }

    /// Like [`OutputFile::finish`]; the file then survives a crash of the machine.
    pub(crate) fn finish_durably(self) -> io::Result<()> {
        self.ended()?.finish_durably()
    }

    fn ended(self) -> io::Result<Target> {
        match guard::objection(&self.files, &self.path, self.content) {
            Some(objection) => Err(io::Error::new(io::ErrorKind::AlreadyExists, objection)),
            None => self.stream.ended(),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.writer().flush()
    }
}

impl Stream {
    fn open(path: &Path) -> io::Result<Stream> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "gz" => Ok(Stream::Gzip(flate2::write::GzEncoder::new(Target::create(path)?, Default::default()))),
            #[cfg(feature = "bzip2")]
            "bz2" => Ok(Stream::Bzip2(bzip2::write::BzEncoder::new(Target::create(path)?, Default::default()))),
            #[cfg(feature = "xz")]
            "xz" => Ok(Stream::Xz(liblzma::write::XzEncoder::new(Target::create(path)?, 6))),
            #[cfg(feature = "zstd")]
            "zst" | "zstd" => zstd::stream::write::Encoder::new(Target::create(path)?, 0).map(Stream::Zstd),
            #[cfg(not(feature = "bzip2"))]
            "bz2" => Err(io::Error::new(io::ErrorKind::Unsupported, "this program was built without bzip2")),
            #[cfg(not(feature = "xz"))]
            "xz" => Err(io::Error::new(io::ErrorKind::Unsupported, "this program was built without xz")),
            #[cfg(not(feature = "zstd"))]
            "zst" | "zstd" => Err(io::Error::new(io::ErrorKind::Unsupported, "this program was built without zstd")),
            _ => Target::create(path).map(Stream::Plain),
        }
    }

    /// Ends the compression.
    fn ended(self) -> io::Result<Target> {
        match self {
            Stream::Plain(target) => Ok(target),
            Stream::Gzip(encoder) => encoder.finish(),
            #[cfg(feature = "bzip2")]
            Stream::Bzip2(encoder) => encoder.finish(),
            #[cfg(feature = "xz")]
            Stream::Xz(encoder) => encoder.finish(),
            #[cfg(feature = "zstd")]
            Stream::Zstd(encoder) => encoder.finish(),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Stream::Plain(file) => file,
            Stream::Gzip(encoder) => encoder,
            #[cfg(feature = "bzip2")]
            Stream::Bzip2(encoder) => encoder,
            #[cfg(feature = "xz")]
            Stream::Xz(encoder) => encoder,
            #[cfg(feature = "zstd")]
            Stream::Zstd(encoder) => encoder,
        }
    }
}

/// Writes a whole file.
pub(crate) fn write(files: &Files, path: &Path, content: Content, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = OutputFile::create(files, path, content)?;
    file.write_all(bytes).and_then(|()| file.finish()).map_err(|error| Failure::at(path, error))
}

/// Like [`write`]; the file then survives a crash of the machine.
pub(crate) fn write_durably(files: &Files, path: &Path, content: Content, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = OutputFile::create(files, path, content)?;
    file.write_all(bytes).and_then(|()| file.finish_durably()).map_err(|error| Failure::at(path, error))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_comes_during_the_run_is_somebodys_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof");
        for (came, is_lost) in [("p cnf 1 1\n1 0\n", false), ("AAB\nABB\nCCC\n", false), ("1 2 0\n", true)] {
            for force in [false, true] {
                let files = Files { force, ..Files::default() };
                let _ = fs::remove_file(&path);
                let mut file = OutputFile::create(&files, &path, Content::Proof).unwrap();
                file.write_all(b"0\n").unwrap();
                fs::write(&path, came).unwrap();
                assert_eq!(file.finish().is_ok(), is_lost || force);
                assert_eq!(fs::read_to_string(&path).unwrap(), if is_lost || force { "0\n" } else { came });
            }
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

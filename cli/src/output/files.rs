//! Files that are written: compressed by extension, whole or not at all, and never over what is not to be lost. Every file
//! that the program makes is made here, but checkpoints: they come again and again, under a lock.

use std::io::{self, Write};
use std::path::Path;

use crate::arguments::{Content, Files};
use crate::failure::Failure;
use crate::output::guard;
use crate::output::target::Target;

/// A file being written.
pub(crate) enum OutputFile {
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
    /// Creates a file. What stood there is lost in the end, if it may be.
    pub(crate) fn create(files: &Files, path: &Path, content: Content) -> Result<OutputFile, Failure> {
        guard::admit(files, path, content)?;
        OutputFile::open(path).map_err(|error| Failure::at(path, error))
    }

    fn open(path: &Path) -> io::Result<OutputFile> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "gz" => Ok(OutputFile::Gzip(flate2::write::GzEncoder::new(Target::create(path)?, Default::default()))),
            #[cfg(feature = "bzip2")]
            "bz2" => Ok(OutputFile::Bzip2(bzip2::write::BzEncoder::new(Target::create(path)?, Default::default()))),
            #[cfg(feature = "xz")]
            "xz" => Ok(OutputFile::Xz(liblzma::write::XzEncoder::new(Target::create(path)?, 6))),
            #[cfg(feature = "zstd")]
            "zst" | "zstd" => zstd::stream::write::Encoder::new(Target::create(path)?, 0).map(OutputFile::Zstd),
            #[cfg(not(feature = "bzip2"))]
            "bz2" => Err(io::Error::new(io::ErrorKind::Unsupported, "this program was built without bzip2")),
            #[cfg(not(feature = "xz"))]
            "xz" => Err(io::Error::new(io::ErrorKind::Unsupported, "this program was built without xz")),
            #[cfg(not(feature = "zstd"))]
            "zst" | "zstd" => Err(io::Error::new(io::ErrorKind::Unsupported, "this program was built without zstd")),
            _ => Target::create(path).map(OutputFile::Plain),
        }
    }

    /// Ends the compressed stream, if it is one, and lets the file take its name.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            OutputFile::Plain(target) => target.finish(),
            OutputFile::Gzip(encoder) => encoder.finish()?.finish(),
            #[cfg(feature = "bzip2")]
            OutputFile::Bzip2(encoder) => encoder.finish()?.finish(),
            #[cfg(feature = "xz")]
            OutputFile::Xz(encoder) => encoder.finish()?.finish(),
            #[cfg(feature = "zstd")]
            OutputFile::Zstd(encoder) => encoder.finish()?.finish(),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            OutputFile::Plain(file) => file,
            OutputFile::Gzip(encoder) => encoder,
            #[cfg(feature = "bzip2")]
            OutputFile::Bzip2(encoder) => encoder,
            #[cfg(feature = "xz")]
            OutputFile::Xz(encoder) => encoder,
            #[cfg(feature = "zstd")]
            OutputFile::Zstd(encoder) => encoder,
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// Writes a whole file.
pub(crate) fn write(files: &Files, path: &Path, content: Content, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = OutputFile::create(files, path, content)?;
    file.write_all(bytes).and_then(|()| file.finish()).map_err(|error| Failure::at(path, error))
}

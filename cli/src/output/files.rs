//! Files that are written: compressed by extension, never over something that looks like a formula, whole or not at all.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::output::target::Target;

/// How much of an existing file is looked at before it is overwritten.
const PREFIX: u64 = 1 << 16;

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
    /// Creates a file. What stood there is lost in the end, but not if it looks like a formula and `force` is not given, and
    /// never if it is one of `inputs`.
    pub(crate) fn create(path: &Path, force: bool, inputs: &[&Path]) -> Result<OutputFile, Failure> {
        if inputs.iter().any(|input| is_same_file(path, input)) {
            return Err(Failure::at(path, "this is the input, it would be overwritten"));
        }
        if !force && looks_like_formula(path) {
            return Err(Failure::at(path, "looks like a formula and would be overwritten; -f does it nevertheless"));
        }
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

fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Whether there is a file whose name or whose beginning is that of a formula.
fn looks_like_formula(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return false };
    metadata.is_file() && metadata.len() > 0 && (is_named_as_formula(path) || begins_as_formula(path))
}

fn is_named_as_formula(path: &Path) -> bool {
    let has = |path: &Path, extensions: &[&str]| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| extensions.contains(&extension.to_ascii_lowercase().as_str()))
    };
    let inner: PathBuf =
        if has(path, &["gz", "xz", "bz2", "zst", "zstd", "lzma"]) { path.with_extension("") } else { path.into() };
    has(&inner, &["cnf", "dimacs", "icnf", "wcnf"])
}

fn begins_as_formula(path: &Path) -> bool {
    let mut prefix = Vec::new();
    let read = File::open(path).and_then(|file| file.take(PREFIX).read_to_end(&mut prefix));
    read.is_ok()
        && prefix.split(|&byte| byte == b'\n').any(|line| {
            let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            words.next() == Some(b"p") && words.next().is_some_and(|word| word.ends_with(b"cnf"))
        })
}

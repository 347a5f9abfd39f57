//! Decompression: the first bytes tell the format, never the name of the file.

use std::io::{self, Cursor, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A stream of decompressed bytes.
type Stream = Box<dyn Read + Send>;

/// The formats that are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

/// Up to this many bytes, decompressed data are accepted whatever their ratio.
const HARMLESS: u64 = 1 << 28;
/// The largest ratio of decompressed to compressed size beyond [`HARMLESS`] bytes. Real formulas
/// stay below a hundred, repetitive ones below a few hundred. A malicious file of a few bytes can
/// stand for a disk full of clauses.
const LARGEST_RATIO: u64 = 1000;

/// The longest mark of a format, in bytes.
const MARK: u64 = 6;

impl Compression {
    fn of(beginning: &[u8]) -> Option<Compression> {
        match beginning {
            [0x1f, 0x8b, ..] => Some(Compression::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Compression::Bzip2),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Compression::Xz),
            // Frames, and the skippable frames that parallel compressors put ahead of them.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Compression::Zstd),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Zstd => "zstd",
        }
    }
}

/// Decompresses an input if it is compressed.
pub(super) fn decompress(mut input: impl Read + Send + 'static) -> io::Result<Stream> {
    let mut beginning = Vec::new();
    input.by_ref().take(MARK).read_to_end(&mut beginning)?;
    let compression = Compression::of(&beginning);
    let whole = Cursor::new(beginning).chain(input);
    let Some(compression) = compression else { return Ok(Box::new(whole)) };
    let taken = Arc::new(AtomicU64::new(0));
    let whole = Counted { input: whole, taken: Arc::clone(&taken) };
    let decoder: Stream = match compression {
        Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(whole)),
        #[cfg(feature = "bzip2")]
        Compression::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(whole)),
        #[cfg(feature = "xz")]
        Compression::Xz => Box::new(liblzma::read::XzDecoder::new_multi_decoder(whole)),
        #[cfg(feature = "zstd")]
        Compression::Zstd => Box::new(zstd::stream::read::Decoder::new(whole)?),
        #[cfg(not(all(feature = "bzip2", feature = "xz", feature = "zstd")))]
        missing => {
            let message = format!("compressed with {}, which this program was built without", missing.name());
            return Err(io::Error::new(ErrorKind::Unsupported, message));
        }
    };
    Ok(Box::new(Decompressed { decoder, compression, given: 0, taken }))
}

/// Counts the bytes that are read.
struct Counted<R> {
    input: R,
    taken: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.taken.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// A decoder. Its errors name the format, and it stops if little input makes too much output.
struct Decompressed {
    decoder: Stream,
    compression: Compression,
    /// The number of decompressed bytes so far, and the compressed bytes that they came from.
    given: u64,
    taken: Arc<AtomicU64>,
}

impl Decompressed {
    /// # Errors
    /// If the data grow beyond the allowed ratio.
    fn count(&mut self, length: usize) -> io::Result<()> {
        self.given += length as u64;
        let taken = self.taken.load(Ordering::Relaxed);
        if self.given > HARMLESS && self.given / LARGEST_RATIO > taken {
            let name = self.compression.name();
            let message = format!(
                "the {name} data grow to more than {LARGEST_RATIO} times their size, past {} MiB; if that is meant, decompress them first",
                HARMLESS >> 20
            );
            return Err(io::Error::new(ErrorKind::FileTooLarge, message));
        }
        Ok(())
    }
}

impl Read for Decompressed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoder.read(buffer).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => {
                let message = format!("the {} data end too early", self.compression.name());
                io::Error::new(ErrorKind::UnexpectedEof, message)
            }
            ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::Other => {
                let message = format!("the {} data are corrupt: {error}", self.compression.name());
                io::Error::new(ErrorKind::InvalidData, message)
            }
            _ => error,
        });
        let length = read?;
        self.count(length)?;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const TEXT: &[u8] = b"p cnf 3 2\n1 -3 0\n2 3 -1 0\n";

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[cfg(any(feature = "bzip2", feature = "xz", feature = "zstd"))]
    fn with(
        mut all: Vec<(Compression, Vec<u8>)>,
        compression: Compression,
        mut encoder: impl Read,
    ) -> Vec<(Compression, Vec<u8>)> {
        let mut bytes = Vec::new();
        encoder.read_to_end(&mut bytes).unwrap();
        all.push((compression, bytes));
        all
    }

    /// One member in each format that is compiled in.
    fn compressed(text: &[u8]) -> Vec<(Compression, Vec<u8>)> {
        let all = vec![(Compression::Gzip, gzip(text))];
        #[cfg(feature = "bzip2")]
        let all = with(all, Compression::Bzip2, bzip2::read::BzEncoder::new(text, Default::default()));
        #[cfg(feature = "xz")]
        let all = with(all, Compression::Xz, liblzma::read::XzEncoder::new(text, 6));
        #[cfg(feature = "zstd")]
        let all = with(all, Compression::Zstd, Cursor::new(zstd::stream::encode_all(text, 0).unwrap()));
        all
    }

    fn read(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        decompress(Cursor::new(bytes))?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn every_format_is_recognised_and_may_be_concatenated() {
        assert_eq!(read(TEXT.to_vec()).unwrap(), TEXT);
        assert_eq!(read(Vec::new()).unwrap(), b"");
        for (compression, bytes) in compressed(TEXT) {
            assert_eq!(Compression::of(&bytes), Some(compression));
            assert_eq!(read(bytes.clone()).unwrap(), TEXT, "{compression:?}");
            assert_eq!(read([&bytes[..], &bytes].concat()).unwrap(), TEXT.repeat(2), "{compression:?}");
        }
    }

    #[test]
    fn what_is_cut_short_is_an_error_at_every_length() {
        for (compression, bytes) in compressed(TEXT) {
            for length in MARK as usize..bytes.len() {
                let error = read(bytes[..length].to_vec()).expect_err("cut short");
                assert!(error.to_string().contains(compression.name()), "{compression:?} {length}: {error}");
            }
        }
    }

    #[test]
    fn what_grows_too_far_is_refused_with_a_reason() {
        let size = HARMLESS + (HARMLESS >> 4);
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        io::copy(&mut io::repeat(b' ').take(size), &mut encoder).unwrap();
        let bomb = encoder.finish().unwrap();
        assert!((bomb.len() as u64) < size / LARGEST_RATIO);
        let read_through = |input: Stream| io::copy(&mut { input }, &mut io::sink());
        let error = read_through(decompress(Cursor::new(bomb)).unwrap()).unwrap_err();
        assert!(error.to_string().contains("decompress them first"), "{error}");
        // A text that is less repetitive is read to its end.
        let lines =
            (0..1 << 16).map(|line| format!("{line} -{} {} 0\n", line * 7, line * 31 % 1017)).collect::<String>();
        let copies = (size / lines.len() as u64) as usize;
        let member = gzip(lines.as_bytes());
        let honest = member.repeat(copies + 1);
        assert!(read_through(decompress(Cursor::new(honest)).unwrap()).unwrap() > HARMLESS);
    }

    #[test]
    fn what_is_corrupt_is_an_error() {
        for (compression, bytes) in compressed(&TEXT.repeat(100)) {
            let mut flipped = bytes.clone();
            flipped[bytes.len() / 2] ^= 0x10;
            // Zstandard without a checksum may decode a flipped literal, but to another text than
            // this one.
            assert!(read(flipped).map_or(true, |text| text != TEXT.repeat(100)), "{compression:?}");
            let trailing = [&bytes[..], b"p cnf 1 1\n"].concat();
            assert!(read(trailing).is_err(), "{compression:?}");
        }
    }
}

//! Decompression: the first bytes tell the format, never the name of the file.

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::GzDecoder;

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

/// The marks of formats that cannot be decompressed here, none of which a text begins with.
const UNREADABLE: [(&[u8], &str); 10] = [
    (&[0x1f, 0x9d], "compressed with `compress` (.Z)"),
    (&[0x1f, 0x1e], "compressed with `pack` (.z)"),
    // The properties that all encoders use, and the low bytes of a dictionary of at least 4 KiB.
    (&[0x5d, 0, 0], "compressed with LZMA (.lzma)"),
    (b"LZIP", "compressed with lzip (.lz)"),
    (&[0x89, b'L', b'Z', b'O', 0], "compressed with lzop (.lzo)"),
    (&[0x04, 0x22, 0x4d, 0x18], "compressed with LZ4 (.lz4)"),
    (&[0x02, 0x21, 0x4c, 0x18], "compressed with LZ4 (.lz4)"),
    (&[0xff, 0x06, 0, 0, b's', b'N'], "compressed with Snappy (.sz)"),
    (b"PK\x03\x04", "a ZIP archive (.zip)"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive (.7z)"),
];

/// Decompresses an input if it is compressed.
///
/// # Errors
/// If it cannot be read, or is compressed in a format that this program cannot decompress.
pub(super) fn decompress(mut input: impl Read + Send + 'static) -> io::Result<Stream> {
    let mut beginning = Vec::new();
    input.by_ref().take(MARK).read_to_end(&mut beginning)?;
    if let Some((_, format)) = UNREADABLE.iter().find(|(mark, _)| beginning.starts_with(mark)) {
        let message = format!("this is {format}, which cannot be read: decompress it first");
        return Err(io::Error::new(ErrorKind::Unsupported, message));
    }
    let compression = Compression::of(&beginning);
    let whole = Cursor::new(beginning).chain(input);
    let Some(compression) = compression else { return Ok(Box::new(whole)) };
    let taken = Arc::new(AtomicU64::new(0));
    let whole = Counted { input: whole, taken: Arc::clone(&taken) };
    let decoder: Stream = match compression {
        Compression::Gzip => Box::new(GzipMembers::new(whole)),
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

/// The capacity of the buffer of compressed bytes.
const CAPACITY: usize = 1 << 15;

/// The members of gzip data, one after the other. Zero bytes behind the last one are padding, as they
/// are for `gzip`: devices and archives fill whole blocks.
struct GzipMembers<R: Read> {
    /// The decoder of the current member. It is missing only while the next one is made of its input.
    member: Option<GzDecoder<BufReader<R>>>,
}

impl<R: Read> GzipMembers<R> {
    fn new(input: R) -> GzipMembers<R> {
        GzipMembers { member: Some(GzDecoder::new(BufReader::with_capacity(CAPACITY, input))) }
    }
}

impl<R: Read> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let length = member.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            if !has_member(member.get_mut())? {
                break;
            }
            self.member = self.member.take().map(|member| GzDecoder::new(member.into_inner()));
        }
        Ok(0)
    }
}

/// Whether something other than padding follows a member, which must follow it directly. Padding is
/// consumed.
fn has_member(input: &mut impl BufRead) -> io::Result<bool> {
    let mut is_padded = false;
    loop {
        let ahead = input.fill_buf()?;
        let zeros = ahead.iter().take_while(|&&byte| byte == 0).count();
        match (ahead.len(), zeros) {
            (0, _) => return Ok(false),
            (_, 0) if !is_padded => return Ok(true),
            (length, zeros) if zeros < length => {
                return Err(io::Error::new(ErrorKind::InvalidData, "something follows the zero bytes behind them"));
            }
            (_, zeros) => {
                input.consume(zeros);
                is_padded = true;
            }
        }
    }
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
    fn zero_bytes_behind_gzip_data_are_padding() {
        let member = gzip(TEXT);
        for length in [1, 7, 512, CAPACITY, 3 * CAPACITY] {
            let padded = [&member[..], &vec![0; length]].concat();
            assert_eq!(read(padded.clone()).unwrap(), TEXT, "{length} zero bytes");
            assert_eq!(read([&member[..], &padded].concat()).unwrap(), TEXT.repeat(2), "{length} zero bytes");
            for behind in [&member[..], b"p cnf 1 1\n", b"\n"] {
                let error = read([&padded[..], behind].concat()).expect_err("text behind padding");
                assert!(error.to_string().starts_with("the gzip data are corrupt: something follows"), "{error}");
            }
        }
    }

    #[test]
    fn formats_that_cannot_be_decompressed_are_named() {
        for (beginning, name) in [
            (&b"\x1f\x9d\x90\x70\x40\x8c"[..], "`compress` (.Z)"),
            (b"\x5d\0\0\x80\0\xff\xff", "LZMA (.lzma)"),
            (b"\x5d\0\0\x04\0\xff\xff", "LZMA (.lzma)"),
            (b"LZIP\x01\x0c", "lzip (.lz)"),
            (b"\x89LZO\0\r\n\x1a\n", "lzop (.lzo)"),
            (b"\x04\x22\x4d\x18\x64\x40\xa7", "LZ4 (.lz4)"),
            (b"\x02\x21\x4c\x18\x1a\0", "LZ4 (.lz4)"),
            (b"\xff\x06\0\0sNaPpY", "Snappy (.sz)"),
            (b"PK\x03\x04\x14\0", "a ZIP archive (.zip)"),
            (b"7z\xbc\xaf\x27\x1c\0", "a 7z archive (.7z)"),
        ] {
            let error = read(beginning.to_vec()).expect_err(name).to_string();
            assert!(error.contains(name) && error.ends_with("decompress it first"), "{error}");
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

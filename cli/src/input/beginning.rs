//! The beginning of an input, from which its kind is told.

use std::io::{self, Read};

/// The number of bytes beside comments and blank lines that tell the kind.
const CONTENT: usize = 1 << 16;
/// The most bytes that are read. No puzzle is larger.
const MOST: usize = 1 << 26;

/// The first bytes of an input. However many comment lines there are, the lines behind them are there too.
pub(crate) struct Beginning {
    pub(crate) bytes: Vec<u8>,
    /// Whether these are all bytes of the input.
    pub(crate) is_whole: bool,
}

impl Beginning {
    /// # Errors
    /// If reading fails.
    pub(crate) fn read(input: &mut impl Read) -> io::Result<Beginning> {
        let mut bytes = Vec::new();
        let (mut place, mut content) = (Place::Margin, 0);
        while content < CONTENT && bytes.len() < MOST {
            let known = bytes.len();
            input.by_ref().take(CONTENT as u64).read_to_end(&mut bytes)?;
            if bytes.len() - known < CONTENT {
                return Ok(Beginning { bytes, is_whole: true });
            }
            for &byte in &bytes[known..] {
                place = place.behind(byte);
                content += usize::from(place == Place::Content);
            }
        }
        Ok(Beginning { bytes, is_whole: false })
    }
}

/// The part of a line that a byte stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the first sign of a line.
    Margin,
    /// In a comment of a formula, a puzzle or a model. Boards may have such lines too: then more is read.
    Comment,
    Content,
}

impl Place {
    fn behind(self, byte: u8) -> Place {
        match (self, byte) {
            (_, b'\n') => Place::Margin,
            (Place::Margin, b' ' | b'\t' | b'\r') => Place::Margin,
            (Place::Margin, b'c' | b'C' | b'#' | b'%') => Place::Comment,
            (Place::Margin, _) => Place::Content,
            (inside, _) => inside,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_do_not_count() {
        for comment in ["c the log\n", "# a puzzle\n", "  % a model\n", "\n", &format!("c{}\n", "x".repeat(100_000))] {
            let text = comment.repeat(3_000_000 / comment.len()) + &"1 2 0\n".repeat(50_000);
            let Beginning { bytes, is_whole } = Beginning::read(&mut text.as_bytes()).unwrap();
            assert!(bytes.len() > text.len() - 300_000 + CONTENT && bytes.len() < text.len(), "{comment:?}");
            assert!(text.as_bytes().starts_with(&bytes) && !is_whole);
        }
        let Beginning { bytes, is_whole } = Beginning::read(&mut &b"c\n1 0"[..]).unwrap();
        assert_eq!((&bytes[..], is_whole), (&b"c\n1 0"[..], true));
        assert_eq!(Beginning::read(&mut io::repeat(b'c')).unwrap().bytes.len(), MOST);
    }
}

//! A buffered input that knows its place.

use std::io::{self, Read};

use super::Place;

/// The text ahead, and where it stands in the input.
///
/// Invariant: `start <= end <= buffer.len()`; the bytes `start..end` are read and not consumed; `line_start` is the
/// offset in the input of the first byte of the line that `start` is in.
pub(super) struct Scanner<R> {
    input: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    ended: bool,
    /// The offset in the input of `buffer[0]`.
    base: u64,
    line: u64,
    line_start: u64,
}

impl<R: Read> Scanner<R> {
    pub(super) fn new(input: R, buffer_size: usize) -> Scanner<R> {
        let buffer = vec![0; buffer_size.max(1)].into_boxed_slice();
        Scanner { input, buffer, start: 0, end: 0, ended: false, base: 0, line: 1, line_start: 0 }
    }

    /// The place of the next byte.
    pub(super) fn place(&self) -> Place {
        Place { line: self.line, column: self.offset() - self.line_start + 1 }
    }

    /// How many bytes are consumed.
    pub(super) fn offset(&self) -> u64 {
        self.base + self.start as u64
    }

    /// The bytes that are there without reading on.
    #[inline]
    pub(super) fn ahead(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Reads until at least `count` bytes are ahead, or the buffer is full, or the input has ended.
    pub(super) fn fill(&mut self, count: usize) -> io::Result<()> {
        while self.end - self.start < count.min(self.buffer.len()) && !self.ended {
            self.buffer.copy_within(self.start..self.end, 0);
            self.base += self.start as u64;
            self.end -= self.start;
            self.start = 0;
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Consumes `count` bytes of [`Scanner::ahead`], in which `lines` lines end, the last one `since` bytes ago.
    #[inline]
    pub(super) fn consume(&mut self, count: usize, lines: u64, since: usize) {
        self.start += count;
        if lines > 0 {
            self.line += lines;
            self.line_start = self.base + (self.start - since) as u64;
        }
    }

    /// The next byte, `None` at the end of the input.
    #[inline]
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.start == self.end {
            self.fill(1)?;
        }
        Ok(self.ahead().first().copied())
    }

    /// Consumes the byte that [`Scanner::peek`] gave.
    #[inline]
    pub(super) fn bump(&mut self) {
        let line_ends = self.buffer[self.start] == b'\n';
        self.consume(1, line_ends.into(), 0);
    }

    /// Reads the word that begins here, up to white space or the end, into `word`, cut at
    /// [`LONGEST_WORD`]. Zero bytes behind that are left: the hole of a sparse file has gigabytes
    /// of them, and no word that they belong to is right.
    pub(super) fn word(&mut self, word: &mut Vec<u8>) -> io::Result<()> {
        word.clear();
        while let Some(byte) = self.peek()?.filter(|&byte| !is_white(byte)) {
            if word.len() < LONGEST_WORD {
                word.push(byte);
            } else if byte == 0 {
                break;
            }
            self.bump();
        }
        Ok(())
    }

    /// Lets the line begin with the next byte: what was before it is no text.
    pub(super) fn begin_line_here(&mut self) {
        self.line_start = self.base + self.start as u64;
    }

    /// Consumes the rest of the line, without its end.
    pub(super) fn skip_line(&mut self) -> io::Result<()> {
        while self.peek()?.is_some() {
            let ahead = self.ahead();
            match ahead.iter().position(|&byte| byte == b'\n') {
                Some(length) => {
                    self.consume(length, 0, 0);
                    break;
                }
                None => self.consume(ahead.len(), 0, 0),
            }
        }
        Ok(())
    }
}

/// Words as long as this are read to their end and cut, and mean nothing.
pub(super) const LONGEST_WORD: usize = 4096;

/// White space, as the C library has it: solvers written in C take all of it.
#[inline]
pub(super) fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

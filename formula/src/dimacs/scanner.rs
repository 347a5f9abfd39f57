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

    /// The place of the byte that is `at` bytes ahead, if that is not before the line with this number, which begins
    /// `line_start` bytes ahead, or else in one of the lines before it.
    pub(super) fn place_ahead(&self, at: usize, mut line: u64, mut line_start: usize) -> Place {
        if at < line_start {
            let is_end = |&byte: &u8| byte == b'\n';
            let (before, behind) = self.ahead()[..line_start].split_at(at);
            line -= behind.iter().filter(|byte| is_end(byte)).count() as u64;
            line_start = before.iter().rposition(is_end).map_or(0, |end| end + 1);
        }
        let first_column = if line_start == 0 { self.place().column } else { 1 };
        Place { line, column: first_column + (at - line_start) as u64 }
    }

    /// The word that begins `at` bytes ahead, up to white space or the end of the buffer.
    pub(super) fn word_ahead(&self, at: usize) -> &[u8] {
        let text = &self.ahead()[at..];
        &text[..text.iter().position(|&byte| is_white(byte)).unwrap_or(text.len())]
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
    /// of them, and no word that they belong to is right. A number may have any number of leading
    /// zeros: some of a great many are left out.
    pub(super) fn word(&mut self, word: &mut Vec<u8>) -> io::Result<()> {
        word.clear();
        while let Some(byte) = self.peek()?.filter(|&byte| !is_white(byte)) {
            if word.len() == MANY_ZEROS && is_zeros(word) {
                word.truncate(MANY_ZEROS / 2);
            }
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

    /// Consumes the rest of the line, without its end. If a carriage return stands in it with text
    /// behind, skipping stops at that text, and the place of the carriage return is returned.
    pub(super) fn skip_line(&mut self) -> io::Result<Option<Place>> {
        while self.peek()?.is_some() {
            let ahead = self.ahead();
            let line_end = ahead.iter().position(|&byte| byte == b'\n');
            let line = &ahead[..line_end.unwrap_or(ahead.len())];
            // Looking at all bytes is faster than stopping at the first carriage return, and few lines have one.
            let has_carriage_return = line.iter().fold(false, |found, &byte| found | (byte == b'\r'));
            let length = match has_carriage_return {
                true => line.iter().take_while(|&&byte| byte != b'\r').count(),
                false => line.len(),
            };
            self.consume(length, 0, 0);
            let place = self.place();
            if has_carriage_return && self.line_has_text()? {
                return Ok(Some(place));
            }
            if line_end.is_some() {
                break;
            }
        }
        Ok(None)
    }

    /// Consumes white space up to the next text of the line or the line's end; whether there is text.
    fn line_has_text(&mut self) -> io::Result<bool> {
        while let Some(byte) = self.peek()?.filter(|&byte| byte != b'\n') {
            if !is_white(byte) {
                return Ok(true);
            }
            self.bump();
        }
        Ok(false)
    }
}

/// Words as long as this are read to their end and cut, and mean nothing.
pub(super) const LONGEST_WORD: usize = 4096;

/// A word keeps at most so many leading zeros, and has room for a number behind them.
const MANY_ZEROS: usize = LONGEST_WORD / 2;

/// Whether a word consists of zeros, behind a sign perhaps.
#[cold]
fn is_zeros(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").or_else(|| word.strip_prefix(b"+")).unwrap_or(word);
    digits.iter().all(|&byte| byte == b'0')
}

/// White space, as the C library has it: solvers written in C take all of it.
#[inline]
pub(super) fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

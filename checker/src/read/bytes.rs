//! A buffered source of bytes that knows where it stands.

use std::io::{self, Cursor, Read};

use super::position::{Position, ProofError, SyntaxError};

/// The capacity of the buffer, and the length of the prefix that formats are told from.
const CAPACITY: usize = 1 << 16;

/// The most bytes of an offending text that an error repeats.
const QUOTED: usize = 32;

/// Bytes of an input, one at a time.
///
/// Invariant: `at <= buffer.len() <= CAPACITY`, and `buffer[at]` is the byte with the offset `before + at`.
#[derive(Debug)]
pub(crate) struct Bytes<R> {
    input: R,
    buffer: Vec<u8>,
    at: usize,
    before: u64,
    line: u64,
    line_start: u64,
}

impl<R: Read> Bytes<R> {
    pub(crate) fn new(input: R) -> Bytes<R> {
        Bytes { input, buffer: Vec::new(), at: 0, before: 0, line: 1, line_start: 0 }
    }

    /// The next 64 KiB of the input, or all of a shorter rest, which stay.
    pub(crate) fn prefix(&mut self) -> io::Result<&[u8]> {
        self.before += self.at as u64;
        self.buffer.drain(..self.at);
        self.at = 0;
        let missing = CAPACITY - self.buffer.len();
        (&mut self.input).take(missing as u64).read_to_end(&mut self.buffer)?;
        Ok(&self.buffer)
    }

    /// All that was not taken. Line ends and blanks stand for the bytes before it, so that places in it stay what they
    /// are.
    pub(crate) fn into_rest(mut self) -> impl Read {
        let blanks = self.before + self.at as u64 - self.line_start;
        self.buffer.drain(..self.at);
        let margin = io::repeat(b'\n').take(self.line - 1).chain(io::repeat(b' ').take(blanks));
        margin.chain(Cursor::new(self.buffer)).chain(self.input)
    }

    fn fill(&mut self) -> io::Result<()> {
        self.before += self.buffer.len() as u64;
        self.at = 0;
        self.buffer.clear();
        let mut limited = (&mut self.input).take(CAPACITY as u64);
        limited.read_to_end(&mut self.buffer)?;
        Ok(())
    }

    /// The next byte, which stays; `None` at the end.
    #[inline]
    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.at == self.buffer.len() {
            self.fill()?;
        }
        Ok(self.buffer.get(self.at).copied())
    }

    /// Takes the byte that was peeked at.
    #[inline]
    pub(crate) fn bump(&mut self) {
        if self.buffer[self.at] == b'\n' {
            self.line += 1;
            self.line_start = self.before + self.at as u64 + 1;
        }
        self.at += 1;
    }

    /// The place of the next byte in a text.
    pub(crate) fn text_position(&self) -> Position {
        Position::Text { line: self.line, column: self.before + self.at as u64 - self.line_start + 1 }
    }

    /// The place of the next byte in a binary file.
    pub(crate) fn byte_position(&self) -> Position {
        Position::Byte(self.before + self.at as u64)
    }

    /// Skips blanks, line ends included.
    pub(crate) fn skip_blanks(&mut self) -> io::Result<()> {
        while self.peek()?.is_some_and(is_blank) {
            self.bump();
        }
        Ok(())
    }

    /// Skips to behind the next line end.
    pub(crate) fn skip_line(&mut self) -> io::Result<()> {
        while let Some(byte) = self.peek()? {
            self.bump();
            if byte == b'\n' {
                break;
            }
        }
        Ok(())
    }

    /// Skips blanks and the lines of a text that begin with `c`; whether something follows.
    pub(crate) fn skip_comments(&mut self) -> io::Result<bool> {
        loop {
            self.skip_blanks()?;
            match self.peek()? {
                Some(b'c') => self.skip_line()?,
                next => return Ok(next.is_some()),
            }
        }
    }

    /// The text up to the next blank, for an error; long ones are cut.
    pub(crate) fn quote(&mut self) -> io::Result<String> {
        let mut text = Vec::new();
        while let Some(byte) = self.peek()?.filter(|&byte| !is_blank(byte)) {
            if text.len() == QUOTED {
                break;
            }
            text.push(byte);
            self.bump();
        }
        Ok(text.escape_ascii().to_string())
    }

    /// Reads a whole number, which a blank or the end of the input must follow, with its sign.
    ///
    /// # Errors
    /// `Truncated` at the end of the input, `Junk` for a word that is no number. A number whose
    /// magnitude exceeds `limit`, and `-0`, are `out_of_range`.
    pub(crate) fn number(
        &mut self,
        limit: u64,
        out_of_range: impl FnOnce(String) -> SyntaxError,
    ) -> Result<i64, ProofError> {
        let position = self.text_position();
        let fail = |error| Err(ProofError::Syntax { position, error });
        let negative = match self.peek()? {
            None => return fail(SyntaxError::Truncated),
            Some(b'-') => {
                self.bump();
                true
            }
            Some(_) => false,
        };
        let sign = if negative { "-" } else { "" };
        let mut magnitude = 0u64;
        let mut digits = 0;
        while let Some(byte @ b'0'..=b'9') = self.peek()? {
            // A limit may be so large that one more digit leaves the range of its type.
            let longer = u128::from(magnitude) * 10 + u128::from(byte - b'0');
            digits += 1;
            self.bump();
            match u64::try_from(longer) {
                Ok(number) if number <= limit => magnitude = number,
                _ => {
                    let rest = self.quote()?;
                    return fail(out_of_range(format!("{sign}{longer}{rest}")));
                }
            }
        }
        if digits == 0 || self.peek()?.is_some_and(|byte| !is_blank(byte)) {
            let start = if digits == 0 { sign.to_string() } else { format!("{sign}{magnitude}") };
            let rest = self.quote()?;
            return fail(SyntaxError::Junk(start + &rest));
        }
        if negative && magnitude == 0 {
            return fail(out_of_range("-0".to_string()));
        }
        Ok(if negative { -(magnitude as i64) } else { magnitude as i64 })
    }

    /// Reads a number in base 128, low bits first, the high bit of a byte telling that another one follows.
    ///
    /// # Errors
    /// `Truncated` at the end of the input; `out_of_range` beyond `limit`.
    pub(crate) fn varint(
        &mut self,
        limit: u64,
        out_of_range: impl FnOnce(String) -> SyntaxError,
    ) -> Result<u64, ProofError> {
        let position = self.byte_position();
        let mut value = 0u64;
        let mut shift = 0u32;
        loop {
            let Some(byte) = self.peek()? else {
                return Err(ProofError::Syntax { position, error: SyntaxError::Truncated });
            };
            self.bump();
            // Zeros may go on behind the highest bit, but no other bit may be lost.
            let bits = u64::from(byte & 0x7f);
            let part = bits.checked_shl(shift).unwrap_or(0);
            value |= part;
            if value > limit || part.checked_shr(shift).unwrap_or(0) != bits {
                return Err(ProofError::Syntax { position, error: out_of_range(format!("varint {value}")) });
            }
            if byte & 0x80 == 0 {
                return Ok(value);
            }
            shift = shift.saturating_add(7);
        }
    }
}

/// Whether a byte separates numbers in a text proof.
#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

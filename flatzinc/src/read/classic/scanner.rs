//! The words of classic FlatZinc, and their places.

use crate::error::{Error, Fault};
use crate::model::Place;

/// A word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A name or a keyword.
    Name(&'a str),
    /// An integer.
    Integer(i64),
    /// Any other number.
    Float(&'a str),
    /// The text between the quotes of a string.
    String(&'a str),
    /// `..`
    Range,
    /// `::`
    Annotated,
    /// Any other sign: one of `,;:=()[]{}`.
    Sign(u8),
    /// The end of the text.
    End,
}

/// The text, and the word at which reading has arrived.
///
/// Invariant: `start..end` is the word `token`; no line ends inside a word. `counted` is at most `start`, in the same
/// line, and `column` the number of characters before it.
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    start: usize,
    end: usize,
    token: Token<'a>,
    line: u32,
    counted: usize,
    column: u32,
}

impl<'a> Scanner<'a> {
    /// Arrives at the first word.
    pub(super) fn new(text: &'a [u8]) -> Result<Scanner<'a>, Error> {
        let mut scanner = Scanner { text, start: 0, end: 0, token: Token::End, line: 1, counted: 0, column: 0 };
        if text.starts_with(b"\xef\xbb\xbf") {
            (scanner.end, scanner.counted) = (3, 3);
        }
        scanner.advance()?;
        Ok(scanner)
    }

    /// The word.
    #[inline]
    pub(super) fn token(&self) -> Token<'a> {
        self.token
    }

    /// The word as it is written.
    pub(super) fn word(&self) -> &'a [u8] {
        &self.text[self.start..self.end]
    }

    /// The place at which the word begins.
    pub(super) fn place(&mut self) -> Place {
        // Each byte of a line is counted once, however often it is asked: a line may be the whole file.
        let passed = &self.text[self.counted..self.start];
        let characters = passed.iter().filter(|&&byte| !(0x80..0xc0).contains(&byte)).count();
        self.column = self.column.saturating_add(u32::try_from(characters).unwrap_or(u32::MAX));
        self.counted = self.start;
        Place { line: self.line, column: self.column.saturating_add(1) }
    }

    /// The error that the word is.
    pub(super) fn fault(&mut self, fault: Fault) -> Error {
        Error::new(self.place(), self.word(), fault)
    }

    /// Goes on to the next word.
    #[inline]
    pub(super) fn advance(&mut self) -> Result<(), Error> {
        self.skip_blanks();
        self.start = self.end;
        let Some(&first) = self.text.get(self.start) else {
            self.token = Token::End;
            return Ok(());
        };
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.end = self.skip(self.start, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
                self.token = Token::Name(self.ascii());
            }
            b'0'..=b'9' | b'-' => self.token = self.number()?,
            b'"' => self.token = self.string()?,
            b',' | b';' | b'=' | b'(' | b')' | b'[' | b']' | b'{' | b'}' => {
                self.end += 1;
                self.token = Token::Sign(first);
            }
            b':' => {
                let is_double = self.text.get(self.start + 1) == Some(&b':');
                self.end += 1 + usize::from(is_double);
                self.token = if is_double { Token::Annotated } else { Token::Sign(b':') };
            }
            b'.' if self.text.get(self.start + 1) == Some(&b'.') => {
                self.end += 2;
                self.token = Token::Range;
            }
            _ => {
                self.end += self.text[self.start..].utf8_chunks().next().map_or(1, |chunk| {
                    match chunk.valid().chars().next() {
                        Some(char) => char.len_utf8(),
                        None => chunk.invalid().len(),
                    }
                });
                return Err(self.fault(Fault::Byte));
            }
        }
        Ok(())
    }

    /// Whether `[` follows the word, in its line.
    #[inline]
    pub(super) fn is_indexed(&self) -> bool {
        self.next_in_line() == Some(b'[')
    }

    /// Whether a number follows the word in its line that is no integer.
    pub(super) fn peek_is_float(&self) -> bool {
        let mut ahead = Scanner { ..*self };
        ahead.advance().is_ok() && matches!(ahead.token, Token::Float(_))
    }

    /// The next byte of the line that is neither a blank nor in the word.
    #[inline]
    fn next_in_line(&self) -> Option<u8> {
        self.text[self.end..].iter().copied().find(|byte| !matches!(byte, b' ' | b'\t'))
    }

    /// The first byte from `from` on that does not fit, or the end.
    #[inline]
    fn skip(&self, from: usize, fits: impl Fn(u8) -> bool) -> usize {
        self.text[from..].iter().position(|&byte| !fits(byte)).map_or(self.text.len(), |length| from + length)
    }

    /// Goes to the next byte that is neither white space nor in a comment.
    #[inline]
    fn skip_blanks(&mut self) {
        while let Some(&byte) = self.text.get(self.end) {
            match byte {
                b' ' | b'\t' | b'\r' => self.end += 1,
                b'\n' => {
                    self.end += 1;
                    self.line = self.line.saturating_add(1);
                    (self.counted, self.column) = (self.end, 0);
                }
                b'%' => self.end = self.skip(self.end, |byte| byte != b'\n'),
                _ => return,
            }
        }
    }

    /// The word, which is known to be ASCII.
    fn ascii(&self) -> &'a str {
        std::str::from_utf8(self.word()).unwrap_or_default()
    }

    fn number(&mut self) -> Result<Token<'a>, Error> {
        let digits = self.start + usize::from(self.text[self.start] == b'-');
        let radix = match self.text.get(digits..digits + 2) {
            Some(b"0x") => 16,
            Some(b"0o") => 8,
            _ => 10,
        };
        let first = if radix == 10 { digits } else { digits + 2 };
        self.end = self.skip(first, |byte| char::from(byte).is_digit(radix));
        let is_empty = self.end == first;
        let mut is_float = false;
        let is_digit = |at: usize| self.text.get(at).is_some_and(u8::is_ascii_digit);
        if radix == 10 && !is_empty {
            if self.text.get(self.end) == Some(&b'.') && is_digit(self.end + 1) {
                is_float = true;
                self.end = self.skip(self.end + 1, |byte| byte.is_ascii_digit());
            }
            if let Some(b'e' | b'E') = self.text.get(self.end) {
                let exponent = self.end + 1 + usize::from(matches!(self.text.get(self.end + 1), Some(b'+' | b'-')));
                if is_digit(exponent) {
                    is_float = true;
                    self.end = self.skip(exponent, |byte| byte.is_ascii_digit());
                }
            }
        }
        let tail = self.skip(self.end, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if is_empty || tail > self.end {
            self.end = tail;
            return Err(self.fault(Fault::Word));
        }
        if is_float {
            return Ok(Token::Float(self.ascii()));
        }
        let is_negative = digits > self.start;
        let mut number: i64 = 0;
        for &byte in &self.text[first..self.end] {
            let digit = i64::from(char::from(byte).to_digit(radix).unwrap_or(0));
            let shifted = number.checked_mul(i64::from(radix));
            // Negative numbers are summed downwards: the least one has no positive counterpart.
            let sum = shifted.and_then(|shifted| shifted.checked_add(if is_negative { -digit } else { digit }));
            number = sum.ok_or_else(|| self.fault(Fault::Overflow))?;
        }
        Ok(Token::Integer(number))
    }

    fn string(&mut self) -> Result<Token<'a>, Error> {
        let mut at = self.start + 1;
        loop {
            at = self.skip(at, |byte| !matches!(byte, b'"' | b'\\' | b'\n'));
            match self.text.get(at) {
                Some(b'"') => break,
                Some(b'\\') if self.text.get(at + 1).is_some_and(|&byte| byte != b'\n') => at += 2,
                _ => {
                    self.end = at;
                    return Err(self.fault(Fault::Word));
                }
            }
        }
        self.end = at + 1;
        match std::str::from_utf8(&self.text[self.start + 1..at]) {
            Ok(inside) => Ok(Token::String(inside)),
            Err(_) => Err(self.fault(Fault::NotUtf8)),
        }
    }
}

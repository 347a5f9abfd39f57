//! A buffer of proof steps before a writer.

use std::fmt;
use std::io::{self, Write};

use gordian_formula::Lit;

/// The part that all writers of proofs share: they gather steps, and keep the first error of the
/// underlying writer.
///
/// Invariant: the first `len` bytes of the buffer are not written out yet.
pub(super) struct Steps<W> {
    writer: W,
    buffer: Box<[u8]>,
    len: usize,
    binary: bool,
    error: Option<io::Error>,
}

/// Bytes. Fewer for Miri, which would take half a minute to fill them.
const BUFFER_SIZE: usize = if cfg!(miri) { 1 << 10 } else { 1 << 18 };
/// No number or mark takes more bytes.
const ROOM: usize = 24;

impl<W> fmt::Debug for Steps<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Steps { len, binary, error, .. } = self;
        f.debug_struct("Steps")
            .field("binary", binary)
            .field("buffered", len)
            .field("error", error)
            .finish_non_exhaustive()
    }
}

impl<W: Write> Steps<W> {
    pub(super) fn text(writer: W) -> Steps<W> {
        Steps { writer, buffer: vec![0; BUFFER_SIZE].into(), len: 0, binary: false, error: None }
    }

    pub(super) fn binary(writer: W) -> Steps<W> {
        Steps { binary: true, ..Steps::text(writer) }
    }

    pub(super) fn is_binary(&self) -> bool {
        self.binary
    }

    /// Bytes that stand in one form and the other for the same.
    pub(super) fn mark(&mut self, binary: &[u8], text: &[u8]) {
        self.make_room();
        self.put(if self.binary { binary } else { text });
    }

    /// In digits and a space, or as the variable-length number `2 |n| + (n < 0)`.
    #[inline]
    pub(super) fn number(&mut self, number: i64) {
        self.make_room();
        if self.binary {
            self.put_varint(number.unsigned_abs() << 1 | u64::from(number < 0));
        } else {
            self.put_digits(number);
        }
    }

    /// The number of DIMACS.
    #[inline]
    pub(super) fn literal(&mut self, lit: Lit) {
        self.make_room();
        if self.binary {
            // Variables count from zero in codes, which are twice the variable too.
            self.put_varint(u64::from(lit.code()) + 2);
        } else {
            self.put_digits(lit.to_dimacs().into());
        }
    }

    /// The zero behind a list in the middle of a step.
    pub(super) fn end_of_list(&mut self) {
        self.mark(b"\0", b"0 ");
    }

    /// The zero behind the last list of a step.
    pub(super) fn end_of_step(&mut self) {
        self.mark(b"\0", b"0\n");
    }

    /// Takes an error for the first one, if there was none.
    pub(super) fn fail(&mut self, error: io::Error) {
        self.error.get_or_insert(error);
    }

    /// Writes out the buffer, and returns the first error.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.write_out();
        match self.error.take() {
            Some(error) => Err(error),
            None => self.writer.flush(),
        }
    }

    #[inline]
    fn make_room(&mut self) {
        if self.len > BUFFER_SIZE - ROOM {
            self.write_out();
        }
    }

    #[cold]
    fn write_out(&mut self) {
        if self.error.is_none() {
            self.error = self.writer.write_all(&self.buffer[..self.len]).err();
        }
        self.len = 0;
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.buffer[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    #[inline]
    fn put_varint(&mut self, mut number: u64) {
        // Each byte but the last says that more follow.
        if number < 1 << 28 {
            // Most numbers have one to four bytes. Those are found without a branch, which no processor would predict.
            let number = number as u32;
            let groups =
                number & 0x7f | (number & 0x3f80) << 1 | (number & 0x1f_c000) << 2 | (number & 0xfe0_0000) << 3;
            let size = (38 - (number | 1).leading_zeros()) / 7;
            let more_follow = 0x0080_8080 & ((1 << (8 * (size - 1))) - 1);
            self.put(&(groups | more_follow).to_le_bytes());
            self.len -= 4 - size as usize;
        } else {
            while number >= 0x80 {
                self.put(&[number as u8 | 0x80]);
                number >>= 7;
            }
            self.put(&[number as u8]);
        }
    }

    fn put_digits(&mut self, number: i64) {
        let mut digits = [b' '; 20];
        let mut at = digits.len() - 1;
        let mut rest = number.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            self.put(b"-");
        }
        self.put(&digits[at..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length_are_written() {
        let numbers = [0, 7, -10, 8193, i64::from(i32::MAX), -i64::MAX];
        let mut out = Vec::new();
        let mut steps = Steps::text(&mut out);
        numbers.iter().for_each(|&number| steps.number(number));
        steps.finish().unwrap();
        drop(steps);
        let expected: Vec<String> = numbers.iter().map(|number| format!("{number} ")).collect();
        assert_eq!(String::from_utf8(out).unwrap(), expected.concat());
    }

    #[test]
    fn varints_of_every_length_are_written() {
        let plain = |mut number: u64| {
            let mut bytes = Vec::new();
            while number >= 0x80 {
                bytes.push(number as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
            bytes
        };
        for bit in 0..63 {
            for number in [(1 << bit) - 1, 1 << bit, (1 << bit) + 0x55 % (1 << bit)] {
                let mut out = Vec::new();
                let mut steps = Steps::binary(&mut out);
                steps.put_varint(number);
                steps.finish().unwrap();
                drop(steps);
                assert_eq!(out, plain(number), "{number}");
            }
        }
    }

    #[test]
    fn steps_longer_than_the_buffer_are_written_whole() {
        let mut out = Vec::new();
        let mut steps = Steps::text(&mut out);
        let (number, count) = (-i64::MAX, BUFFER_SIZE / 16);
        (0..count).for_each(|_| steps.number(number));
        steps.end_of_step();
        steps.finish().unwrap();
        drop(steps);
        assert_eq!(out, [format!("{number} ").repeat(count), "0\n".into()].concat().into_bytes());
    }

    #[test]
    fn an_error_is_kept_until_the_end() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut steps = Steps::text(Full);
        (0..BUFFER_SIZE / 16).for_each(|_| steps.number(-i64::MAX));
        steps.fail(io::Error::other("too late"));
        assert_eq!(steps.finish().unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}

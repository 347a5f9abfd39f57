//! A buffer of proof steps before a writer.

use std::fmt;
use std::io::{self, Write};

/// What the writers of proofs have in common: steps are gathered, and the first error of the underlying writer is kept.
pub(super) struct Steps<W> {
    writer: W,
    buffer: Vec<u8>,
    binary: bool,
    error: Option<io::Error>,
}

const BUFFER_SIZE: usize = 1 << 18;

impl<W> fmt::Debug for Steps<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Steps { buffer, binary, error, .. } = self;
        f.debug_struct("Steps")
            .field("binary", binary)
            .field("buffered", &buffer.len())
            .field("error", error)
            .finish_non_exhaustive()
    }
}

impl<W: Write> Steps<W> {
    pub(super) fn text(writer: W) -> Steps<W> {
        Steps { writer, buffer: Vec::with_capacity(BUFFER_SIZE), binary: false, error: None }
    }

    pub(super) fn binary(writer: W) -> Steps<W> {
        Steps { binary: true, ..Steps::text(writer) }
    }

    pub(super) fn is_binary(&self) -> bool {
        self.binary
    }

    /// Bytes that stand in one form and the other for the same.
    pub(super) fn mark(&mut self, binary: &[u8], text: &[u8]) {
        self.buffer.extend_from_slice(if self.binary { binary } else { text });
    }

    /// In digits and a space, or as the variable-length number `2 |n| + (n < 0)`.
    #[inline]
    pub(super) fn number(&mut self, number: i64) {
        if self.binary {
            push_varint(&mut self.buffer, number.unsigned_abs() << 1 | u64::from(number < 0));
        } else {
            push_digits(&mut self.buffer, number);
            self.buffer.push(b' ');
        }
    }

    /// The zero behind a list in the middle of a step.
    pub(super) fn end_of_list(&mut self) {
        self.mark(b"\0", b"0 ");
    }

    /// The zero behind the last list of a step.
    pub(super) fn end_of_step(&mut self) {
        self.mark(b"\0", b"0\n");
        if self.buffer.len() >= BUFFER_SIZE {
            self.write_out();
        }
    }

    /// Takes an error for the first one, if there was none.
    pub(super) fn fail(&mut self, error: io::Error) {
        self.error.get_or_insert(error);
    }

    /// Writes out what is buffered, and returns the first error.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.write_out();
        match self.error.take() {
            Some(error) => Err(error),
            None => self.writer.flush(),
        }
    }

    fn write_out(&mut self) {
        if self.error.is_none() {
            self.error = self.writer.write_all(&self.buffer).err();
        }
        self.buffer.clear();
    }
}

#[inline]
fn push_varint(buffer: &mut Vec<u8>, mut number: u64) {
    if number < 1 << 28 {
        // Most numbers have one to four bytes. Those are found without a branch, which no processor would predict.
        let number = number as u32;
        let groups = number & 0x7f | (number & 0x3f80) << 1 | (number & 0x1f_c000) << 2 | (number & 0xfe0_0000) << 3;
        let size = (38 - (number | 1).leading_zeros()) / 7;
        let more_follow = 0x0080_8080 & ((1 << (8 * (size - 1))) - 1);
        let end = buffer.len() + size as usize;
        buffer.extend_from_slice(&(groups | more_follow).to_le_bytes());
        buffer.truncate(end);
    } else {
        while number >= 0x80 {
            buffer.push(number as u8 | 0x80);
            number >>= 7;
        }
        buffer.push(number as u8);
    }
}

fn push_digits(buffer: &mut Vec<u8>, number: i64) {
    let mut digits = [0; 19];
    let mut at = digits.len();
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
        buffer.push(b'-');
    }
    buffer.extend_from_slice(&digits[at..]);
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
                let mut out = vec![7];
                push_varint(&mut out, number);
                assert_eq!((out[0], &out[1..]), (7, &plain(number)[..]), "{number}");
            }
        }
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
        steps.mark(b"", &[0; BUFFER_SIZE]);
        steps.end_of_step();
        steps.fail(io::Error::other("too late"));
        assert_eq!(steps.finish().unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}

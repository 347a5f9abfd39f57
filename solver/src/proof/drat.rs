//! DRAT, text and binary.

use std::fmt;
use std::io::{self, Write};

use gordian_formula::Lit;

use crate::proof::ProofTracer;

/// Writes a proof in the DRAT format (Wetzler, Heule & Hunt 2014), in text or in the binary form of drat-trim.
///
/// The first error of the underlying writer is kept, later steps are dropped, and [`ProofTracer::finish`] returns it.
/// Steps are gathered in a buffer of its own; the writer needs none.
pub struct DratWriter<W> {
    writer: W,
    buffer: Vec<u8>,
    binary: bool,
    error: Option<io::Error>,
}

impl<W> fmt::Debug for DratWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DratWriter { buffer, binary, error, .. } = self;
        f.debug_struct("DratWriter")
            .field("binary", binary)
            .field("buffered", &buffer.len())
            .field("error", error)
            .finish_non_exhaustive()
    }
}

const BUFFER_SIZE: usize = 1 << 18;

impl<W: Write> DratWriter<W> {
    /// Writes one step a line: literals and `0`, deletions behind a `d`.
    pub fn text(writer: W) -> DratWriter<W> {
        DratWriter { writer, buffer: Vec::with_capacity(BUFFER_SIZE), binary: false, error: None }
    }

    /// Writes a byte `a` or `d`, the literals as variable-length numbers, and a byte of zero.
    pub fn binary(writer: W) -> DratWriter<W> {
        DratWriter { binary: true, ..DratWriter::text(writer) }
    }

    fn step(&mut self, is_addition: bool, clause: &[Lit]) {
        match (self.binary, is_addition) {
            (true, true) => self.buffer.push(b'a'),
            (true, false) => self.buffer.push(b'd'),
            (false, true) => {}
            (false, false) => self.buffer.extend_from_slice(b"d "),
        }
        for &lit in clause {
            if self.binary {
                push_varint(&mut self.buffer, lit.code() + 2);
            } else {
                push_number(&mut self.buffer, lit.to_dimacs());
                self.buffer.push(b' ');
            }
        }
        self.buffer.extend_from_slice(if self.binary { b"\0" } else { b"0\n" });
        if self.buffer.len() >= BUFFER_SIZE {
            self.write_out();
        }
    }

    fn write_out(&mut self) {
        if self.error.is_none() {
            self.error = self.writer.write_all(&self.buffer).err();
        }
        self.buffer.clear();
    }
}

impl<W: Write> ProofTracer for DratWriter<W> {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.step(true, clause);
    }

    fn delete_clause(&mut self, clause: &[Lit]) {
        self.step(false, clause);
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write_out();
        match self.error.take() {
            Some(error) => Err(error),
            None => self.writer.flush(),
        }
    }
}

/// The format maps literal `l` to `2 |l| + (l < 0)`, which is the code of the literal plus two.
fn push_varint(buffer: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        buffer.push(number as u8 | 0x80);
        number >>= 7;
    }
    buffer.push(number as u8);
}

fn push_number(buffer: &mut Vec<u8>, number: i32) {
    let mut digits = [0; 10];
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

    fn written(binary: bool) -> Vec<u8> {
        let mut out = vec![];
        let mut drat = if binary { DratWriter::binary(&mut out) } else { DratWriter::text(&mut out) };
        let clause = [63, -8193].map(|number| Lit::from_dimacs(number).unwrap());
        drat.delete_clause(&clause);
        drat.add_clause(&clause[1..]);
        drat.add_clause(&[]);
        drat.finish().unwrap();
        drop(drat);
        out
    }

    #[test]
    fn text_is_as_the_format_says() {
        assert_eq!(String::from_utf8(written(false)).unwrap(), "d 63 -8193 0\n-8193 0\n0\n");
    }

    /// The bytes for `d 63 -8193 0` are the example in the description of the format.
    #[test]
    fn binary_is_as_the_format_says() {
        let expected = [0x64, 0x7e, 0x83, 0x80, 0x01, 0x00, 0x61, 0x83, 0x80, 0x01, 0x00, 0x61, 0x00];
        assert_eq!(written(true), expected);
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
        let mut drat = DratWriter::text(Full);
        drat.add_clause(&[]);
        assert_eq!(drat.finish().unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}

//! DRAT, text and binary.

use std::io::{self, Write};

use gordian_formula::Lit;

use crate::proof::ProofTracer;
use crate::proof::steps::Steps;

/// Writes a proof in the DRAT format (Wetzler, Heule & Hunt 2014), in text or in the binary form of drat-trim.
///
/// The first error of the underlying writer is kept, later steps are dropped, and [`ProofTracer::finish`] returns it.
/// Steps are gathered in a buffer of its own; the writer needs none.
#[derive(Debug)]
pub struct DratWriter<W>(Steps<W>);

impl<W: Write> DratWriter<W> {
    /// Writes one step a line: literals and `0`, deletions behind a `d`.
    pub fn text(writer: W) -> DratWriter<W> {
        DratWriter(Steps::text(writer))
    }

    /// Writes a byte `a` or `d`, the literals as variable-length numbers, and a byte of zero.
    pub fn binary(writer: W) -> DratWriter<W> {
        DratWriter(Steps::binary(writer))
    }

    fn step(&mut self, binary: &[u8], text: &[u8], clause: &[Lit]) {
        let DratWriter(steps) = self;
        steps.mark(binary, text);
        clause.iter().for_each(|&lit| steps.literal(lit));
        steps.end_of_step();
    }
}

impl<W: Write> ProofTracer for DratWriter<W> {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.step(b"a", b"", clause);
    }

    fn delete_clause(&mut self, clause: &[Lit]) {
        self.step(b"d", b"d ", clause);
    }

    fn finish(&mut self) -> io::Result<()> {
        self.0.finish()
    }
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
}

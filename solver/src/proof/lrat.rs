//! LRAT, text and binary.

use std::fmt;
use std::io::{self, Write};

use gordian_formula::Lit;

use crate::proof::ProofTracer;

/// Writes a proof in the LRAT format (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp 2017), in text or in the binary form of drat-trim: each clause has an identifier,
/// and names those it follows from.
///
/// The clauses of the formula have the identifiers from 1 in the order in which they were added, a group counting as its clause of all members, if exactly one is true, and
/// its pairs. So all constraints come before the first question.
///
/// The first error of the underlying writer is kept, later steps are dropped, and [`ProofTracer::finish`] returns it.
pub struct LratWriter<W> {
    writer: W,
    buffer: Vec<u8>,
    binary: bool,
    /// Deletions that no addition followed: they share a line.
    deleted: Vec<u64>,
    last_id: u64,
    error: Option<io::Error>,
}

impl<W> fmt::Debug for LratWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LratWriter { buffer, binary, error, .. } = self;
        f.debug_struct("LratWriter")
            .field("binary", binary)
            .field("buffered", &buffer.len())
            .field("error", error)
            .finish_non_exhaustive()
    }
}

const BUFFER_SIZE: usize = 1 << 18;

impl<W: Write> LratWriter<W> {
    /// Writes one step a line: `id LITERALS 0 ANTECEDENTS 0`, deletions as `id d IDS 0`.
    pub fn text(writer: W) -> LratWriter<W> {
        let buffer = Vec::with_capacity(BUFFER_SIZE);
        LratWriter { writer, buffer, binary: false, deleted: Vec::new(), last_id: 0, error: None }
    }

    /// Writes a byte `a` or `d` and all numbers as variable-length numbers.
    pub fn binary(writer: W) -> LratWriter<W> {
        LratWriter { binary: true, ..LratWriter::text(writer) }
    }

    fn number(&mut self, number: i64) {
        if self.binary {
            let mut rest = number.unsigned_abs() << 1 | u64::from(number < 0);
            while rest >= 0x80 {
                self.buffer.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            self.buffer.push(rest as u8);
        } else {
            // Writing to memory cannot fail.
            let _ = write!(self.buffer, "{number} ");
        }
    }

    fn end_of_list(&mut self, is_last: bool) {
        match (self.binary, is_last) {
            (true, _) => self.buffer.push(0),
            (false, true) => self.buffer.extend_from_slice(b"0\n"),
            (false, false) => self.buffer.extend_from_slice(b"0 "),
        }
        if is_last && self.buffer.len() + (1 << 12) > BUFFER_SIZE {
            self.flush();
        }
    }

    fn flush_deleted(&mut self) {
        if self.deleted.is_empty() {
            return;
        }
        if self.binary {
            self.buffer.push(b'd');
        } else {
            let _ = write!(self.buffer, "{} d ", self.last_id);
        }
        for id in std::mem::take(&mut self.deleted) {
            self.number(id as i64);
        }
        self.end_of_list(true);
    }

    fn flush(&mut self) {
        if self.error.is_none()
            && let Err(error) = self.writer.write_all(&self.buffer)
        {
            self.error = Some(error);
        }
        self.buffer.clear();
    }
}

impl<W: Write> ProofTracer for LratWriter<W> {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.unjustified(clause);
    }

    fn delete_clause(&mut self, _clause: &[Lit]) {}

    fn wants_antecedents(&self) -> bool {
        true
    }

    fn derive_clause(&mut self, id: u64, clause: &[Lit], antecedents: &[i64]) {
        self.flush_deleted();
        self.last_id = id;
        if self.binary {
            self.buffer.push(b'a');
        }
        self.number(id as i64);
        for &lit in clause {
            self.number(lit.to_dimacs().into());
        }
        self.end_of_list(false);
        for &antecedent in antecedents {
            self.number(antecedent);
        }
        self.end_of_list(true);
    }

    fn delete_derived(&mut self, id: u64, _clause: &[Lit]) {
        self.deleted.push(id);
        self.last_id = self.last_id.max(id);
    }

    fn unjustified(&mut self, clause: &[Lit]) {
        let error = || io::Error::other(format!("no antecedents were found for the clause {clause:?}"));
        self.error.get_or_insert_with(error);
    }

    fn finish(&mut self) -> io::Result<()> {
        self.flush_deleted();
        self.flush();
        match self.error.take() {
            Some(error) => Err(error),
            None => self.writer.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(binary: bool) -> Vec<u8> {
        let mut out = vec![];
        let mut lrat = if binary { LratWriter::binary(&mut out) } else { LratWriter::text(&mut out) };
        let clause = [1, -2].map(|number| Lit::from_dimacs(number).unwrap());
        lrat.derive_clause(5, &clause, &[3, -1, 2]);
        lrat.delete_derived(1, &clause);
        lrat.delete_derived(2, &clause);
        lrat.derive_clause(6, &[], &[5, 4]);
        lrat.finish().unwrap();
        drop(lrat);
        out
    }

    #[test]
    fn text_is_as_the_format_says() {
        assert_eq!(String::from_utf8(written(false)).unwrap(), "5 1 -2 0 3 -1 2 0\n5 d 1 2 0\n6 0 5 4 0\n");
    }

    #[test]
    fn binary_is_as_the_format_says() {
        assert_eq!(written(true), b"a\x0a\x02\x05\0\x06\x03\x04\0d\x02\x04\0a\x0c\0\x0a\x08\0");
    }

    #[test]
    fn a_gap_is_an_error_in_the_end() {
        let mut lrat = LratWriter::text(Vec::new());
        lrat.unjustified(&[Lit::from_dimacs(7).unwrap()]);
        assert!(lrat.finish().unwrap_err().to_string().contains("[7]"));
    }
}

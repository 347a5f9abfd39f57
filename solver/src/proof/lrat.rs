//! LRAT, text and binary.

use std::io::{self, Write};

use gordian_formula::Lit;

use crate::proof::ProofTracer;
use crate::proof::steps::Steps;

/// Writes a proof in the LRAT format (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp 2017), in
/// text or in the binary form of drat-trim: each clause has an identifier, and names those it
/// follows from.
///
/// The clauses of the formula have the identifiers from 1 in the order in which they were added. A
/// group counts as the clause of all its members, if exactly one is true, and its pairs. So all
/// constraints must come before the first question. If a propagator or a later call gives one after
/// the first derivation, and something is derived after it, that is an error.
///
/// The first error of the underlying writer is kept, later steps are dropped, and [`ProofTracer::finish`] returns it.
#[derive(Debug)]
pub struct LratWriter<W> {
    steps: Steps<W>,
    /// Deletions that no addition followed: they share a line.
    deleted: Vec<u64>,
    last_id: u64,
    /// The identifier of the last derived clause, or 0.
    last_derived: u64,
}

impl<W: Write> LratWriter<W> {
    /// Writes one step a line: `id LITERALS 0 ANTECEDENTS 0`, deletions as `id d IDS 0`.
    pub fn text(writer: W) -> LratWriter<W> {
        LratWriter::new(Steps::text(writer))
    }

    /// Writes a byte `a` or `d` and all numbers as variable-length numbers.
    pub fn binary(writer: W) -> LratWriter<W> {
        LratWriter::new(Steps::binary(writer))
    }

    fn new(steps: Steps<W>) -> LratWriter<W> {
        LratWriter { steps, deleted: Vec::new(), last_id: 0, last_derived: 0 }
    }

    /// A clause of the formula came behind derived ones: it has no number that a checker could know.
    fn refuse_late_clause(&mut self) {
        self.steps.fail(io::Error::other("a clause was given after the first was derived, which LRAT cannot tell"));
    }

    fn write_deleted(&mut self) {
        let LratWriter { steps, deleted, last_id, .. } = self;
        if deleted.is_empty() {
            return;
        }
        if !steps.is_binary() {
            steps.number(*last_id as i64);
        }
        steps.mark(b"d", b"d ");
        deleted.drain(..).for_each(|id| steps.number(id as i64));
        steps.end_of_step();
    }
}

impl<W: Write> ProofTracer for LratWriter<W> {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.unjustified(clause);
    }

    fn import_clause(&mut self, _clause: &[Lit]) {
        self.refuse_late_clause();
    }

    fn delete_clause(&mut self, _clause: &[Lit]) {}

    fn wants_antecedents(&self) -> bool {
        true
    }

    fn derive_clause(&mut self, id: u64, clause: &[Lit], antecedents: &[i64]) {
        if self.last_derived > 0 && id != self.last_derived + 1 {
            self.refuse_late_clause();
        }
        self.write_deleted();
        let LratWriter { steps, last_id, last_derived, .. } = self;
        (*last_id, *last_derived) = (id, id);
        steps.mark(b"a", b"");
        steps.number(id as i64);
        clause.iter().for_each(|&lit| steps.literal(lit));
        steps.end_of_list();
        antecedents.iter().for_each(|&antecedent| steps.number(antecedent));
        steps.end_of_step();
    }

    fn delete_derived(&mut self, id: u64, _clause: &[Lit]) {
        self.deleted.push(id);
        self.last_id = self.last_id.max(id);
    }

    fn unjustified(&mut self, clause: &[Lit]) {
        self.steps.fail(io::Error::other(format!("no antecedents were found for the clause {clause:?}")));
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write_deleted();
        self.steps.finish()
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
    fn a_clause_of_the_formula_behind_derived_ones_is_an_error_in_the_end() {
        let late = |tell: fn(&mut LratWriter<Vec<u8>>)| {
            let mut lrat = LratWriter::text(Vec::new());
            lrat.derive_clause(5, &[], &[3]);
            tell(&mut lrat);
            lrat.finish().map_err(|error| error.to_string())
        };
        assert!(late(|lrat| lrat.derive_clause(6, &[], &[5])).is_ok());
        assert!(late(|lrat| lrat.derive_clause(7, &[], &[5])).is_err_and(|error| error.contains("given")));
        assert!(late(|lrat| lrat.import_clause(&[])).is_err_and(|error| error.contains("given")));
    }

    #[test]
    fn a_gap_is_an_error_in_the_end() {
        let mut lrat = LratWriter::text(Vec::new());
        lrat.unjustified(&[Lit::from_dimacs(7).unwrap()]);
        assert!(lrat.finish().unwrap_err().to_string().contains("[7]"));
    }
}

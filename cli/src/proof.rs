//! The destinations of a proof: a file, standard output, a temporary file for the check at the end,
//! or two of them.

use std::io::{self, Read, Seek, Write};
use std::path::Path;

use gordian_formula::Lit;
use gordian_solver::{DratWriter, LratWriter, ProofTracer};

use crate::arguments::{Content, Files};
use crate::failure::Failure;
use crate::output::files::OutputFile;
use crate::output::shared::Shared;
use crate::output::temporary::{self, Spool};

/// The proofs of one run.
#[derive(Default)]
pub(crate) struct Proofs {
    /// Whether the proofs name antecedents, as LRAT does.
    lrat: bool,
    tracers: Vec<Box<dyn ProofTracer + Send>>,
    written: Option<Shared<OutputFile>>,
    kept: Option<Shared<Spool>>,
}

impl Proofs {
    /// Makes proofs in LRAT, or else in DRAT.
    pub(crate) fn new(lrat: bool) -> Proofs {
        Proofs { lrat, ..Proofs::default() }
    }

    fn push(&mut self, writer: impl Write + Send + 'static, binary: bool) {
        self.tracers.push(match (self.lrat, binary) {
            (false, true) => Box::new(DratWriter::binary(writer)),
            (false, false) => Box::new(DratWriter::text(writer)),
            (true, true) => Box::new(LratWriter::binary(writer)),
            (true, false) => Box::new(LratWriter::text(writer)),
        });
    }

    /// Also writes the proof to a file, in binary or as text.
    pub(crate) fn write_to(&mut self, files: &Files, path: &Path, binary: bool) -> Result<(), Failure> {
        let file = Shared::new(OutputFile::create(files, path, Content::Proof)?);
        self.push(file.clone(), binary);
        self.written = Some(file);
        Ok(())
    }

    /// Also writes the proof to standard output, as text.
    pub(crate) fn print(&mut self) {
        self.push(io::stdout(), false);
    }

    /// Also keeps the proof in memory, as text, for a program that asks in the same process.
    pub(crate) fn hand_over(&mut self) -> Shared<Vec<u8>> {
        let text = Shared::new(Vec::new());
        self.push(text.clone(), false);
        text
    }

    /// Also keeps the proof in a temporary file, for the check at the end.
    pub(crate) fn keep(&mut self) -> Result<(), Failure> {
        let temporary = temporary::spool().map_err(|error| Failure::about("temporary file for the proof", error))?;
        let file = Shared::new(temporary);
        self.push(file.clone(), true);
        self.kept = Some(file);
        Ok(())
    }

    /// The writer for the engine, if any proof is wanted.
    pub(crate) fn tracer(&mut self) -> Option<Box<dyn ProofTracer + Send>> {
        match self.tracers.len() {
            0 | 1 => self.tracers.pop(),
            _ => Some(Box::new(Tee { tracers: std::mem::take(&mut self.tracers) })),
        }
    }

    /// Ends the file, after the tracer has been finished.
    pub(crate) fn close(&mut self) -> io::Result<()> {
        match self.written.take().and_then(|file| file.take()) {
            Some(file) => file.finish(),
            None => Ok(()),
        }
    }

    /// The proof that was kept, from its beginning, after the tracer has been finished.
    pub(crate) fn kept(&mut self) -> io::Result<Option<impl Read>> {
        let mut file = self.kept.take().and_then(|file| file.take());
        if let Some(file) = &mut file {
            file.rewind()?;
        }
        Ok(file)
    }
}

/// Several tracers that all get the same steps.
struct Tee {
    tracers: Vec<Box<dyn ProofTracer + Send>>,
}

impl ProofTracer for Tee {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.tracers.iter_mut().for_each(|tracer| tracer.add_clause(clause));
    }

    fn delete_clause(&mut self, clause: &[Lit]) {
        self.tracers.iter_mut().for_each(|tracer| tracer.delete_clause(clause));
    }

    fn wants_antecedents(&self) -> bool {
        self.tracers.iter().any(|tracer| tracer.wants_antecedents())
    }

    fn derive_clause(&mut self, id: u64, clause: &[Lit], antecedents: &[i64]) {
        self.tracers.iter_mut().for_each(|tracer| tracer.derive_clause(id, clause, antecedents));
    }

    fn delete_derived(&mut self, id: u64, clause: &[Lit]) {
        self.tracers.iter_mut().for_each(|tracer| tracer.delete_derived(id, clause));
    }

    fn unjustified(&mut self, clause: &[Lit]) {
        self.tracers.iter_mut().for_each(|tracer| tracer.unjustified(clause));
    }

    fn finish(&mut self) -> io::Result<()> {
        // All tracers are finished; the first error is returned.
        self.tracers.iter_mut().map(|tracer| tracer.finish()).fold(Ok(()), Result::and)
    }
}

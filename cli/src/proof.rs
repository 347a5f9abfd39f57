//! The destinations of a proof: a file, standard output, a temporary file for the check at the end,
//! or two of them.

use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::PathBuf;

use gordian_formula::Lit;
use gordian_solver::{DratWriter, LratWriter, ProofTracer};

use crate::arguments::{Content, file_of};
use crate::failure::Failure;
use crate::output::files::OutputFile;
use crate::output::shared::Shared;
use crate::output::temporary::{self, Spool};
use crate::session::Session;

/// The proofs of one run.
#[derive(Default)]
pub(crate) struct Proofs {
    /// Whether the proofs name antecedents, as LRAT does.
    lrat: bool,
    tracers: Vec<Box<dyn ProofTracer + Send>>,
    /// The file, by its name in messages.
    written: Option<(PathBuf, Shared<OutputFile>)>,
    kept: Option<Shared<Spool>>,
}

impl Proofs {
    /// Makes proofs in LRAT, or else in DRAT.
    pub(crate) fn new(lrat: bool) -> Proofs {
        Proofs { lrat, ..Proofs::default() }
    }

    /// Also writes the proof where an option wants it: to a file, to standard output, or to the
    /// program that asks in the same process.
    pub(crate) fn write(&mut self, session: &mut Session, path: &PathBuf, is_binary: bool) -> Result<(), Failure> {
        match file_of(Some(path)) {
            Some(path) => {
                let file = Shared::new(OutputFile::create(&session.files, path, Content::Proof)?);
                self.push(file.clone(), is_binary);
                self.written = Some((path.clone(), file));
            }
            None if session.shown.is_some() => {
                let text = Shared::new(Vec::new());
                self.push(text.clone(), false);
                session.hand_over(text);
            }
            None if session.common.json => {
                return Err(Failure::new("--json and a proof cannot share standard output; name a file for the proof"));
            }
            None => self.push(io::stdout(), false),
        }
        Ok(())
    }

    fn push(&mut self, writer: impl Write + Send + 'static, binary: bool) {
        self.tracers.push(match (self.lrat, binary) {
            (false, true) => Box::new(DratWriter::binary(writer)),
            (false, false) => Box::new(DratWriter::text(writer)),
            (true, true) => Box::new(LratWriter::binary(writer)),
            (true, false) => Box::new(LratWriter::text(writer)),
        });
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

    /// Ends the proof. If it goes to standard output and the reader has gone away, that is no error.
    pub(crate) fn finish(&mut self, tracer: &mut dyn ProofTracer) -> Result<(), Failure> {
        let (path, file) = self.written.take().unzip();
        let close = || file.and_then(|file| file.take()).map_or(Ok(()), OutputFile::finish);
        match (tracer.finish().and_then(|()| close()), path) {
            (Ok(()), _) => Ok(()),
            (Err(error), Some(path)) => Err(Failure::at(&path, error)),
            (Err(error), None) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            (Err(error), None) => Err(Failure::about("proof", error)),
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

//! The file for the diagram of a count.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use gordian_formula::Cnf;
use gordian_queries::{Answer, Listener, Nnf, NnfFormat, QueryError, Question, Trace, Weighed};

use crate::arguments::{Content, CountArguments, DiagramFormat};
use crate::failure::Failure;
use crate::output::files::OutputFile;
use crate::session::Session;
use crate::subject::Subject;

/// The text of a diagram.
enum Text {
    /// For `gordian check`.
    Trace,
    /// For other programs.
    Nnf { format: NnfFormat, is_smooth: bool },
}

/// A file that a diagram will be written to.
pub(super) struct DiagramFile<'a> {
    path: &'a Path,
    file: OutputFile,
    text: Text,
}

impl<'a> DiagramFile<'a> {
    /// Makes the file, where one is wanted, before anything is counted.
    pub(super) fn open(session: &Session, arguments: &'a CountArguments) -> Result<Option<DiagramFile<'a>>, Failure> {
        let (path, text) = match (&arguments.trace, &arguments.nnf) {
            (Some(path), _) => (path, Text::Trace),
            (None, Some(path)) => {
                let format = format_of(path, arguments.nnf_format);
                (path, Text::Nnf { format, is_smooth: arguments.smooth })
            }
            (None, None) => return Ok(None),
        };
        let file = OutputFile::create(&session.files, path, Content::Trace)?;
        Ok(Some(DiagramFile { path, file, text }))
    }

    /// Counts by components and writes the diagram of this formula.
    pub(super) fn count(
        self,
        question: &Question<'_>,
        cnf: &Cnf,
        listener: &mut dyn Listener,
    ) -> Result<Answer, Failure> {
        self.fill(cnf, listener, |heard| question.count_with_trace(heard), |heard| question.count_with_nnf(heard))
    }

    /// Sums up the weights of all solutions and writes the diagram of the formula.
    pub(super) fn weigh(
        self,
        question: &Question<'_>,
        Subject { cnf, weights, .. }: &Subject,
        listener: &mut dyn Listener,
    ) -> Result<Weighed, Failure> {
        let with_trace = |heard: &mut dyn Listener| question.weigh_with_trace(weights, heard);
        self.fill(cnf, listener, with_trace, |heard| question.weigh_with_nnf(weights, heard))
    }

    /// Asks in the way that brings the text of this file, and writes that, if it was not stopped.
    fn fill<A>(
        self,
        cnf: &Cnf,
        listener: &mut dyn Listener,
        with_trace: impl FnOnce(&mut dyn Listener) -> Result<(A, Option<Trace>), QueryError>,
        with_nnf: impl FnOnce(&mut dyn Listener) -> Result<(A, Option<Nnf>), QueryError>,
    ) -> Result<A, Failure> {
        match self.text {
            Text::Trace => {
                let (answer, trace) = with_trace(listener).map_err(Failure::new)?;
                trace.map_or(Ok(()), |trace| self.write(|out| trace.write(out)))?;
                Ok(answer)
            }
            Text::Nnf { format, is_smooth } => {
                let (answer, nnf) = with_nnf(listener).map_err(Failure::new)?;
                let nnf = nnf.map(|nnf| if is_smooth { nnf.smoothed(&cnf.projection()) } else { nnf });
                nnf.map_or(Ok(()), |nnf| self.write(|out| nnf.write(format, out)))?;
                Ok(answer)
            }
        }
    }

    fn write(mut self, text: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        let mut out = BufWriter::new(&mut self.file);
        let written = text(&mut out);
        let written = written.and_then(|()| out.flush());
        drop(out);
        written.and_then(|()| self.file.finish()).map_err(|error| Failure::at(self.path, error))
    }
}

fn format_of(path: &Path, asked: Option<DiagramFormat>) -> NnfFormat {
    let is_of_d4 = path.extension().is_some_and(|extension| extension == "d4" || extension == "ddnnf");
    match asked {
        Some(DiagramFormat::C2d) => NnfFormat::C2d,
        Some(DiagramFormat::D4) => NnfFormat::D4,
        None if is_of_d4 => NnfFormat::D4,
        None => NnfFormat::C2d,
    }
}

//! The file for the diagram of a count.

use std::io::{BufWriter, Write};
use std::path::Path;

use gordian_formula::Cnf;
use gordian_queries::{NnfFormat, Trace};

use crate::arguments::{Content, CountArguments, DiagramFormat};
use crate::failure::Failure;
use crate::output::files::OutputFile;
use crate::session::Session;

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

    /// Writes the diagram of this formula.
    pub(super) fn write(mut self, trace: &Trace, cnf: &Cnf) -> Result<(), Failure> {
        let mut out = BufWriter::new(&mut self.file);
        let written = match self.text {
            Text::Trace => trace.write(&mut out),
            Text::Nnf { format, is_smooth: false } => trace.nnf(cnf).write(format, &mut out),
            Text::Nnf { format, is_smooth: true } => trace.nnf(cnf).smoothed(&cnf.projection()).write(format, &mut out),
        };
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

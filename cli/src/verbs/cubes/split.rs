//! `gordian cubes split`: a folder with the cubes of a count.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use gordian_formula::dimacs::{self, Writer};
use gordian_formula::{Clock, Cnf, Lit};
use gordian_queries::{Method, SymmetryGroup};
use serde::Serialize;

use crate::arguments::{Drawing, Files, Scope, SplitArguments, Usual};
use crate::ask::{Ask, Ended};
use crate::clauses::Purpose;
use crate::cubes::{FORMAT, Manifest, create, sha256};
use crate::failure::Failure;
use crate::output::guard::OWN;
use crate::render::report::{Exit, Print, Report};
use crate::session::Session;
use crate::subject;

/// The answer of `gordian cubes split`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SplitReport {
    /// The folder that was written.
    folder: String,
    /// The number of cubes.
    cubes: usize,
    seconds: f64,
}

impl Ask for SplitArguments {
    type Report = SplitReport;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        (&self.usual, None, Files::reading([&self.input]))
    }

    fn ask(&self, session: &mut Session) -> Result<SplitReport, Ended> {
        let scope = Scope {
            limit: None,
            project: self.project.clone(),
            up_to_symmetry: self.up_to_symmetry,
            symmetry: self.symmetry.clone(),
            unverified: false,
            method: Method::default(),
            check: false,
        };
        let input_sha256 = hash_of(&self.input)?;
        let subject = subject::open(session, &self.input, &scope, Purpose::Count)?;
        let cubes = subject.question(session, &scope)?.split(self.number as usize);
        let symmetry =
            subject.group.as_ref().map(|group| generators(group, &subject.cnf, &session.clock())).transpose()?;
        let formula = dimacs::write(&subject.cnf, Vec::new())?;
        let text = cube_text(&formula, &cubes)?;
        let manifest = Manifest {
            format: FORMAT,
            program: format!("gordian {}", env!("CARGO_PKG_VERSION")),
            input: self.input.display().to_string(),
            input_sha256,
            question: "count".to_owned(),
            up_to_symmetry: subject.group.as_ref().map(|group| group.name().to_owned()),
            cubes: cubes.len(),
            free: subject.free_vars.len(),
            formula_sha256: sha256(&formula),
            cubes_sha256: sha256(&text),
            symmetry_sha256: symmetry.as_deref().map(sha256),
        };
        create(&session.files, &self.output, &manifest, &formula, &text, symmetry.as_deref())?;
        Ok(SplitReport { folder: self.output.display().to_string(), cubes: cubes.len(), seconds: session.seconds() })
    }
}

/// The hash of the input, if it is a file.
fn hash_of(input: &PathBuf) -> Result<Option<String>, Failure> {
    if !input.is_file() {
        return Ok(None);
    }
    let bytes = fs::read(input).map_err(|error| Failure::at(input, error))?;
    Ok(Some(sha256(&bytes)))
}

/// The generators in cycle notation. They are read and verified once more, as `run` will do.
fn generators(group: &SymmetryGroup, cnf: &Cnf, clock: &Clock) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    group.write(&mut text)?;
    let written = String::from_utf8_lossy(&text);
    SymmetryGroup::read_within(cnf, &written, group.name(), clock).map_err(|error| {
        Failure::new(format!(
            "classes cannot be counted in cubes, since the formula is less symmetric than the rules: {error}"
        ))
    })?;
    Ok(text)
}

/// The formula in DIMACS with a question for each cube, as other solvers read it.
fn cube_text(formula: &[u8], cubes: &[Vec<Lit>]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    writer.comment(&format!("cubes, made {OWN}{}", env!("CARGO_PKG_VERSION")));
    let mut text = writer.finish()?;
    writeln!(text, "p inccnf")?;
    let formula = String::from_utf8_lossy(formula);
    for clause in formula.lines().filter(|line| !line.starts_with(['c', 'p'])) {
        writeln!(text, "{clause}")?;
    }
    for cube in cubes {
        write!(text, "a ")?;
        cube.iter().try_for_each(|lit| write!(text, "{} ", lit.to_dimacs()))?;
        writeln!(text, "0")?;
    }
    Ok(text)
}

impl Report for SplitReport {
    fn exit(&self) -> Exit {
        Exit::Done
    }
}

impl Print for SplitReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        writeln!(session.out, "{} cubes in {}", self.cubes, self.folder)
    }
}

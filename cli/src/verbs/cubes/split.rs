//! `gordian cubes split`: a folder with the cubes of a count, or of a search.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use gordian_formula::dimacs::{self, Writer};
use gordian_formula::{Clock, Cnf, Lit};
use gordian_queries::{Lookahead, SymmetryGroup, look_ahead};
use gordian_solver::{DratWriter, ProofTracer};
use serde::Serialize;

use crate::arguments::{Drawing, Files, Question, Scope, SplitArguments, Usual};
use crate::ask::{Ask, Ended};
use crate::clauses::Purpose;
use crate::cubes::{FORMAT, Manifest, Parts, PuzzleSource, create, sha256};
use crate::failure::Failure;
use crate::output::guard::OWN;
use crate::reading;
use crate::render::report::{Exit, Print, Report};
use crate::session::Session;
use crate::subject::{self, Subject};

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
        let input_sha256 = hash_of(&self.input)?;
        let split = match self.question {
            Question::Count => self.split_solutions(session, Purpose::Count)?,
            Question::List => self.split_solutions(session, Purpose::List)?,
            Question::Satisfiable => self.split_search(session)?,
        };
        let Split { subject, cubes, symmetry, lemmas, puzzle } = split;
        let formula = dimacs::write(&subject.cnf, Vec::new())?;
        let text = cube_text(&formula, &cubes)?;
        let manifest = Manifest {
            format: FORMAT,
            program: format!("gordian {}", env!("CARGO_PKG_VERSION")),
            input: self.input.display().to_string(),
            input_sha256,
            question: self.question,
            up_to_symmetry: subject.group.as_ref().map(|group| group.name().to_owned()),
            cubes: cubes.len(),
            free: subject.free_vars.len(),
            formula_sha256: sha256(&formula),
            cubes_sha256: sha256(&text),
            symmetry_sha256: symmetry.as_deref().map(sha256),
            lemmas_sha256: Some(sha256(&lemmas)),
            puzzle: puzzle.as_ref().map(|(source, _)| source.clone()),
        };
        let parts = Parts {
            formula: &formula,
            cubes: &text,
            symmetry: symmetry.as_deref(),
            lemmas: &lemmas,
            puzzle: puzzle.as_ref().map(|(_, text)| text.as_bytes()),
        };
        create(&session.files, &self.output, &manifest, &parts)?;
        Ok(SplitReport { folder: self.output.display().to_string(), cubes: cubes.len(), seconds: session.seconds() })
    }
}

/// A question in parts.
struct Split {
    subject: Subject,
    cubes: Vec<Vec<Lit>>,
    symmetry: Option<Vec<u8>>,
    lemmas: Vec<u8>,
    puzzle: Option<(PuzzleSource, Arc<str>)>,
}

impl SplitArguments {
    fn scope(&self) -> Scope {
        Scope {
            project: self.project.clone(),
            up_to_symmetry: self.up_to_symmetry,
            symmetry: self.symmetry.clone(),
            ..Scope::default()
        }
    }

    /// Splits the space of all solutions, which are to be counted or listed.
    fn split_solutions(&self, session: &mut Session, purpose: Purpose) -> Result<Split, Ended> {
        let scope = self.scope();
        let puzzle = if purpose == Purpose::List { self.take_puzzle(session)? } else { None };
        let subject = subject::open(session, &self.input, &scope, purpose)?;
        let question = subject.question(session, &scope)?;
        // Those who run the cubes would hear it later.
        question.check_parts().map_err(|error| Failure::new(format!("classes cannot be counted in cubes: {error}")))?;
        let gordian_queries::Split { cubes, lemmas } = question.split(self.number as usize);
        let symmetry =
            subject.group.as_ref().map(|group| generators(group, &subject.cnf, &session.clock())).transpose()?;
        Ok(Split { subject, cubes, symmetry, lemmas: proof_of(&lemmas)?, puzzle })
    }

    /// The text of the puzzle, if the input is one.
    fn take_puzzle(&self, session: &Session) -> Result<Option<(PuzzleSource, Arc<str>)>, Ended> {
        let taken = reading::take_text(session, &self.input)?;
        Ok(taken.map(|(kind, text)| {
            let pick = session.reading.pick.clone();
            (PuzzleSource { kind: kind.name.to_owned(), pick, sha256: sha256(text.as_bytes()) }, text)
        }))
    }

    fn split_search(&self, session: &mut Session) -> Result<Split, Ended> {
        if self.project.is_some() || self.up_to_symmetry.is_some() || self.symmetry.is_some() {
            let message =
                "--project, --up-to-symmetry and --symmetry are for counts and lists, not for `--question satisfiable`";
            return Err(Failure::new(message).into());
        }
        let puzzle = self.take_puzzle(session)?;
        let mut subject = subject::open(session, &self.input, &self.scope(), Purpose::List)?;
        // A model has a value for each variable, whether it is shown or not.
        subject.cnf.reserve_vars(subject.num_vars);
        let Lookahead { cubes, lemmas } = look_ahead(&subject.cnf, self.number as usize, &session.clock());
        Ok(Split { subject, cubes, symmetry: None, lemmas: proof_of(&lemmas)?, puzzle })
    }
}

/// The clauses that were learned, as the beginning of a proof.
fn proof_of(lemmas: &[Vec<Lit>]) -> io::Result<Vec<u8>> {
    let mut proof = Vec::new();
    let mut writer = DratWriter::binary(&mut proof);
    lemmas.iter().for_each(|lemma| writer.add_clause(lemma));
    writer.finish()?;
    drop(writer);
    Ok(proof)
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

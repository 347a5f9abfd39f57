//! `gordian cubes merge`: the answer that all results give together.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use gordian_formula::{ClauseSink, Lit};
use gordian_queries::{GroupName, Status, SymmetryGroup};
use num_bigint::BigUint;
use serde::Serialize;

use super::found::{self, Found};
use super::listed;
use super::refuse_reading;
use super::results::{Results, missing_cubes};
use crate::arguments::{Content, Drawing, Files, MergeArguments, Question, Usual, file_of};
use crate::ask::{Ask, Ended};
use crate::cubes::{self, CubeAnswer, CubeNumbers, CubeResult, Folder, TracedCube, compose_diagram};
use crate::failure::Failure;
use crate::output::files::OutputFile;
use crate::reading;
use crate::render::number::decimal;
use crate::render::prose;
use crate::render::report::{Exit, Print, Report, StatusWord};
use crate::session::Session;

/// The answer of `gordian cubes merge`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum MergeReport {
    Count(Sum),
    Search(Box<Found>),
}

/// How many solutions there are.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Sum {
    #[serde(with = "StatusWord")]
    status: Status,
    /// Whether all cubes have results.
    complete: bool,
    /// The number of solutions in the cubes that have results, in decimal.
    count: String,
    /// The number of classes, in decimal, if these were asked for and all cubes have results.
    #[serde(skip_serializing_if = "Option::is_none")]
    orbits: Option<String>,
    /// The number of solutions in the files of the folder, if they were listed: of each class one.
    #[serde(skip_serializing_if = "Option::is_none")]
    listed: Option<u64>,
    /// The name of the symmetry group whose classes were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    /// The name and the order of that group.
    #[serde(skip)]
    group_name: Option<GroupName>,
    /// The number of cubes.
    cubes: usize,
    /// The cubes without results.
    missing: Vec<usize>,
    seconds: f64,
}

impl Ask for MergeArguments {
    type Report = MergeReport;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        let writes = [&self.proof, &self.trace, &self.list, &self.drawing.svg].into_iter().any(Option::is_some);
        let inputs = if writes { cubes::files_of(&self.folder) } else { Vec::new() };
        let files = Files::reading(&inputs)
            .writing(file_of(self.proof.as_ref()), Content::Proof)
            .writing(self.trace.as_ref(), Content::Trace)
            .writing(self.list.as_ref(), Content::Solutions);
        (&self.usual, Some(&self.drawing), files)
    }

    fn ask(&self, session: &mut Session) -> Result<MergeReport, Ended> {
        refuse_reading(&self.usual.reading)?;
        let folder = Folder::open(&self.folder)?;
        // The files must be those of the manifest, even if nothing else is asked of them here.
        let clock = session.clock();
        let (cnf, group) = reading::in_time(&clock, folder.formula(&clock))?;
        let cubes = folder.cubes()?;
        let results = Results::of(&folder)?;
        self.refuse_outputs_of_others(folder.manifest.question)?;
        if folder.manifest.question == Question::Satisfiable {
            let found = found::find(session, self, &folder, &cnf, &cubes, results)?;
            return Ok(MergeReport::Search(Box::new(found)));
        }
        if let Some(path) = self.trace.as_ref().filter(|_| results.missing.is_empty()) {
            write_diagram(session, path, &folder, cnf.num_vars(), &cubes, &results.known)?;
        }
        if folder.manifest.question == Question::List {
            let path = self.list.as_deref().filter(|_| results.missing.is_empty());
            listed::put_together(session, path, &folder, &results.known)?;
        }
        let mut sum = sum_up(session, &folder, results, group.as_ref())?;
        sum.seconds = session.seconds();
        Ok(MergeReport::Count(sum))
    }
}

impl MergeArguments {
    /// Each question has a file of its own that can be written.
    fn refuse_outputs_of_others(&self, question: Question) -> Result<(), Failure> {
        let (of_search, of_count, of_list) = (self.proof.is_some(), self.trace.is_some(), self.list.is_some());
        let message = match question {
            Question::Count if of_search => "a count has no proof in DRAT; --trace writes a diagram that proves it",
            Question::List if of_search || of_count => "a list has no proof; those of counts and searches have",
            Question::Satisfiable if of_count => "--trace is for counts; a search has a proof, which --proof writes",
            Question::Count | Question::Satisfiable if of_list => {
                "--list is for lists, of folders made with `--question list`"
            }
            _ => return Ok(()),
        };
        Err(Failure::new(message))
    }
}

/// Writes the diagram that proves the count.
fn write_diagram(
    session: &Session,
    path: &Path,
    folder: &Folder,
    num_vars: usize,
    cubes: &[Vec<Lit>],
    known: &[CubeResult],
) -> Result<(), Failure> {
    let traced: Result<Vec<TracedCube>, usize> = known
        .iter()
        .map(|result| match &result.answer {
            CubeAnswer::Counted { trace_sha256: Some(hash), numbers } => {
                Ok(TracedCube { hash: hash.clone(), is_empty: numbers.count == "0" })
            }
            _ => Err(result.cube),
        })
        .collect();
    let traced = traced
        .map_err(|cube| Failure::new(format!("cube {cube} was counted without a diagram; `run --trace` writes one")))?;
    let mut out = BufWriter::new(OutputFile::create(&session.files, path, Content::Trace)?);
    compose_diagram(folder, num_vars, cubes, &traced, &mut out, &session.clock())?;
    let written = out.into_inner().map_err(io::IntoInnerError::into_error).and_then(OutputFile::finish);
    written.map_err(|error| Failure::at(path, error))
}

fn sum_up(
    session: &Session,
    folder: &Folder,
    Results { known, missing }: Results,
    symmetry: Option<&SymmetryGroup>,
) -> Result<Sum, Failure> {
    let is_complete = missing.is_empty();
    let count = sum(&known, |numbers| Some(&numbers.count))?;
    let listed = known.iter().map(|result| match &result.answer {
        CubeAnswer::Listed { listed, .. } => *listed,
        _ => 0,
    });
    let listed = (folder.manifest.question == Question::List).then(|| listed.sum());
    let free = folder.manifest.free;
    let group = folder.manifest.up_to_symmetry.clone();
    let orbits = match &group {
        Some(_) if is_complete => Some(classes(&known, &count)?),
        _ => None,
    };
    let group_name = symmetry.filter(|_| orbits.is_some()).map(SymmetryGroup::summary);
    Ok(Sum {
        status: Status::of(count != BigUint::ZERO, is_complete),
        complete: is_complete,
        count: decimal(count, free),
        orbits: orbits.map(|orbits| decimal(orbits, free)),
        listed,
        group,
        group_name,
        cubes: folder.manifest.cubes,
        missing,
        seconds: session.seconds(),
    })
}

/// The sum of a number of each result.
fn sum(results: &[CubeResult], number: impl Fn(&CubeNumbers) -> Option<&String>) -> Result<BigUint, Failure> {
    let mut sum = BigUint::ZERO;
    for result in results {
        let is_decimal = |number: &&String| number.bytes().all(|byte| byte.is_ascii_digit());
        let number: Option<BigUint> =
            result.answer.numbers().and_then(&number).filter(is_decimal).and_then(|number| number.parse().ok());
        let message = || Failure::new(format!("the result of cube {} is damaged: a number is none", result.cube));
        sum += number.ok_or_else(message)?;
    }
    Ok(sum)
}

/// The number of classes. Their orbits must hold as many solutions as were counted.
fn classes(results: &[CubeResult], count: &BigUint) -> Result<BigUint, Failure> {
    let orbits = sum(results, |numbers| numbers.orbits.as_ref())?;
    let orbit_sum = sum(results, |numbers| numbers.orbit_sum.as_ref())?;
    if orbit_sum != *count {
        let message = format!("the results contradict each other: {count} solutions, but {orbit_sum} in all classes");
        return Err(Failure::new(message));
    }
    Ok(orbits)
}

impl Report for MergeReport {
    fn exit(&self) -> Exit {
        match self {
            MergeReport::Count(sum) if sum.complete => Exit::Answered(sum.status),
            MergeReport::Count(_) => Exit::Done,
            MergeReport::Search(found) => Exit::Answered(found.status),
        }
    }
}

impl Print for MergeReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        match self {
            MergeReport::Count(sum) => sum.print(session),
            MergeReport::Search(found) => found.print(session),
        }
    }
}

impl Print for Sum {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        let Self { count, cubes, missing, .. } = self;
        if !self.complete {
            let missing = missing_cubes(missing, *cubes);
            return writeln!(session.out, "{missing} The others have {count} solutions.");
        }
        let solutions = prose::amount(count, "solution", "solutions");
        match (&self.orbits, &self.group_name) {
            _ if self.status == Status::Unsatisfiable => write!(session.out, "There is no solution.")?,
            (Some(orbits), Some(group)) => {
                let classes = prose::amount(orbits, "class", "classes");
                write!(session.out, "{classes} and {solutions}{}.", prose::up_to(group))?;
            }
            _ => write!(session.out, "{solutions}.")?,
        }
        match self.listed {
            Some(listed) => writeln!(session.out, " The files of the cubes list {listed}."),
            None => writeln!(session.out),
        }
    }
}

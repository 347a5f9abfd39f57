//! `gordian cubes run`: answers some cubes.

use std::collections::BTreeSet;
use std::io::{self, Write};

use serde::Serialize;

use super::loaded::Loaded;
use super::{refuse_reading, search, solutions};
use crate::arguments::{Drawing, Files, Projection, Question, RunArguments, Usual};
use crate::ask::{Ask, Ended};
use crate::cubes::{CubeAnswer, Folder};
use crate::failure::Failure;
use crate::render::report::{Exit, Print, Report};
use crate::session::Session;

/// The answer of `gordian cubes run`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RunReport {
    /// The cubes that were counted, listed or searched now.
    counted: Vec<usize>,
    /// The cubes that had results before.
    known: Vec<usize>,
    /// The cubes that were not answered, since the run was stopped, or a solution was found.
    left: Vec<usize>,
    /// A cube in which a solution was found, now or before.
    #[serde(skip_serializing_if = "Option::is_none")]
    satisfiable: Option<usize>,
    seconds: f64,
    #[serde(skip)]
    question: Question,
}

impl Ask for RunArguments {
    type Report = RunReport;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        (&self.usual, None, Files::default())
    }

    fn ask(&self, session: &mut Session) -> Result<RunReport, Ended> {
        refuse_reading(&self.usual.reading)?;
        let folder = Folder::open(&self.folder)?;
        if self.trace && folder.manifest.question != Question::Count {
            return Err(Failure::new("--trace is for counts: only their number has a diagram").into());
        }
        if self.trace && folder.manifest.up_to_symmetry.is_some() {
            return Err(Failure::new("--trace is for counts of solutions: a diagram does not count classes").into());
        }
        if self.no_proof && folder.manifest.question != Question::Satisfiable {
            return Err(Failure::new("--no-proof is for searches: the other cubes have no proofs").into());
        }
        let mut loaded = Loaded::of(session, &folder)?;
        let wanted = numbers(&self.cubes, loaded.cubes.len())?;
        let is_search = folder.manifest.question == Question::Satisfiable;
        let (mut known, mut open, mut satisfiable) = (Vec::new(), Vec::new(), None);
        for cube in wanted {
            match folder.result_or_damage(cube)? {
                Ok(Some(result)) => {
                    let wants_file = if is_search { !self.no_proof } else { self.trace };
                    if let Some(lack) = folder.lack(&result, wants_file) {
                        session.warn(format_args!("{lack}: the cube is run again"))?;
                        open.push(cube);
                        continue;
                    }
                    known.push(cube);
                    if let CubeAnswer::Satisfiable { .. } = result.answer {
                        satisfiable.get_or_insert(cube);
                    }
                }
                Ok(None) => open.push(cube),
                Err(damage) => {
                    session.warn(format_args!("{damage}: the cube is run again"))?;
                    open.push(cube);
                }
            }
        }
        if is_search && satisfiable.is_none() {
            satisfiable = folder.told();
        }
        let (counted, question) = (Vec::new(), folder.manifest.question);
        let mut report = RunReport { counted, known, left: open, satisfiable, seconds: 0.0, question };
        if !report.left.is_empty() && report.satisfiable.is_none() {
            match is_search {
                true => self.search(session, &folder, &mut loaded, &mut report)?,
                false => {
                    let open = std::mem::take(&mut report.left);
                    (report.counted, report.left) =
                        solutions::go_through(session, &folder, &mut loaded, &open, self.trace)?;
                }
            }
        }
        session.kept.put(loaded);
        report.seconds = session.seconds();
        Ok(report)
    }
}

impl RunArguments {
    fn search(
        &self,
        session: &Session,
        folder: &Folder,
        loaded: &mut Loaded,
        report: &mut RunReport,
    ) -> Result<(), Ended> {
        let open: Vec<usize> = std::mem::take(&mut report.left);
        let searched = search::search(session, folder, loaded, &open, !self.no_proof)?;
        report.satisfiable = searched.satisfiable;
        (report.counted, report.left) = open.into_iter().partition(|cube| searched.answered.contains(cube));
        Ok(())
    }
}

/// The cubes that these words name, each once.
fn numbers(words: &[Projection], cubes: usize) -> Result<BTreeSet<usize>, Failure> {
    let mut numbers = BTreeSet::new();
    for word in words {
        match word {
            Projection::All => numbers.extend(1..=cubes),
            Projection::Ranges(ranges) => {
                for &(first, last) in ranges {
                    if first as usize > cubes {
                        return Err(Failure::new(format!("there is no cube {first}; the last one is {cubes}")));
                    }
                    // The last of many tasks of equal size may have fewer cubes.
                    numbers.extend(first as usize..=cubes.min(last as usize));
                }
            }
        }
    }
    Ok(numbers)
}

impl Report for RunReport {
    fn exit(&self) -> Exit {
        Exit::Each { all_answered: self.left.is_empty() || self.satisfiable.is_some() }
    }
}

impl Print for RunReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        let [counted, known, left] = [&self.counted, &self.known, &self.left].map(Vec::len);
        let done = match self.question {
            Question::Count => "counted",
            Question::List => "listed",
            Question::Satisfiable => "searched",
        };
        let found = self.satisfiable.map_or(String::new(), |cube| format!("; cube {cube} has a solution"));
        writeln!(session.out, "{counted} cubes {done}, {known} known before, {left} left{found}")
    }
}

//! `gordian cubes run`: answers some cubes.

use std::collections::BTreeSet;
use std::io::{self, Write};

use gordian_solver::Options;
use serde::Serialize;

use super::search;
use crate::arguments::{Drawing, Files, Projection, Question, RunArguments, Usual};
use crate::ask::{Ask, Ended};
use crate::cubes::{CubeAnswer, CubeResult, Folder};
use crate::failure::Failure;
use crate::reading;
use crate::render::report::{Exit, Print, Report};
use crate::session::Session;

/// The answer of `gordian cubes run`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RunReport {
    /// The cubes that were counted, or searched, now.
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
    is_search: bool,
}

impl Ask for RunArguments {
    type Report = RunReport;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        (&self.usual, None, Files::default())
    }

    fn ask(&self, session: &mut Session) -> Result<RunReport, Ended> {
        let folder = Folder::open(&self.folder)?;
        let cubes = folder.cubes()?;
        let wanted = numbers(&self.cubes, cubes.len())?;
        let is_search = folder.manifest.question == Question::Satisfiable;
        let (mut known, mut open, mut satisfiable) = (Vec::new(), Vec::new(), None);
        for cube in wanted {
            match folder.result_or_damage(cube)? {
                Ok(Some(result)) => {
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
        let mut report = RunReport { counted: Vec::new(), known, left: open, satisfiable, seconds: 0.0, is_search };
        if !report.left.is_empty() && report.satisfiable.is_none() {
            match is_search {
                true => self.search(session, &folder, &cubes, &mut report)?,
                false => count(session, &folder, &cubes, &mut report)?,
            }
        }
        report.seconds = session.seconds();
        Ok(report)
    }
}

impl RunArguments {
    fn search(
        &self,
        session: &Session,
        folder: &Folder,
        cubes: &[Vec<gordian_formula::Lit>],
        report: &mut RunReport,
    ) -> Result<(), Ended> {
        let open: Vec<usize> = std::mem::take(&mut report.left);
        let searched = search::search(session, folder, cubes, &open, !self.no_proof)?;
        report.satisfiable = searched.satisfiable;
        (report.counted, report.left) = open.into_iter().partition(|cube| searched.answered.contains(cube));
        Ok(())
    }
}

/// Counts the cubes that are left, until the time is over.
fn count(
    session: &Session,
    folder: &Folder,
    cubes: &[Vec<gordian_formula::Lit>],
    report: &mut RunReport,
) -> Result<(), Ended> {
    let clock = session.clock();
    let (cnf, group) = match reading::in_time(&clock, folder.formula(&clock)) {
        Ok(formula) => formula,
        // Verifying the symmetries took all the time. The cubes stay as they are.
        Err(Ended::Interrupted) => return Ok(()),
        Err(ended) => return Err(ended),
    };
    let question = session.question(&cnf, Options::default())?.up_to(group.as_ref());
    let threads = session.common.threads.map_or(1, |threads| threads as usize);
    let question = question.with_threads(threads);
    let refused = |error: gordian_queries::QueryError| Failure::new(error.to_string());
    let mut counter = question.in_parts().map_err(refused)?;
    for cube in std::mem::take(&mut report.left) {
        let counted = match clock.is_over() {
            true => None,
            false => Some(counter.count(&cubes[cube - 1], &mut ()).map_err(refused)?),
        };
        let Some(counted) = counted.filter(|counted| counted.stop.is_none()) else {
            report.left.push(cube);
            continue;
        };
        let answer = CubeAnswer::Counted {
            count: counted.count.to_string(),
            orbits: counted.classes.map(|classes| classes.orbits.to_string()),
            orbit_sum: counted.classes.map(|classes| classes.orbit_sum.to_string()),
            method: counted.method.to_string(),
        };
        let manifest_sha256 = folder.identity.clone();
        folder.write(&session.files, &CubeResult { cube, manifest_sha256, answer, sha256: String::new() }.sealed()?)?;
        report.counted.push(cube);
    }
    Ok(())
}

/// The cubes that these words name, each once.
fn numbers(words: &[Projection], cubes: usize) -> Result<BTreeSet<usize>, Failure> {
    let mut numbers = BTreeSet::new();
    for word in words {
        match word {
            Projection::All => numbers.extend(1..=cubes),
            Projection::Ranges(ranges) => {
                for &(first, last) in ranges {
                    if last as usize > cubes {
                        return Err(Failure::new(format!("there is no cube {last}; the last one is {cubes}")));
                    }
                    numbers.extend(first as usize..=last as usize);
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
        let done = if self.is_search { "searched" } else { "counted" };
        let found = self.satisfiable.map_or(String::new(), |cube| format!("; cube {cube} has a solution"));
        writeln!(session.out, "{counted} cubes {done}, {known} known before, {left} left{found}")
    }
}

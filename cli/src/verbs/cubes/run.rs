//! `gordian cubes run`: counts some cubes.

use std::collections::BTreeSet;
use std::io::{self, Write};

use gordian_queries::Question;
use gordian_solver::Options;
use serde::Serialize;

use crate::arguments::{Drawing, Files, Projection, RunArguments, Usual};
use crate::ask::{Ask, Ended};
use crate::cubes::{CubeResult, Folder};
use crate::failure::Failure;
use crate::render::report::{Exit, Print, Report};
use crate::session::Session;

/// The answer of `gordian cubes run`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RunReport {
    /// The cubes that were counted now.
    counted: Vec<usize>,
    /// The cubes that had results before.
    known: Vec<usize>,
    /// The cubes that were not counted, since the run was stopped.
    left: Vec<usize>,
    seconds: f64,
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
        let (mut known, mut open) = (Vec::new(), Vec::new());
        for cube in wanted {
            if folder.result(cube)?.is_some() { known.push(cube) } else { open.push(cube) }
        }
        let mut report = RunReport { counted: Vec::new(), known, left: Vec::new(), seconds: 0.0 };
        if !open.is_empty() {
            let clock = session.clock();
            let (cnf, group) = folder.formula(&clock)?;
            let question = session.question(&cnf, Options::default())?.up_to(group.as_ref());
            let threads = session.common.threads.map_or(1, |threads| threads as usize);
            let question = question.with_threads(threads);
            for cube in open {
                if clock.is_over() {
                    report.left.push(cube);
                    continue;
                }
                match count(&question, &folder, cube, &cubes[cube - 1])? {
                    Some(result) => {
                        folder.write(&session.files, &result)?;
                        report.counted.push(cube);
                    }
                    None => report.left.push(cube),
                }
            }
        }
        report.seconds = session.seconds();
        Ok(report)
    }
}

/// The result of a cube, unless the run was stopped before.
fn count(
    question: &Question<'_>,
    folder: &Folder,
    cube: usize,
    lits: &[gordian_formula::Lit],
) -> Result<Option<CubeResult>, Failure> {
    let counted = question.count_cube(lits, &mut ()).map_err(|error| Failure::new(error.to_string()))?;
    if counted.stop.is_some() {
        return Ok(None);
    }
    let result = CubeResult {
        cube,
        manifest_sha256: folder.identity.clone(),
        count: counted.count.to_string(),
        orbits: counted.classes.map(|classes| classes.orbits.to_string()),
        orbit_sum: counted.classes.map(|classes| classes.orbit_sum.to_string()),
        method: counted.method.to_string(),
        sha256: String::new(),
    };
    result.sealed().map(Some)
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
        Exit::Each { all_answered: self.left.is_empty() }
    }
}

impl Print for RunReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        let [counted, known, left] = [&self.counted, &self.known, &self.left].map(Vec::len);
        writeln!(session.out, "{counted} cubes counted, {known} known before, {left} left")
    }
}

//! `gordian cubes merge`: the answer that all results give together.

use std::io::{self, Write};

use gordian_queries::Status;
use num_bigint::BigUint;
use serde::Serialize;

use super::found::{self, Found};
use super::results::{Results, missing_cubes};
use crate::arguments::{Content, Drawing, Files, MergeArguments, Question, Usual};
use crate::ask::{Ask, Ended};
use crate::cubes::{CubeAnswer, CubeResult, Folder};
use crate::failure::Failure;
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
    /// The name of the symmetry group whose classes were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    /// The number of cubes.
    cubes: usize,
    /// The cubes without results.
    missing: Vec<usize>,
    seconds: f64,
}

impl Ask for MergeArguments {
    type Report = MergeReport;

    fn shared(&self) -> (&Usual, Option<&Drawing>, Files) {
        (&self.usual, Some(&self.drawing), Files::default().writing(self.proof.as_ref(), Content::Proof))
    }

    fn ask(&self, session: &mut Session) -> Result<MergeReport, Ended> {
        let folder = Folder::open(&self.folder)?;
        // The files must be those of the manifest, even if nothing else is asked of them here.
        let clock = session.clock();
        let (cnf, _) = reading::in_time(&clock, folder.formula(&clock))?;
        let cubes = folder.cubes()?;
        let results = Results::of(&folder)?;
        match folder.manifest.question {
            Question::Count if self.proof.is_some() => {
                Err(Failure::new("a count has no proof; --proof is for folders made with `--question satisfiable`")
                    .into())
            }
            Question::Count => Ok(MergeReport::Count(sum_up(session, &folder, results)?)),
            Question::Satisfiable => {
                let found = found::find(session, self, &folder, &cnf, &cubes, results)?;
                Ok(MergeReport::Search(Box::new(found)))
            }
        }
    }
}

fn sum_up(session: &Session, folder: &Folder, Results { known, missing }: Results) -> Result<Sum, Failure> {
    let is_complete = missing.is_empty();
    let count = sum(&known, |answer| match answer {
        CubeAnswer::Counted { count, .. } => Some(count),
        _ => None,
    })?;
    let free = folder.manifest.free;
    let group = folder.manifest.up_to_symmetry.clone();
    let orbits = match &group {
        Some(_) if is_complete => Some(classes(&known, &count)?),
        _ => None,
    };
    Ok(Sum {
        status: Status::of(count != BigUint::ZERO, is_complete),
        complete: is_complete,
        count: decimal(count, free),
        orbits: orbits.map(|orbits| decimal(orbits, free)),
        group,
        cubes: folder.manifest.cubes,
        missing,
        seconds: session.seconds(),
    })
}

/// The sum of a number of each result.
fn sum(results: &[CubeResult], number: impl Fn(&CubeAnswer) -> Option<&String>) -> Result<BigUint, Failure> {
    let mut sum = BigUint::ZERO;
    for result in results {
        let is_decimal = |number: &&String| number.bytes().all(|byte| byte.is_ascii_digit());
        let number: Option<BigUint> = number(&result.answer).filter(is_decimal).and_then(|number| number.parse().ok());
        let message = || Failure::new(format!("the result of cube {} is damaged: a number is none", result.cube));
        sum += number.ok_or_else(message)?;
    }
    Ok(sum)
}

/// The number of classes. Their orbits must hold as many solutions as were counted.
fn classes(results: &[CubeResult], count: &BigUint) -> Result<BigUint, Failure> {
    let orbits = sum(results, |answer| match answer {
        CubeAnswer::Counted { orbits, .. } => orbits.as_ref(),
        _ => None,
    })?;
    let orbit_sum = sum(results, |answer| match answer {
        CubeAnswer::Counted { orbit_sum, .. } => orbit_sum.as_ref(),
        _ => None,
    })?;
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
        match (&self.orbits, &self.group) {
            _ if self.status == Status::Unsatisfiable => writeln!(session.out, "There is no solution."),
            (Some(orbits), Some(group)) => {
                writeln!(session.out, "{} and {solutions}, up to {group}.", prose::amount(orbits, "class", "classes"))
            }
            _ => writeln!(session.out, "{solutions}."),
        }
    }
}

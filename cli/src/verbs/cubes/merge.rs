//! `gordian cubes merge`: the sum of all results.

use std::io::{self, Write};

use gordian_queries::Status;
use num_bigint::BigUint;
use serde::Serialize;

use crate::arguments::{Drawing, Files, MergeArguments, Usual};
use crate::ask::{Ask, Ended};
use crate::cubes::{CubeResult, Folder};
use crate::failure::Failure;
use crate::render::number::decimal;
use crate::render::prose;
use crate::render::report::{Exit, Print, Report, StatusWord};
use crate::session::Session;

/// The most missing cubes that a sentence names.
const MOST_NAMED: usize = 20;

/// The answer of `gordian cubes merge`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MergeReport {
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
        (&self.usual, None, Files::default())
    }

    fn ask(&self, session: &mut Session) -> Result<MergeReport, Ended> {
        let folder = Folder::open(&self.folder)?;
        // The files must be those of the manifest, even if nothing else is asked of them here.
        folder.formula(&session.clock())?;
        folder.cubes()?;
        let (mut missing, mut results) = (Vec::new(), Vec::new());
        for cube in 1..=folder.manifest.cubes {
            match folder.result(cube)? {
                Some(result) => results.push(result),
                None => missing.push(cube),
            }
        }
        let is_complete = missing.is_empty();
        let count = sum(results.iter().map(|result| (result, Some(&result.count))))?;
        let free = folder.manifest.free;
        let group = folder.manifest.up_to_symmetry.clone();
        let orbits = match &group {
            Some(_) if is_complete => Some(classes(&results, &count)?),
            _ => None,
        };
        Ok(MergeReport {
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
}

/// The sum of a number of each result.
fn sum<'a>(numbers: impl Iterator<Item = (&'a CubeResult, Option<&'a String>)>) -> Result<BigUint, Failure> {
    let mut sum = BigUint::ZERO;
    for (result, number) in numbers {
        let is_decimal = |number: &&String| number.bytes().all(|byte| byte.is_ascii_digit());
        let number: Option<BigUint> = number.filter(is_decimal).and_then(|number| number.parse().ok());
        let message = || Failure::new(format!("the result of cube {} is damaged: a number is none", result.cube));
        sum += number.ok_or_else(message)?;
    }
    Ok(sum)
}

/// The number of classes. Their orbits must hold as many solutions as were counted.
fn classes(results: &[CubeResult], count: &BigUint) -> Result<BigUint, Failure> {
    let orbits = sum(results.iter().map(|result| (result, result.orbits.as_ref())))?;
    let orbit_sum = sum(results.iter().map(|result| (result, result.orbit_sum.as_ref())))?;
    if orbit_sum != *count {
        let message = format!("the results contradict each other: {count} solutions, but {orbit_sum} in all classes");
        return Err(Failure::new(message));
    }
    Ok(orbits)
}

impl Report for MergeReport {
    fn exit(&self) -> Exit {
        if self.complete { Exit::Answered(self.status) } else { Exit::Done }
    }
}

impl Print for MergeReport {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        let Self { count, cubes, missing, .. } = self;
        if !self.complete {
            let named: Vec<String> = missing.iter().take(MOST_NAMED).map(usize::to_string).collect();
            let more = if missing.len() > MOST_NAMED { " …" } else { "" };
            return writeln!(
                session.out,
                "{} of {cubes} cubes are missing: {}{more}. The others have {count} solutions.",
                missing.len(),
                named.join(" ")
            );
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

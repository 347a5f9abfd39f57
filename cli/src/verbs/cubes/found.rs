//! The answer that the searches of all cubes give together.

use std::io::{self, Write};

use gordian_formula::{ClauseSink, Cnf, Lit, Model};
use gordian_queries::Status;
use serde::Serialize;

use super::results::{Results, missing_cubes};
use crate::arguments::MergeArguments;
use crate::ask::Ended;
use crate::cubes::{CubeAnswer, CubeResult, Folder, compose};
use crate::failure::Failure;
use crate::proof::Proofs;
use crate::render::competition::write_values;
use crate::render::report::{Print, Solved, StatusWord};
use crate::session::Session;
use crate::verify;

/// Whether there is a solution.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Found {
    #[serde(with = "StatusWord")]
    pub(super) status: Status,
    /// Whether all cubes have results.
    complete: bool,
    /// A literal for each variable of a formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<Vec<i32>>,
    /// The solution of a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Solved>,
    /// The conflicts in all cubes that have results.
    conflicts: u64,
    /// The number of cubes.
    cubes: usize,
    /// The cubes without results.
    missing: Vec<usize>,
    seconds: f64,
    #[serde(skip)]
    is_puzzle: bool,
}

/// Puts the results together: the first solution, checked on the formula and by the rules of the
/// puzzle, or a proof that there is none.
pub(super) fn find(
    session: &mut Session,
    arguments: &MergeArguments,
    folder: &Folder,
    cnf: &Cnf,
    cubes: &[Vec<Lit>],
    Results { known, missing }: Results,
) -> Result<Found, Ended> {
    let puzzle = folder.read_puzzle()?;
    let mut found = Found {
        status: Status::of(false, missing.is_empty()),
        complete: missing.is_empty(),
        model: None,
        solution: None,
        conflicts: 0,
        cubes: cubes.len(),
        missing,
        seconds: 0.0,
        is_puzzle: puzzle.is_some(),
    };
    let mut proofs = Vec::new();
    for CubeResult { cube, answer, .. } in known {
        match answer {
            CubeAnswer::Satisfiable { model, conflicts } => {
                found.conflicts += conflicts;
                let checked = model_of(cnf, &cubes[cube - 1], cube, &model)?;
                if found.status == Status::Satisfiable {
                    continue;
                }
                found.status = Status::Satisfiable;
                match &puzzle {
                    Some(puzzle) => found.solution = Some(verify::solution(puzzle, cnf, &checked)?),
                    None => found.model = Some(model),
                }
            }
            CubeAnswer::Refuted { conflicts, proof_sha256, .. } => {
                found.conflicts += conflicts;
                proofs.push(proof_sha256.ok_or(cube));
            }
            CubeAnswer::Listed { .. } | CubeAnswer::Counted { .. } => {}
        }
    }
    if let Some(solution) = &found.solution {
        session.write_picture(|| solution.svg())?;
    }
    if found.status == Status::Unsatisfiable && arguments.proof.is_some() {
        write_proof(session, arguments, folder, cnf, cubes, proofs)?;
    }
    found.seconds = session.seconds();
    Ok(found)
}

/// The model of a cube, checked on the formula.
fn model_of(cnf: &Cnf, cube: &[Lit], number: usize, literals: &[i32]) -> Result<Model, Failure> {
    let is_complete = (1..).zip(literals).all(|(number, literal)| literal.unsigned_abs() == number);
    let model = Model::from_values(literals.iter().map(|&literal| literal > 0).collect());
    let holds = is_complete && literals.len() == cnf.num_vars() && cnf.first_violated(&model).is_none();
    match holds && cube.iter().all(|&lit| model.satisfies(lit)) {
        true => Ok(model),
        false => {
            Err(Failure::new(format!("the result of cube {number} is wrong: its model does not satisfy the cube")))
        }
    }
}

/// Writes one proof, made of those of all cubes.
fn write_proof(
    session: &mut Session,
    arguments: &MergeArguments,
    folder: &Folder,
    cnf: &Cnf,
    cubes: &[Vec<Lit>],
    results: Vec<Result<String, usize>>,
) -> Result<(), Failure> {
    let Some(path) = &arguments.proof else { return Ok(()) };
    let hashes: Result<Vec<String>, usize> = results.into_iter().collect();
    let hashes = hashes.map_err(|cube| {
        Failure::new(format!("cube {cube} was refuted without a proof: `run --no-proof` wrote none"))
    })?;
    let mut proofs = Proofs::new(false);
    proofs.write(session, path, !arguments.no_binary)?;
    let Some(mut tracer) = proofs.tracer() else { return Ok(()) };
    compose(folder, cnf.num_vars(), cubes, &hashes, &mut *tracer, &session.clock())?;
    proofs.finish(&mut *tracer)
}

impl Print for Found {
    fn print(&self, session: &mut Session) -> io::Result<()> {
        match (&self.solution, &self.model) {
            (Some(solution), _) => return solution.print(session),
            (None, Some(model)) => {
                writeln!(session.out, "s {}", self.status)?;
                return write_values(&mut session.out, model);
            }
            (None, None) => {}
        }
        match self.status {
            Status::Unknown => {
                let missing = missing_cubes(&self.missing, self.cubes);
                writeln!(session.out, "{missing} The others have no solution.")
            }
            _ if self.is_puzzle => writeln!(session.out, "There is no solution."),
            status => writeln!(session.out, "s {status}"),
        }
    }
}

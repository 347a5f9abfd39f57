//! Counting or listing the solutions of cubes.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::rc::Rc;

use gordian_formula::{Cnf, Lit, Var};
use gordian_puzzles::AnyPuzzle;
use gordian_queries::{CubeCount, CubeCounter, Solution};
use gordian_solver::Options;

use super::loaded::{Loaded, Subject};
use crate::arguments::Question;
use crate::ask::Ended;
use crate::cubes::{CubeAnswer, CubeNumbers, Folder, HashedOutput};
use crate::failure::Failure;
use crate::render::json;
use crate::render::report::numbers;
use crate::session::Session;
use crate::verify;

/// The number of models of each cube that are checked on the formula. Every solution of a puzzle is
/// checked by the rules.
const CHECKED: u64 = 100;

/// Counts or lists the solutions of these cubes, until the time is over. Returns the cubes that were
/// answered, and those that are left.
pub(super) fn go_through(
    session: &Session,
    folder: &Folder,
    loaded: &mut Loaded,
    open: &[usize],
    is_traced: bool,
) -> Result<(Vec<usize>, Vec<usize>), Ended> {
    let clock = session.clock();
    let (cubes, subject) = match loaded.subject(session, folder) {
        Ok(loaded) => loaded,
        // Reading the formula or verifying the symmetries took all the time. The cubes stay as they are.
        Err(Ended::Interrupted) => return Ok((Vec::new(), open.to_vec())),
        Err(ended) => return Err(ended),
    };
    let Subject { cnf, counter: Some(counter) } = subject else {
        return Err(Failure::new("this folder is a search, not a count").into());
    };
    counter.set_limits(session.limits());
    counter.set_options(session.options(Options::default())?);
    counter.set_threads(session.common.threads.map_or(1, |threads| threads as usize));
    let puzzle = folder.read_puzzle()?;
    let mut work = Work { session, folder, counter, is_traced, puzzle, shown: cnf.projection(), cnf };
    let (mut answered, mut left) = (Vec::new(), Vec::new());
    for &cube in open {
        let is_answered = !clock.is_over() && work.answer(cube, &cubes[cube - 1])?;
        if is_answered { &mut answered } else { &mut left }.push(cube);
    }
    Ok((answered, left))
}

/// The work on one cube after the other.
struct Work<'a> {
    session: &'a Session,
    folder: &'a Folder,
    counter: &'a mut CubeCounter,
    is_traced: bool,
    /// The puzzle whose solutions are listed.
    puzzle: Option<Rc<AnyPuzzle>>,
    /// The variables whose values a list shows.
    shown: Vec<Var>,
    cnf: &'a Cnf,
}

impl Work<'_> {
    /// Answers a cube and writes its result, unless the time was over first.
    fn answer(&mut self, cube: usize, lits: &[Lit]) -> Result<bool, Failure> {
        let answer = match self.folder.manifest.question {
            Question::List => self.list(cube, lits)?,
            _ if self.is_traced => self.trace(cube, lits)?,
            _ => {
                let counted = self.counter.count(lits, &mut ()).map_err(Failure::new)?;
                let is_whole = counted.stop.is_none();
                is_whole.then(|| CubeAnswer::Counted { numbers: CubeNumbers::of(&counted), trace_sha256: None })
            }
        };
        let Some(answer) = answer else { return Ok(false) };
        self.folder.write(&self.session.files, cube, answer)?;
        Ok(true)
    }

    /// Counts a cube and writes its diagram.
    fn trace(&mut self, cube: usize, lits: &[Lit]) -> Result<Option<CubeAnswer>, Failure> {
        let place = self.folder.place_of_trace(cube);
        let (counted, Some(trace)) = self.counter.count_with_trace(lits, &mut ()).map_err(Failure::new)? else {
            return Ok(None);
        };
        let mut out = BufWriter::new(HashedOutput::create(&self.session.files, &place)?);
        let finished = trace.write(&mut out).and_then(|()| finish(out));
        let hash = finished.map_err(|error| Failure::at(&place, error))?;
        Ok(Some(CubeAnswer::Counted { numbers: CubeNumbers::of(&counted), trace_sha256: Some(hash) }))
    }

    /// Lists the solutions of a cube in its file.
    fn list(&mut self, cube: usize, lits: &[Lit]) -> Result<Option<CubeAnswer>, Failure> {
        let place = self.folder.place_of_solutions(cube);
        let mut out = BufWriter::new(HashedOutput::create(&self.session.files, &place)?);
        let (mut listed, mut failure) = (0, None);
        let Work { counter, puzzle, shown, cnf, .. } = self;
        let counted: CubeCount = counter
            .list(lits, &mut |found| {
                listed += 1;
                let checked = if listed <= CHECKED { check(cnf, lits, found) } else { Ok(()) };
                let written = checked.and_then(|()| {
                    write_solution(&mut out, puzzle.as_ref(), shown, found)?.map_err(|error| Failure::at(&place, error))
                });
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        failure = Some(error);
                        ControlFlow::Break(())
                    }
                }
            })
            .map_err(Failure::new)?;
        failure.map_or(Ok(()), Err)?;
        if counted.stop.is_some() {
            return Ok(None);
        }
        let solutions_sha256 = finish(out).map_err(|error| Failure::at(&place, error))?;
        Ok(Some(CubeAnswer::Listed { listed, numbers: CubeNumbers::of(&counted), solutions_sha256 }))
    }
}

/// Checks a solution on the formula, and that it lies in its cube.
fn check(cnf: &Cnf, cube: &[Lit], found: &Solution<'_>) -> Result<(), Failure> {
    let model = found.model();
    verify::model(cnf, &model)?;
    verify::assumptions(cube, &model)
}

/// Writes a solution on a line of its own, as `gordian list --json` has it.
fn write_solution(
    out: &mut impl Write,
    puzzle: Option<&Rc<AnyPuzzle>>,
    shown: &[Var],
    found: &Solution<'_>,
) -> Result<io::Result<()>, Failure> {
    let written = match puzzle {
        Some(puzzle) => json::write(out, &verify::by_rules(puzzle, &found.model())?),
        None => json::write(out, &numbers(found.literals(shown.iter().copied()))),
    };
    Ok(written.and_then(|()| writeln!(out)))
}

/// Lets the file take its name. Returns its hash.
fn finish(out: BufWriter<HashedOutput>) -> io::Result<String> {
    out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
}

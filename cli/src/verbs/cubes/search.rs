//! Searching cubes for a solution.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use gordian_formula::{ClauseSink, Cnf, Lit, Var};
use gordian_puzzles::Kind;
use gordian_solver::{Budget, DratWriter, Lifted, Options, Outcome, Solver};

use super::loaded::{Loaded, Subject};
use super::watch::watch;
use crate::arguments::Files;
use crate::ask::Ended;
use crate::cubes::{CubeAnswer, Folder, HashedOutput};
use crate::failure::Failure;
use crate::output::shared::Shared;
use crate::reading;
use crate::render::report::numbers;
use crate::session::Session;
use crate::verify;

/// The outcome of some cubes.
#[derive(Default)]
pub(super) struct Searched {
    pub(super) answered: Vec<usize>,
    /// A cube that has a solution, found here or by another run.
    pub(super) satisfiable: Option<usize>,
    failure: Option<Failure>,
}

/// The work that the threads share.
struct Crew<'a> {
    folder: &'a Folder,
    cnf: &'a Cnf,
    cubes: &'a [Vec<Lit>],
    open: &'a [usize],
    files: Files,
    options: Options,
    budget: Budget,
    with_proofs: bool,
    next: AtomicUsize,
    /// Becomes true with the first solution, or the first failure.
    is_done: Arc<AtomicBool>,
    searched: Mutex<Searched>,
}

/// Searches cubes, until one has a solution, here or in another run, or the time is over.
pub(super) fn search(
    session: &Session,
    folder: &Folder,
    loaded: &mut Loaded,
    open: &[usize],
    with_proofs: bool,
) -> Result<Searched, Ended> {
    let clock = session.clock();
    let (cubes, Subject { cnf, .. }) = match loaded.subject(session, folder) {
        Ok(loaded) => loaded,
        Err(Ended::Interrupted) => return Ok(Searched::default()),
        Err(ended) => return Err(ended),
    };
    let kind = folder.manifest.puzzle.as_ref().and_then(|source| Kind::from_name(&source.kind));
    let is_done = Arc::new(AtomicBool::new(false));
    let crew = Crew {
        folder,
        cnf,
        cubes,
        open,
        files: session.files.clone(),
        options: session.options(reading::usual_options_of(kind))?,
        budget: Budget::unlimited().with_clock(clock.with_flag(Arc::clone(&is_done))),
        with_proofs,
        next: AtomicUsize::new(0),
        is_done,
        searched: Mutex::new(Searched::default()),
    };
    let threads = session.common.threads.map_or(1, |threads| threads as usize).min(open.len());
    let told = watch(folder, &crew.is_done, || {
        thread::scope(|scope| {
            // This thread is the last one, whether or not others can be started.
            for _ in 1..threads {
                let _ = thread::Builder::new().spawn_scoped(scope, || crew.work());
            }
            crew.work();
        });
    });
    let mut searched = crew.searched.into_inner().unwrap_or_else(PoisonError::into_inner);
    searched.satisfiable = searched.satisfiable.or(told);
    match searched.failure {
        Some(failure) => Err(failure.into()),
        None => Ok(searched),
    }
}

impl Crew<'_> {
    fn work(&self) {
        while !self.is_done.load(Ordering::Relaxed) {
            let Some(&cube) = self.open.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            let answered = self.answer(cube);
            let mut searched = self.searched.lock().unwrap_or_else(PoisonError::into_inner);
            match answered {
                Ok(None) => return,
                Ok(Some(is_satisfiable)) => {
                    searched.answered.push(cube);
                    if is_satisfiable {
                        searched.satisfiable.get_or_insert(cube);
                        self.is_done.store(true, Ordering::Relaxed);
                    }
                }
                Err(failure) => {
                    searched.failure.get_or_insert(failure);
                    self.is_done.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Searches a cube and writes its result. Whether there is a solution; `None` if the time was over
    /// first.
    fn answer(&self, cube: usize) -> Result<Option<bool>, Failure> {
        let lits = &self.cubes[cube - 1];
        let place = self.folder.place_of_proof(cube);
        let mut solver = Solver::with_options(self.options.clone());
        let proof = match self.with_proofs {
            true => Some(Shared::new(HashedOutput::create(&self.files, &place)?)),
            false => None,
        };
        if let Some(proof) = &proof {
            solver.set_proof(Box::new(Lifted::new(DratWriter::binary(proof.clone()), lits)));
        }
        self.cnf.feed(&mut solver);
        lits.iter().for_each(|&lit| solver.add_clause(&[lit]));
        if self.cnf.num_vars() <= Var::MAX_INDEX {
            solver.allow_definitions(Var::from_index(self.cnf.num_vars()));
        }
        let outcome = solver.solve_within(&[], &self.budget);
        let conflicts = solver.statistics().conflicts;
        let answer = match outcome {
            Outcome::Unknown(_) => return Ok(None),
            Outcome::Satisfiable => {
                let model = solver.model().unwrap_or_default();
                verify::model(self.cnf, &model)?;
                verify::assumptions(lits, &model)?;
                let all = (0..self.cnf.num_vars()).map(Var::from_index);
                CubeAnswer::Satisfiable { model: numbers(all.map(|var| var.lit(model.value(var)))), conflicts }
            }
            Outcome::Unsatisfiable => {
                let at = |error| Failure::at(&place, error);
                let tracer = solver.take_proof();
                let finished = tracer.map_or(Ok(()), |mut tracer| {
                    // A contradiction that the formula shows without a search has no step of its own.
                    tracer.add_clause(&[]);
                    tracer.finish()
                });
                let written =
                    finished.and_then(|()| proof.and_then(|proof| proof.take()).map(HashedOutput::finish).transpose());
                CubeAnswer::Refuted { refuted: true, conflicts, proof_sha256: written.map_err(at)? }
            }
        };
        self.folder.write(&self.files, cube, answer)?;
        if outcome == Outcome::Satisfiable {
            self.folder.tell(&self.files, cube)?;
        }
        Ok(Some(outcome == Outcome::Satisfiable))
    }
}

//! Threads that work on cubes, and one that watches them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use gordian_formula::{ClauseSink, Cnf, Instant};
use gordian_solver::Options;
use num_bigint::BigUint;

use super::board::Board;
use super::checkpoint::{Checkpoint, CheckpointStore};
use super::cube::{Cube, parts};
use super::digest::Digest;
use super::of_cover::CoverSpace;
use super::of_formula::FormulaSpace;
use super::patience::Patience;
use super::space::Space;
use crate::collect::Collector;
use crate::engines::cover::Cover;
use crate::slots::Slots;
use crate::symmetry::{Action, Filter};
use crate::{CheckpointErrorKind, Engine, QueryError};

/// The time between two looks at the state of the threads.
const WATCH_INTERVAL: Duration = Duration::from_millis(50);
/// The least time between two checkpoints.
const SAVE_INTERVAL: Duration = Duration::from_millis(250);
/// The largest number of threads for each processor.
const MOST_FOR_EACH_PROCESSOR: usize = 8;
/// Cubes larger than this share of the space are split before they are explored.
const LARGEST_SHARE: f64 = 1.0 / 64.0;
/// Cubes smaller than this share are not split only to have something to steal.
const SMALLEST_SHARE: f64 = 1.0 / 4096.0;

/// The question of the run, and how it is counted.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) cnf: &'a Cnf,
    pub(crate) slots: &'a Slots,
    /// Those that may try a cube of the formula, each in turn.
    pub(crate) engines: &'a [Engine],
    /// The formula as an exact cover, if its covers are to be searched for.
    pub(crate) cover: Option<&'a Cover>,
    pub(crate) symmetry: Option<&'a Action>,
    pub(crate) options: &'a Options,
    /// The largest number of threads; see [`most_threads`].
    pub(crate) threads: usize,
    /// The store to which the state is saved, and from which it is resumed.
    pub(crate) checkpoint: Option<&'a dyn CheckpointStore>,
}

/// The result of counting, and how it was counted.
pub(crate) struct Counting {
    /// The number of nodes, where they are counted.
    pub(crate) nodes: Option<u64>,
    /// The number of threads that could be started.
    pub(crate) threads: usize,
    /// The solutions that are known. A collector holds 128 bits of it.
    pub(crate) number: BigUint,
    /// The engine that counted, or that counted most lately.
    pub(crate) engine: Engine,
}

/// Counts the solutions in parts.
///
/// # Errors
/// If the checkpoint cannot be read or written or belongs to another question, or the symmetry group does not allow to
/// count in parts, or not one thread can be started.
pub(crate) fn run(asked: &Asked<'_>, collector: &mut Collector<'_>) -> Result<Counting, QueryError> {
    let &Asked { cnf, slots, engines, cover, symmetry, options, threads, checkpoint } = asked;
    let threads = threads.min(most_threads());
    if symmetry.is_some_and(|action| !Filter::is_without_memory(action)) {
        return Err(QueryError::NotInParts);
    }
    let space: Box<dyn Space + '_> = match cover {
        Some(cover) => Box::new(CoverSpace::new(cover, slots, symmetry)),
        None => Box::new(FormulaSpace::new(cnf, slots, engines, options.clone(), symmetry)),
    };
    let question = fingerprint(asked, cover.is_some());
    let known = checkpoint.map(|store| Checkpoint::load(store, question)).transpose()?.flatten();
    let start = known.unwrap_or_else(|| Checkpoint { question, pending: space.roots(), ..Checkpoint::default() });
    let board = Mutex::new(Board::new(start, threads));
    let shared = Shared { board, changed: Condvar::new(), stop: Arc::default() };
    let mut started = 0;
    let watched = thread::scope(|scope| {
        let mut refusal = None;
        for thread in 0..threads {
            let worker = Worker { thread, space: &*space, shared: &shared, keeps_some: threads > 1 };
            match thread::Builder::new().spawn_scoped(scope, move || worker.work()) {
                Ok(_) => started += 1,
                // The cubes of those that are missing are taken by the others.
                Err(error) => {
                    refusal = Some(error);
                    break;
                }
            }
        }
        let watched = match refusal {
            Some(error) if started == 0 => Err(QueryError::NoThread(error.to_string())),
            _ => watch(&shared, checkpoint, collector),
        };
        // However the watch ended, the threads must end too.
        shared.stop.store(true, Ordering::Relaxed);
        shared.changed.notify_all();
        watched
    });
    let board = shared.lock();
    if let Some(error) = &board.error {
        return Err(error.clone());
    }
    watched?;
    if let Some(store) = checkpoint {
        board.checkpoint().save(store)?;
    }
    let tally = board.tally();
    collector.take_sum(up_to_128_bits(&tally.count), tally.orbits, tally.orbit_sum);
    let nodes = cover.map(|_| tally.nodes);
    Ok(Counting { nodes, threads: started, number: tally.count, engine: space.engine() })
}

/// The solutions that a checkpoint knows, whatever it has split: for a run that is over before it knows what to split
/// itself.
///
/// # Errors
/// If the checkpoint cannot be read or belongs to another question.
pub(crate) fn known(asked: &Asked<'_>, collector: &mut Collector<'_>) -> Result<BigUint, QueryError> {
    let Some(store) = asked.checkpoint else { return Ok(BigUint::ZERO) };
    let load = |splits_cover| Checkpoint::load(store, fingerprint(asked, splits_cover));
    let known = match load(true) {
        Err(error) if error.kind == CheckpointErrorKind::OtherQuestion => load(false),
        known => known,
    };
    let board = Board::new(known?.unwrap_or_default(), 1);
    let tally = board.tally();
    collector.take_sum(up_to_128_bits(&tally.count), tally.orbits, tally.orbit_sum);
    if !board.is_done() {
        // It stops, since the time is over.
        let _ = collector.advance(board.share());
    }
    Ok(tally.count)
}

/// The most threads that are started: some for each processor, since those that the system has no
/// time for only take memory, each for a search of its own.
fn most_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from) * MOST_FOR_EACH_PROCESSOR
}

struct Shared {
    board: Mutex<Board>,
    changed: Condvar,
    stop: Arc<AtomicBool>,
}

impl Shared {
    /// A thread that panics ends the program, or the test; the board that it left is consistent.
    fn lock(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A thread that explores cubes.
struct Worker<'a> {
    thread: usize,
    space: &'a dyn Space,
    shared: &'a Shared,
    /// Whether it always keeps a cube that others could take.
    keeps_some: bool,
}

impl Worker<'_> {
    /// Explores cubes until none is left.
    fn work(&self) {
        while let Some(cube) = self.next() {
            let is_short = self.keeps_some && self.shared.lock().is_short(self.thread);
            let largest = if is_short { SMALLEST_SHARE } else { LARGEST_SHARE };
            let is_first = cube.lits.is_empty() && self.space.is_tried_whole();
            if cube.share > largest && !is_first && self.divide(&cube, 1) {
                continue;
            }
            let can_split = self.space.split(&cube).is_some();
            match self.space.explore(&cube, &Patience::new(&self.shared.stop, can_split)) {
                Ok(explored) if explored.is_whole => self.shared.lock().finish(self.thread, &explored.tally),
                Ok(explored) if self.shared.is_stopped() => self.shared.lock().give_back(self.thread, &explored),
                // Two levels at once: the work done here is lost, and must be little beside the
                // work of the parts.
                Ok(_) => drop(self.divide(&cube, 2)),
                Err(error) => {
                    self.shared.lock().error = Some(error);
                    self.shared.stop.store(true, Ordering::Relaxed);
                }
            }
            self.shared.changed.notify_all();
        }
    }

    /// The next cube, which the thread waits for while others may have some; `None` when all is done or stopped.
    fn next(&self) -> Option<Cube> {
        let mut board = self.shared.lock();
        loop {
            if self.shared.is_stopped() {
                return None;
            }
            if let Some(cube) = board.take(self.thread) {
                return Some(cube);
            }
            if board.is_done() {
                return None;
            }
            let waited = self.shared.changed.wait_timeout(board, WATCH_INTERVAL);
            board = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Splits the cube that the thread works on, its parts again as often as told; whether that is possible.
    fn divide(&self, cube: &Cube, levels: usize) -> bool {
        let Some(lits) = self.space.split(cube) else { return false };
        let mut cubes: Vec<Cube> = parts(cube, &lits).collect();
        for _ in 1..levels {
            let split = |cube: Cube| match self.space.split(&cube) {
                Some(lits) => parts(&cube, &lits).collect(),
                None => vec![cube],
            };
            cubes = cubes.into_iter().flat_map(split).collect();
        }
        self.shared.lock().replace(self.thread, cubes);
        self.shared.changed.notify_all();
        true
    }
}

/// Saves, reports and keeps the limits until all is done, or the collector wants no more.
fn watch(
    shared: &Shared,
    store: Option<&dyn CheckpointStore>,
    collector: &mut Collector<'_>,
) -> Result<(), QueryError> {
    let mut saved = (Instant::now(), 0);
    loop {
        let board = shared.lock();
        let (board, _) = shared.changed.wait_timeout(board, WATCH_INTERVAL).unwrap_or_else(PoisonError::into_inner);
        let (tally, share, is_done) = (board.tally(), board.share(), board.is_done());
        let is_due = board.changes != saved.1 && saved.0.elapsed() >= SAVE_INTERVAL;
        let due = store.filter(|_| is_due).map(|store| (store, board.checkpoint(), board.changes));
        drop(board);
        if let Some((store, checkpoint, changes)) = due {
            checkpoint.save(store)?;
            saved = (Instant::now(), changes);
        }
        if is_done
            || shared.is_stopped()
            || collector.watch(up_to_128_bits(&tally.count), tally.orbits, share).is_break()
        {
            return Ok(());
        }
    }
}

/// The number, or the largest one of 128 bits.
fn up_to_128_bits(number: &BigUint) -> u128 {
    number.try_into().unwrap_or(u128::MAX)
}

/// A number that tells questions apart: by formula, visible variables, what is split, and group. A puzzle
/// is told by its formula.
fn fingerprint(asked: &Asked<'_>, splits_cover: bool) -> u128 {
    let &Asked { cnf, slots, symmetry, .. } = asked;
    let mut digest = Digest::default();
    digest.add(u64::from(splits_cover));
    digest.add(cnf.num_vars() as u64);
    for clause in cnf.clauses() {
        digest.add(0);
        digest.add_list(clause.iter().map(|lit| lit.code() as u64));
    }
    for group in cnf.groups() {
        digest.add(1 + group.kind as u64);
        digest.add_list(group.members.iter().map(|lit| lit.code() as u64));
    }
    digest.add(u64::MAX);
    digest.add_list(slots.vars().iter().map(|var| var.index() as u64));
    for generator in symmetry.iter().flat_map(|action| action.generators()) {
        digest.add_list(generator.iter().map(|&code| u64::from(code)));
    }
    digest.finish()
}

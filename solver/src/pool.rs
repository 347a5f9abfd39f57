//! The pool of clauses that workers share, each of which searches in a thread of its own.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use gordian_formula::{Lit, Var};

use crate::proof::{Merge, fingerprint};
use crate::terminator::Terminator;

/// A clause that a worker hands out, in the caller's literals. It follows from the formula.
#[derive(Debug)]
pub(crate) struct Parcel {
    pub(crate) lits: Vec<Lit>,
    pub(crate) glue: u32,
    /// Its identifier in the proof, if there are identifiers.
    pub(crate) known: u64,
}

/// The clauses that a worker handed out at once.
#[derive(Debug)]
pub(crate) struct Batch {
    from: usize,
    pub(crate) parcels: Vec<Parcel>,
}

/// The clauses that workers hand out, and who answered first.
///
/// One lock guards all of it, and each worker takes it once in some hundred conflicts. Workers that
/// *meet* go on from one meeting to the next, and what they hand out depends on nothing else.
pub(crate) struct Pool {
    state: Mutex<State>,
    /// Workers wait here for a meeting to be over.
    met: Condvar,
    /// The number of batches so far, for a look without the lock.
    num_batches: AtomicU64,
    has_meetings: bool,
    /// Stops all workers.
    stop: Terminator,
    /// The proof that keeps the clauses on their way.
    proof: Option<Arc<Merge>>,
}

/// Invariant: `batches` holds those with the numbers from `first` on, each of which some worker is
/// still to look at. A worker is present until its `next` is gone.
#[derive(Default)]
struct State {
    batches: VecDeque<Arc<Batch>>,
    first: u64,
    /// For each worker the number of the batch that it is to look at next; none once it has left.
    next: Vec<Option<u64>>,
    /// The fingerprints of what was handed out, so that it is not handed out twice.
    handed_out: HashSet<u64>,
    winner: Option<usize>,
    /// No answer counts any more.
    is_over: bool,
    /// The workers that wait for the others, and what they hand out.
    waiting: Vec<Option<Vec<Parcel>>>,
    /// The number of meetings so far.
    meetings: u64,
}

/// More fingerprints than this are not kept.
const MOST_FINGERPRINTS: usize = 1 << 20;

impl Pool {
    pub(crate) fn new(workers: usize, has_meetings: bool, stop: Terminator, proof: Option<Arc<Merge>>) -> Pool {
        let waiting = (0..workers).map(|_| None).collect();
        let state = State { next: vec![Some(0); workers], waiting, ..State::default() };
        let (met, num_batches) = (Condvar::new(), AtomicU64::new(0));
        Pool { state: Mutex::new(state), met, num_batches, has_meetings, stop, proof }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands out clauses of a worker, and returns the batches of the others since the last time. At a
    /// meeting, all of those that are present do so, in their order.
    /// Also returns the number of batches that there were then.
    fn swap(&self, worker: usize, parcels: Vec<Parcel>) -> (Vec<Arc<Batch>>, u64) {
        let mut state = self.lock();
        if self.has_meetings {
            state = self.meet(state, worker, parcels);
        } else {
            self.add(&mut state, worker, parcels);
        }
        let taken = state.take(worker);
        let end = state.end();
        drop(state);
        (taken.into_iter().filter(|batch| batch.from != worker).collect(), end)
    }

    /// Adds a batch, without clauses that were handed out before.
    fn add(&self, state: &mut State, from: usize, mut parcels: Vec<Parcel>) {
        let others = state.next.len() - 1;
        if state.handed_out.len() > MOST_FINGERPRINTS {
            state.handed_out.clear();
        }
        parcels.retain(|parcel| {
            let is_new = state.handed_out.insert(fingerprint(&parcel.lits));
            if let Some(proof) = self.proof.as_ref().filter(|_| !is_new) {
                proof.release(&parcel.lits, parcel.known, others);
            }
            is_new
        });
        if !parcels.is_empty() {
            state.batches.push_back(Arc::new(Batch { from, parcels }));
            self.num_batches.store(state.end(), Ordering::Relaxed);
        }
    }

    /// Waits until all that are present have come.
    fn meet<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        worker: usize,
        parcels: Vec<Parcel>,
    ) -> MutexGuard<'a, State> {
        state.waiting[worker] = Some(parcels);
        let meeting = state.meetings;
        self.close_meeting(&mut state);
        while state.meetings == meeting {
            state = self.met.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    /// Ends the meeting once all that are present wait. If somebody has left with an answer, that was the last one.
    fn close_meeting(&self, state: &mut State) {
        let num_waiting = state.waiting.iter().flatten().count();
        if num_waiting < state.next.iter().flatten().count() {
            return;
        }
        for worker in 0..state.waiting.len() {
            if let Some(parcels) = state.waiting[worker].take() {
                self.add(state, worker, parcels);
            }
        }
        if state.winner.is_some() {
            state.is_over = true;
            self.stop.trip();
        }
        state.meetings += 1;
        self.met.notify_all();
    }

    /// A worker ends, with an answer or without. The first answer counts; of those between two
    /// meetings, that of the first worker.
    pub(crate) fn leave(&self, worker: usize, has_answer: bool) {
        let mut state = self.lock();
        if has_answer && !state.is_over {
            state.winner = Some(state.winner.map_or(worker, |other| other.min(worker)));
            if !self.has_meetings {
                state.is_over = true;
                self.stop.trip();
            }
        }
        state.next[worker] = None;
        state.forget();
        if self.has_meetings {
            self.close_meeting(&mut state);
        }
    }

    /// Ends all workers without an answer.
    pub(crate) fn abandon(&self, worker: usize) {
        let mut state = self.lock();
        (state.is_over, state.winner) = (true, None);
        drop(state);
        self.stop.trip();
        self.leave(worker, false);
    }

    /// The worker whose answer counts.
    pub(crate) fn winner(&self) -> Option<usize> {
        self.lock().winner
    }
}

impl State {
    /// The number of batches so far.
    fn end(&self) -> u64 {
        self.first + self.batches.len() as u64
    }

    /// The batches that a worker has not seen.
    fn take(&mut self, worker: usize) -> Vec<Arc<Batch>> {
        let end = self.end();
        let Some(next) = self.next[worker].replace(end) else {
            self.next[worker] = None;
            return Vec::new();
        };
        let taken = self.batches.range((next - self.first) as usize..).cloned().collect();
        self.forget();
        taken
    }

    /// Lets go of the batches that everybody has seen.
    fn forget(&mut self) {
        let end = self.end();
        let next = self.next.iter().flatten().copied().min().unwrap_or(end);
        while self.first < next {
            self.batches.pop_front();
            self.first += 1;
        }
    }
}

/// The way of one worker to the others.
pub(crate) struct Port {
    pool: Arc<Pool>,
    worker: usize,
    /// The number of the other workers.
    pub(crate) others: usize,
    /// The clauses that are handed out next time.
    pub(crate) parcels: Vec<Parcel>,
    /// The literals of level zero that were handed out, or that all workers began with.
    pub(crate) num_roots: usize,
    /// The conflicts, or at meetings the ticks, at which it is time to share again.
    pub(crate) due: u64,
    /// The conflicts when it last shared.
    pub(crate) conflicts: u64,
    /// The number of batches when it last looked.
    seen: u64,
    /// For each variable that was substituted since the workers began, the representative of its
    /// positive literal.
    substitutes: HashMap<Var, Lit>,
}

impl Port {
    pub(crate) fn new(pool: Arc<Pool>, worker: usize, workers: usize, num_roots: usize) -> Port {
        let (parcels, substitutes) = (Vec::new(), HashMap::new());
        Port { pool, worker, others: workers - 1, parcels, num_roots, due: 0, conflicts: 0, seen: 0, substitutes }
    }

    pub(crate) fn has_meetings(&self) -> bool {
        self.pool.has_meetings
    }

    /// Whether others handed something out since it last looked.
    pub(crate) fn has_news(&self) -> bool {
        self.pool.num_batches.load(Ordering::Relaxed) > self.seen
    }

    /// Hands out what it has, and returns what others handed out.
    pub(crate) fn swap(&mut self) -> Vec<Arc<Batch>> {
        let (batches, end) = self.pool.swap(self.worker, std::mem::take(&mut self.parcels));
        self.seen = end;
        batches
    }

    pub(crate) fn note_substitute(&mut self, var: Var, representative: Lit) {
        self.substitutes.insert(var, representative);
    }

    /// The literal that a removed one is equal to, if its variable was substituted.
    pub(crate) fn substitute(&self, lit: Lit) -> Option<Lit> {
        let representative = *self.substitutes.get(&lit.var())?;
        Some(if lit.is_positive() { representative } else { !representative })
    }
}

#[cfg(test)]
mod tests;

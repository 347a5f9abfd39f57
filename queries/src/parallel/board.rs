//! The state that the threads share: the cubes that are left, which thread works on which, and the
//! sum of those that are done.

use std::collections::VecDeque;

use super::checkpoint::Checkpoint;
use super::cube::{Cube, Tally};
use super::space::Explored;
use crate::QueryError;

/// The state of a run.
///
/// Invariant: the cubes in `waiting` and `working` are disjoint, and make up the space together with those whose sum is
/// `tally`.
pub(super) struct Board {
    question: u128,
    /// For each thread its cubes, the smallest last.
    waiting: Vec<VecDeque<Cube>>,
    /// For each thread the cube that it explores.
    working: Vec<Option<Cube>>,
    tally: Tally,
    /// The numbers that stopped threads had counted in their cubes, which stay open.
    partial: Tally,
    pub(super) error: Option<QueryError>,
    /// Counts the changes, so that nothing is saved twice.
    pub(super) changes: u64,
}

impl Board {
    pub(super) fn new(checkpoint: Checkpoint, threads: usize) -> Board {
        let mut waiting = vec![VecDeque::new(); threads];
        for (number, cube) in checkpoint.pending.into_iter().enumerate() {
            waiting[number % threads].push_back(cube);
        }
        Board {
            question: checkpoint.question,
            waiting,
            working: vec![None; threads],
            tally: checkpoint.tally,
            partial: Tally::default(),
            error: None,
            changes: 0,
        }
    }

    /// A cube for a thread: its own smallest one, else the largest of the thread that has most.
    pub(super) fn take(&mut self, thread: usize) -> Option<Cube> {
        let cube = self.waiting[thread].pop_back().or_else(|| {
            let victim = (0..self.waiting.len()).max_by_key(|&other| self.waiting[other].len())?;
            self.waiting[victim].pop_front()
        });
        self.working[thread].clone_from(&cube);
        cube
    }

    /// Whether a thread has nothing that others could take.
    pub(super) fn is_short(&self, thread: usize) -> bool {
        self.waiting[thread].is_empty()
    }

    /// Whether all is done.
    pub(super) fn is_done(&self) -> bool {
        self.waiting.iter().all(VecDeque::is_empty) && self.working.iter().all(Option::is_none)
    }

    /// The cube of a thread has been split.
    pub(super) fn replace(&mut self, thread: usize, parts: Vec<Cube>) {
        self.working[thread] = None;
        self.waiting[thread].extend(parts);
        self.changes += 1;
    }

    /// A thread has explored its cube.
    pub(super) fn finish(&mut self, thread: usize, tally: &Tally) {
        self.working[thread] = None;
        self.tally.add(tally);
        self.changes += 1;
    }

    /// A thread was stopped in its cube, which stays open.
    pub(super) fn give_back(&mut self, thread: usize, explored: &Explored) {
        self.partial.add(&explored.tally);
        if let Some(cube) = self.working[thread].take() {
            self.waiting[thread].push_back(cube);
        }
    }

    /// The counted numbers: those of completed cubes, and those of stopped threads in theirs.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = self.tally.clone();
        tally.add(&self.partial);
        tally
    }

    fn open(&self) -> impl Iterator<Item = &Cube> {
        self.waiting.iter().flatten().chain(self.working.iter().flatten())
    }

    /// The share of the space that is done.
    pub(super) fn share(&self) -> f64 {
        (1.0 - self.open().map(|cube| cube.share).sum::<f64>()).clamp(0.0, 1.0)
    }

    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint { question: self.question, tally: self.tally.clone(), pending: self.open().cloned().collect() }
    }
}

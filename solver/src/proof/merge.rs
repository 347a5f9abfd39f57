//! One proof of several workers.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gordian_formula::Lit;

use super::ledger::{Ledger, Quick};
use super::tracer::ProofTracer;

/// The steps of several workers in one order, for one tracer.
///
/// Invariant: at each moment the proof has every clause that some worker holds. All workers hold
/// what was there when they began. A clause that is shared is held for each worker that is still
/// to look at it.
pub(crate) struct Merge {
    merged: Mutex<Merged>,
    wants_antecedents: bool,
}

struct Merged {
    tracer: Box<dyn ProofTracer + Send>,
    workers: i64,
    /// The empty clause was derived: the proof is over.
    is_over: bool,
    holders: Holders,
    identifiers: Identifiers,
}

/// The workers that hold a clause, without antecedents.
///
/// Invariant: let `balance` be what is noted of a fingerprint, or 0. The proof has the clauses that
/// were there at the beginning and are not deleted, and one more where the balance is positive. If
/// there are `n` of the former, the clause is held `n` times by each worker and, added up, as often
/// as the balance says. A balance is more than the number of workers below zero.
///
/// Two clauses have one fingerprint by an accident of 1 in 2⁶⁴; the proof might have a gap then.
#[derive(Default)]
struct Holders(HashMap<u64, i64, BuildHasherDefault<Quick>>);

/// The clauses by identifiers, with antecedents. Each worker counts its own.
#[derive(Default)]
struct Identifiers {
    /// Up to this one, identifiers are the same for all workers and in the proof.
    base: u64,
    last: u64,
    /// For each worker the identifiers in the proof of the clauses above `base` that it holds.
    renamed: Vec<HashMap<u64, u64, BuildHasherDefault<Quick>>>,
    /// How often a clause is held, if it is not all workers for one up to `base` and one for another.
    holders: HashMap<u64, i64, BuildHasherDefault<Quick>>,
    found: Vec<i64>,
}

impl Merge {
    /// For so many workers, which all hold what the proof has now. If it has identifiers, this is the last one.
    pub(super) fn new(tracer: Box<dyn ProofTracer + Send>, workers: usize, last_id: u64) -> Merge {
        let wants_antecedents = tracer.wants_antecedents();
        let identifiers = Identifiers {
            base: last_id,
            last: last_id,
            renamed: vec![HashMap::default(); workers],
            ..Identifiers::default()
        };
        let workers = workers as i64;
        let holders = Holders::default();
        let merged = Merged { tracer, workers, is_over: false, holders, identifiers };
        Merge { merged: Mutex::new(merged), wants_antecedents }
    }

    fn lock(&self) -> MutexGuard<'_, Merged> {
        self.merged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds a clause of a worker for so many others too. Returns its identifier in the proof, or 0
    /// if there are none.
    pub(crate) fn hold(&self, worker: usize, clause: &[Lit], identifier: u64, others: usize) -> u64 {
        let others = others as i64;
        let mut merged = self.lock();
        let Merged { tracer, workers, is_over, holders, identifiers } = &mut *merged;
        // Unit clauses are never deleted.
        let is_counted = clause.len() > 1;
        if !self.wants_antecedents {
            if is_counted && holders.raise(clause, others) && !*is_over {
                tracer.add_clause(clause);
            }
            return 0;
        }
        let known = identifiers.of(worker, identifier).unwrap_or(0);
        if known > 0 && is_counted {
            *identifiers.holders_of(known, *workers) += others;
        }
        known
    }

    /// A worker takes over, under an identifier of its own, a clause that was held for it.
    pub(crate) fn adopt(&self, worker: usize, identifier: u64, known: u64) {
        if self.wants_antecedents {
            self.lock().identifiers.renamed[worker].insert(identifier, known);
        }
    }

    /// Gives up a clause that was held for so many workers.
    pub(crate) fn release(&self, clause: &[Lit], known: u64, count: usize) {
        if clause.len() < 2 {
            return;
        }
        let mut merged = self.lock();
        for _ in 0..count {
            if self.wants_antecedents { merged.drop_identifier(known, clause) } else { merged.drop_clause(clause) }
        }
    }
}

impl Holders {
    /// Notes that a clause is held so many times more. Whether the proof must have one more for it.
    fn raise(&mut self, clause: &[Lit], count: i64) -> bool {
        let fingerprint = Ledger::fingerprint(clause.iter().copied());
        let balance = self.0.entry(fingerprint).or_insert(0);
        let was_there = *balance > 0;
        *balance += count;
        let is_new = !was_there && *balance > 0;
        if *balance == 0 {
            self.0.remove(&fingerprint);
        }
        is_new
    }

    /// Notes that a clause is held one time less. Whether the proof is to have one less.
    fn lower(&mut self, clause: &[Lit], workers: i64) -> bool {
        let fingerprint = Ledger::fingerprint(clause.iter().copied());
        let balance = self.0.entry(fingerprint).or_insert(0);
        let was_there = *balance > 0;
        *balance -= 1;
        let is_gone = *balance == if was_there { 0 } else { -workers };
        if is_gone {
            self.0.remove(&fingerprint);
        }
        is_gone
    }
}

impl Identifiers {
    /// The identifier in the proof.
    fn of(&self, worker: usize, identifier: u64) -> Option<u64> {
        if identifier <= self.base { Some(identifier) } else { self.renamed[worker].get(&identifier).copied() }
    }

    fn holders_of(&mut self, known: u64, workers: i64) -> &mut i64 {
        let at_first = if known <= self.base { workers } else { 1 };
        self.holders.entry(known).or_insert(at_first)
    }

    /// Translates antecedents. Those after a negative one, which lead to a resolvent, as well.
    fn translate(&mut self, worker: usize, antecedents: &[i64]) -> bool {
        self.found.clear();
        for &antecedent in antecedents {
            let Some(known) = self.of(worker, antecedent.unsigned_abs()) else { return false };
            self.found.push(known as i64 * antecedent.signum());
        }
        true
    }
}

impl Merged {
    fn drop_clause(&mut self, clause: &[Lit]) {
        if self.holders.lower(clause, self.workers) && !self.is_over {
            self.tracer.delete_clause(clause);
        }
    }

    fn drop_identifier(&mut self, known: u64, clause: &[Lit]) {
        let holders = self.identifiers.holders_of(known, self.workers);
        *holders -= 1;
        if *holders == 0 {
            self.identifiers.holders.remove(&known);
            if !self.is_over {
                self.tracer.delete_derived(known, clause);
            }
        }
    }

    fn derive(&mut self, worker: usize, identifier: u64, clause: &[Lit], antecedents: &[i64]) {
        if !self.identifiers.translate(worker, antecedents) {
            self.tracer.unjustified(clause);
            return;
        }
        self.identifiers.last += 1;
        let known = self.identifiers.last;
        self.identifiers.renamed[worker].insert(identifier, known);
        self.tracer.derive_clause(known, clause, &self.identifiers.found);
        self.is_over = clause.is_empty();
    }
}

/// The door of one worker.
pub(super) struct WorkerTracer {
    pub(super) merge: Arc<Merge>,
    pub(super) worker: usize,
}

impl ProofTracer for WorkerTracer {
    fn add_clause(&mut self, clause: &[Lit]) {
        let mut merged = self.merge.lock();
        if merged.holders.raise(clause, 1) && !merged.is_over {
            merged.tracer.add_clause(clause);
        }
        merged.is_over |= clause.is_empty();
    }

    fn import_clause(&mut self, clause: &[Lit]) {
        self.merge.lock().tracer.import_clause(clause);
    }

    fn delete_clause(&mut self, clause: &[Lit]) {
        self.merge.lock().drop_clause(clause);
    }

    fn wants_antecedents(&self) -> bool {
        self.merge.wants_antecedents
    }

    fn derive_clause(&mut self, id: u64, clause: &[Lit], antecedents: &[i64]) {
        let mut merged = self.merge.lock();
        if !merged.is_over {
            merged.derive(self.worker, id, clause, antecedents);
        }
    }

    fn delete_derived(&mut self, id: u64, clause: &[Lit]) {
        let mut merged = self.merge.lock();
        let base = merged.identifiers.base;
        let known = if id <= base { Some(id) } else { merged.identifiers.renamed[self.worker].remove(&id) };
        if let Some(known) = known {
            merged.drop_identifier(known, clause);
        }
    }

    fn unjustified(&mut self, clause: &[Lit]) {
        let mut merged = self.merge.lock();
        if !merged.is_over {
            merged.tracer.unjustified(clause);
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.merge.lock().tracer.finish()
    }
}

#[cfg(test)]
mod tests;

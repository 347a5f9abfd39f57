//! Checking the lemmas of a search tree in their order, without starting anew for each.
//!
//! A lemma of such a proof is the negation of the decisions of a branch, in their order, so that it
//! shares its first literals with the lemmas before and after it. The literals implied by these
//! being false stay on the trail, with a level for each, and only the rest is propagated. Any other
//! proof by unit propagation is checked as well, but no faster than from scratch.

use std::io::Read;

use gordian_formula::{Clock, Cnf, Lit};

use super::replay::Replay;
use super::trail::Reason;
use crate::local::Local;
use crate::read::drat::{DratReader, StepKind};
use crate::read::position::ProofError;
use crate::verdict::{Refusal, RefusalReason, Verdict};

/// Checks each lemma where it stands. Every lemma has to follow by unit propagation: none may rest
/// on resolution on its first literal, so that whatever is added is a consequence, and a clause
/// that is deleted while literals that it implied are on the trail does no harm.
pub(crate) fn check_descent<R: Read>(cnf: &Cnf, reader: &mut DratReader<R>) -> Result<Verdict, ProofError> {
    let (replay, conflict) = Replay::new(cnf, &[], &Clock::unlimited())?;
    let mut descent = Descent { replay, levels: Vec::new(), assumed: Vec::new() };
    if conflict.is_some() {
        return Ok(Verdict::Verified(descent.replay.summary));
    }
    let mut lits = Vec::new();
    let mut step_number = 0;
    while let Some(step) = reader.next_step(&mut lits)? {
        step_number += 1;
        descent.replay.normalizer.set(&mut descent.replay.numbering, &lits);
        descent.replay.propagator.grow(descent.replay.numbering.len());
        match step.kind {
            StepKind::Delete => descent.replay.delete(step.position),
            StepKind::Add => {
                descent.replay.summary.lemmas += 1;
                descent.replay.summary.core_lemmas += 1;
                if descent.replay.normalizer.is_tautology {
                    continue;
                }
                let clause = std::mem::take(&mut descent.replay.normalizer.clause);
                if !descent.follows(&clause) {
                    let (position, reason) = (Some(step.position), RefusalReason::NotImplied);
                    return Ok(Verdict::Refused(Refusal { step: step_number, position, clause: lits, reason }));
                }
                if descent.add(&clause)? {
                    return Ok(Verdict::Verified(descent.replay.summary));
                }
                descent.replay.normalizer.clause = clause;
            }
        }
    }
    let reason = RefusalReason::NoContradiction;
    Ok(Verdict::Refused(Refusal { step: 0, position: None, clause: Vec::new(), reason }))
}

/// Invariant: level `i` begins at the position `levels[i]` of the trail with the literal
/// `assumed[i]`, and up to there all that follows by unit propagation from the clauses present at
/// that time is on the trail.
struct Descent {
    replay: Replay,
    levels: Vec<usize>,
    assumed: Vec<Local>,
}

impl Descent {
    /// Whether the clause follows by unit propagation. Leaves the levels that its first literals
    /// share with the assumptions before, and the new ones, except one that is contradictory.
    fn follows(&mut self, clause: &[Local]) -> bool {
        let mut depth = 0;
        let mut rest = clause.iter().copied();
        let mut next = rest.next();
        while let Some(lit) = next {
            if self.assumed.get(depth) == Some(&!lit) {
                depth += 1;
            } else if !self.is_false_below(lit, depth) {
                break;
            }
            next = rest.next();
        }
        self.backtrack(depth);
        while let Some(lit) = next {
            let propagator = &mut self.replay.propagator;
            match propagator.trail.value(lit) {
                1 => return true,
                0 => {
                    self.levels.push(propagator.trail.len());
                    self.assumed.push(!lit);
                    propagator.trail.push(!lit, Reason::Assumed);
                    if propagator.propagate().is_some() {
                        self.backtrack(self.levels.len() - 1);
                        return true;
                    }
                }
                _ => {}
            }
            next = rest.next();
        }
        false
    }

    /// Whether literals on the trail before this level make the literal false.
    fn is_false_below(&self, lit: Local, level: usize) -> bool {
        let trail = &self.replay.propagator.trail;
        trail.value(lit) < 0 && self.levels.get(level).is_none_or(|&start| trail.position(lit.var()) < start)
    }

    /// Adds a clause that follows, on a level where nothing that it implies is missed. Whether a contradiction follows.
    fn add(&mut self, clause: &[Local]) -> Result<bool, ProofError> {
        if clause.iter().any(|&lit| self.replay.propagator.trail.value(lit) > 0) {
            self.backtrack(0);
        }
        loop {
            let trail = &self.replay.propagator.trail;
            let num_open = clause.iter().filter(|&&lit| trail.value(lit) >= 0).take(2).count();
            match (num_open, self.levels.len()) {
                (0, 0) => return Ok(true),
                (0, levels) => self.backtrack(levels - 1),
                (1, _) => {
                    let is_false = |lit: &&Local| trail.value(**lit) < 0;
                    let latest = clause.iter().filter(is_false).map(|lit| trail.position(lit.var())).max();
                    let level = self.levels.partition_point(|&start| latest.is_some_and(|latest| start <= latest));
                    self.backtrack(level);
                    break;
                }
                _ => break,
            }
        }
        let Replay { propagator, table, .. } = &mut self.replay;
        let reference = propagator.arena.push(clause, true, clause.first().map_or(0, |lit| lit.code()))?;
        table.insert(&mut propagator.arena, reference);
        if propagator.attach(reference).is_none() && propagator.propagate().is_none() {
            return Ok(false);
        }
        let Some(level) = self.levels.len().checked_sub(1) else { return Ok(true) };
        self.backtrack(level);
        Ok(false)
    }

    /// Keeps this many levels.
    fn backtrack(&mut self, level: usize) {
        if let Some(&start) = self.levels.get(level) {
            self.replay.propagator.backtrack(start);
            self.levels.truncate(level);
            self.assumed.truncate(level);
        }
    }
}

/// The literals that follow from a formula by unit propagation.
pub(crate) struct Closure {
    replay: Replay,
    is_contradictory: bool,
}

impl Closure {
    pub(crate) fn new(cnf: &Cnf) -> Result<Closure, ProofError> {
        let (replay, conflict) = Replay::new(cnf, &[], &Clock::unlimited())?;
        Ok(Closure { replay, is_contradictory: conflict.is_some() })
    }

    /// Whether each of `lits` becomes true or false when `given` are true.
    pub(crate) fn decides(&mut self, given: &[Lit], lits: impl IntoIterator<Item = Lit>) -> bool {
        if self.is_contradictory {
            return true;
        }
        let Replay { propagator, numbering, .. } = &mut self.replay;
        let root = propagator.trail.len();
        let mut is_conflict = false;
        for &lit in given {
            let local = numbering.local(lit);
            propagator.grow(numbering.len());
            match propagator.trail.value(local) {
                0 => propagator.trail.push(local, Reason::Assumed),
                -1 => is_conflict = true,
                _ => {}
            }
        }
        is_conflict = is_conflict || propagator.propagate().is_some();
        let mut is_decided = |lit: Lit| {
            let local = numbering.local(lit);
            propagator.grow(numbering.len());
            propagator.trail.value(local) != 0
        };
        let decided = is_conflict || lits.into_iter().all(&mut is_decided);
        propagator.backtrack(root);
        decided
    }
}

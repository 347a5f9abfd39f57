//! Checking from the contradiction backwards.

use std::io::Read;

use gordian_formula::{Clock, Cnf, Lit};

use super::arena::{Arena, ClauseRef};
use super::justify::Justifier;
use super::propagator::Conflict;
use super::replay::{Event, Replay};
use super::trail::Reason;
use crate::local::Local;
use crate::read::drat::DratReader;
use crate::read::position::ProofError;
use crate::verdict::{Core, Refusal, RefusalReason, Summary, Verdict};

/// Checks a proof from its end: the lemmas that the contradiction rests on, then those that these
/// rest on, and so to the formula.
pub(crate) fn check_backward<R: Read>(
    cnf: &Cnf,
    assumptions: &[Lit],
    reader: &mut DratReader<R>,
    clock: &Clock,
) -> Result<Verdict, ProofError> {
    let (mut replay, conflict) = Replay::new(cnf, assumptions, clock)?;
    let conflict = match conflict {
        Some(conflict) => conflict,
        None => match replay.run(reader, clock)? {
            Ok(conflict) => conflict,
            Err(refusal) => return Ok(Verdict::Refused(refusal)),
        },
    };
    replay.propagator.sweep_watches();
    let justifier = Justifier::new(replay.numbering.len(), cnf.num_groups());
    let mut checker = Checker { summary: std::mem::take(&mut replay.summary), replay, justifier, occurrences: None };
    if let Some(refusal) = checker.run(conflict, clock)? {
        return Ok(Verdict::Refused(refusal));
    }
    checker.summary.core = Some(checker.core(cnf, assumptions));
    Ok(Verdict::Verified(checker.summary))
}

/// Steps, or resolvents, between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 8;

struct Checker {
    replay: Replay,
    justifier: Justifier,
    summary: Summary,
    /// For the first resolution on a pivot: which clauses hold a literal.
    occurrences: Option<Occurrences>,
}

impl Checker {
    /// # Errors
    /// If the time is over.
    fn run(&mut self, conflict: Conflict, clock: &Clock) -> Result<Option<Refusal>, ProofError> {
        let mut poller = clock.poller(POLL_INTERVAL);
        let top_level = self.replay.propagator.trail.len();
        self.justifier.justify_conflict(&mut self.replay.propagator, conflict, top_level);
        for step in (0..self.replay.events.len()).rev() {
            if poller.is_over() {
                return Err(ProofError::Stopped);
            }
            match self.replay.events.event(step) {
                Event::Nothing => {}
                Event::Deleted(clause) => {
                    self.replay.propagator.arena.set_absent(clause, false);
                    // It was no reason when it was deleted, and the trail is the one of that time.
                    let conflict = self.replay.propagator.attach(clause);
                    debug_assert!(conflict.is_none() && self.replay.propagator.implied_by(clause).is_none());
                }
                Event::Added(clause) => {
                    if let Some(lit) = self.replay.propagator.implied_by(clause) {
                        self.drop_top_level(lit);
                    }
                    self.replay.propagator.arena.set_absent(clause, true);
                    if !self.replay.propagator.arena.is_core(clause) {
                        continue;
                    }
                    match self.check(clause, clock) {
                        // A check may take long; if the time is over by now, its result means
                        // nothing.
                        _ if clock.is_over() => return Err(ProofError::Stopped),
                        Err(reason) => return Ok(Some(self.refuse(step, clause, reason))),
                        Ok(()) => {}
                    }
                }
            }
        }
        Ok(None)
    }

    /// Takes back the literal and all that became true after it.
    fn drop_top_level(&mut self, lit: Local) {
        let trail = &self.replay.propagator.trail;
        let length = trail.position(lit.var());
        for position in length..trail.len() {
            self.justifier.forget(trail.lit(position).var());
        }
        self.replay.propagator.backtrack(length);
    }

    fn refuse(&self, step: usize, clause: ClauseRef, reason: RefusalReason) -> Refusal {
        let arena = &self.replay.propagator.arena;
        let pivot = Local::from_code(arena.tag(clause));
        let others = arena.lits(clause).filter(|&lit| lit != pivot);
        let clause = self.replay.numbering.names(std::iter::once(pivot).chain(others));
        Refusal { step: step as u64 + 1, position: Some(self.replay.events.position(step)), clause, reason }
    }

    /// Checks a lemma on the clauses before it. If the time is over, the result means nothing.
    fn check(&mut self, lemma: ClauseRef, clock: &Clock) -> Result<(), RefusalReason> {
        self.summary.core_lemmas += 1;
        let top_level = self.replay.propagator.trail.len();
        let lits: Vec<Local> = self.replay.propagator.arena.lits(lemma).collect();
        let mut verdict = Ok(());
        if !self.refute(&lits, top_level) {
            self.summary.rat_lemmas += 1;
            let pivot = Local::from_code(self.replay.propagator.arena.tag(lemma));
            verdict = self.check_resolvents(pivot, top_level, clock);
        }
        self.replay.propagator.backtrack(top_level);
        verdict
    }

    /// Whether unit propagation shows that these literals cannot all be false; marks the clauses
    /// that this rests on. Leaves the trail as it is then.
    fn refute(&mut self, lits: &[Local], top_level: usize) -> bool {
        let propagator = &mut self.replay.propagator;
        for &lit in lits {
            match propagator.trail.value(lit) {
                1 => {
                    self.justifier.justify_literal(propagator, lit, top_level);
                    return true;
                }
                0 => propagator.trail.push(!lit, Reason::Assumed),
                _ => {}
            }
        }
        match propagator.propagate() {
            Some(conflict) => {
                self.justifier.justify_conflict(propagator, conflict, top_level);
                true
            }
            None => false,
        }
    }

    /// Checks the resolvents of the lemma, whose literals are false, with all clauses that hold the negated pivot.
    fn check_resolvents(&mut self, pivot: Local, top_level: usize, clock: &Clock) -> Result<(), RefusalReason> {
        let level = self.replay.propagator.trail.len();
        let num_literals = 2 * self.replay.numbering.len();
        let arena = &self.replay.propagator.arena;
        let occurrences = self.occurrences.take().unwrap_or_else(|| Occurrences::new(arena, num_literals));
        let mut verdict = Ok(());
        let mut others: Vec<Local> = Vec::new();
        let mut poller = clock.poller(POLL_INTERVAL);
        for &candidate in occurrences.of(!pivot) {
            if poller.is_over() {
                break;
            }
            if self.replay.propagator.arena.is_absent(candidate) {
                continue;
            }
            others.clear();
            others.extend(self.replay.propagator.arena.lits(candidate).filter(|&lit| lit != !pivot));
            let refuted = self.refute(&others, top_level);
            self.replay.propagator.backtrack(level);
            if !refuted {
                let candidate = self.replay.numbering.names(self.replay.propagator.arena.lits(candidate));
                verdict = Err(RefusalReason::NotRat { candidate });
                break;
            }
        }
        self.occurrences = Some(occurrences);
        verdict.and_then(|()| self.check_pairs(pivot, top_level, level))
    }

    /// The same with the pairs of groups: a pair holds the negated pivot if the pivot is a member.
    fn check_pairs(&mut self, pivot: Local, top_level: usize, level: usize) -> Result<(), RefusalReason> {
        for at in 0..self.replay.propagator.groups.of(pivot).len() {
            let group = self.replay.propagator.groups.of(pivot)[at] as usize;
            for member in 0..self.replay.propagator.groups.members(group).len() {
                let other = self.replay.propagator.groups.members(group)[member];
                if other == pivot || other == !pivot {
                    continue;
                }
                let refuted = self.refute(&[!other], top_level);
                self.replay.propagator.backtrack(level);
                if !refuted {
                    let candidate = self.replay.numbering.names([!pivot, !other]);
                    return Err(RefusalReason::NotRat { candidate });
                }
            }
        }
        Ok(())
    }

    fn core(&self, cnf: &Cnf, assumptions: &[Lit]) -> Core {
        let mut core = Core::default();
        let mut core_groups = self.justifier.core_groups.clone();
        let arena = &self.replay.propagator.arena;
        let mut core_assumptions = vec![false; assumptions.len()];
        for clause in arena.clauses().filter(|&clause| arena.is_core(clause) && !arena.is_lemma(clause)) {
            let source = arena.tag(clause) as usize;
            if source < cnf.num_clauses() {
                core.clauses.push(source);
            } else if source < cnf.num_clauses() + cnf.num_groups() {
                core_groups[source - cnf.num_clauses()] = true;
            } else {
                core_assumptions[source - cnf.num_clauses() - cnf.num_groups()] = true;
            }
        }
        core.groups = (0..core_groups.len()).filter(|&group| core_groups[group]).collect();
        core.assumptions =
            assumptions.iter().zip(core_assumptions).filter(|(_, used)| *used).map(|(&lit, _)| lit).collect();
        core
    }
}

/// The clauses that hold a literal, absent ones included.
struct Occurrences {
    clauses: Vec<ClauseRef>,
    ends: Vec<usize>,
}

impl Occurrences {
    fn new(arena: &Arena, num_literals: usize) -> Occurrences {
        let mut ends = vec![0usize; num_literals + 1];
        for lit in arena.clauses().flat_map(|clause| arena.lits(clause)) {
            ends[lit.index() + 1] += 1;
        }
        for index in 1..ends.len() {
            ends[index] += ends[index - 1];
        }
        let mut clauses = vec![ClauseRef::NONE; ends[num_literals]];
        for clause in arena.clauses() {
            for lit in arena.lits(clause) {
                clauses[ends[lit.index()]] = clause;
                ends[lit.index()] += 1;
            }
        }
        // Filling moved each start to the end of its list.
        ends.pop();
        Occurrences { clauses, ends }
    }

    fn of(&self, lit: Local) -> &[ClauseRef] {
        let start = if lit.index() == 0 { 0 } else { self.ends[lit.index() - 1] };
        &self.clauses[start..self.ends[lit.index()]]
    }
}

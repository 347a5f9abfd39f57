//! Following the hints.

use std::collections::HashSet;
use std::io::Read;

use gordian_formula::{Clock, Cnf, Lit};

use super::clauses::Clauses;
use crate::local::{Local, Numbering};
use crate::read::lrat::{LratReader, LratStep};
use crate::read::position::ProofError;
use crate::verdict::{Refusal, RefusalReason, Summary, Verdict};

/// Steps between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 8;

/// Checks an LRAT proof up to the empty clause.
///
/// Each hint must be unit or false under the literals implied so far. A hint whose only literal that is not false is
/// already true adds nothing, and so do hints after the contradiction; both are let pass.
pub(crate) fn check_lrat<R: Read>(
    cnf: &Cnf,
    assumptions: &[Lit],
    reader: &mut LratReader<R>,
    clock: &Clock,
) -> Result<Verdict, ProofError> {
    let mut numbering = Numbering::default();
    let clauses = Clauses::new(cnf, assumptions, &mut numbering);
    let mut checker = Checker { numbering, clauses, values: Vec::new(), trail: Vec::new(), rat_lemmas: 0 };
    let mut summary = Summary::default();
    let mut last_id = checker.clauses.last_original();
    let (mut lits, mut hints) = (Vec::new(), Vec::new());
    let mut lemma = Vec::new();
    let mut step_number = 0;
    let mut is_proved = checker.clauses.has_empty;
    let mut poller = clock.poller(POLL_INTERVAL);
    while !is_proved {
        let Some(step) = reader.next_step(&mut lits, &mut hints)? else {
            let reason = RefusalReason::NoContradiction;
            return Ok(Verdict::Refused(Refusal { step: 0, position: None, clause: Vec::new(), reason }));
        };
        if poller.is_over() {
            return Err(ProofError::Stopped);
        }
        step_number += 1;
        match step {
            LratStep::Delete { .. } => {
                for &id in &hints {
                    if checker.clauses.delete(id as u64) {
                        summary.deletions += 1;
                    } else if checker.clauses.pair(id as u64).is_some() {
                        summary.ignored_deletions += 1;
                    } else {
                        summary.unknown_deletions += 1;
                    }
                }
            }
            LratStep::Add { id, position } => {
                checker.localize(&lits, &mut lemma);
                let verdict = match id > last_id {
                    true => checker.check(&lemma, &hints),
                    false => Err(RefusalReason::IdNotAscending(id)),
                };
                if let Err(reason) = verdict {
                    let position = Some(position);
                    return Ok(Verdict::Refused(Refusal { step: step_number, position, clause: lits, reason }));
                }
                last_id = id;
                summary.lemmas += 1;
                is_proved = lemma.is_empty();
                checker.clauses.insert(id, &lemma);
            }
        }
    }
    summary.core_lemmas = summary.lemmas;
    summary.rat_lemmas = checker.rat_lemmas;
    Ok(Verdict::Verified(summary))
}

/// Invariant: `values[lit]` is 1 for the literals of `trail`, -1 for their negations, 0 for others; between two steps
/// the trail is empty.
struct Checker {
    numbering: Numbering,
    clauses: Clauses,
    values: Vec<i8>,
    trail: Vec<Local>,
    rat_lemmas: u64,
}

/// The state of a clause under the literals implied so far.
enum Judgement {
    False,
    Unit(Local),
    Open,
}

impl Checker {
    fn localize(&mut self, lits: &[Lit], lemma: &mut Vec<Local>) {
        lemma.clear();
        lemma.extend(lits.iter().map(|&lit| self.numbering.local(lit)));
        self.values.resize(2 * self.numbering.len(), 0);
    }

    /// Makes a literal false; whether it was true before.
    fn falsify(&mut self, lit: Local) -> bool {
        let value = self.values[lit.index()];
        if value == 0 {
            self.values[lit.index()] = -1;
            self.values[(!lit).index()] = 1;
            self.trail.push(!lit);
        }
        value > 0
    }

    fn backtrack(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
    }

    fn judge(&self, clause: &[Local]) -> Judgement {
        let mut open = clause.iter().copied().filter(|lit| self.values[lit.index()] >= 0);
        match open.next() {
            None => Judgement::False,
            Some(lit) if open.all(|other| other == lit) => Judgement::Unit(lit),
            Some(_) => Judgement::Open,
        }
    }

    /// The literals of the clause with this identifier, pairs of groups included.
    fn judge_id(&self, id: u64) -> Result<Judgement, RefusalReason> {
        match (self.clauses.stored(id), self.clauses.pair(id)) {
            (Some(lits), _) => Ok(self.judge(lits)),
            (None, Some(pair)) => Ok(self.judge(&pair)),
            (None, None) => Err(RefusalReason::UnknownId(id)),
        }
    }

    /// Follows hints; whether they end in a contradiction.
    fn follow(&mut self, hints: &[i64]) -> Result<bool, RefusalReason> {
        for &hint in hints {
            let id = hint as u64;
            match self.judge_id(id)? {
                Judgement::False => return Ok(true),
                Judgement::Unit(lit) => {
                    self.falsify(!lit);
                }
                Judgement::Open => return Err(RefusalReason::HintNotUnit(id)),
            }
        }
        Ok(false)
    }

    fn check(&mut self, lemma: &[Local], hints: &[i64]) -> Result<(), RefusalReason> {
        let verdict = self.check_from_empty_trail(lemma, hints);
        self.backtrack(0);
        verdict
    }

    fn check_from_empty_trail(&mut self, lemma: &[Local], hints: &[i64]) -> Result<(), RefusalReason> {
        for &lit in lemma {
            if self.falsify(lit) {
                return Ok(());
            }
        }
        let rup_end = hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len());
        if self.follow(&hints[..rup_end])? {
            return Ok(());
        }
        // Without negative hints no resolution is meant, though it is valid where no clause holds the negated pivot.
        match lemma.first() {
            Some(&pivot) => self.check_resolvents(pivot, &hints[rup_end..]),
            None => Err(RefusalReason::HintsEnd),
        }
    }

    fn check_resolvents(&mut self, pivot: Local, hints: &[i64]) -> Result<(), RefusalReason> {
        self.rat_lemmas += 1;
        let level = self.trail.len();
        let mut checked_ids = HashSet::new();
        let mut checked_pairs = HashSet::new();
        for part in hints.chunk_by(|_, &next| next > 0) {
            let id = part[0].unsigned_abs();
            let candidate = match (self.clauses.stored(id), self.clauses.pair(id)) {
                (Some(lits), _) => lits.to_vec(),
                (None, Some(pair)) => pair.to_vec(),
                (None, None) => return Err(RefusalReason::UnknownId(id)),
            };
            if !candidate.contains(&!pivot) {
                return Err(RefusalReason::NotACandidate(id));
            }
            let others: Vec<Local> = candidate.into_iter().filter(|&lit| lit != !pivot).collect();
            let is_satisfied = others.iter().any(|&lit| self.falsify(lit));
            if !is_satisfied && !self.follow(&part[1..])? {
                return Err(RefusalReason::HintsEnd);
            }
            self.backtrack(level);
            checked_ids.insert(id);
            if let [other] = others[..] {
                checked_pairs.insert(other);
            }
        }
        self.find_missing(pivot, &checked_ids, &checked_pairs)
    }

    /// All clauses that hold the negated pivot must have been checked, or be true with the pivot put aside.
    fn find_missing(
        &mut self,
        pivot: Local,
        checked_ids: &HashSet<u64>,
        checked_pairs: &HashSet<Local>,
    ) -> Result<(), RefusalReason> {
        let is_true = |checker: &Checker, lit: Local| lit != !pivot && checker.values[lit.index()] > 0;
        for id in self.clauses.holding(!pivot) {
            let lits = self.clauses.stored(id).unwrap_or_default();
            if !checked_ids.contains(&id) && !lits.iter().any(|&lit| is_true(self, lit)) {
                return Err(RefusalReason::MissingCandidate(self.numbering.names(lits.iter().copied())));
            }
        }
        for &group in self.clauses.groups.of(pivot) {
            for &member in self.clauses.groups.members(group as usize) {
                if member != pivot && member != !pivot && !checked_pairs.contains(&!member) && !is_true(self, !member) {
                    return Err(RefusalReason::MissingCandidate(self.numbering.names([!pivot, !member])));
                }
            }
        }
        Ok(())
    }
}

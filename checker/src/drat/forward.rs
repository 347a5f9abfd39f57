//! Checking each lemma where it stands, as simply as can be: the reference for the fast checker.

use std::collections::HashMap;
use std::io::Read;

use gordian_formula::{Clock, Cnf, GroupKind, Lit, sorted_set};

use crate::groups::Groups;
use crate::local::{Local, Numbering};
use crate::read::drat::{DratReader, StepKind};
use crate::read::position::ProofError;
use crate::verdict::{Refusal, RefusalReason, Summary, Verdict};

/// Checks a proof from its beginning, lemma by lemma, until unit propagation finds the contradiction.
pub(crate) fn check_forward<R: Read>(
    cnf: &Cnf,
    assumptions: &[Lit],
    reader: &mut DratReader<R>,
    clock: &Clock,
) -> Result<Verdict, ProofError> {
    let mut checker = Checker::default();
    checker.read_formula(cnf, assumptions);
    let mut lits = Vec::new();
    let mut step_number = 0;
    while !checker.is_contradictory {
        let Some(step) = reader.next_step(&mut lits)? else {
            let reason = RefusalReason::NoContradiction;
            return Ok(Verdict::Refused(Refusal { step: 0, position: None, clause: Vec::new(), reason }));
        };
        if clock.is_over() {
            return Err(ProofError::Stopped);
        }
        step_number += 1;
        let clause = checker.localize(&lits);
        match step.kind {
            StepKind::Delete => checker.delete(&clause),
            StepKind::Add => {
                let pivot = lits.first().map(|&lit| checker.numbering.local(lit));
                if let Err(reason) = checker.check(&clause, pivot) {
                    let position = Some(step.position);
                    return Ok(Verdict::Refused(Refusal { step: step_number, position, clause: lits, reason }));
                }
                checker.summary.lemmas += 1;
                checker.summary.core_lemmas += 1;
                checker.add(clause);
            }
        }
    }
    Ok(Verdict::Verified(checker.summary))
}

/// A clause and how many of its literals are false and propagated.
struct Clause {
    lits: Vec<Local>,
    num_false: usize,
    is_deleted: bool,
}

/// Invariant: a clause that is not deleted is in the occurrence list of each of its literals, and its `num_false` is
/// the number of its literals whose negations are among the first `head` of the trail.
#[derive(Default)]
struct Checker {
    numbering: Numbering,
    groups: Groups,
    clauses: Vec<Clause>,
    /// Clauses by their sorted literals, for deletions.
    index: HashMap<Vec<Local>, Vec<usize>>,
    occurrences: Vec<Vec<usize>>,
    values: Vec<i8>,
    /// For each variable on the trail the clause that implies it, if one does.
    reasons: Vec<Option<usize>>,
    trail: Vec<Local>,
    head: usize,
    is_contradictory: bool,
    summary: Summary,
}

impl Checker {
    fn read_formula(&mut self, cnf: &Cnf, assumptions: &[Lit]) {
        for group in cnf.groups() {
            let members = self.localize(group.members);
            self.groups.push(&members);
        }
        self.groups.close(2 * self.numbering.len());
        for clause in cnf.clauses() {
            self.add_original(clause);
        }
        for group in cnf.groups() {
            if group.kind == GroupKind::ExactlyOne {
                self.add_original(group.members);
            }
            let mut sorted = group.members.to_vec();
            sorted.sort_unstable();
            for pair in sorted.windows(2).filter(|pair| pair[0] == pair[1]) {
                self.add_original(&[!pair[0]]);
            }
        }
        for &assumption in assumptions {
            self.add_original(&[assumption]);
        }
    }

    fn add_original(&mut self, lits: &[Lit]) {
        let clause = self.localize(lits);
        self.add(clause);
    }

    /// The sorted set of literals.
    fn localize(&mut self, lits: &[Lit]) -> Vec<Local> {
        let clause: Vec<Local> = sorted_set(lits.iter().map(|&lit| self.numbering.local(lit)));
        self.values.resize(2 * self.numbering.len(), 0);
        self.reasons.resize(self.numbering.len(), None);
        self.occurrences.resize_with(2 * self.numbering.len(), Vec::new);
        clause
    }

    fn value(&self, lit: Local) -> i8 {
        self.values[lit.index()]
    }

    fn assign(&mut self, lit: Local, reason: Option<usize>) {
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.reasons[lit.var()] = reason;
        self.trail.push(lit);
    }

    fn add(&mut self, lits: Vec<Local>) {
        if self.is_contradictory {
            return;
        }
        let number = self.clauses.len();
        for &lit in &lits {
            self.occurrences[lit.index()].push(number);
        }
        let open: Vec<Local> = lits.iter().copied().filter(|&lit| self.value(lit) >= 0).collect();
        let num_false = lits.len() - open.len();
        self.index.entry(lits.clone()).or_default().push(number);
        self.clauses.push(Clause { lits, num_false, is_deleted: false });
        match open[..] {
            [] => self.is_contradictory = true,
            [lit] if self.value(lit) == 0 => {
                self.assign(lit, Some(number));
                self.is_contradictory = !self.propagate();
            }
            _ => {}
        }
    }

    fn delete(&mut self, lits: &[Local]) {
        let is_tautology = lits.iter().any(|lit| lits.binary_search(&!*lit).is_ok());
        let is_pair = matches!(*lits, [first, second] if self.groups.has_pair(first, second));
        let (clauses, values, reasons) = (&self.clauses, &self.values, &self.reasons);
        let is_reason = |number: usize| {
            clauses[number].lits.iter().any(|lit| values[lit.index()] > 0 && reasons[lit.var()] == Some(number))
        };
        let numbers = self.index.get_mut(lits).filter(|numbers| !numbers.is_empty());
        match numbers {
            None if is_pair || is_tautology => self.summary.ignored_deletions += 1,
            None => self.summary.unknown_deletions += 1,
            Some(numbers) => match numbers.iter().position(|&number| !is_reason(number)) {
                None => self.summary.ignored_deletions += 1,
                Some(at) => {
                    let number = numbers.swap_remove(at);
                    self.clauses[number].is_deleted = true;
                    self.summary.deletions += 1;
                }
            },
        }
    }

    /// Whether all that follows by unit propagation can be.
    fn propagate(&mut self) -> bool {
        while self.head < self.trail.len() {
            let lit = self.trail[self.head];
            self.head += 1;
            let mut list = std::mem::take(&mut self.occurrences[(!lit).index()]);
            list.retain(|&number| !self.clauses[number].is_deleted);
            for &number in &list {
                self.clauses[number].num_false += 1;
            }
            self.occurrences[(!lit).index()] = list;
            if !self.imply_by_clauses(!lit) || !self.imply_by_groups(lit) {
                return false;
            }
        }
        true
    }

    fn imply_by_clauses(&mut self, falsified: Local) -> bool {
        for at in 0..self.occurrences[falsified.index()].len() {
            let number = self.occurrences[falsified.index()][at];
            let clause = &self.clauses[number];
            if clause.num_false + 1 < clause.lits.len() {
                continue;
            }
            match clause.lits.iter().copied().find(|&lit| self.value(lit) >= 0) {
                None => return false,
                Some(lit) if self.value(lit) == 0 => self.assign(lit, Some(number)),
                Some(_) => {}
            }
        }
        true
    }

    fn imply_by_groups(&mut self, member: Local) -> bool {
        let mut implied = Vec::new();
        for &group in self.groups.of(member) {
            let others = self.groups.members(group as usize).iter().filter(|&&other| other != member);
            implied.extend(others.map(|&other| !other));
        }
        for lit in implied {
            match self.value(lit) {
                -1 => return false,
                0 => self.assign(lit, None),
                _ => {}
            }
        }
        true
    }

    /// Takes the trail back to its first `length` literals.
    fn backtrack(&mut self, length: usize) {
        while self.trail.len() > length {
            let position = self.trail.len() - 1;
            let lit = self.trail[position];
            if position < self.head {
                for &number in &self.occurrences[(!lit).index()] {
                    self.clauses[number].num_false -= 1;
                }
                self.head = position;
            }
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            self.trail.pop();
        }
    }

    /// Whether these literals cannot all be false, by unit propagation; leaves the trail as it is then.
    fn refutes(&mut self, lits: &[Local]) -> bool {
        for &lit in lits {
            match self.value(lit) {
                1 => return true,
                0 => self.assign(!lit, None),
                _ => {}
            }
        }
        !self.propagate()
    }

    fn check(&mut self, lemma: &[Local], pivot: Option<Local>) -> Result<(), RefusalReason> {
        let level = self.trail.len();
        let verdict = match (self.refutes(lemma), pivot) {
            (true, _) => Ok(()),
            (false, None) => Err(RefusalReason::NotImplied),
            (false, Some(pivot)) => {
                self.summary.rat_lemmas += 1;
                self.check_resolvents(pivot)
            }
        };
        self.backtrack(level);
        verdict
    }

    fn check_resolvents(&mut self, pivot: Local) -> Result<(), RefusalReason> {
        let level = self.trail.len();
        let alive = |clause: &&Clause| !clause.is_deleted && clause.lits.contains(&!pivot);
        let mut candidates: Vec<Vec<Local>> =
            self.clauses.iter().filter(alive).map(|clause| clause.lits.clone()).collect();
        for &group in self.groups.of(pivot) {
            let others = self.groups.members(group as usize).iter().filter(|&&other| other != pivot);
            candidates.extend(others.map(|&other| vec![!pivot, !other]));
        }
        for candidate in candidates {
            let others: Vec<Local> = candidate.iter().copied().filter(|&lit| lit != !pivot).collect();
            let refuted = self.refutes(&others);
            self.backtrack(level);
            if !refuted {
                return Err(RefusalReason::NotRat { candidate: self.numbering.names(candidate) });
            }
        }
        Ok(())
    }
}

//! Reading formula and proof up to the contradiction, without checking anything.

use std::io::Read;

use gordian_formula::{Clock, Cnf, GroupKind, Lit};

use super::arena::{Arena, ClauseRef};
use super::propagator::{Conflict, Propagator, implied_by};
use super::table::ClauseTable;
use crate::local::{Normalizer, Numbering};
use crate::read::drat::{DratReader, StepKind};
use crate::read::position::{Position, ProofError};
use crate::verdict::{Refusal, RefusalReason, Summary};

/// A step of the proof as it was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The clause was added.
    Added(ClauseRef),
    /// The clause was deleted.
    Deleted(ClauseRef),
    /// Nothing changed: the clause is a tautology, or a deletion is ignored.
    Nothing,
}

/// The steps carried out, twelve bytes each.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// The code of the clause, plus `DELETED` for a deletion; all ones for nothing.
    codes: Vec<u32>,
    /// Line and column, or offset.
    positions: Vec<u64>,
    is_binary: bool,
}

const DELETED: u32 = 1 << 31;
/// Clauses, or steps, between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 10;
const COLUMN_BITS: u32 = 20;
const MAX_COLUMN: u64 = (1 << COLUMN_BITS) - 1;

impl Events {
    fn push(&mut self, event: Event, position: Position) {
        self.codes.push(match event {
            Event::Added(clause) => clause.code(),
            Event::Deleted(clause) => clause.code() | DELETED,
            Event::Nothing => u32::MAX,
        });
        self.positions.push(match position {
            Position::Text { line, column } => line << COLUMN_BITS | column.min(MAX_COLUMN),
            Position::Byte(offset) => offset,
        });
        self.is_binary |= matches!(position, Position::Byte(_));
    }

    pub(crate) fn len(&self) -> usize {
        self.codes.len()
    }

    pub(crate) fn event(&self, step: usize) -> Event {
        match self.codes[step] {
            u32::MAX => Event::Nothing,
            code if code & DELETED != 0 => Event::Deleted(ClauseRef::from_code(code & !DELETED)),
            code => Event::Added(ClauseRef::from_code(code)),
        }
    }

    /// The position at which a step begins; columns beyond a million are not told apart.
    pub(crate) fn position(&self, step: usize) -> Position {
        let position = self.positions[step];
        if self.is_binary {
            Position::Byte(position)
        } else {
            Position::Text { line: position >> COLUMN_BITS, column: position & MAX_COLUMN }
        }
    }
}

/// Formula and proof, carried out up to the contradiction.
#[derive(Default)]
pub(crate) struct Replay {
    pub(crate) propagator: Propagator,
    pub(crate) numbering: Numbering,
    pub(crate) events: Events,
    pub(crate) summary: Summary,
    pub(super) table: ClauseTable,
    pub(super) normalizer: Normalizer,
}

impl Replay {
    /// Reads the formula, with each assumption as a unit clause. The source of a clause is the number of its clause,
    /// or of its group after those, or of its assumption after those.
    pub(crate) fn new(cnf: &Cnf, assumptions: &[Lit], clock: &Clock) -> Result<(Replay, Option<Conflict>), ProofError> {
        let mut poller = clock.poller(POLL_INTERVAL);
        let mut replay = Replay::default();
        let source = |index: usize| u32::try_from(index).map_err(|_| ProofError::TooLarge);
        let mut originals = Vec::with_capacity(cnf.num_clauses());
        for (index, clause) in cnf.clauses().enumerate() {
            if poller.is_over() {
                return Err(ProofError::Stopped);
            }
            originals.extend(replay.store(clause, source(index)?)?);
        }
        for (index, group) in cnf.groups().enumerate() {
            let source = source(cnf.num_clauses() + index)?;
            if group.kind == GroupKind::ExactlyOne {
                originals.extend(replay.store(group.members, source)?);
            }
            originals.extend(replay.store_group(group.members, source)?);
        }
        for (index, &assumption) in assumptions.iter().enumerate() {
            let source = source(cnf.num_clauses() + cnf.num_groups() + index)?;
            originals.extend(replay.store(&[assumption], source)?);
        }
        replay.propagator.grow(replay.numbering.len());
        replay.propagator.groups.close(2 * replay.numbering.len());
        for clause in originals {
            if poller.is_over() {
                return Err(ProofError::Stopped);
            }
            if let Some(conflict) = replay.propagator.attach(clause) {
                return Ok((replay, Some(conflict)));
            }
        }
        let conflict = replay.propagator.propagate();
        Ok((replay, conflict))
    }

    /// Stores a clause of the formula, unless it is a tautology.
    fn store(&mut self, lits: &[Lit], source: u32) -> Result<Option<ClauseRef>, ProofError> {
        self.normalizer.set(&mut self.numbering, lits);
        if self.normalizer.is_tautology {
            return Ok(None);
        }
        let clause = self.propagator.arena.push(&self.normalizer.clause, false, source)?;
        self.table.insert(&mut self.propagator.arena, clause);
        Ok(Some(clause))
    }

    /// Stores a group. A member listed twice is a pair with itself, a unit clause; these are returned.
    fn store_group(&mut self, members: &[Lit], source: u32) -> Result<Vec<ClauseRef>, ProofError> {
        self.normalizer.set(&mut self.numbering, members);
        self.propagator.groups.push(&self.normalizer.clause);
        if self.normalizer.clause.len() == members.len() {
            return Ok(Vec::new());
        }
        let mut sorted = members.to_vec();
        sorted.sort_unstable();
        let mut repeated: Vec<Lit> = sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        repeated.dedup();
        repeated.into_iter().filter_map(|member| self.store(&[!member], source).transpose()).collect()
    }

    /// Carries out the proof until something cannot be.
    ///
    /// # Errors
    /// If the proof cannot be read, or the time is over; inside, the refusal of a proof that ends
    /// before a contradiction.
    pub(crate) fn run<R: Read>(
        &mut self,
        reader: &mut DratReader<R>,
        clock: &Clock,
    ) -> Result<Result<Conflict, Refusal>, ProofError> {
        let mut lits = Vec::new();
        let mut poller = clock.poller(POLL_INTERVAL);
        while let Some(step) = reader.next_step(&mut lits)? {
            if poller.is_over() {
                return Err(ProofError::Stopped);
            }
            self.normalizer.set(&mut self.numbering, &lits);
            self.propagator.grow(self.numbering.len());
            match step.kind {
                StepKind::Delete => self.delete(step.position),
                StepKind::Add if lits.is_empty() => {
                    let (step, position) = (self.events.len() as u64 + 1, Some(step.position));
                    let reason = RefusalReason::NotImplied;
                    return Ok(Err(Refusal { step, position, clause: Vec::new(), reason }));
                }
                StepKind::Add => {
                    if let Some(conflict) = self.add(step.position)? {
                        return Ok(Ok(conflict));
                    }
                }
            }
        }
        Ok(Err(Refusal { step: 0, position: None, clause: Vec::new(), reason: RefusalReason::NoContradiction }))
    }

    fn add(&mut self, position: Position) -> Result<Option<Conflict>, ProofError> {
        self.summary.lemmas += 1;
        if self.normalizer.is_tautology {
            self.events.push(Event::Nothing, position);
            return Ok(None);
        }
        let pivot = self.normalizer.clause[0];
        let clause = self.propagator.arena.push(&self.normalizer.clause, true, pivot.code())?;
        self.table.insert(&mut self.propagator.arena, clause);
        self.events.push(Event::Added(clause), position);
        Ok(self.propagator.attach(clause).or_else(|| self.propagator.propagate()))
    }

    /// A clause that is the reason of a literal stays: taking it away would take back what all later steps rest on,
    /// which is not what solvers mean that delete satisfied clauses.
    pub(super) fn delete(&mut self, position: Position) {
        let Propagator { arena, trail, groups, .. } = &mut self.propagator;
        let is_free = |arena: &Arena, clause: ClauseRef| implied_by(arena, trail, clause).is_none();
        match self.table.remove(arena, &self.normalizer, is_free) {
            (Some(clause), _) => {
                arena.set_absent(clause, true);
                self.events.push(Event::Deleted(clause), position);
                self.summary.deletions += 1;
            }
            (None, known) => {
                let is_pair = matches!(self.normalizer.clause[..], [first, second] if groups.has_pair(first, second));
                self.events.push(Event::Nothing, position);
                if known || is_pair || self.normalizer.is_tautology {
                    self.summary.ignored_deletions += 1;
                } else {
                    self.summary.unknown_deletions += 1;
                }
            }
        }
    }
}

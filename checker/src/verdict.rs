//! The verdict of a proof checker.

use std::fmt;

use gordian_formula::Lit;

use crate::read::position::Position;

/// The verdict on a proof that could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The formula, with the assumptions, is unsatisfiable.
    Verified(Summary),
    /// The proof does not show it: the first reason found.
    Refused(Refusal),
}

/// Counts of a verified proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Lemmas that were read, up to the contradiction.
    pub lemmas: u64,
    /// Lemmas that were checked: in backward checking those that the contradiction rests on.
    pub core_lemmas: u64,
    /// The number of these that needed resolution on their pivot.
    pub rat_lemmas: u64,
    /// Deletions that took effect.
    pub deletions: u64,
    /// Deletions ignored, because the clause implies a literal all by itself at that time or is a pair of a group.
    pub ignored_deletions: u64,
    /// Deletions of clauses that are not there.
    pub unknown_deletions: u64,
    /// The part of the formula that the contradiction rests on, if the checker finds it (backward
    /// checking).
    pub core: Option<Core>,
}

/// A part of the formula that is unsatisfiable by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Core {
    /// Indices of clauses, ascending.
    pub clauses: Vec<usize>,
    /// Indices of groups, ascending.
    pub groups: Vec<usize>,
    /// Assumptions, in the order given.
    pub assumptions: Vec<Lit>,
}

/// The reason why a proof is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The number of the step, from 1, deletions counted; 0 for the proof as a whole.
    pub step: u64,
    /// The position at which the step begins; none for the proof as a whole.
    pub position: Option<Position>,
    /// The lemma of the step; the clause is empty for the proof as a whole.
    pub clause: Vec<Lit>,
    /// The reason.
    pub reason: RefusalReason,
}

/// The reasons to refuse a step or a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusalReason {
    /// The proof ends and no contradiction follows from it by unit propagation.
    NoContradiction,
    /// Unit propagation does not confirm the empty clause.
    NotImplied,
    /// Unit propagation confirms neither the lemma nor its resolvent with this clause on its first literal.
    NotRat {
        /// The clause that holds the negation of the first literal.
        candidate: Vec<Lit>,
    },
    /// An LRAT identifier that is not above all earlier ones.
    IdNotAscending(u64),
    /// A hint names a clause that is not there.
    UnknownId(u64),
    /// A hint names a clause that is neither unit nor false under the literals implied so far.
    HintNotUnit(u64),
    /// The hints end without a contradiction.
    HintsEnd,
    /// A negative hint names a clause without the negation of the pivot.
    NotACandidate(u64),
    /// A clause holds the negation of the pivot, is not satisfied, and no negative hint names it.
    MissingCandidate(Vec<Lit>),
}

impl Verdict {
    /// Whether the proof was verified.
    pub fn is_verified(&self) -> bool {
        matches!(self, Verdict::Verified(_))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.step > 0 {
            write!(f, "step {}", self.step)?;
            if let Some(position) = self.position {
                write!(f, " ({position})")?;
            }
            write!(f, ", lemma {}: ", Row(&self.clause))?;
        }
        self.reason.fmt(f)
    }
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefusalReason::NoContradiction => write!(f, "the proof ends without a contradiction"),
            RefusalReason::NotImplied => write!(f, "not implied by unit propagation"),
            RefusalReason::NotRat { candidate } => {
                write!(f, "not implied by unit propagation, nor is its resolvent with {}", Row(candidate))
            }
            RefusalReason::IdNotAscending(id) => write!(f, "identifier {id} is not above all earlier ones"),
            RefusalReason::UnknownId(id) => write!(f, "there is no clause {id}"),
            RefusalReason::HintNotUnit(id) => write!(f, "hint {id} is neither unit nor false"),
            RefusalReason::HintsEnd => write!(f, "the hints end without a contradiction"),
            RefusalReason::NotACandidate(id) => write!(f, "clause {id} does not hold the negation of the pivot"),
            RefusalReason::MissingCandidate(clause) => {
                write!(f, "clause {} holds the negation of the pivot and has no hints", Row(clause))
            }
        }
    }
}

impl std::error::Error for Refusal {}

/// A clause as DIMACS writes it.
struct Row<'a>(&'a [Lit]);

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'")?;
        for lit in self.0 {
            write!(f, "{lit} ")?;
        }
        write!(f, "0'")
    }
}

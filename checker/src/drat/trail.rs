//! The literals that are true, in the order in which they became so, and why.

use super::arena::ClauseRef;
use crate::local::Local;

/// The reason why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It is assumed: the negation of a literal of the lemma being checked.
    Assumed,
    /// All other literals of this clause are false.
    Clause(ClauseRef),
    /// It is the negation of a member of this group, and this other member is true.
    Group(u32, Local),
}

/// A reason in eight bytes: the reference of a clause, or `GROUP` plus a group, or all ones; then the other member.
#[derive(Clone, Copy, Debug)]
struct PackedReason(u32, u32);

const GROUP: u32 = 1 << 31;

impl PackedReason {
    const ASSUMED: PackedReason = PackedReason(u32::MAX, 0);

    fn pack(reason: Reason) -> PackedReason {
        match reason {
            Reason::Assumed => PackedReason::ASSUMED,
            Reason::Clause(clause) => PackedReason(clause.code(), 0),
            Reason::Group(group, other) => PackedReason(GROUP | group, other.code()),
        }
    }

    fn unpack(self) -> Reason {
        match self.0 {
            u32::MAX => Reason::Assumed,
            target if target & GROUP != 0 => Reason::Group(target & !GROUP, Local::from_code(self.1)),
            target => Reason::Clause(ClauseRef::from_code(target)),
        }
    }
}

/// The assignment.
///
/// Invariant: `values[lit]` is 1 for a literal of `lits`, -1 for the negation of one, 0 for others; `positions` of a
/// variable on the trail is its place in `lits`.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    lits: Vec<Local>,
    values: Vec<i8>,
    reasons: Vec<PackedReason>,
    positions: Vec<u32>,
}

impl Trail {
    /// Makes room for this many variables.
    pub(crate) fn grow(&mut self, num_vars: usize) {
        self.values.resize(2 * num_vars, 0);
        self.reasons.resize(num_vars, PackedReason::ASSUMED);
        self.positions.resize(num_vars, 0);
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.lits.len()
    }

    #[inline]
    pub(crate) fn lit(&self, position: usize) -> Local {
        self.lits[position]
    }

    /// 1 for true, -1 for false, 0 for open.
    #[inline]
    pub(crate) fn value(&self, lit: Local) -> i8 {
        self.values[lit.index()]
    }

    #[inline]
    pub(crate) fn value_of_code(&self, code: u32) -> i8 {
        self.values[code as usize]
    }

    /// The place on the trail of a variable that is assigned.
    #[inline]
    pub(crate) fn position(&self, var: usize) -> usize {
        self.positions[var] as usize
    }

    /// The reason why an assigned variable has its value.
    #[inline]
    pub(crate) fn reason(&self, var: usize) -> Reason {
        self.reasons[var].unpack()
    }

    /// Makes an open literal true.
    #[inline]
    pub(crate) fn push(&mut self, lit: Local, reason: Reason) {
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.reasons[lit.var()] = PackedReason::pack(reason);
        self.positions[lit.var()] = self.lits.len() as u32;
        self.lits.push(lit);
    }

    /// Takes back all but the first `length` literals.
    pub(crate) fn truncate(&mut self, length: usize) {
        for lit in self.lits.drain(length..) {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
        }
    }
}

//! The assignment: values, and how each came about.

use gordian_formula::{Lit, Var};

use crate::store::arena::ClauseRef;
use crate::store::groups::GroupRef;

/// The reason why a literal is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It was decided, assumed, or flipped by an enumeration.
    Decision,
    /// It holds in every model.
    Unit,
    /// A binary clause of it and this literal, which is false. An at-most-one group gives the same reason.
    Binary(Lit),
    /// A clause whose other literals are false.
    Long(ClauseRef),
    /// An exactly-one group whose other members are false.
    Group(GroupRef),
    /// A clause that the caller's propagator has, and is to be asked for.
    External,
}

/// A clause that is false under the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conflict {
    Binary(Lit, Lit),
    Long(ClauseRef),
    /// All members of an exactly-one group are false.
    Group(GroupRef),
}

/// The data of an assigned variable, in one place so that analysis touches one cache line for each.
#[derive(Clone, Copy, Debug)]
struct Record {
    reason: Reason,
    level: u32,
    position: u32,
}

const _: () = assert!(size_of::<Record>() == 16);

/// The assigned literals in order, cut into decision levels.
///
/// Invariant: `values` of a literal is 1 if it is in `assigned`, -1 if its negation is, and 0
/// otherwise; `starts[i]` is the length that `assigned` had when level `i + 1` began; levels never
/// decrease along `assigned`; literals before `head` are propagated.
#[derive(Clone, Default)]
pub(crate) struct Trail {
    values: Vec<i8>,
    records: Vec<Record>,
    assigned: Vec<Lit>,
    starts: Vec<u32>,
    head: usize,
    /// The lowest level, and the smallest length, that backtracking led to since they were last asked for.
    lowest: (u32, usize),
}

impl Trail {
    pub(crate) fn grow(&mut self, num_vars: usize) {
        if self.records.len() < num_vars {
            self.values.resize(2 * num_vars, 0);
            self.records.resize(num_vars, Record { reason: Reason::Unit, level: 0, position: 0 });
        }
    }

    #[inline]
    pub(crate) fn num_vars(&self) -> usize {
        self.records.len()
    }

    /// 1 for true, -1 for false, 0 for unassigned.
    #[inline]
    pub(crate) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    /// The values of all literals, by code.
    pub(crate) fn values(&self) -> &[i8] {
        &self.values
    }

    /// Like [`Trail::values`], for a loop that assigns as it reads.
    #[inline]
    pub(crate) fn values_mut(&mut self) -> &mut Vec<i8> {
        &mut self.values
    }

    #[inline]
    pub(crate) fn is_assigned(&self, var: Var) -> bool {
        self.value(var.positive()) != 0
    }

    /// Like [`Trail::value`], but 0 unless the literal was assigned at level zero.
    #[inline]
    pub(crate) fn root_value(&self, lit: Lit) -> i8 {
        if self.record(lit.var()).level == 0 { self.value(lit) } else { 0 }
    }

    #[inline]
    fn record(&self, var: Var) -> &Record {
        &self.records[var.index()]
    }

    #[inline]
    pub(crate) fn reason(&self, var: Var) -> Reason {
        self.record(var).reason
    }

    pub(crate) fn set_reason(&mut self, var: Var, reason: Reason) {
        self.records[var.index()].reason = reason;
    }

    /// The decision level at which an assigned variable got its value.
    #[inline]
    pub(crate) fn level_of(&self, var: Var) -> u32 {
        self.record(var).level
    }

    /// [`Trail::level_of`] and [`Trail::position`] of a variable.
    #[inline]
    pub(crate) fn place_of(&self, var: Var) -> (u32, u32) {
        let Record { level, position, .. } = *self.record(var);
        (level, position)
    }

    /// The place of an assigned variable in the order of assignments.
    #[inline]
    pub(crate) fn position(&self, var: Var) -> u32 {
        self.record(var).position
    }

    /// The current decision level.
    #[inline]
    pub(crate) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The number of assigned variables.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.assigned.len()
    }

    #[inline]
    pub(crate) fn literal(&self, position: usize) -> Lit {
        self.assigned[position]
    }

    #[inline]
    pub(crate) fn literals(&self) -> &[Lit] {
        &self.assigned
    }

    /// The number of literals assigned before this level began; all of them for a level above the current one.
    #[inline]
    pub(crate) fn start_of(&self, level: u32) -> usize {
        match level.checked_sub(1).map(|index| self.starts.get(index as usize)) {
            None => 0,
            Some(Some(&start)) => start as usize,
            Some(None) => self.assigned.len(),
        }
    }

    /// The literals assigned at level zero.
    pub(crate) fn root_literals(&self) -> &[Lit] {
        &self.assigned[..self.start_of(1)]
    }

    /// The literal that a level began with; `None` for an assumption that was already true.
    pub(crate) fn decision(&self, level: u32) -> Option<Lit> {
        let start = self.start_of(level);
        (start < self.start_of(level + 1)).then(|| self.assigned[start])
    }

    /// Makes an unassigned literal true at the current level.
    #[inline]
    pub(crate) fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert_eq!(self.value(lit), 0);
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.records[lit.var().index()] =
            Record { reason, level: self.starts.len() as u32, position: self.assigned.len() as u32 };
        self.assigned.push(lit);
    }

    /// Begins a decision level.
    pub(crate) fn push_level(&mut self) {
        self.starts.push(self.assigned.len() as u32);
    }

    /// The next literal to propagate.
    #[inline]
    pub(crate) fn next_unpropagated(&mut self) -> Option<Lit> {
        let lit = self.assigned.get(self.head).copied();
        self.head += usize::from(lit.is_some());
        lit
    }

    /// Unassigns all literals above a level, the last one first. `each` gets every literal with
    /// whether it had been propagated.
    #[inline]
    pub(crate) fn undo(&mut self, level: u32, mut each: impl FnMut(Lit, bool)) {
        let Some(&start) = self.starts.get(level as usize) else { return };
        let start = start as usize;
        for (position, &lit) in self.assigned.iter().enumerate().skip(start).rev() {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            each(lit, position < self.head);
        }
        self.assigned.truncate(start);
        self.starts.truncate(level as usize);
        self.head = self.head.min(start);
        self.lowest = (self.lowest.0.min(level), self.lowest.1.min(start));
    }

    /// The lowest level, and the smallest length, that backtracking led to since this was last asked.
    pub(crate) fn take_lowest(&mut self) -> (u32, usize) {
        std::mem::replace(&mut self.lowest, (u32::MAX, usize::MAX))
    }

    /// Panics unless the invariant on the type holds.
    pub(crate) fn check_invariants(&self) {
        assert_eq!(self.values.iter().filter(|&&value| value != 0).count(), 2 * self.assigned.len());
        assert!(self.head <= self.assigned.len());
        for (position, &lit) in self.assigned.iter().enumerate() {
            assert_eq!((self.value(lit), self.value(!lit)), (1, -1));
            let record = self.record(lit.var());
            assert_eq!(record.position as usize, position);
            assert!(self.start_of(record.level) <= position && position < self.start_of(record.level + 1));
        }
    }
}

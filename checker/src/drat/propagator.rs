//! Unit propagation, clauses of the core first.

use super::arena::{Arena, ClauseRef};
use super::trail::{Reason, Trail};
use super::watches::{Tier, Watch, Watches};
use crate::groups::Groups;
use crate::local::Local;

/// A contradiction of the clauses and groups with the trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conflict {
    /// All literals of this clause are false.
    Clause(ClauseRef),
    /// These two members of this group are true.
    Group(u32, Local, Local),
}

/// Clauses, groups and what they imply.
///
/// The trail is cut only to lengths at which [`Propagator::propagate`] had run to its end on the clauses present at
/// that time; call these levels, though nothing counts them.
///
/// Invariant: after `propagate` without a conflict, a present clause of two or more literals has its watches on its
/// first two literals, and a false one of these stands in a clause that is true, by a literal no later than its level.
#[derive(Debug, Default)]
pub(crate) struct Propagator {
    pub(crate) arena: Arena,
    pub(crate) groups: Groups,
    pub(crate) trail: Trail,
    watches: Watches,
    /// The lengths of the trail that were propagated over the clauses of the core, the groups, and
    /// the other clauses.
    core_head: usize,
    group_head: usize,
    rest_head: usize,
}

impl Propagator {
    /// Makes room for this many variables.
    pub(crate) fn grow(&mut self, num_vars: usize) {
        self.trail.grow(num_vars);
        self.watches.grow(num_vars);
    }

    /// Takes a clause into propagation: watches it, or makes its only open literal true.
    pub(crate) fn attach(&mut self, clause: ClauseRef) -> Option<Conflict> {
        let tier = if self.arena.is_core(clause) { Tier::Core } else { Tier::Rest };
        let Propagator { arena, trail, watches, .. } = self;
        let codes = arena.codes_mut(clause);
        // True literals first, then open ones, then false ones, the latest first.
        let rank = |code: u32| match trail.value_of_code(code) {
            1 => usize::MAX,
            0 => usize::MAX - 1,
            _ => trail.position(code as usize >> 1),
        };
        for place in 0..codes.len().min(2) {
            let best = (place..codes.len()).max_by_key(|&at| rank(codes[at])).unwrap_or(place);
            codes.swap(place, best);
        }
        let Some(&first) = codes.first() else { return Some(Conflict::Clause(clause)) };
        let first = Local::from_code(first);
        let second = codes.get(1).map(|&code| Local::from_code(code));
        if let Some(second) = second {
            watches.list_mut(tier, first).push(Watch { clause, blocker: second });
            watches.list_mut(tier, second).push(Watch { clause, blocker: first });
        }
        let is_unit = second.is_none_or(|second| trail.value(second) < 0);
        match trail.value(first) {
            0 if is_unit => {
                trail.push(first, Reason::Clause(clause));
                None
            }
            -1 => Some(Conflict::Clause(clause)),
            _ => None,
        }
    }

    /// Drops all watches of absent clauses.
    pub(crate) fn sweep_watches(&mut self) {
        let arena = &self.arena;
        self.watches.retain(|watch| !arena.is_absent(watch.clause));
    }

    /// The literal that this clause is the reason of, if it is one.
    pub(crate) fn implied_by(&self, clause: ClauseRef) -> Option<Local> {
        implied_by(&self.arena, &self.trail, clause)
    }

    /// Takes the trail back to a level.
    pub(crate) fn backtrack(&mut self, length: usize) {
        self.trail.truncate(length);
        self.core_head = length;
        self.group_head = length;
        self.rest_head = length;
    }

    /// Makes true all that follows by unit propagation, until something cannot be.
    pub(crate) fn propagate(&mut self) -> Option<Conflict> {
        loop {
            let length = self.trail.len();
            let conflict = if self.core_head < length {
                self.core_head += 1;
                self.visit_clauses(Tier::Core, !self.trail.lit(self.core_head - 1))
            } else if self.group_head < length {
                self.group_head += 1;
                self.visit_groups(self.trail.lit(self.group_head - 1))
            } else if self.rest_head < length {
                self.rest_head += 1;
                self.visit_clauses(Tier::Rest, !self.trail.lit(self.rest_head - 1))
            } else {
                return None;
            };
            if conflict.is_some() {
                return conflict;
            }
        }
    }

    fn visit_clauses(&mut self, tier: Tier, falsified: Local) -> Option<Conflict> {
        let Propagator { arena, trail, watches, .. } = self;
        let mut list = watches.take(tier, falsified);
        let mut kept = 0;
        let mut at = 0;
        let mut conflict = None;
        while at < list.len() {
            let watch = list[at];
            at += 1;
            if trail.value(watch.blocker) > 0 {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let clause = watch.clause;
            if arena.is_absent(clause) {
                continue;
            }
            let new_tier = if arena.is_core(clause) { Tier::Core } else { Tier::Rest };
            let [first, second, rest @ ..] = arena.codes_mut(clause) else {
                unreachable!("a clause of fewer than two literals is not watched")
            };
            if *first == falsified.code() {
                std::mem::swap(first, second);
            }
            let other = Local::from_code(*first);
            let value = trail.value(other);
            if value <= 0
                && let Some(code) = rest.iter_mut().find(|code| trail.value_of_code(**code) >= 0)
            {
                std::mem::swap(second, code);
                watches.list_mut(new_tier, Local::from_code(*second)).push(Watch { clause, blocker: other });
                continue;
            }
            let watch = Watch { clause, blocker: other };
            if new_tier == tier {
                list[kept] = watch;
                kept += 1;
            } else {
                watches.list_mut(new_tier, falsified).push(watch);
            }
            if value == 0 {
                trail.push(other, Reason::Clause(clause));
            } else if value < 0 {
                conflict = Some(Conflict::Clause(clause));
                break;
            }
        }
        list.copy_within(at.., kept);
        list.truncate(kept + list.len() - at);
        watches.restore(tier, falsified, list);
        conflict
    }

    fn visit_groups(&mut self, member: Local) -> Option<Conflict> {
        for &group in self.groups.of(member) {
            for &other in self.groups.members(group as usize) {
                if other == member || other == !member {
                    continue;
                }
                match self.trail.value(other) {
                    0 => self.trail.push(!other, Reason::Group(group, member)),
                    1 => return Some(Conflict::Group(group, member, other)),
                    _ => {}
                }
            }
        }
        None
    }
}

/// An implied literal is one of the first two of its clause: it was watched, or the only one.
pub(crate) fn implied_by(arena: &Arena, trail: &Trail, clause: ClauseRef) -> Option<Local> {
    let is_implied = |&lit: &Local| trail.value(lit) > 0 && trail.reason(lit.var()) == Reason::Clause(clause);
    arena.lits(clause).take(2).find(is_implied)
}

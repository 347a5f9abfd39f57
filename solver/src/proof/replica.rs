//! The clauses of a proof, and unit propagation over them.

use gordian_formula::{Lit, LitMap};

use super::ledger::{Ledger, Place};
use crate::store::lists::{Entry, Lists};

/// The antecedent of a step of propagation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Antecedent {
    Clause(Place),
    /// The binary clause by which a group excludes two of its members.
    Pair([Lit; 2], u64),
}

/// The cause of the value of a literal.
#[derive(Clone, Copy)]
pub(super) enum Cause {
    /// To derive a clause it was taken to be.
    Assumed,
    /// It holds for good: there is a unit clause.
    Unit,
    Derived(Antecedent),
}

#[derive(Clone, Copy)]
struct Watch {
    place: Place,
    blocker: Lit,
}

impl Entry for Watch {
    const BLANK: Watch = Watch { place: 0, blocker: Lit::from_code(0) };
}

/// A group as it was given.
#[derive(Clone)]
struct Group {
    members: Vec<Lit>,
    first_pair: u64,
}

/// The state of a checker during a proof: its clauses, and the literals that are true.
///
/// Invariant: every clause that can still propagate is watched by two of its literals, or about to
/// be by its first two; of these none is false and propagated, unless the other is true.
#[derive(Clone, Default)]
pub(super) struct Replica {
    pub(super) ledger: Ledger,
    watches: Lists<Watch>,
    /// The clauses to be watched before the next propagation. Many learned clauses are deleted
    /// before there is one.
    unwatched: Vec<Place>,
    groups: Vec<Group>,
    /// For each literal the groups it is in, and where.
    memberships: LitMap<Vec<(u32, u32)>>,
    /// For each literal the other ones of some clauses of two that were identified not long ago,
    /// the latest first, and their identifiers, or 0.
    recent_pairs: LitMap<[(u32, u32); 2]>,
    pub(super) values: LitMap<i8>,
    pub(super) trail: Vec<Lit>,
    /// The length of the trail that is propagated.
    pub(super) head: usize,
    /// The cause of the value of each variable, and its place on the trail.
    pub(super) records: Vec<(Cause, u32)>,
}

impl Replica {
    /// Makes room for this many variables.
    pub(super) fn grow(&mut self, count: usize) {
        self.watches.grow(count);
        self.memberships.grow(count);
        self.recent_pairs.grow(count);
        self.values.grow(count);
        self.records.resize(count, (Cause::Unit, 0));
    }

    /// Takes a group of distinct variables, whose pairs have identifiers from the first on.
    pub(super) fn add_group(&mut self, members: &[Lit], first_pair: u64) {
        let index = self.groups.len() as u32;
        for (at, &member) in members.iter().enumerate() {
            self.memberships[member].push((index, at as u32));
        }
        self.groups.push(Group { members: members.to_vec(), first_pair });
    }

    /// Has a clause watched before the next propagation, by its first two literals, which are not false.
    pub(super) fn watch(&mut self, place: Place) {
        self.unwatched.push(place);
    }

    /// Watches the clauses that wait to be watched and still exist.
    fn watch_all(&mut self) {
        let Replica { ledger, watches, unwatched, .. } = self;
        unwatched.retain(|&place| !ledger.is_deleted(place));
        if watches.is_empty() {
            watches.reserve(unwatched.iter().flat_map(|&place| &ledger.lits(place)[..2]).copied());
        }
        for place in unwatched.drain(..) {
            if let &[first, second, ..] = ledger.lits(place) {
                watches.push(first, Watch { place, blocker: second });
                watches.push(second, Watch { place, blocker: first });
            }
        }
    }

    /// The literals of an antecedent.
    pub(super) fn lits<'a>(&'a self, antecedent: &'a Antecedent) -> &'a [Lit] {
        match antecedent {
            Antecedent::Clause(place) => self.ledger.lits(*place),
            Antecedent::Pair(lits, _) => lits,
        }
    }

    /// The place of a clause with these literals, if there is one.
    pub(super) fn antecedent(&self, lits: impl Iterator<Item = Lit> + Clone) -> Option<Antecedent> {
        let place = self.ledger.find(Ledger::fingerprint(lits.clone()));
        place.map(Antecedent::Clause).or_else(|| self.pair_of_lits(lits))
    }

    /// The identifier of a clause of these literals, if there is one.
    pub(super) fn identify(&self, lits: impl Iterator<Item = Lit> + Clone) -> Option<u64> {
        let known = self.ledger.find_id(Ledger::fingerprint(lits.clone()));
        known.or_else(|| self.pair_of_lits(lits).map(|pair| self.id(pair)))
    }

    /// The identifier of the clause of two literals, 0 if there is none. Reasons are asked for
    /// again and again: the last answers of each literal are kept.
    #[inline]
    pub(super) fn identify_pair(&mut self, first: Lit, second: Lit) -> u64 {
        let known =
            self.recent_pairs[first].iter().find(|&&(other, identifier)| other == second.code() && identifier > 0);
        if let Some(&(_, identifier)) = known {
            return identifier.into();
        }
        let identifier = self.identify([first, second].into_iter()).unwrap_or(0);
        let recent = &mut self.recent_pairs[first];
        recent.rotate_right(1);
        recent[0] = (second.code(), u32::try_from(identifier).unwrap_or(0));
        identifier
    }

    /// A clause is deleted: if it has two literals, it is not kept any longer.
    pub(super) fn forget_pair(&mut self, clause: &[Lit]) {
        if let &[first, second] = clause {
            for (lit, other) in [(first, second), (second, first)] {
                self.recent_pairs[lit].iter_mut().filter(|pair| pair.0 == other.code()).for_each(|pair| pair.1 = 0);
            }
        }
    }

    fn pair_of_lits(&self, mut lits: impl Iterator<Item = Lit>) -> Option<Antecedent> {
        match [lits.next(), lits.next(), lits.next()] {
            [Some(first), Some(second), None] => self.pair(!first, !second),
            _ => None,
        }
    }

    fn pair(&self, first: Lit, second: Lit) -> Option<Antecedent> {
        let of = |lit: Lit| self.memberships[lit].iter();
        let (group, at, other) = of(first).find_map(|&(group, at)| {
            of(second).find(|membership| membership.0 == group).map(|membership| (group, at, membership.1))
        })?;
        Some(self.pair_of(group, at, other))
    }

    fn pair_of(&self, group: u32, one: u32, two: u32) -> Antecedent {
        let Group { members, first_pair } = &self.groups[group as usize];
        let (first, second) = (one.min(two) as u64, one.max(two) as u64);
        let before = first * (2 * members.len() as u64 - first - 1) / 2;
        let lits = [!members[one as usize], !members[two as usize]];
        Antecedent::Pair(lits, first_pair + before + second - first - 1)
    }

    pub(super) fn id(&self, antecedent: Antecedent) -> u64 {
        match antecedent {
            Antecedent::Clause(place) => self.ledger.id(place),
            Antecedent::Pair(_, id) => id,
        }
    }

    pub(super) fn assign(&mut self, lit: Lit, cause: Cause) {
        self.values[lit] = 1;
        self.values[!lit] = -1;
        self.records[lit.var().index()] = (cause, self.trail.len() as u32);
        self.trail.push(lit);
    }

    pub(super) fn undo(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            (self.values[lit], self.values[!lit]) = (0, 0);
        }
        self.head = self.head.min(length);
    }

    pub(super) fn propagate(&mut self) -> Option<Antecedent> {
        if self.head < self.trail.len() {
            self.watch_all();
        }
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            for at in 0..self.memberships[lit].len() {
                let (group, place) = self.memberships[lit][at];
                for other in 0..self.groups[group as usize].members.len() as u32 {
                    let excluded = !self.groups[group as usize].members[other as usize];
                    if other == place || self.values[excluded] > 0 {
                        continue;
                    }
                    let pair = self.pair_of(group, place, other);
                    if self.values[excluded] < 0 {
                        return Some(pair);
                    }
                    self.assign(excluded, Cause::Derived(pair));
                }
            }
            if let Some(conflict) = self.visit(!lit) {
                return Some(conflict);
            }
        }
        None
    }

    /// Visits the clauses that watch a literal which became false.
    fn visit(&mut self, falsified: Lit) -> Option<Antecedent> {
        let list = self.watches.range(falsified);
        let (mut at, mut kept, mut conflict) = (list.start, list.start, None);
        while at < list.end && conflict.is_none() {
            let watch = self.watches.slots_mut()[at];
            let Watch { place, blocker } = watch;
            at += 1;
            if self.values[blocker] > 0 {
                self.watches.slots_mut()[kept] = watch;
                kept += 1;
                continue;
            }
            if self.ledger.is_deleted(place) {
                continue;
            }
            let values = &self.values;
            let lits = self.ledger.lits_mut(place);
            if lits[0] == falsified {
                lits.swap(0, 1);
            }
            let first = lits[0];
            if values[first] <= 0
                && let Some(next) = (2..lits.len()).find(|&next| values[lits[next]] >= 0)
            {
                lits.swap(1, next);
                self.watches.push(lits[1], Watch { place, blocker: first });
                continue;
            }
            self.watches.slots_mut()[kept] = Watch { place, blocker: first };
            kept += 1;
            match self.values[first] {
                0 => self.assign(first, Cause::Derived(Antecedent::Clause(place))),
                value if value < 0 => conflict = Some(Antecedent::Clause(place)),
                _ => {}
            }
        }
        self.watches.slots_mut().copy_within(at..list.end, kept);
        self.watches.truncate(falsified, kept + list.end - at - list.start);
        conflict
    }

    /// Gives back the memory of deleted clauses.
    pub(super) fn compact(&mut self) {
        let Replica { ledger, watches, unwatched, .. } = self;
        let moves = ledger.compact();
        unwatched.retain_mut(|place| moves.follow(place));
        watches.retain_all(|_, watch| moves.follow(&mut watch.place));
    }
}

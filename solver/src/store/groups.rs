//! At-most-one and exactly-one groups.

use gordian_formula::{GroupKind, Lit};

/// A group in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroupRef(u32);

/// Groups of literals of which at most one, or exactly one, is true.
///
/// Instead of a binary clause for each pair, a group knows its members: when one becomes true, the others are
/// walked once. An exactly-one group also counts the members that are not false, as dancing links do (Knuth 2000), and
/// keeps the exclusive or of their codes, so that the last one left is known without a search.
///
/// Invariant: for an exactly-one group, `remaining` and `folded` are over the members that are not false, where false
/// literals count from the moment they are propagated; a group is in `open` unless a member was propagated as true.
/// Members of a group are distinct and no member is the negation of another.
#[derive(Clone, Default)]
pub(crate) struct Groups {
    members: Vec<Lit>,
    groups: Vec<Group>,
    counts: Vec<Count>,
    open: Vec<u32>,
    /// The place of a group in `open`, where it is open.
    open_place: Vec<u32>,
    /// For each literal, where its memberships begin; one entry more than there are literals.
    first_membership: Vec<u32>,
    memberships: Vec<Membership>,
}

#[derive(Clone, Copy)]
struct Group {
    start: u32,
    end: u32,
    kind: GroupKind,
}

#[derive(Clone, Copy, Default)]
struct Count {
    remaining: u32,
    folded: u32,
}

/// A group that a literal is in, with the kind in the lowest bit so that counting need not fetch the group.
#[derive(Clone, Copy, Default)]
struct Membership(u32);

impl Membership {
    fn new(group: usize, kind: GroupKind) -> Membership {
        Membership((group as u32) << 1 | u32::from(kind == GroupKind::ExactlyOne))
    }

    fn group(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_counted(self) -> bool {
        self.0 & 1 != 0
    }
}

/// The state of an exactly-one group after a false member is counted out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tally {
    Open,
    /// One member is left that was not counted out.
    Last(Lit),
    Exhausted,
}

impl Groups {
    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Adds a group. It takes part once [`Groups::connect`] was called.
    pub(crate) fn add(&mut self, members: &[Lit], kind: GroupKind) {
        let start = self.members.len() as u32;
        self.members.extend_from_slice(members);
        self.groups.push(Group { start, end: self.members.len() as u32, kind });
    }

    /// Drops all groups and hands back their members, one group after the other.
    pub(crate) fn drain(&mut self) -> Vec<(GroupKind, Vec<Lit>)> {
        let all = (0..self.groups.len()).map(|index| (self.groups[index].kind, self.slice(index).to_vec())).collect();
        self.members.clear();
        self.groups.clear();
        all
    }

    /// Renames the members of all groups, of which no tables were built yet.
    pub(crate) fn map_lits(&mut self, new: impl Fn(Lit) -> Lit) {
        self.members.iter_mut().for_each(|lit| *lit = new(*lit));
    }

    /// Builds the tables for literals of `num_vars` variables, all members counted as not false.
    pub(crate) fn connect(&mut self, num_vars: usize) {
        let mut first = vec![0u32; 2 * num_vars + 1];
        for lit in &self.members {
            first[lit.index() + 1] += 1;
        }
        for code in 0..2 * num_vars {
            first[code + 1] += first[code];
        }
        let mut next = first.clone();
        self.memberships.clear();
        self.memberships.resize(self.members.len(), Membership::default());
        self.counts.clear();
        self.open.clear();
        self.open_place.clear();
        for (index, group) in self.groups.iter().enumerate() {
            let mut count = Count::default();
            for lit in &self.members[group.start as usize..group.end as usize] {
                count.remaining += 1;
                count.folded ^= lit.code();
                self.memberships[next[lit.index()] as usize] = Membership::new(index, group.kind);
                next[lit.index()] += 1;
            }
            self.counts.push(count);
            self.open_place.push(self.open.len() as u32);
            if group.kind == GroupKind::ExactlyOne {
                self.open.push(index as u32);
            }
        }
        self.first_membership = first;
    }

    fn slice(&self, index: usize) -> &[Lit] {
        let group = self.groups[index];
        &self.members[group.start as usize..group.end as usize]
    }

    /// The members of a group.
    #[inline]
    pub(crate) fn members(&self, group: GroupRef) -> &[Lit] {
        self.slice(group.0 as usize)
    }

    /// The places of a literal's memberships, for [`Groups::peers`] and [`Groups::count_out`].
    #[inline]
    pub(crate) fn memberships_of(&self, lit: Lit) -> std::ops::Range<usize> {
        match self.first_membership.get(lit.index()..lit.index() + 2) {
            Some(&[start, end]) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// The members of the group behind a membership, the literal itself among them.
    #[inline]
    pub(crate) fn peers(&self, membership: usize) -> &[Lit] {
        self.slice(self.memberships[membership].group())
    }

    /// Whether a group holds both literals, so that at most one of them is true.
    pub(crate) fn exclude(&self, first: Lit, second: Lit) -> bool {
        let [first, second] = [first, second].map(|lit| &self.memberships[self.memberships_of(lit)]);
        // Memberships are in the order of the groups.
        let mut second = second.iter().map(|membership| membership.group()).peekable();
        first.iter().map(|membership| membership.group()).any(|group| {
            while second.next_if(|&other| other < group).is_some() {}
            second.peek() == Some(&group)
        })
    }

    /// Closes the exactly-one group behind a membership of a literal that became true.
    #[inline]
    pub(crate) fn close(&mut self, membership: usize) {
        let membership = self.memberships[membership];
        if membership.is_counted() {
            let group = membership.group();
            let place = self.open_place[group];
            self.open.swap_remove(place as usize);
            if let Some(&moved) = self.open.get(place as usize) {
                self.open_place[moved as usize] = place;
            }
        }
    }

    /// Undoes [`Groups::close`].
    #[inline]
    pub(crate) fn reopen(&mut self, membership: usize) {
        let membership = self.memberships[membership];
        if membership.is_counted() {
            self.open_place[membership.group()] = self.open.len() as u32;
            self.open.push(membership.group() as u32);
        }
    }

    /// Counts out a literal that became false from the group behind one of its memberships.
    #[inline]
    pub(crate) fn count_out(&mut self, membership: usize, lit: Lit) -> (GroupRef, Tally) {
        let membership = self.memberships[membership];
        let group = GroupRef(membership.group() as u32);
        if !membership.is_counted() {
            return (group, Tally::Open);
        }
        let count = &mut self.counts[membership.group()];
        count.remaining -= 1;
        count.folded ^= lit.code();
        let tally = match count.remaining {
            0 => Tally::Exhausted,
            1 => Tally::Last(Lit::from_code(count.folded)),
            _ => Tally::Open,
        };
        (group, tally)
    }

    /// Undoes [`Groups::count_out`].
    #[inline]
    pub(crate) fn count_in(&mut self, membership: usize, lit: Lit) {
        let membership = self.memberships[membership];
        if membership.is_counted() {
            let count = &mut self.counts[membership.group()];
            count.remaining += 1;
            count.folded ^= lit.code();
        }
    }

    /// The open exactly-one group with the fewest members left, among those for which `eligible` holds.
    pub(crate) fn tightest(&self, eligible: impl Fn(GroupRef) -> bool) -> Option<GroupRef> {
        let mut best: Option<(u32, u32)> = None;
        for &group in &self.open {
            let remaining = self.counts[group as usize].remaining;
            // Groups in `open` move about, so the lower index decides among equals: a run can be repeated.
            let key = (remaining, group);
            if best.is_none_or(|best| key < best) && eligible(GroupRef(group)) {
                best = Some(key);
            }
        }
        best.map(|(_, group)| GroupRef(group))
    }

    /// The index of a group, in the order of [`Groups::iter`].
    pub(crate) fn index(&self, group: GroupRef) -> usize {
        group.0 as usize
    }

    /// The index of the group behind a membership.
    pub(crate) fn index_behind(&self, membership: usize) -> usize {
        self.memberships[membership].group()
    }

    /// A group by its index.
    pub(crate) fn get(&self, index: usize) -> (GroupKind, &[Lit]) {
        (self.groups[index].kind, self.slice(index))
    }

    /// The groups by index.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (GroupKind, &[Lit])> {
        (0..self.groups.len()).map(|index| self.get(index))
    }

    /// Panics unless the counts are those of the values of propagated literals.
    pub(crate) fn check_invariants(&self, propagated_value: impl Fn(Lit) -> i8) {
        for (index, group) in self.groups.iter().enumerate() {
            if group.kind == GroupKind::ExactlyOne {
                let left = self.slice(index).iter().filter(|&&lit| propagated_value(lit) >= 0);
                let (remaining, folded) = left.fold((0, 0), |(n, code), lit| (n + 1, code ^ lit.code()));
                assert_eq!((self.counts[index].remaining, self.counts[index].folded), (remaining, folded));
                let closed = self.slice(index).iter().any(|&lit| propagated_value(lit) > 0);
                assert_eq!(self.open.contains(&(index as u32)), !closed);
            }
        }
    }
}

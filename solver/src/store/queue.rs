//! Variables in the order in which they were last moved to the front.

use gordian_formula::Var;

/// A doubly linked list of variables: the move-to-front queue of VMTF (Biere & Fröhlich 2015, after Ryan 2004).
///
/// Invariant: stamps increase from `first` to `last`; every variable after `search` is assigned.
#[derive(Clone, Default)]
pub(crate) struct Queue {
    links: Vec<Link>,
    first: u32,
    last: u32,
    search: u32,
    /// The largest and the smallest stamp so far.
    stamp: i64,
    low: i64,
}

#[derive(Clone, Copy)]
struct Link {
    previous: u32,
    next: u32,
    stamp: i64,
}

const NONE: u32 = u32::MAX;

impl Queue {
    /// Appends new variables, so that the newest is decided first.
    pub(crate) fn grow(&mut self, num_vars: usize) {
        for index in self.links.len()..num_vars {
            self.links.push(Link { previous: NONE, next: NONE, stamp: 0 });
            if index == 0 {
                self.last = NONE;
            }
            self.append(index as u32);
            self.search = index as u32;
        }
    }

    /// Makes room for one variable more, where decisions come last.
    pub(crate) fn grow_at_back(&mut self) {
        if self.links.is_empty() {
            return self.grow(1);
        }
        let index = self.links.len() as u32;
        self.low -= 1;
        self.links.push(Link { previous: NONE, next: self.first, stamp: self.low });
        self.links[self.first as usize].previous = index;
        self.first = index;
    }

    /// The rank of a variable: those moved to the front later have higher ranks.
    #[inline]
    pub(crate) fn rank(&self, var: Var) -> u64 {
        // Stamps are below zero at the back.
        self.links[var.index()].stamp as u64 ^ 1 << 63
    }

    fn append(&mut self, var: u32) {
        self.stamp += 1;
        self.links[var as usize] = Link { previous: self.last, next: NONE, stamp: self.stamp };
        match self.last {
            NONE => self.first = var,
            last => self.links[last as usize].next = var,
        }
        self.last = var;
    }

    fn remove(&mut self, var: u32) {
        let Link { previous, next, .. } = self.links[var as usize];
        match previous {
            NONE => self.first = next,
            previous => self.links[previous as usize].next = next,
        }
        match next {
            NONE => self.last = previous,
            next => self.links[next as usize].previous = previous,
        }
    }

    /// Moves a variable to the end from which decisions are taken.
    pub(crate) fn move_to_front(&mut self, var: Var, is_assigned: bool) {
        let index = var.index() as u32;
        if self.last == index {
            return;
        }
        if self.search == index {
            // The one before it may be unassigned, and stays behind everything that is assigned.
            self.search = match self.links[var.index()].previous {
                NONE => self.links[var.index()].next,
                previous => previous,
            };
        }
        self.remove(index);
        self.append(index);
        if !is_assigned {
            self.search = index;
        }
    }

    /// Moves the newest variable to where decisions come last.
    pub(crate) fn move_newest_to_back(&mut self) {
        let (index, previous) = (self.last, self.links[self.last as usize].previous);
        if previous == NONE {
            return;
        }
        if self.search == index {
            self.search = previous;
        }
        self.remove(index);
        self.low -= 1;
        self.links[index as usize] = Link { previous: NONE, next: self.first, stamp: self.low };
        self.links[self.first as usize].previous = index;
        self.first = index;
    }

    /// Tells the queue that a variable lost its value.
    #[inline]
    pub(crate) fn unassigned(&mut self, var: Var) {
        if self.links[var.index()].stamp > self.links[self.search as usize].stamp {
            self.search = var.index() as u32;
        }
    }

    /// Lets the next [`Queue::find`] begin at the front, whatever became unassigned meanwhile.
    pub(crate) fn find_from_front(&mut self) {
        self.search = self.last;
    }

    /// The unassigned variable that was moved last.
    pub(crate) fn find(&mut self, is_assigned: impl Fn(Var) -> bool) -> Option<Var> {
        let mut at = self.search;
        while at != NONE && !self.links.is_empty() {
            let var = Var::from_index(at as usize);
            if !is_assigned(var) {
                self.search = at;
                return Some(var);
            }
            at = self.links[at as usize].previous;
        }
        None
    }

    /// Panics unless the invariant on the type holds.
    pub(crate) fn check_invariants(&self, is_assigned: impl Fn(Var) -> bool) {
        let mut at = self.last;
        let mut seen_search = false;
        let mut count = 0;
        while at != NONE && !self.links.is_empty() {
            seen_search |= at == self.search;
            assert!(seen_search || is_assigned(Var::from_index(at as usize)));
            let Link { previous, stamp, .. } = self.links[at as usize];
            assert!(previous == NONE || self.links[previous as usize].stamp < stamp);
            at = previous;
            count += 1;
        }
        assert_eq!(count, self.links.len());
    }
}

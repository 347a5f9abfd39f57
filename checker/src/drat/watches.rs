//! The lists of clauses to be visited when a literal becomes false.

use super::arena::ClauseRef;
use crate::local::Local;

/// One of the two watches of a clause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) clause: ClauseRef,
    /// Another literal of the clause: where it is true the clause need not be looked at.
    pub(crate) blocker: Local,
}

const _: () = assert!(size_of::<Watch>() == 8);

/// The clauses that a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tier {
    /// Clauses that the contradiction is known to rest on.
    Core,
    /// Others, and core clauses not visited since they became so.
    Rest,
}

/// Two watch lists for each literal.
#[derive(Debug, Default)]
pub(crate) struct Watches {
    core: Vec<Vec<Watch>>,
    rest: Vec<Vec<Watch>>,
}

impl Watches {
    pub(crate) fn grow(&mut self, num_vars: usize) {
        self.core.resize_with(2 * num_vars, Vec::new);
        self.rest.resize_with(2 * num_vars, Vec::new);
    }

    #[inline]
    pub(crate) fn list_mut(&mut self, tier: Tier, lit: Local) -> &mut Vec<Watch> {
        match tier {
            Tier::Core => &mut self.core[lit.index()],
            Tier::Rest => &mut self.rest[lit.index()],
        }
    }

    /// Takes a list out, to be given back by [`Watches::restore`]. Nothing may be pushed to it meanwhile.
    #[inline]
    pub(crate) fn take(&mut self, tier: Tier, lit: Local) -> Vec<Watch> {
        std::mem::take(self.list_mut(tier, lit))
    }

    #[inline]
    pub(crate) fn restore(&mut self, tier: Tier, lit: Local, list: Vec<Watch>) {
        *self.list_mut(tier, lit) = list;
    }

    /// Drops the watches that `keep` refuses.
    pub(crate) fn retain(&mut self, keep: impl Fn(&Watch) -> bool) {
        for list in self.core.iter_mut().chain(&mut self.rest) {
            list.retain(&keep);
        }
    }
}

//! Full occurrence lists.

use gordian_formula::{Lit, LitMap};

use crate::store::arena::{Arena, ClauseRef};

/// For each literal, the clauses it stands in, while watches are put away.
///
/// Invariant: every irredundant clause that is not garbage is in the lists of all its literals. Lists may hold garbage.
#[derive(Default)]
pub(crate) struct Occurrences {
    lists: LitMap<Vec<ClauseRef>>,
}

impl Occurrences {
    pub(crate) fn new(num_vars: usize) -> Occurrences {
        let mut lists = LitMap::new();
        lists.grow(num_vars);
        Occurrences { lists }
    }

    pub(crate) fn grow(&mut self, num_vars: usize) {
        self.lists.grow(num_vars);
    }

    /// Enters a clause for all its literals.
    pub(crate) fn connect(&mut self, clause: ClauseRef, lits: &[Lit]) {
        for &lit in lits {
            self.lists[lit].push(clause);
        }
    }

    pub(crate) fn push(&mut self, lit: Lit, clause: ClauseRef) {
        self.lists[lit].push(clause);
    }

    pub(crate) fn of(&self, lit: Lit) -> &[ClauseRef] {
        &self.lists[lit]
    }

    /// Takes a clause out of the list of a literal that it lost.
    pub(crate) fn disconnect(&mut self, lit: Lit, clause: ClauseRef) {
        self.lists[lit].retain(|&other| other != clause);
    }

    /// Forgets the garbage in a list.
    pub(crate) fn flush(&mut self, lit: Lit, arena: &Arena) {
        self.lists[lit].retain(|&clause| !arena.is_garbage(clause));
    }

    /// Gives back the memory of a list.
    pub(crate) fn clear(&mut self, lit: Lit) {
        self.lists[lit] = Vec::new();
    }
}

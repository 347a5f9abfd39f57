//! Full occurrence lists.

use gordian_formula::Lit;

use crate::store::arena::{Arena, ClauseRef};
use crate::store::lists::{Entry, Lists};

impl Entry for ClauseRef {
    const BLANK: ClauseRef = ClauseRef::from_offset(u32::MAX);
}

/// For each literal, the clauses it stands in, while watches are put away.
///
/// Invariant: every irredundant clause that is not garbage is in the lists of all its literals. Lists may hold garbage.
pub(crate) type Occurrences = Lists<ClauseRef>;

impl Occurrences {
    /// Enters a clause for all its literals.
    pub(crate) fn connect(&mut self, clause: ClauseRef, lits: &[Lit]) {
        for &lit in lits {
            self.push(lit, clause);
        }
    }

    /// Takes a clause out of the list of a literal that it lost.
    pub(crate) fn disconnect(&mut self, lit: Lit, clause: ClauseRef) {
        self.retain(lit, |&mut other| other != clause);
    }

    /// Forgets the garbage in a list.
    pub(crate) fn flush(&mut self, lit: Lit, arena: &Arena) {
        self.retain(lit, |&mut clause| !arena.is_garbage(clause));
    }
}

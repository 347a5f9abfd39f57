//! Watch lists.

use gordian_formula::Lit;

use crate::store::arena::ClauseRef;
use crate::store::lists::{Entry, Lists};

/// A clause that is to be visited when the literal whose list this stands in becomes false.
///
/// For a binary clause the blocker is the other literal, and the watch is all there is of the clause. For a long
/// one the blocker is some other literal of it: while that one is true, the clause need not be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Watch {
    pub(crate) blocker: Lit,
    target: u32,
}

const BINARY: u32 = 1 << 31;
const REDUNDANT: u32 = 1;

// Eight watches share a cache line.
const _: () = assert!(size_of::<Watch>() == 8);

impl Watch {
    #[inline]
    pub(crate) fn long(clause: ClauseRef, blocker: Lit) -> Watch {
        Watch { blocker, target: clause.offset() }
    }

    #[inline]
    pub(crate) fn binary(other: Lit, redundant: bool) -> Watch {
        Watch { blocker: other, target: BINARY | if redundant { REDUNDANT } else { 0 } }
    }

    #[inline]
    pub(crate) fn is_binary(self) -> bool {
        self.target & BINARY != 0
    }

    /// Whether a binary clause was learned; meaningless for a long one, whose header knows.
    #[inline]
    pub(crate) fn is_redundant_binary(self) -> bool {
        self.target == BINARY | REDUNDANT
    }

    /// The clause of a watch that is not binary.
    #[inline]
    pub(crate) fn clause(self) -> ClauseRef {
        debug_assert!(!self.is_binary());
        ClauseRef::from_offset(self.target)
    }
}

impl Entry for Watch {
    const BLANK: Watch = Watch { blocker: Lit::from_code(u32::MAX), target: u32::MAX };
}

/// One list of watches for each literal.
///
/// Invariant: between visits, a clause is in the lists of exactly two of its literals: both of a binary one, the
/// first two of a long one.
pub(crate) type Watches = Lists<Watch>;

impl Watches {
    /// Watches a long clause by its first two literals.
    pub(crate) fn watch_clause(&mut self, clause: ClauseRef, lits: &[Lit]) {
        self.push(lits[0], Watch::long(clause, lits[1]));
        self.push(lits[1], Watch::long(clause, lits[0]));
    }

    /// Stores a binary clause.
    pub(crate) fn add_binary(&mut self, first: Lit, second: Lit, redundant: bool) {
        self.push(first, Watch::binary(second, redundant));
        self.push(second, Watch::binary(first, redundant));
    }

    /// The binary clauses of the formula, each once.
    pub(crate) fn irredundant_binaries(&self) -> impl Iterator<Item = [Lit; 2]> + '_ {
        self.iter().flat_map(|(lit, list)| {
            let is_wanted =
                move |watch: &&Watch| watch.is_binary() && !watch.is_redundant_binary() && lit < watch.blocker;
            list.iter().filter(is_wanted).map(move |watch| [lit, watch.blocker])
        })
    }

    /// Panics unless every list holds only clauses that watch its literal.
    pub(crate) fn check_invariants(&self, lits_of: impl Fn(ClauseRef) -> Vec<Lit>) {
        for (lit, list) in self.iter() {
            for watch in list {
                if watch.is_binary() {
                    let twins = self.of(watch.blocker).iter().filter(|twin| twin.is_binary() && twin.blocker == lit);
                    assert!(twins.count() >= 1, "a binary clause stands in one list only");
                } else {
                    let lits = lits_of(watch.clause());
                    assert!(lits[..2].contains(&lit), "a clause is watched by a literal beyond its first two");
                    assert!(lits.contains(&watch.blocker) && watch.blocker != lit);
                }
            }
        }
    }
}

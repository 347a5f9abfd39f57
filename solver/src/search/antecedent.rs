//! Walking from literals to their reasons.

use std::slice;

use gordian_formula::Lit;

use crate::store::arena::Arena;
use crate::store::groups::Groups;
use crate::store::trail::Reason;

/// The variable is in an antecedent of the conflict.
pub(crate) const SEEN: u8 = 1;
/// Its literal follows from other literals of the learned clause.
pub(crate) const REMOVABLE: u8 = 2;
/// Its literal does not, as far as minimization looked.
pub(crate) const POISON: u8 = 4;
/// Shrinking met it while it resolved the literals of its level.
pub(crate) const SHRINKABLE: u8 = 8;
/// The proof needs no further reason for it.
pub(crate) const NAMED: u8 = 16;

/// The literals of a reason, the implied literal among them where the constraint stores it. None of
/// one that was not asked for: see [`is_opaque`].
#[inline]
pub(crate) fn antecedents<'a>(reason: &'a Reason, arena: &'a Arena, groups: &'a Groups) -> &'a [Lit] {
    match reason {
        Reason::Decision | Reason::Unit | Reason::External => &[],
        Reason::Binary(other) => slice::from_ref(other),
        Reason::Long(clause) => arena.lits(*clause),
        Reason::Group(group) => groups.members(*group),
    }
}

/// Whether nothing is known of where a literal comes from.
#[inline]
pub(crate) fn is_opaque(reason: Reason) -> bool {
    matches!(reason, Reason::Decision | Reason::External)
}

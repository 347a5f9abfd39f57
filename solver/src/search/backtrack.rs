//! Undoing decisions.

use gordian_formula::Lit;

use crate::engine::{Engine, Order};
use crate::search::mode::own::Mode;
use crate::store::phases::Phases;

/// Unassigns everything above a decision level.
pub(crate) fn backtrack(engine: &mut Engine, level: u32) {
    let Engine { trail, groups, order, phases, schedule, .. } = engine;
    let mode = schedule.mode.current;
    if groups.is_empty() {
        trail.undo(level, |lit, _| release(lit, mode, phases, order));
        return;
    }
    trail.undo(level, |lit, was_propagated| {
        release(lit, mode, phases, order);
        if was_propagated {
            for membership in groups.memberships_of(lit) {
                groups.reopen(membership);
            }
            for membership in groups.memberships_of(!lit) {
                groups.count_in(membership, !lit);
            }
        }
    });
}

/// The order of the other mode is brought up to date when the mode changes.
#[inline(always)]
fn release(lit: Lit, mode: Mode, phases: &mut Phases, order: &mut Order) {
    phases.save(lit);
    match mode {
        Mode::Focused => order.queue.unassigned(lit.var()),
        Mode::Stable => order.heap.insert(lit.var()),
    }
}

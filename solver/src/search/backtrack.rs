//! Undoing decisions.

use crate::engine::Engine;
use crate::schedule::Mode;

/// Unassigns everything above a decision level.
pub(crate) fn backtrack(engine: &mut Engine, level: u32) {
    let Engine { trail, groups, order, phases, schedule, .. } = engine;
    let has_groups = !groups.is_empty();
    while let Some((lit, was_propagated)) = trail.pop_above(level) {
        phases.save(lit);
        // The order of the other mode is brought up to date when the mode changes.
        match schedule.mode {
            Mode::Focused => order.queue.unassigned(lit.var()),
            Mode::Stable => order.heap.insert(lit.var()),
        }
        if has_groups && was_propagated {
            for membership in groups.memberships_of(lit) {
                groups.reopen(membership);
            }
            for membership in groups.memberships_of(!lit) {
                groups.count_in(membership, !lit);
            }
        }
    }
}

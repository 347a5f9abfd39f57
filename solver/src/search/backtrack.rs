//! Undoing decisions.

use crate::engine::Engine;

/// Unassigns everything above a decision level.
pub(crate) fn backtrack(engine: &mut Engine, level: u32) {
    let Engine { trail, groups, order, phases, .. } = engine;
    let has_groups = !groups.is_empty();
    while let Some((lit, was_propagated)) = trail.pop_above(level) {
        phases.save(lit);
        order.heap.insert(lit.var());
        order.queue.unassigned(lit.var());
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

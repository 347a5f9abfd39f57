//! Unit propagation.

use gordian_formula::Lit;

use crate::engine::Engine;
use crate::search::visit::{visit, visit_all, visit_ternaries};
use crate::statistics::Statistics;
use crate::store::arena::Arena;
use crate::store::groups::{Groups, Tally};
use crate::store::ternaries::Ternaries;
use crate::store::trail::{Conflict, Reason, Trail};
use crate::store::watches::Watches;

/// Assigns all that follows from the literals assigned so far, until a constraint is false.
#[inline]
pub(crate) fn propagate(engine: &mut Engine) -> Option<Conflict> {
    let Engine { trail, arena, watches, ternaries, groups, statistics, .. } = engine;
    let before = trail.len();
    let conflict = propagate_trail(trail, arena, watches, ternaries, groups, statistics);
    statistics.propagations += (trail.len() - before) as u64;
    conflict
}

fn propagate_trail(
    trail: &mut Trail,
    arena: &mut Arena,
    watches: &mut Watches,
    ternaries: &Ternaries,
    groups: &mut Groups,
    statistics: &mut Statistics,
) -> Option<Conflict> {
    let ticks = &mut statistics.ticks;
    let (has_groups, has_ternaries) = (!groups.is_empty(), !ternaries.is_empty());
    if !has_groups && !has_ternaries {
        return visit_all(trail, arena, watches, ticks);
    }
    let mut conflict = None;
    while conflict.is_none()
        && let Some(lit) = trail.next_unpropagated()
    {
        if has_groups {
            conflict = propagate_groups(lit, trail, groups, ticks);
        }
        if conflict.is_none() {
            conflict = visit(!lit, trail, arena, watches, ticks);
        }
        if has_ternaries && conflict.is_none() {
            conflict = visit_ternaries(!lit, trail, ternaries, ticks);
        }
    }
    conflict
}

/// Propagates a literal that became true through the groups of its variable, linear in their members.
///
/// All counts are brought up to date before any conflict is returned, so that backtracking can undo them all.
fn propagate_groups(lit: Lit, trail: &mut Trail, groups: &mut Groups, ticks: &mut u64) -> Option<Conflict> {
    let mut conflict = None;
    for membership in groups.memberships_of(!lit) {
        match groups.count_out(membership, !lit) {
            (_, Tally::Open) => {}
            (group, Tally::Exhausted) => conflict = Some(Conflict::Group(group)),
            (group, Tally::Last(last)) => match trail.value(last) {
                0 => trail.assign(last, Reason::Group(group)),
                value if value < 0 => conflict = Some(Conflict::Group(group)),
                _ => {}
            },
        }
    }
    let memberships = groups.memberships_of(lit);
    for membership in memberships.clone() {
        groups.close(membership);
    }
    *ticks += 1 + memberships.len() as u64;
    for membership in memberships {
        let peers = groups.peers(membership);
        *ticks += peers.len() as u64 / 16;
        for &peer in peers {
            match trail.value(peer) {
                0 => trail.assign(!peer, Reason::Binary(!lit)),
                value if value > 0 && peer != lit => conflict = conflict.or(Some(Conflict::Binary(!lit, !peer))),
                _ => {}
            }
        }
        if conflict.is_some() {
            break;
        }
    }
    conflict
}

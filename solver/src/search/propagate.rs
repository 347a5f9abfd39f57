//! Unit propagation.

use gordian_formula::Lit;

use crate::engine::Engine;
use crate::statistics::Statistics;
use crate::store::arena::Arena;
use crate::store::groups::{Groups, Tally};
use crate::store::ternaries::{Ternaries, Ternary};
use crate::store::trail::{Conflict, Reason, Trail};
use crate::store::watches::{Watch, Watches};

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
    let has_groups = !groups.is_empty();
    let has_ternaries = !ternaries.is_empty();
    let mut ticks = 0;
    let mut conflict = None;
    while conflict.is_none()
        && let Some(lit) = trail.next_unpropagated()
    {
        if has_groups {
            conflict = propagate_groups(lit, trail, groups, &mut ticks);
            if conflict.is_some() {
                break;
            }
        }
        conflict = propagate_watches(!lit, trail, arena, watches, &mut ticks);
        if has_ternaries && conflict.is_none() {
            conflict = propagate_ternaries(!lit, trail, ternaries, &mut ticks);
        }
    }
    statistics.ticks += ticks;
    conflict
}

/// Visits the clauses that watch a literal which became false. Kept watches close the gaps that moved ones leave.
#[inline]
fn propagate_watches(
    false_lit: Lit,
    trail: &mut Trail,
    arena: &mut Arena,
    watches: &mut Watches,
    ticks: &mut u64,
) -> Option<Conflict> {
    let mut walk = Walk { next: 0, kept: 0 };
    let mut list = watches.of_mut(false_lit);
    *ticks += 1 + list.len() as u64 / 8;
    loop {
        match visit(false_lit, list, &mut walk, trail, arena, ticks) {
            Visit::Moved(lit, watch) => {
                watches.push(lit, watch);
                // That may have moved all lists.
                list = watches.of_mut(false_lit);
            }
            Visit::Done(conflict) => {
                if walk.kept < walk.next {
                    list.copy_within(walk.next.., walk.kept);
                    let len = walk.kept + list.len() - walk.next;
                    watches.truncate(false_lit, len);
                }
                return conflict;
            }
        }
    }
}

/// Visits the clauses of three literals, as they are listed by one that became false.
#[inline]
fn propagate_ternaries(false_lit: Lit, trail: &mut Trail, ternaries: &Ternaries, ticks: &mut u64) -> Option<Conflict> {
    let list = ternaries.of(false_lit);
    *ticks += 1 + list.len() as u64 / 16;
    for &Ternary { others: [first, second], clause } in list {
        let first_value = trail.value(first);
        // Nearly always one is true or both are open, which takes a single look at the sum.
        let sum = first_value + trail.value(second);
        if sum >= 0 {
            continue;
        }
        if sum == -2 {
            return Some(Conflict::Long(clause));
        }
        trail.assign(if first_value == 0 { first } else { second }, Reason::Long(clause));
    }
    None
}

/// How far a list of watches was walked, and how many of those before are kept.
struct Walk {
    next: usize,
    kept: usize,
}

/// What ended a visit.
enum Visit {
    /// A clause is to be watched by this literal from now on.
    Moved(Lit, Watch),
    /// The end of the list, or a conflict.
    Done(Option<Conflict>),
}

/// Walks on in a list until a watch leaves it. A clause remembers where its last search ended (Gent 2013), so that long clauses are
/// not searched from the start each time.
#[inline(always)]
fn visit(
    false_lit: Lit,
    list: &mut [Watch],
    walk: &mut Walk,
    trail: &mut Trail,
    arena: &mut Arena,
    ticks: &mut u64,
) -> Visit {
    let Walk { next, kept } = walk;
    while let Some(&watch) = list.get(*next) {
        *next += 1;
        list[*kept] = watch;
        *kept += 1;
        let blocker_value = trail.value(watch.blocker);
        if blocker_value > 0 {
            continue;
        }
        if watch.is_binary() {
            if blocker_value < 0 {
                return Visit::Done(Some(Conflict::Binary(false_lit, watch.blocker)));
            }
            trail.assign(watch.blocker, Reason::Binary(false_lit));
            continue;
        }
        let clause = watch.clause();
        *ticks += 1;
        let (lits, position) = arena.lits_and_position(clause);
        let [first, second, rest @ ..] = lits else { continue };
        let other = Lit::from_code(first.code() ^ second.code() ^ false_lit.code());
        let other_value = trail.value(other);
        if other_value > 0 {
            list[*kept - 1].blocker = other;
            continue;
        }
        let start = (position.index() - 2).min(rest.len());
        let (head, tail) = rest.split_at(start);
        let found = match tail.iter().position(|&lit| trail.value(lit) >= 0) {
            Some(at) => Some(start + at),
            None => head.iter().position(|&lit| trail.value(lit) >= 0),
        };
        if let Some(at) = found {
            let replacement = rest[at];
            *position = Lit::from_code(at as u32 + 2);
            if trail.value(replacement) > 0 {
                // It will stay true at least as long as this literal stays false: no need to move the watch.
                list[*kept - 1].blocker = replacement;
            } else {
                (*first, *second) = (other, replacement);
                rest[at] = false_lit;
                *ticks += 1;
                *kept -= 1;
                return Visit::Moved(replacement, Watch::long(clause, other));
            }
        } else if other_value == 0 {
            trail.assign(other, Reason::Long(clause));
        } else {
            return Visit::Done(Some(Conflict::Long(clause)));
        }
    }
    Visit::Done(None)
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

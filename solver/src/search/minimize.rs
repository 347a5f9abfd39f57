//! Removing implied literals from a learned clause.

use gordian_formula::Lit;

use crate::engine::Learning;
use crate::search::antecedent::{POISON, REMOVABLE, SEEN, antecedents, is_opaque};
use crate::store::arena::Arena;
use crate::store::groups::Groups;
use crate::store::trail::Trail;

pub(crate) mod own {
    technique! {
        options {
            /// Remove implied literals from learned clauses.
            enabled "minimize": bool = true;
            /// Longest chain of reasons followed when minimizing.
            depth "minimize_depth": (1..=1_000_000) = 1000;
        }
        counters {
            /// Literals that minimization removed.
            literals "minimized literals";
        }
    }
}

/// Removes each literal below the current level that follows from the others through reasons
/// (Sörensson & Biere 2009), with the cut-offs by level and by position in the trail of Van Gelder
/// (2009) and Knuth (2015).
pub(crate) fn minimize(learning: &mut Learning, trail: &Trail, arena: &Arena, groups: &Groups, depth: usize) {
    let mut kept = 1;
    for index in 1..learning.clause.len() {
        let lit = learning.clause[index];
        if !is_implied(lit, learning, trail, arena, groups, depth) {
            learning.clause[kept] = lit;
            kept += 1;
        } else if learning.resolution.is_wanted {
            learning.resolution.removed.push(lit);
        }
    }
    learning.clause.truncate(kept);
}

fn is_implied(lit: Lit, learning: &mut Learning, trail: &Trail, arena: &Arena, groups: &Groups, depth: usize) -> bool {
    // A literal that is alone on its level has antecedents on that level which lead to the decision.
    learning.levels.count(trail.level_of(lit.var())) > 1 && follows(lit, learning, trail, arena, groups, depth)
}

/// Whether a false literal, of the clause or not, follows from other literals of the clause.
pub(crate) fn follows(
    lit: Lit,
    learning: &mut Learning,
    trail: &Trail,
    arena: &Arena,
    groups: &Groups,
    depth: usize,
) -> bool {
    let Learning { marks, levels, pending, .. } = learning;
    let root = lit.var();
    if is_opaque(trail.reason(root)) || marks.has(root, POISON) {
        return false;
    }
    pending.clear();
    pending.push((root, 0));
    'down: while let Some(&(var, looked_at)) = pending.last() {
        let reason = trail.reason(var);
        for (index, other) in antecedents(&reason, arena, groups).iter().enumerate().skip(looked_at as usize) {
            let next = other.var();
            if next == var || marks.has(next, REMOVABLE) {
                continue;
            }
            let (level, position) = trail.place_of(next);
            if level == 0 || (marks.has(next, SEEN) && level < trail.level()) {
                continue;
            }
            let is_dead_end = marks.has(next, POISON)
                || is_opaque(trail.reason(next))
                || level == trail.level()
                || position <= levels.earliest(level)
                || levels.count(level) == 0
                || pending.len() >= depth;
            if is_dead_end {
                for &(var, _) in pending.iter() {
                    marks.set(var, POISON);
                }
                return false;
            }
            if let Some(top) = pending.last_mut() {
                top.1 = index as u32 + 1;
            }
            pending.push((next, 0));
            continue 'down;
        }
        marks.set(var, REMOVABLE);
        pending.pop();
    }
    true
}

//! Replacing the literals of a level in a learned clause by one.

use gordian_formula::Lit;

use crate::engine::Learning;
use crate::options::Options;
use crate::search::antecedent::{REMOVABLE, SEEN, SHRINKABLE, antecedents, is_opaque};
use crate::search::minimize::follows;
use crate::store::arena::Arena;
use crate::store::groups::Groups;
use crate::store::positions::Positions;
use crate::store::trail::Trail;

pub(crate) mod own {
    technique! {
        options {
            /// In a learned clause, replace the literals of a level by the one they come from.
            enabled "shrink": bool = true;
        }
        counters {
            /// Literals that shrinking removed.
            literals "shrunken literals";
        }
    }
}

/// For each level with several literals in the learned clause, resolves these with their reasons
/// until one is left, if that brings in no literals of other levels that the clause would not imply
/// (Fleury & Biere 2021). A member of a group that became true makes many others false: a clause
/// about these shrinks to that one member.
///
/// The clause is shorter, but weaker than before: it follows from the old one.
pub(crate) fn shrink(learning: &mut Learning, trail: &Trail, arena: &Arena, groups: &Groups, options: &Options) {
    let depth = options.minimize.depth as usize;
    // Beside the first literal, each level has one.
    if learning.clause.len() <= learning.levels.len() + 1 {
        return;
    }
    let mut clause = std::mem::take(&mut learning.clause);
    let level_of = |lit: Lit| trail.level_of(lit.var());
    // The last on the trail first.
    let key = |lit: Lit| {
        let (level, position) = trail.place_of(lit.var());
        !(u64::from(level) << 32 | u64::from(position))
    };
    let rest = &mut clause[1..];
    let sorted = learning.by_place.sort(rest.iter().map(|&lit| (key(lit), lit)));
    for (to, &(_, lit)) in rest.iter_mut().zip(sorted) {
        *to = lit;
    }
    let mut positions = std::mem::take(&mut learning.positions);
    let mut kept = 1;
    let mut start = 1;
    while let Some(&first) = clause.get(start) {
        let level = level_of(first);
        let size = clause[start..].iter().take_while(|&&lit| level_of(lit) == level).count();
        let block = start..start + size;
        start += size;
        let uip = match size {
            1 => None,
            _ => find_uip(&clause[block.clone()], &mut positions, learning, trail, arena, groups, depth),
        };
        if let Some(uip) = uip {
            if learning.resolution.is_wanted {
                learning.resolution.removed.extend_from_slice(&clause[block]);
            }
            clause[kept] = uip;
            kept += 1;
        } else {
            clause.copy_within(block, kept);
            kept += size;
        }
    }
    clause.truncate(kept);
    learning.clause = clause;
    positions.clear();
    learning.positions = positions;
}

/// The false literal of a level from which, with the rest of the clause, the literals of the block
/// follow.
fn find_uip(
    block: &[Lit],
    positions: &mut Positions,
    learning: &mut Learning,
    trail: &Trail,
    arena: &Arena,
    groups: &Groups,
    depth: usize,
) -> Option<Lit> {
    let level = trail.level_of(block[0].var());
    positions.clear();
    for lit in block {
        learning.marks.set(lit.var(), SHRINKABLE);
        positions.insert(trail.position(lit.var()));
    }
    while let Some(position) = positions.pop() {
        let lit = trail.literal(position as usize);
        if positions.is_empty() {
            return Some(!lit);
        }
        let reason = trail.reason(lit.var());
        if is_opaque(reason) {
            return None;
        }
        for &other in antecedents(&reason, arena, groups) {
            let var = other.var();
            let other_level = trail.level_of(var);
            if var == lit.var() || other_level == 0 {
                continue;
            }
            if other_level == level {
                if !learning.marks.has(var, SHRINKABLE) {
                    learning.marks.set(var, SHRINKABLE);
                    positions.insert(trail.position(var));
                }
                continue;
            }
            let is_in_clause = learning.marks.has(var, SEEN | REMOVABLE);
            if !is_in_clause && !follows(other, learning, trail, arena, groups, depth) {
                return None;
            }
        }
    }
    None
}

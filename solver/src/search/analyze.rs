//! Learning a clause from a conflict.

use gordian_formula::Lit;

use crate::engine::{Call, Engine, Learning};
use crate::options::Options;
use crate::search::antecedent::SEEN;
use crate::search::bump::{bump_analyzed, mark_reason_sides};
use crate::search::explain::explain;
use crate::search::minimize::minimize;
use crate::search::mode::own::Mode;
use crate::search::shrink::shrink;
use crate::search::tier::{lasting, tier_of};
use crate::store::arena::{Arena, ClauseRef};
use crate::store::levels::Levels;
use crate::store::trail::{Conflict, Reason, Trail};

/// Leaves in `learning.clause` the clause of the first unique implication point (Marques-Silva &
/// Sakallah 1996, Zhang et al. 2001), minimized, that literal first. Bumps the variables met on the
/// way.
pub(crate) fn analyze(engine: &mut Engine, call: &mut Call<'_>, conflict: Conflict) {
    let options = call.options;
    let Engine { trail, phases, learning, schedule, .. } = &mut *engine;
    learning.marks.clear();
    learning.levels.begin(call.assumptions.len() as u32);
    if schedule.mode.current == Mode::Stable || options.decide.target == 2 {
        phases.remember(&trail.literals()[..trail.start_of(trail.level())]);
    }

    resolve(engine, call, conflict);
    let Engine { trail, arena, groups, learning, statistics, .. } = &mut *engine;
    if options.minimize.enabled {
        let before = learning.clause.len();
        minimize(learning, trail, arena, groups, options.minimize.depth as usize);
        statistics.minimize.literals += (before - learning.clause.len()) as u64;
    }
    if options.shrink.enabled {
        let before = learning.clause.len();
        shrink(learning, trail, arena, groups, options);
        statistics.shrink.literals += (before - learning.clause.len()) as u64;
    }
    if options.bump.reasons && engine.schedule.mode.current == Mode::Stable {
        mark_reason_sides(engine);
    }
    bump_analyzed(engine, options);
}

/// Resolves the conflict with the reasons of its literals until one literal of the current level is left.
fn resolve(engine: &mut Engine, call: &mut Call<'_>, conflict: Conflict) {
    let options = call.options;
    let Engine { trail, arena, watches, groups, learning, statistics, .. } = engine;
    learning.clause.clear();
    learning.resolution.begin(call.proof.wants_antecedents());
    // The place of the unique implication point, known last.
    learning.clause.push(Lit::from_code(0));
    let mut open = 0;
    let current = trail.level();
    match conflict {
        Conflict::Binary(first, second) => {
            see(&[first, second], current, trail, learning, &mut open);
        }
        Conflict::Long(clause) => {
            if arena.is_redundant(clause) {
                note_use(clause, arena, trail, &mut learning.levels, options);
            }
            see(arena.lits(clause), current, trail, learning, &mut open);
        }
        Conflict::Group(group) => {
            see(groups.members(group), current, trail, learning, &mut open);
        }
    }
    let mut position = trail.len();
    let uip = loop {
        position -= 1;
        let lit = trail.literal(position);
        if !learning.marks.has(lit.var(), SEEN) {
            continue;
        }
        open -= 1;
        if open == 0 {
            break lit;
        }
        let reason = match trail.reason(lit.var()) {
            Reason::External => explain(lit, trail, arena, watches, statistics, call),
            reason => reason,
        };
        if learning.resolution.is_wanted {
            let identifier = if let Reason::Long(clause) = reason { arena.identifier(clause) } else { 0 };
            learning.resolution.steps.push((position as u32, identifier));
        }
        match reason {
            Reason::Decision | Reason::External => {
                debug_assert!(false, "a decision is the last of its level to be met");
            }
            // A propagator found out late that it holds for good.
            Reason::Unit => {}
            Reason::Binary(other) => see(&[other], current, trail, learning, &mut open),
            // The implied literal is among these, and seen already.
            Reason::Long(clause) => {
                if arena.is_redundant(clause) {
                    note_use(clause, arena, trail, &mut learning.levels, options);
                }
                see(arena.lits(clause), current, trail, learning, &mut open);
            }
            Reason::Group(group) => {
                see(groups.members(group), current, trail, learning, &mut open);
            }
        }
    };
    learning.clause[0] = !uip;
}

/// Takes up the false literals of an antecedent that are not seen yet: those of the current level
/// are counted, those below go into the clause.
///
/// Not inlined, so that its registers are its own.
#[inline(never)]
fn see(lits: &[Lit], current: u32, trail: &Trail, learning: &mut Learning, open: &mut usize) {
    let Learning { marks, levels, clause, resolution, .. } = learning;
    for &lit in lits {
        let var = lit.var();
        if marks.has(var, SEEN) {
            continue;
        }
        let (level, position) = trail.place_of(var);
        if level == 0 {
            if resolution.is_wanted {
                resolution.roots.push(var);
            }
            continue;
        }
        marks.set(var, SEEN);
        if level == current {
            *open += 1;
        } else {
            clause.push(lit);
            levels.touch(level, position);
        }
    }
}

/// A learned clause that is an antecedent survives the next reductions, and its glue is brought up
/// to date (Audemard & Simon 2009).
fn note_use(clause: ClauseRef, arena: &mut Arena, trail: &Trail, levels: &mut Levels, options: &Options) {
    let old = arena.glue(clause);
    if tier_of(old, options) > 0 {
        let lits = arena.lits(clause).iter();
        if let Some(count) = levels.distinct(lits.map(|lit| trail.level_of(lit.var())), old) {
            arena.set_glue(clause, count.saturating_sub(1));
        }
    }
    arena.set_used(clause, lasting(arena.glue(clause), options));
}

//! Visiting all models by chronological backtracking.

use std::ops::ControlFlow;

use gordian_formula::{Lit, Var};

use crate::engine::{Call, Engine};
use crate::outcome::Enumeration;
use crate::search::backtrack::backtrack;
use crate::search::open_level::open_level;
use crate::search::propagate::propagate;
use crate::store::groups::GroupRef;
use crate::store::trail::Reason;

/// What an enumeration decides, in which order.
struct Agenda {
    is_visible: Vec<bool>,
    /// For each group, whether all its members are visible, so that deciding one keeps visible variables first.
    is_eligible: Vec<bool>,
    /// The visible variables, then the others.
    vars: Vec<Var>,
    num_visible: usize,
    /// For each decision level, a number of variables of `vars` that were assigned when it began.
    assigned: Vec<usize>,
}

/// Visits every assignment of the visible variables that extends to a model, once, in constant memory: instead of a blocking
/// clause, the last visible decision is flipped at the level below, where it stays until that level is undone (chronological
/// backtracking as in Grumberg, Schuster & Yadgar 2004). Decisions follow the tightest group of visible variables.
///
/// Nothing is learned. The engine is back at level zero afterwards, as it was before but for saved phases.
pub(crate) fn enumerate(
    engine: &mut Engine,
    call: &mut Call<'_>,
    visible: &[Var],
    visit: &mut dyn FnMut(&Engine) -> ControlFlow<()>,
) -> Enumeration {
    if propagate(engine).is_some() {
        engine.is_inconsistent = true;
        call.proof.add(&[]);
        return Enumeration::Complete;
    }
    let mut agenda = Agenda::new(engine, visible);
    // Flipped decisions are no consequences of the formula: they must not reach level zero.
    engine.trail.push_level();
    let end = walk(engine, call, &mut agenda, visit);
    backtrack(engine, 0);
    end
}

fn walk(
    engine: &mut Engine,
    call: &mut Call<'_>,
    agenda: &mut Agenda,
    visit: &mut dyn FnMut(&Engine) -> ControlFlow<()>,
) -> Enumeration {
    loop {
        let next = if propagate(engine).is_some() {
            engine.statistics.conflicts += 1;
            Next::Flip
        } else {
            agenda.next(engine)
        };
        let flipped = match next {
            Next::Decide(lit) => {
                open_level(engine, lit);
                true
            }
            Next::Flip => flip(engine, |_| true),
            Next::Model => {
                engine.statistics.models += 1;
                if visit(engine).is_break() {
                    return Enumeration::Stopped;
                }
                flip(engine, |lit| agenda.is_visible[lit.var().index()])
            }
        };
        if !flipped {
            return Enumeration::Complete;
        }
        if let Some(interrupt) = call.interrupted(&engine.statistics) {
            return Enumeration::Interrupted(interrupt);
        }
    }
}

enum Next {
    Decide(Lit),
    Flip,
    Model,
}

impl Agenda {
    fn new(engine: &Engine, visible: &[Var]) -> Agenda {
        let mut is_visible = vec![false; engine.trail.num_vars()];
        for var in visible {
            is_visible[var.index()] = true;
        }
        let all_visible = |members: &[Lit]| members.iter().all(|lit| is_visible[lit.var().index()]);
        let is_eligible = engine.groups.iter().map(|(_, members)| all_visible(members)).collect();
        let all = (0..engine.trail.num_vars()).map(Var::from_index).filter(|var| !engine.removed[var.index()]);
        let (mut vars, hidden): (Vec<Var>, Vec<Var>) = all.partition(|var| is_visible[var.index()]);
        let num_visible = vars.len();
        vars.extend(hidden);
        Agenda { is_visible, is_eligible, vars, num_visible, assigned: Vec::new() }
    }

    fn next(&mut self, engine: &Engine) -> Next {
        let level = engine.trail.level() as usize;
        self.assigned.truncate(level);
        let mut at = self.assigned.last().copied().unwrap_or(0);
        while self.vars.get(at).is_some_and(|&var| engine.trail.is_assigned(var)) {
            at += 1;
        }
        self.assigned.resize(level, at);
        self.assigned[level - 1] = at;
        let Some(&var) = self.vars.get(at) else { return Next::Model };
        let member = if at < self.num_visible { self.tightest_member(engine) } else { None };
        Next::Decide(member.unwrap_or(var.negative()))
    }

    fn tightest_member(&self, engine: &Engine) -> Option<Lit> {
        let Engine { groups, trail, .. } = engine;
        let group: GroupRef = groups.tightest(|group| self.is_eligible[groups.index(group)])?;
        groups.members(group).iter().copied().find(|&lit| trail.value(lit) == 0)
    }
}

/// Undoes the levels above the last one whose decision is wanted, and that one; its decision becomes false on the level below.
/// False if only the base level is left.
fn flip(engine: &mut Engine, is_wanted: impl Fn(Lit) -> bool) -> bool {
    let mut level = engine.trail.level();
    while level > 1 {
        let decision = engine.trail.decision(level).filter(|&lit| is_wanted(lit));
        level -= 1;
        if let Some(decision) = decision {
            backtrack(engine, level);
            engine.trail.assign(!decision, Reason::Decision);
            return true;
        }
    }
    false
}

//! Visiting all models by chronological backtracking.

use std::ops::ControlFlow;

use gordian_formula::{Lit, Var};

use crate::engine::{Call, Engine};
use crate::external::External;
use crate::observer::Observer;
use crate::outcome::{Enumeration, Interrupt};
use crate::search::analyze::analyze;
use crate::search::backtrack::backtrack;
use crate::search::collect::collect;
use crate::search::consult::{End, Ground, propagate_above};
use crate::search::gauge::{Gauge, Mark};
use crate::search::implicant::Implicants;
use crate::search::learn::learn;
use crate::search::open_level::open_level;
use crate::search::propagate::propagate;
use crate::search::reduce::{reduce, reducing};
use crate::store::groups::GroupRef;
use crate::store::ternaries::Ternaries;
use crate::store::trail::{Reason, Trail};

pub(crate) mod own {
    technique! {
        counters {
            /// Models visited by enumerations.
            models "models";
        }
    }
}

/// Takes a model, the caller's variables, and how many decisions of the model do not matter.
pub(crate) type Visit<'a> = dyn FnMut(&Engine, &External, u32) -> ControlFlow<()> + 'a;

/// Variables that are passed over, since they have values, in the time of a tick.
const VARS_PER_TICK: u64 = 16;

/// The order of decisions in an enumeration.
struct Agenda {
    /// For each group, whether all its members are visible, so that deciding one keeps visible variables first.
    is_eligible: Vec<bool>,
    /// The visible variables in the caller's order, then the others.
    vars: Vec<Var>,
    num_visible: usize,
    /// The number of all variables, known so far.
    num_vars: usize,
    /// For each decision level, a number of variables of `vars` that were assigned when it began.
    assigned: Vec<usize>,
    /// The level of the last visible decision; those above decide other variables.
    floor: u32,
    /// The highest level on which a flipped decision stands; learned clauses must not lead back
    /// below it.
    bound: u32,
    gauge: Gauge,
    /// The search for implicants, if models that share one are taken at once.
    implicants: Option<Implicants>,
    /// Unit clauses that were learned, which hold from the base level on.
    units: Vec<Lit>,
}

/// Visits every assignment of the visible variables that extends to a model, once, in constant
/// memory: instead of a blocking clause, the last visible decision is flipped at the level below,
/// where it stays until that level is undone (chronological backtracking as in Grumberg, Schuster &
/// Yadgar 2004). Decisions follow the tightest group of visible variables.
///
/// Once all visible variables have values, clause learning finds out whether these extend to a
/// model; it never goes back past the last visible decision. Conflicts of visible decisions are
/// learned from only if measuring shows that it pays. They then lead back at most to the last level
/// with a flipped decision (as in Gebser, Kaufmann, Neumann & Schaub 2007). The engine is back at
/// level zero afterwards.
pub(crate) fn enumerate(
    engine: &mut Engine,
    call: &mut Call<'_>,
    visible: &[Var],
    at_once: bool,
    visit: &mut Visit<'_>,
) -> Enumeration {
    if propagate(engine).is_some() {
        engine.is_inconsistent = true;
        call.proof.add(&[]);
        return Enumeration::Complete;
    }
    collect(engine, call);
    let mut agenda = Agenda::new(engine, visible, at_once);
    if let Some(interrupt) = call.budget.ended() {
        return Enumeration::Interrupted(interrupt);
    }
    // Few clauses are learned, so that most are short: those of three literals are better off in
    // lists. Level zero stays as it is until they are watched again.
    let Engine { ternaries, watches, arena, trail, .. } = engine;
    *ternaries = Ternaries::take_from(watches, arena, trail.num_vars());
    // Flipped decisions are no consequences of the formula: they must not reach level zero.
    engine.trail.push_level();
    let end = walk(engine, call, &mut agenda, visit);
    backtrack(engine, 0);
    let Engine { ternaries, watches, arena, .. } = engine;
    std::mem::take(ternaries).give_back(watches, arena);
    agenda.assign_units(engine);
    end
}

fn walk(engine: &mut Engine, call: &mut Call<'_>, agenda: &mut Agenda, visit: &mut Visit<'_>) -> Enumeration {
    loop {
        let bound = if agenda.gauge.learns() { agenda.bound } else { agenda.floor };
        let end = propagate_above(engine, call, &mut Ground { level: bound, units: &mut agenda.units });
        agenda.sink(engine.trail.level(), engine.statistics.conflicts);
        let next = match end {
            End::Quiet => agenda.next(engine),
            End::Refuted => return Enumeration::Complete,
            End::Unexplained => return Enumeration::Interrupted(Interrupt::Terminated),
            End::Conflict(conflict) => {
                engine.statistics.conflicts += 1;
                agenda.gauge.advance(mark(engine));
                let bound = if agenda.gauge.learns() { agenda.bound } else { agenda.floor };
                if engine.trail.level() > bound {
                    analyze(engine, call, conflict);
                    learn(engine, call, conflict, bound);
                    agenda.follow(engine);
                    Next::Propagate
                } else {
                    Next::Flip
                }
            }
        };
        let goes_on = match next {
            Next::Propagate => true,
            Next::Decide(lit) => {
                open_level(engine, lit);
                true
            }
            Next::Flip => agenda.flip(engine),
            Next::Model => {
                engine.statistics.enumerate.models += 1;
                let free = agenda.free_levels(engine);
                if visit(engine, call.external, free).is_break() {
                    return Enumeration::Stopped;
                }
                agenda.flip(engine)
            }
        };
        if !goes_on {
            return Enumeration::Complete;
        }
        if reducing(engine) {
            reduce(engine, call);
        }
        let tell = |observer: &mut (dyn Observer + Send)| observer.covered(agenda.share(&engine.trail));
        if let Some(interrupt) = call.interrupted_telling(&engine.statistics, tell) {
            return Enumeration::Interrupted(interrupt);
        }
    }
}

fn mark(engine: &Engine) -> Mark {
    Mark { conflicts: engine.statistics.conflicts, ticks: engine.statistics.ticks }
}

enum Next {
    Propagate,
    Decide(Lit),
    Flip,
    Model,
}

impl Agenda {
    fn new(engine: &Engine, visible: &[Var], at_once: bool) -> Agenda {
        let mut is_visible = vec![false; engine.trail.num_vars()];
        let mut vars = Vec::with_capacity(engine.trail.num_vars());
        for &var in visible {
            if !std::mem::replace(&mut is_visible[var.index()], true) && !engine.removed[var.index()] {
                vars.push(var);
            }
        }
        let num_visible = vars.len();
        let all_visible = |members: &[Lit]| members.iter().all(|lit| is_visible[lit.var().index()]);
        let is_eligible = engine.groups.iter().map(|(_, members)| all_visible(members)).collect();
        let all = (0..engine.trail.num_vars()).map(Var::from_index);
        vars.extend(all.filter(|var| !is_visible[var.index()] && !engine.removed[var.index()]));
        Agenda {
            is_eligible,
            vars,
            num_visible,
            num_vars: engine.trail.num_vars(),
            assigned: Vec::new(),
            floor: 1,
            bound: 1,
            gauge: Gauge::new(mark(engine)),
            implicants: at_once.then(|| Implicants::new(engine, is_visible)),
            units: Vec::new(),
        }
    }

    fn next(&mut self, engine: &mut Engine) -> Next {
        let level = engine.trail.level() as usize;
        self.assigned.truncate(level);
        let from = self.assigned.last().copied().unwrap_or(0);
        let mut at = from;
        // A propagator brought new ones.
        self.vars.extend((self.num_vars..engine.trail.num_vars()).map(Var::from_index));
        self.num_vars = self.num_vars.max(engine.trail.num_vars());
        while self.vars.get(at).is_some_and(|&var| engine.trail.is_assigned(var)) {
            at += 1;
        }
        engine.statistics.ticks += (at - from) as u64 / VARS_PER_TICK;
        self.assigned.resize(level, at);
        self.assigned[level - 1] = at;
        let Some(&var) = self.vars.get(at) else { return Next::Model };
        if at >= self.num_visible {
            return Next::Decide(var.negative());
        }
        self.floor = level as u32 + 1;
        let decision = self.tightest_member(engine).unwrap_or(var.negative());
        self.gauge.note_decision(self.floor, decision, engine.statistics.conflicts);
        Next::Decide(decision)
    }

    fn tightest_member(&self, engine: &Engine) -> Option<Lit> {
        let Engine { groups, trail, .. } = engine;
        let group: GroupRef = groups.tightest(|group| self.is_eligible[groups.index(group)])?;
        groups.members(group).iter().copied().find(|&lit| trail.value(lit) == 0)
    }

    /// Passes over the last visible decisions that do not matter to the model, and says how many they are.
    fn free_levels(&mut self, engine: &Engine) -> u32 {
        let free = self.implicants.as_mut().map_or(0, |implicants| implicants.free_levels(engine, self.floor));
        self.floor -= free;
        free
    }

    /// Undoes the last visible decision and all after it; the decision becomes false on the level
    /// below. False if only the base level is left.
    fn flip(&mut self, engine: &mut Engine) -> bool {
        while self.floor > 1 {
            let Some(decision) = engine.trail.decision(self.floor) else { break };
            self.floor -= 1;
            self.gauge.note_backtrack(self.floor, engine.statistics.conflicts);
            self.bound = self.floor;
            backtrack(engine, self.floor);
            engine.trail.assign(!decision, Reason::Decision);
            if self.assign_units(engine) {
                return true;
            }
        }
        false
    }

    /// Goes on where the clause that was just learned led back to. A unit clause is kept.
    fn follow(&mut self, engine: &Engine) {
        self.sink(engine.trail.level(), engine.statistics.conflicts);
        if let [unit] = engine.learning.clause[..] {
            self.units.push(unit);
        }
    }

    /// Goes on at a level that learning, or a propagator, led back to.
    fn sink(&mut self, level: u32, conflicts: u64) {
        if level < self.floor {
            self.floor = level;
            self.gauge.note_backtrack(level, conflicts);
        }
    }

    /// The part of the space that is done, if each visible decision has half of what was left to it:
    /// the halves of which the other one is searched now.
    fn share(&self, trail: &Trail) -> f64 {
        let (mut done, mut rest) = (0.0, 1.0);
        for &lit in &trail.literals()[trail.start_of(1)..trail.start_of(self.floor + 1)] {
            if trail.reason(lit.var()) == Reason::Decision {
                rest /= 2.0;
                let (level, position) = trail.place_of(lit.var());
                let is_flipped = level == 1 || trail.start_of(level) != position as usize;
                done += if is_flipped { rest } else { 0.0 };
            }
        }
        done
    }

    /// Makes the learned unit clauses true on the current level; false if one of them is false.
    fn assign_units(&self, engine: &mut Engine) -> bool {
        self.units.iter().all(|&unit| {
            let value = engine.trail.value(unit);
            if value == 0 {
                engine.trail.assign(unit, Reason::Unit);
            }
            value >= 0
        })
    }
}

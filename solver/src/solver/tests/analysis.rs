//! Conflict analysis beside slow ones that follow the definitions, on engines that random decisions lead to conflicts.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::search::analyze::analyze;
use crate::search::antecedent::{antecedents, is_opaque};
use crate::search::backtrack::backtrack;
use crate::search::learn::learn;
use crate::search::mode::own::Mode;
use crate::search::open_level::open_level;
use crate::search::propagate::propagate;
use crate::search::tier::{lasting, tier_of};
use crate::store::arena::ClauseRef;
use crate::store::trail::{Conflict, Reason};

const VARS: u64 = 100;
const SEEDS: u64 = if cfg!(miri) { 1 } else { 20 };
/// Decisions and conflicts.
const STEPS: u32 = if cfg!(miri) { 40 } else { 3000 };

/// A solver with random clauses and groups, as it is when a search begins; `None` where propagation refutes them.
fn prepared(random: &mut Random) -> Option<Solver> {
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..VARS).map(|_| solver.new_var()).collect();
    let mut distinct = |size: u64| -> Vec<Lit> {
        let mut lits: BTreeMap<Var, Lit> = BTreeMap::new();
        while (lits.len() as u64) < size {
            let var = vars[random.below(VARS) as usize];
            lits.insert(var, var.lit(random.below(2) == 0));
        }
        lits.into_values().collect()
    };
    for index in 0..4 * VARS {
        solver.add_clause(&distinct(if index % 12 == 0 { 2 } else { 3 + index % 2 }));
    }
    for size in [4, 5, 6] {
        solver.add_exactly_one(&distinct(size));
    }
    solver.compact();
    solver.group(&Budget::unlimited());
    solver.proof.begin();
    solver.grow_trail();
    (solver.prepare() && propagate(&mut solver.engine).is_none()).then_some(solver)
}

/// Leads engines to conflicts by random decisions and shows each; then the clause is learned, and it goes on.
fn for_each_conflict(mut visit: impl FnMut(&Engine, &Call<'_>, Conflict)) {
    let (budget, options) = (Budget::unlimited(), Options::default());
    for seed in 0..SEEDS {
        let mut random = Random::new(seed);
        let Some(mut solver) = prepared(&mut random) else { continue };
        let Solver { engine, external, proof, .. } = &mut solver;
        let mut call = Call::new(&options, &budget, proof, external, Statistics::default());
        for _ in 0..STEPS {
            match propagate(engine) {
                Some(_) if engine.trail.level() == 0 => break,
                Some(conflict) => {
                    visit(engine, &call, conflict);
                    analyze(engine, &mut call, conflict);
                    learn(engine, &mut call, conflict, 0);
                }
                None => {
                    let open: Vec<Var> = (0..engine.trail.num_vars())
                        .map(Var::from_index)
                        .filter(|&v| !engine.trail.is_assigned(v))
                        .collect();
                    match open.len() as u64 {
                        0 => backtrack(engine, 0),
                        number => {
                            let var = open[random.below(number) as usize];
                            open_level(engine, var.lit(random.below(2) == 0));
                        }
                    }
                }
            }
        }
    }
}

/// The false literals of a reason beside one that it made false or true.
fn others(engine: &Engine, lit: Lit) -> Vec<Lit> {
    let reason = engine.trail.reason(lit.var());
    let all = antecedents(&reason, &engine.arena, &engine.groups);
    all.iter().copied().filter(|other| other.var() != lit.var()).collect()
}

/// The resolution of a conflict up to the first unique implication point.
struct Resolved {
    /// The literal of that point, and the others of the clause.
    uip: Lit,
    rest: BTreeSet<Lit>,
    /// The learned clauses that were resolved.
    used: BTreeSet<ClauseRef>,
    /// The variables that were met.
    met: BTreeSet<Var>,
}

fn first_uip(engine: &Engine, conflict: Conflict) -> Resolved {
    let Engine { trail, arena, groups, .. } = engine;
    let (mut used, mut met) = (BTreeSet::new(), BTreeSet::new());
    let mut lits: BTreeSet<Lit> = match conflict {
        Conflict::Binary(first, second) => [first, second].into(),
        Conflict::Long(clause) => {
            used.insert(clause);
            arena.lits(clause).iter().copied().collect()
        }
        Conflict::Group(group) => groups.members(group).iter().copied().collect(),
    };
    loop {
        lits.retain(|lit| trail.level_of(lit.var()) > 0);
        met.extend(lits.iter().map(|lit| lit.var()));
        let here = || lits.iter().copied().filter(|lit| trail.level_of(lit.var()) == trail.level());
        let last = here().max_by_key(|lit| trail.position(lit.var())).expect("a conflict has literals of its level");
        if here().count() == 1 {
            lits.remove(&last);
            used.retain(|&clause| arena.is_redundant(clause));
            return Resolved { uip: last, rest: lits, used, met };
        }
        lits.remove(&last);
        lits.extend(others(engine, last));
        if let Reason::Long(clause) = trail.reason(last.var()) {
            used.insert(clause);
        }
    }
}

/// Whether a false literal follows from others of a clause, whose literals are all below the current level.
fn follows(engine: &Engine, lit: Lit, clause: &BTreeSet<Lit>, known: &mut BTreeMap<Lit, bool>) -> bool {
    if let Some(&known) = known.get(&lit) {
        return known;
    }
    let level = |lit: &Lit| engine.trail.level_of(lit.var());
    let below = |other: &Lit| level(other) < engine.trail.level();
    let follows = !is_opaque(engine.trail.reason(lit.var()))
        && others(engine, lit).iter().all(|other| {
            level(other) == 0 || below(other) && (clause.contains(other) || follows(engine, *other, clause, known))
        });
    known.insert(lit, follows);
    follows
}

/// Analyses a conflict in a copy of the engine in this mode, by options with these values.
fn analyzed(engine: &Engine, call: &Call<'_>, conflict: Conflict, mode: Mode, values: &[(&str, u64)]) -> Engine {
    let options = values.iter().fold(call.options.clone(), |options, &(name, value)| options.with(name, value));
    let mut copy = engine.clone();
    copy.schedule.mode.current = mode;
    copy.phases.reset_target();
    let (mut proof, mut external) = (Proof::default(), External::default());
    let mut call = Call::new(&options, call.budget, &mut proof, &mut external, Statistics::default());
    analyze(&mut copy, &mut call, conflict);
    copy
}

#[test]
fn a_learned_clause_is_that_of_the_first_unique_implication_point_without_what_follows() {
    let (mut conflicts, mut minimized, mut shrunken) = (0, 0, 0);
    for_each_conflict(|engine, call, conflict| {
        let Resolved { uip, rest, .. } = first_uip(engine, conflict);
        let plain = analyzed(engine, call, conflict, Mode::Focused, &[("minimize", 0), ("shrink", 0)]);
        assert_eq!(plain.learning.clause[0], uip);
        assert_eq!(plain.learning.clause[1..].iter().copied().collect::<BTreeSet<_>>(), rest);

        let minimal = analyzed(engine, call, conflict, Mode::Focused, &[("shrink", 0)]);
        let known = &mut BTreeMap::new();
        let kept = |lit: &&Lit| !follows(engine, **lit, &rest, known);
        let expected: BTreeSet<Lit> = rest.iter().filter(kept).copied().collect();
        assert_eq!(minimal.learning.clause[0], uip);
        assert_eq!(minimal.learning.clause[1..].iter().copied().collect::<BTreeSet<_>>(), expected);
        let removed = |engine: &Engine| engine.statistics.minimize.literals;
        assert_eq!(removed(&minimal) - removed(engine), (rest.len() - expected.len()) as u64);

        let short = analyzed(engine, call, conflict, Mode::Focused, &[]);
        let clause = &short.learning.clause;
        assert!(clause[0] == uip && clause.iter().all(|&lit| engine.trail.value(lit) < 0));
        let removed = |engine: &Engine| engine.statistics.shrink.literals;
        assert_eq!(removed(&short) - removed(engine), (minimal.learning.clause.len() - clause.len()) as u64);
        conflicts += 1;
        minimized += rest.len() - expected.len();
        shrunken += minimal.learning.clause.len() - clause.len();
    });
    assert!(
        cfg!(miri) || (conflicts > 2000 && minimized > 1000 && shrunken > 100),
        "{conflicts} {minimized} {shrunken}"
    );
}

#[test]
fn learned_clauses_that_a_conflict_comes_from_are_kept_for_longer() {
    let (mut used_again, mut improved) = (0, 0);
    for_each_conflict(|engine, call, conflict| {
        let Resolved { used, .. } = first_uip(engine, conflict);
        let after = analyzed(engine, call, conflict, Mode::Focused, &[]);
        for clause in engine.arena.clauses().filter(|&clause| engine.arena.is_redundant(clause)) {
            let glue = engine.arena.glue(clause);
            if !used.contains(&clause) {
                assert_eq!((after.arena.glue(clause), after.arena.used(clause)), (glue, engine.arena.used(clause)));
                continue;
            }
            let lits = engine.arena.lits(clause).iter();
            let levels = lits.map(|lit| engine.trail.level_of(lit.var())).collect::<BTreeSet<_>>().len() as u32;
            let is_better = tier_of(glue, call.options) > 0 && levels <= glue;
            let expected = if is_better { levels - 1 } else { glue };
            assert_eq!(
                (after.arena.glue(clause), after.arena.used(clause)),
                (expected, lasting(expected, call.options))
            );
            used_again += 1;
            improved += u32::from(is_better);
        }
    });
    assert!(cfg!(miri) || (used_again > 1000 && improved > 20), "{used_again} {improved}");
}

#[test]
fn the_values_before_a_conflict_are_remembered_in_stable_mode() {
    let mut conflicts = 0;
    for_each_conflict(|engine, call, conflict| {
        for (mode, target, is_remembered) in
            [(Mode::Focused, 1, false), (Mode::Focused, 2, true), (Mode::Stable, 1, true)]
        {
            let copy = analyzed(engine, call, conflict, mode, &[("target", target)]);
            for &lit in engine.trail.literals() {
                let is_below = engine.trail.level_of(lit.var()) < engine.trail.level();
                let expected = (is_remembered && is_below).then_some(lit.is_positive());
                assert_eq!(copy.phases.target(lit.var()), expected);
            }
        }
        conflicts += 1;
    });
    assert!(cfg!(miri) || conflicts > 2000, "{conflicts}");
}

#[test]
fn variables_of_a_conflict_are_bumped_and_in_stable_mode_those_of_reasons() {
    let mut beside = 0;
    for_each_conflict(|engine, call, conflict| {
        let Resolved { met, .. } = first_uip(engine, conflict);
        for (mode, reasons) in [(Mode::Focused, 0), (Mode::Focused, 1), (Mode::Stable, 0), (Mode::Stable, 1)] {
            let copy = analyzed(engine, call, conflict, mode, &[("bump_reasons", reasons)]);
            let mut expected = met.clone();
            if mode == Mode::Stable && reasons == 1 {
                // A literal that shrinking brought in is among its own reason, if that is a clause.
                for lit in &copy.learning.clause {
                    let reason = engine.trail.reason(lit.var());
                    let sides = antecedents(&reason, &engine.arena, &engine.groups).iter().map(|other| other.var());
                    expected.extend(sides.filter(|&var| engine.trail.level_of(var) > 0));
                }
            }
            beside += expected.len() - met.len();
            let has_risen = |&var: &Var| match mode {
                Mode::Stable => copy.order.heap.score(var) > engine.order.heap.score(var),
                Mode::Focused => copy.order.queue.rank(var) > engine.order.queue.rank(var),
            };
            let risen = (0..engine.trail.num_vars()).map(Var::from_index).filter(has_risen).collect::<BTreeSet<_>>();
            assert_eq!(risen, expected, "{mode:?} {reasons}");
        }
    });
    assert!(cfg!(miri) || beside > 1000, "{beside}");
}

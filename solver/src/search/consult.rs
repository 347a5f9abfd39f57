//! Asking a propagator of the caller.

use gordian_formula::Lit;

use crate::engine::{Call, Engine};
use crate::propagator::Link;
use crate::search::backtrack::backtrack;
use crate::search::bring::internal;
use crate::search::decide::next_var;
use crate::search::explain::{check_reason, reason, simplify};
use crate::search::propagate::propagate;
use crate::store::trail::{Conflict, Reason};

/// The end of a propagation.
pub(crate) enum End {
    /// Nothing more follows.
    Quiet,
    Conflict(Conflict),
    /// The formula was found to be unsatisfiable.
    Refuted,
    /// The propagator refused a model and had no clause against it.
    Unexplained,
}

/// The state of an enumeration that must not be undone without taking note of it. A search has
/// nothing of the kind.
pub(crate) struct Ground<'a> {
    /// The highest level on which a flipped decision stands, or 0: what a clause implies is not assigned below.
    pub(crate) level: u32,
    /// The unit clauses that came, which hold from the lowest level on that the enumeration comes back to.
    pub(crate) units: &'a mut Vec<Lit>,
}

/// Propagates what follows from the constraints, those of the propagator included.
#[inline]
pub(crate) fn propagate_all(engine: &mut Engine, call: &mut Call<'_>) -> End {
    propagate_above(engine, call, &mut Ground { level: 0, units: &mut Vec::new() })
}

/// As [`propagate_all`], for an enumeration.
#[inline]
pub(crate) fn propagate_above(engine: &mut Engine, call: &mut Call<'_>, ground: &mut Ground<'_>) -> End {
    match propagate(engine) {
        Some(conflict) => End::Conflict(conflict),
        None if call.link.is_some() => propagate_on(engine, call, ground),
        None => End::Quiet,
    }
}

/// Goes on with the propagator's help where clauses alone give nothing more.
#[inline(never)]
fn propagate_on(engine: &mut Engine, call: &mut Call<'_>, ground: &mut Ground<'_>) -> End {
    loop {
        match consult(engine, call, ground) {
            Consulted::Changed => {}
            Consulted::End(end) => return end,
        }
        if let Some(conflict) = propagate(engine) {
            return End::Conflict(conflict);
        }
    }
}

enum Consulted {
    /// There may be something to propagate, or to ask again.
    Changed,
    End(End),
}

fn consult(engine: &mut Engine, call: &mut Call<'_>, ground: &mut Ground<'_>) -> Consulted {
    let before = engine.trail.len();
    {
        let Some(link) = &mut call.link else { return Consulted::End(End::Quiet) };
        link.tell(&mut engine.trail, call.external.names());
    }
    while let Some(implication) = ask(call, |link| link.implication()) {
        let [cause, lit] = implication.map(|lit| internal(lit, engine, call));
        assert!(engine.trail.value(cause) > 0, "the propagator gives a wrong implication");
        match engine.trail.value(lit) {
            value if value > 0 => {}
            0 => {
                call.proof.import(&[!implication[0], implication[1]]);
                engine.trail.assign(lit, Reason::Binary(!cause));
            }
            _ => {
                call.proof.import(&[!implication[0], implication[1]]);
                return add(engine, call, vec![!cause, lit], ground);
            }
        }
    }
    while let Some(named) = ask(call, |link| link.propagate()) {
        let lit = internal(named, engine, call);
        match engine.trail.value(lit) {
            // A propagator that repeats itself waits to be told what it said.
            value if value > 0 && engine.trail.len() > before => return Consulted::Changed,
            value if value > 0 => {}
            0 if engine.trail.level() > 0 => engine.trail.assign(lit, Reason::External),
            // A literal that holds for good, and one that contradicts, get a clause.
            _ => {
                let clause = reason(lit, call);
                check_reason(lit, &clause, &engine.trail);
                return add(engine, call, clause, ground);
            }
        }
    }
    if engine.trail.len() > before {
        return Consulted::Changed;
    }
    if let Some(clause) = given_clause(engine, call) {
        return add(engine, call, clause, ground);
    }
    let is_complete = engine.trail.level() as usize >= call.assumptions.len() && next_var(engine).is_none();
    if !is_complete {
        return Consulted::End(End::Quiet);
    }
    if let Some(named) = ask(call, |link| link.refine()) {
        let lit = internal(named, engine, call);
        assert!(engine.trail.value(lit) == 0, "the propagator refines a model by {named}, which has a value");
        if let Some(link) = &mut call.link {
            link.keep_refinement(named);
        }
        return Consulted::End(End::Quiet);
    }
    let accepts = call.link.as_mut().is_none_or(|link| link.accepts(&engine.trail, call.external.names()));
    if accepts {
        return Consulted::End(End::Quiet);
    }
    match given_clause(engine, call) {
        Some(clause) => add(engine, call, clause, ground),
        None => Consulted::End(End::Unexplained),
    }
}

/// Asks the propagator; `None` if there is none, or if it has no answer.
fn ask<T>(call: &mut Call<'_>, question: impl FnOnce(&mut Link<'_>) -> Option<T>) -> Option<T> {
    call.link.as_mut().and_then(question)
}

/// A clause that the propagator adds, inside.
fn given_clause(engine: &mut Engine, call: &mut Call<'_>) -> Option<Vec<Lit>> {
    let link = call.link.as_mut()?;
    let named = link.clause();
    engine.statistics.ticks += link.take_ticks();
    let named = named?;
    let clause = named.iter().map(|&lit| internal(lit, engine, call)).collect();
    call.proof.import(&named);
    Some(clause)
}

/// Adds a clause of the propagator under any assignment: goes back to where it is in conflict or
/// propagates, or as far as the ground allows.
fn add(engine: &mut Engine, call: &mut Call<'_>, mut lits: Vec<Lit>, ground: &mut Ground<'_>) -> Consulted {
    if !simplify(&mut lits, &engine.trail, call) {
        return Consulted::Changed;
    }
    let trail = &engine.trail;
    // Literals that are or can become true come first, then those assigned last.
    lits.sort_by_key(|&lit| match trail.value(lit) {
        value if value >= 0 => (i8::from(value == 0), 0),
        _ => (2, u32::MAX - trail.level_of(lit.var())),
    });
    let (first, second) = match lits[..] {
        [] => {
            engine.is_inconsistent = true;
            return Consulted::End(End::Refuted);
        }
        [unit] => return add_unit(engine, unit, ground),
        [first, second, ..] => (first, second),
    };
    let [first_value, second_value] = [first, second].map(|lit| trail.value(lit));
    let [first_level, second_level] = [first, second].map(|lit| trail.level_of(lit.var()));
    let (reason, conflict) = match lits.len() {
        2 => {
            engine.watches.add_binary(first, second, false);
            (Reason::Binary(second), Conflict::Binary(first, second))
        }
        _ => {
            let clause = engine.arena.add(&lits, None);
            engine.watches.watch_clause(clause, &lits);
            (Reason::Long(clause), Conflict::Long(clause))
        }
    };
    engine.statistics.irredundant += 1;
    if second_value >= 0 || first_value > 0 {
        return Consulted::Changed;
    }
    let lowest = second_level.max(ground.level);
    if first_value < 0 && first_level <= lowest {
        backtrack(engine, first_level);
        return Consulted::End(End::Conflict(conflict));
    }
    backtrack(engine, lowest);
    engine.trail.assign(first, reason);
    Consulted::Changed
}

/// Adds a clause of one literal that level zero does not decide.
fn add_unit(engine: &mut Engine, unit: Lit, ground: &mut Ground<'_>) -> Consulted {
    backtrack(engine, ground.level);
    if ground.level == 0 {
        engine.assign_root(unit);
        return Consulted::Changed;
    }
    ground.units.push(unit);
    match engine.trail.value(unit) {
        0 => engine.trail.assign(unit, Reason::Unit),
        value if value > 0 => {}
        // The flipped decisions are to blame, so nobody analyses it.
        _ => return Consulted::End(End::Conflict(Conflict::Binary(unit, unit))),
    }
    Consulted::Changed
}

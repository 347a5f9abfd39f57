//! Asking a propagator of the caller.

use gordian_formula::Lit;

use crate::engine::{Call, Engine};
use crate::search::backtrack::backtrack;
use crate::search::decide::next_var;
use crate::search::explain::{check_reason, simplify};
use crate::search::propagate::propagate;
use crate::store::trail::{Conflict, Reason};

/// Where propagation came to its end.
pub(crate) enum End {
    /// Nothing more follows.
    Quiet,
    Conflict(Conflict),
    /// The formula was found to be unsatisfiable.
    Refuted,
    /// The propagator refused a model and had no clause against it.
    Unexplained,
}

/// Propagates what follows from the constraints, those of the propagator included.
#[inline]
pub(crate) fn propagate_all(engine: &mut Engine, call: &mut Call<'_>) -> End {
    match propagate(engine) {
        Some(conflict) => End::Conflict(conflict),
        None if call.link.is_some() => propagate_on(engine, call),
        None => End::Quiet,
    }
}

/// Goes on with the propagator's help where clauses alone give nothing more.
#[inline(never)]
fn propagate_on(engine: &mut Engine, call: &mut Call<'_>) -> End {
    loop {
        match consult(engine, call) {
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

fn consult(engine: &mut Engine, call: &mut Call<'_>) -> Consulted {
    let Some(link) = &mut call.link else { return Consulted::End(End::Quiet) };
    link.tell(&mut engine.trail, call.names);
    while let Some(lit) = link.propagate() {
        match engine.trail.value(lit) {
            value if value > 0 => {}
            0 if engine.trail.level() > 0 => {
                engine.trail.assign(lit, Reason::External);
                return Consulted::Changed;
            }
            // What holds for good, or contradicts, does so by a clause.
            _ => {
                let (named, clause) = link.reason(lit, call.names);
                call.proof.import(named);
                check_reason(lit, &clause, &engine.trail);
                return add(engine, call, clause);
            }
        }
    }
    if let Some((named, clause)) = link.clause() {
        call.proof.import(named);
        return add(engine, call, clause);
    }
    let is_complete = engine.trail.level() as usize >= call.assumptions.len() && next_var(engine).is_none();
    if !is_complete || link.accepts(&engine.trail, call.names) {
        return Consulted::End(End::Quiet);
    }
    let Some((named, clause)) = link.clause() else { return Consulted::End(End::Unexplained) };
    call.proof.import(named);
    add(engine, call, clause)
}

/// Adds a clause of the propagator under any assignment: goes back to where it is in conflict or propagates.
fn add(engine: &mut Engine, call: &mut Call<'_>, mut lits: Vec<Lit>) -> Consulted {
    if !simplify(&mut lits, &engine.trail, call) {
        return Consulted::Changed;
    }
    let trail = &engine.trail;
    // What is or can become true first, then what was assigned last.
    lits.sort_by_key(|&lit| match trail.value(lit) {
        value if value >= 0 => (i8::from(value == 0), 0),
        _ => (2, u32::MAX - trail.level_of(lit.var())),
    });
    let (first, second) = match lits[..] {
        [] => {
            engine.is_inconsistent = true;
            return Consulted::End(End::Refuted);
        }
        [unit] => {
            backtrack(engine, 0);
            engine.assign_root(unit);
            return Consulted::Changed;
        }
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
    backtrack(engine, second_level);
    if first_value < 0 && first_level == second_level {
        return Consulted::End(End::Conflict(conflict));
    }
    engine.trail.assign(first, reason);
    Consulted::Changed
}

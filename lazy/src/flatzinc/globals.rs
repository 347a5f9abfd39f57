//! Constraints over many variables.

use super::translator::{Call, Refusal, Translator};
use crate::view::View;

/// Posts a constraint of this family; `None` for others.
pub(super) fn post(translator: &mut Translator, call: &Call<'_>) -> Option<Result<(), Refusal>> {
    Some(match call.name {
        "all_different_int" | "alldifferent" => all_different(translator, call),
        "increasing_int" => chain(translator, call, 1, 0),
        "decreasing_int" => chain(translator, call, -1, 0),
        "strictly_increasing_int" => chain(translator, call, 1, -1),
        "strictly_decreasing_int" => chain(translator, call, -1, -1),
        "all_equal_int" => all_equal(translator, call),
        "circuit" => circuit(translator, call, false),
        "subcircuit" => circuit(translator, call, true),
        "cumulative" => cumulative(translator, call),
        "disjunctive" => disjunctive(translator, call),
        _ => return None,
    })
}

fn all_different(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let views = translator.views(call.terms(0)?)?;
    translator.solver.add_all_different(&views, call.guard);
    Ok(())
}

fn chain(translator: &mut Translator, call: &Call<'_>, sign: i64, most: i64) -> Result<(), Refusal> {
    let views = translator.views(call.terms(0)?)?;
    for pair in views.windows(2) {
        translator.solver.add_at_most(&[(sign, pair[0]), (-sign, pair[1])], most, call.guard)?;
    }
    Ok(())
}

fn all_equal(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let views = translator.views(call.terms(0)?)?;
    for pair in views.windows(2) {
        translator.solver.add_equal(&[(1, pair[0]), (-1, pair[1])], 0, call.guard)?;
    }
    Ok(())
}

fn circuit(translator: &mut Translator, call: &Call<'_>, may_skip: bool) -> Result<(), Refusal> {
    let views = translator.views(call.terms(0)?)?;
    for (&view, vertex) in views.iter().zip(1..).filter(|_| !may_skip) {
        // MiniZinc wants no vertex to be its own next one, not even the only one.
        let is_loop = translator.solver.equals(view, vertex);
        translator.clause(call.guard, &[!is_loop]);
    }
    translator.solver.add_circuit(&views, 1, may_skip, call.guard);
    Ok(())
}

/// Durations and demands are constants here.
fn cumulative(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let (starts, durations) = (translator.views(call.terms(0)?)?, call.numbers(1)?);
    let (demands, capacity) = (call.numbers(2)?, call.number(3)?);
    if starts.len() != durations.len() || starts.len() != demands.len() {
        return Err(Refusal::Arguments);
    }
    if durations.iter().chain(&demands).chain([&capacity]).any(|&size| size < 0) {
        return Err(Refusal::Unsupported);
    }
    let tasks: Vec<(View, i64, i64)> = starts
        .into_iter()
        .zip(durations)
        .zip(demands)
        .map(|((start, duration), demand)| (start, duration, demand))
        .collect();
    Ok(translator.solver.add_cumulative(&tasks, capacity, call.guard)?)
}

fn disjunctive(translator: &mut Translator, call: &Call<'_>) -> Result<(), Refusal> {
    let (starts, durations) = (translator.views(call.terms(0)?)?, call.numbers(1)?);
    if starts.len() != durations.len() {
        return Err(Refusal::Arguments);
    }
    let tasks: Vec<(View, i64)> = starts.into_iter().zip(durations).collect();
    Ok(translator.solver.add_disjunctive(&tasks, call.guard)?)
}

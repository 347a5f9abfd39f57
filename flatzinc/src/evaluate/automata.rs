//! Tables and automata.

use super::call::{Call, Judgement, contains, position};
use super::error::EvaluationReason;

pub(super) fn judge(name: &str, call: &Call<'_>) -> Judgement {
    Some(match name {
        "table_int" | "table_bool" => table(call),
        "regular" => call.arity(6).and_then(|()| Ok(run(call)?.is_some())),
        "cost_regular" => call.arity(8).and_then(|()| cost_regular(call)),
        "regular_nfa" => call.arity(6).and_then(|()| nondeterministic(call)),
        _ => return None,
    })
}

/// `table_int(xs, rows)`: the rows stand one after the other.
fn table(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(2)?;
    let (values, rows) = (call.integers(0)?, call.integers(1)?);
    if values.is_empty() || rows.len() % values.len() != 0 {
        return Err(EvaluationReason::Argument(2));
    }
    Ok(rows.chunks(values.len()).any(|row| row == values))
}

/// The cells of the table of transitions that `regular(xs, states, symbols, transitions, start,
/// accepting)` goes through, if that ends well. The state 0 is the end of all hope.
fn run(call: &Call<'_>) -> Result<Option<Vec<usize>>, EvaluationReason> {
    let (states, symbols) = (call.size(1)?, call.size(2)?);
    let cells = states.checked_mul(symbols).ok_or(EvaluationReason::Argument(2))?;
    let transitions = call.integers_of(3, cells)?;
    let accepting = call.set(5)?;
    let mut state = call.integer(4)?;
    let mut path = Vec::new();
    for value in call.integers(0)? {
        let (Some(row), Some(column)) = (position(state, states), position(value, symbols)) else { return Ok(None) };
        path.push(row * symbols + column);
        state = transitions[row * symbols + column];
    }
    Ok((position(state, states).is_some() && contains(&accepting, state)).then_some(path))
}

/// `cost_regular(xs, states, symbols, transitions, start, accepting, costs, total)`
fn cost_regular(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    let costs = call.integers_of(6, call.integers(3)?.len())?;
    let total = call.integer(7)?;
    Ok(run(call)?.is_some_and(|path| path.into_iter().map(|cell| costs[cell]).sum::<i128>() == total))
}

/// As `regular`, where each cell has a set of states.
fn nondeterministic(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    let (states, symbols) = (call.size(1)?, call.size(2)?);
    let transitions = call.sets(3)?;
    if states.checked_mul(symbols) != Some(transitions.len()) {
        return Err(EvaluationReason::Argument(4));
    }
    let accepting = call.set(5)?;
    let mut current: Vec<usize> = position(call.integer(4)?, states).into_iter().collect();
    for value in call.integers(0)? {
        let Some(column) = position(value, symbols) else { return Ok(false) };
        let leads_to =
            |to: &usize| current.iter().any(|from| contains(&transitions[from * symbols + column], *to as i128 + 1));
        current = (0..states).filter(leads_to).collect();
    }
    Ok(current.iter().any(|&state| contains(&accepting, state as i128 + 1)))
}

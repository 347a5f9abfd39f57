//! Elements of arrays, and the greatest and least of them.

use super::call::{Call, Judgement, position};
use super::error::EvaluationReason;

pub(super) fn judge(name: &str, call: &Call<'_>) -> Judgement {
    let least = |values: Vec<i128>| values.iter().min().copied();
    let greatest = |values: Vec<i128>| values.iter().max().copied();
    Some(match name {
        "array_int_element" | "array_var_int_element" | "array_bool_element" | "array_var_bool_element" => {
            element(call)
        }
        "array_int_minimum" | "minimum_int" => {
            call.arity(2).and_then(|()| Ok(least(call.integers(1)?) == Some(call.integer(0)?)))
        }
        "array_int_maximum" | "maximum_int" => {
            call.arity(2).and_then(|()| Ok(greatest(call.integers(1)?) == Some(call.integer(0)?)))
        }
        "minimum_arg_int" | "minimum_arg_bool" | "arg_min_int" | "arg_min_bool" => argument(call, i128::lt),
        "maximum_arg_int" | "maximum_arg_bool" | "arg_max_int" | "arg_max_bool" => argument(call, i128::gt),
        "member_int" | "member_bool" => call.arity(2).and_then(|()| Ok(call.integers(0)?.contains(&call.integer(1)?))),
        _ => return None,
    })
}

fn element(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(3)?;
    let values = call.integers(1)?;
    let value = call.integer(2)?;
    Ok(position(call.integer(0)?, values.len()).is_some_and(|at| values[at] == value))
}

/// The index is that of the first element with none better.
fn argument(call: &Call<'_>, is_better: fn(&i128, &i128) -> bool) -> Result<bool, EvaluationReason> {
    call.arity(2)?;
    let values = call.integers(0)?;
    let Some(at) = position(call.integer(1)?, values.len()) else { return Ok(false) };
    let none_before = values[..at].iter().all(|value| is_better(&values[at], value));
    Ok(none_before && !values[at..].iter().any(|value| is_better(value, &values[at])))
}

//! Constraints on Booleans.

use super::call::{Call, Judgement};
use super::error::EvaluationReason;

pub(super) fn judge(name: &str, call: &Call<'_>) -> Judgement {
    let relation = |holds: fn(bool, bool) -> bool| {
        Some(call.arity(2).and_then(|()| Ok(holds(call.boolean(0)?, call.boolean(1)?))))
    };
    // With a third argument, that is the value; without, as reified constraints see it, the value is true.
    let function = |function: fn(bool, bool) -> bool| {
        let value = || match call.len() {
            2 => Ok(true),
            3 => call.boolean(2),
            _ => Err(EvaluationReason::Arguments),
        };
        Some(value().and_then(|value| Ok(function(call.boolean(0)?, call.boolean(1)?) == value)))
    };
    let over_array = |function: fn(&[bool]) -> bool| {
        let value = || match call.len() {
            1 => Ok(true),
            2 => call.boolean(1),
            _ => Err(EvaluationReason::Arguments),
        };
        Some(value().and_then(|value| Ok(function(&call.booleans(0)?) == value)))
    };
    match name {
        "bool_eq" => relation(|x, y| x == y),
        "bool_ne" | "bool_not" => relation(|x, y| x != y),
        "bool_le" => relation(|x, y| !x || y),
        "bool_lt" => relation(|x, y| !x && y),
        "bool_ge" => relation(|x, y| x || !y),
        "bool_gt" => relation(|x, y| x && !y),
        "bool_and" => function(|x, y| x && y),
        "bool_or" => function(|x, y| x || y),
        "bool_xor" => function(|x, y| x != y),
        "array_bool_and" => over_array(|values| values.iter().all(|&value| value)),
        "array_bool_or" => over_array(|values| values.iter().any(|&value| value)),
        "array_bool_xor" => over_array(|values| values.iter().filter(|&&value| value).count() % 2 == 1),
        "bool_clause" => Some(clause(call)),
        "if_then_else_bool" | "if_then_else_var_bool" | "if_then_else_int" | "if_then_else_var_int" => {
            Some(if_then_else(call))
        }
        _ => None,
    }
}

fn clause(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(2)?;
    let (positive, negative) = (call.booleans(0)?, call.booleans(1)?);
    Ok(positive.contains(&true) || negative.contains(&false))
}

/// The first condition that is true says which value `y` has.
fn if_then_else(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(3)?;
    let conditions = call.booleans(0)?;
    let values = call.integers_of(1, conditions.len())?;
    let y = call.integer(2)?;
    Ok(conditions.iter().position(|&condition| condition).is_none_or(|at| values[at] == y))
}

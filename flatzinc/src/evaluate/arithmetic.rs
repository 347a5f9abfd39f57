//! Constraints on integers.

use super::call::{Call, Judgement, contains};
use super::error::EvaluationReason;
use super::wide::Wide;

pub(super) fn judge(name: &str, call: &Call<'_>) -> Judgement {
    let compare = |holds: fn(&i128, &i128) -> bool| {
        Some(call.arity(2).and_then(|()| Ok(holds(&call.integer(0)?, &call.integer(1)?))))
    };
    let function = |function: fn(i128, i128) -> Option<i128>| {
        Some(call.arity(3).and_then(|()| Ok(function(call.integer(0)?, call.integer(1)?) == Some(call.integer(2)?))))
    };
    match name {
        "int_eq" | "bool2int" => compare(i128::eq),
        "int_ne" => compare(i128::ne),
        "int_le" => compare(i128::le),
        "int_lt" => compare(i128::lt),
        "int_ge" => compare(i128::ge),
        "int_gt" => compare(i128::gt),
        "int_abs" => compare(|x, y| x.abs() == *y),
        "int_negate" => compare(|x, y| -x == *y),
        "int_plus" => function(|x, y| Some(x + y)),
        "int_minus" => function(|x, y| Some(x - y)),
        "int_times" => function(|x, y| Some(x * y)),
        "int_div" => function(i128::checked_div),
        "int_mod" => function(i128::checked_rem),
        "int_pow" | "int_pow_fixed" => function(power),
        "int_min" => function(|x, y| Some(x.min(y))),
        "int_max" => function(|x, y| Some(x.max(y))),
        "int_lin_eq" | "bool_lin_eq" => Some(linear(call, Wide::eq)),
        "int_lin_ne" | "bool_lin_ne" => Some(linear(call, Wide::ne)),
        "int_lin_le" | "bool_lin_le" => Some(linear(call, Wide::le)),
        "int_lin_lt" | "bool_lin_lt" => Some(linear(call, Wide::lt)),
        "set_in" => Some(call.arity(2).and_then(|()| Ok(contains(&*call.set(1)?, call.integer(0)?)))),
        _ => None,
    }
}

fn linear(call: &Call<'_>, holds: fn(&Wide, &Wide) -> bool) -> Result<bool, EvaluationReason> {
    call.arity(3)?;
    let factors = call.integers(0)?;
    let values = call.integers_of(1, factors.len())?;
    Ok(holds(&Wide::sum_of_products(&factors, &values), &Wide::from(call.integer(2)?)))
}

/// `x` to the power of `y`, which is `1 div x^−y` for a negative `y`; `None` where there is no value, or none of 128
/// bits.
fn power(x: i128, y: i128) -> Option<i128> {
    match (x, y) {
        (0, _) if y < 0 => None,
        (1, _) => Some(1),
        (-1, _) => Some(if y % 2 == 0 { 1 } else { -1 }),
        (0, _) => Some(i128::from(y == 0)),
        _ if y < 0 => Some(0),
        _ => x.checked_pow(u32::try_from(y).ok()?),
    }
}

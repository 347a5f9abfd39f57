//! The order of values.

use super::call::{Call, Judgement, position};
use super::error::EvaluationReason;

pub(super) fn judge(name: &str, call: &Call<'_>) -> Judgement {
    let pairs = |holds: fn(&i128, &i128) -> bool| {
        Some(call.arity(1).and_then(|()| Ok(call.integers(0)?.windows(2).all(|pair| holds(&pair[0], &pair[1])))))
    };
    let lexicographic = |holds: fn(&Vec<i128>, &Vec<i128>) -> bool| {
        Some(call.arity(2).and_then(|()| Ok(holds(&call.integers(0)?, &call.integers(1)?))))
    };
    match name {
        "increasing_int" | "increasing_bool" => pairs(i128::le),
        "decreasing_int" | "decreasing_bool" => pairs(i128::ge),
        "strictly_increasing_int" | "strictly_increasing_bool" => pairs(i128::lt),
        "strictly_decreasing_int" | "strictly_decreasing_bool" => pairs(i128::gt),
        "lex_less_int" | "lex_less_bool" => lexicographic(Vec::lt),
        "lex_lesseq_int" | "lex_lesseq_bool" => lexicographic(Vec::le),
        "value_precede_int" => {
            Some(call.arity(3).and_then(|()| Ok(precedes(&call.integers(2)?, call.integer(0)?, call.integer(1)?))))
        }
        "value_precede_chain_int" => Some(call.arity(2).and_then(|()| {
            let values = call.integers(1)?;
            Ok(call.integers(0)?.windows(2).all(|pair| precedes(&values, pair[0], pair[1])))
        })),
        "seq_precede_chain_int" => Some(call.arity(1).and_then(|()| {
            let mut greatest = 0;
            Ok(call.integers(0)?.into_iter().all(|value| {
                let is_next = value <= greatest + 1;
                greatest = greatest.max(value);
                is_next
            }))
        })),
        "sort" => Some(call.arity(2).and_then(|()| {
            let mut values = call.integers(0)?;
            let sorted = call.integers_of(1, values.len())?;
            values.sort_unstable();
            Ok(values == sorted)
        })),
        "arg_sort_int" => Some(sorting_order(call)),
        _ => None,
    }
}

/// Whether each `after` has a `before` somewhere in front of it.
fn precedes(values: &[i128], before: i128, after: i128) -> bool {
    let first = |wanted: i128| values.iter().position(|&value| value == wanted);
    first(after).is_none_or(|after| first(before).is_some_and(|before| before < after))
}

/// Whether the second array has the indices of the first one in the order of its values, equal ones in that of their
/// indices.
fn sorting_order(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(2)?;
    let values = call.integers(0)?;
    let order = call.integers_of(1, values.len())?;
    let Some(order) = order.into_iter().map(|index| position(index, values.len())).collect::<Option<Vec<_>>>() else {
        return Ok(false);
    };
    Ok(order.windows(2).all(|pair| (values[pair[0]], pair[0]) < (values[pair[1]], pair[1])))
}

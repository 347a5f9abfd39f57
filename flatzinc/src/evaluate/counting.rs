//! How often values occur.

use std::collections::HashSet;

use super::call::{Call, Judgement, contains};
use super::error::EvaluationReason;

pub(super) fn judge(name: &str, call: &Call<'_>) -> Judgement {
    Some(match name {
        "all_different_int" | "alldifferent_int" | "all_different" | "alldifferent" => {
            call.arity(1).and_then(|()| Ok(all_different(&call.integers(0)?, |_| true)))
        }
        "alldifferent_except_0" | "all_different_except_0" => {
            call.arity(1).and_then(|()| Ok(all_different(&call.integers(0)?, |value| value != 0)))
        }
        "alldifferent_except" | "all_different_except" => call.arity(2).and_then(|()| {
            let except = call.set(1)?;
            Ok(all_different(&call.integers(0)?, |value| !contains(&except, value)))
        }),
        "all_equal_int" | "all_equal_bool" => {
            call.arity(1).and_then(|()| Ok(call.integers(0)?.windows(2).all(|pair| pair[0] == pair[1])))
        }
        "among" => call.arity(3).and_then(|()| {
            let set = call.set(2)?;
            let count = call.integers(1)?.iter().filter(|&&value| contains(&set, value)).count();
            Ok(call.integer(0)? == count as i128)
        }),
        "exactly_int" => few(call, |count, bound| count == bound),
        "at_least_int" => few(call, |count, bound| count >= bound),
        "at_most_int" => few(call, |count, bound| count <= bound),
        "global_cardinality" => cardinality(call, false),
        "global_cardinality_closed" => cardinality(call, true),
        "global_cardinality_low_up" => bounded_cardinality(call, false),
        "global_cardinality_low_up_closed" => bounded_cardinality(call, true),
        "distribute" => call.arity(3).and_then(|()| {
            let counts = call.integers(0)?;
            let (values, base) = (call.integers_of(1, counts.len())?, call.integers(2)?);
            Ok(counts.iter().zip(&values).all(|(&count, &value)| count == occurrences(&base, value)))
        }),
        "nvalue" => call.arity(2).and_then(|()| {
            let values: HashSet<i128> = call.integers(1)?.into_iter().collect();
            Ok(call.integer(0)? == values.len() as i128)
        }),
        _ => return counts(name, call),
    })
}

/// `count_eq(xs, value, n)` and its kin, in which `n` is compared with the number of occurrences.
fn counts(name: &str, call: &Call<'_>) -> Judgement {
    let relation = name.strip_prefix("count_")?;
    let relation = relation.strip_suffix("_par").unwrap_or(relation);
    let relation = relation.strip_suffix("_bool").unwrap_or(relation);
    let holds: fn(&i128, &i128) -> bool = match relation {
        "eq" => i128::eq,
        "neq" => i128::ne,
        "leq" => i128::le,
        "lt" => i128::lt,
        "geq" => i128::ge,
        "gt" => i128::gt,
        _ => return None,
    };
    Some(call.arity(3).and_then(|()| {
        let count = occurrences(&call.integers(0)?, call.integer(1)?);
        Ok(holds(&call.integer(2)?, &count))
    }))
}

fn occurrences(values: &[i128], wanted: i128) -> i128 {
    values.iter().filter(|&&value| value == wanted).count() as i128
}

fn all_different(values: &[i128], is_counted: impl Fn(i128) -> bool) -> bool {
    let mut seen = HashSet::new();
    values.iter().filter(|&&value| is_counted(value)).all(|&value| seen.insert(value))
}

/// `at_least_int(n, xs, value)` and its kin.
fn few(call: &Call<'_>, holds: fn(i128, i128) -> bool) -> Result<bool, EvaluationReason> {
    call.arity(3)?;
    Ok(holds(occurrences(&call.integers(1)?, call.integer(2)?), call.integer(0)?))
}

fn cardinality(call: &Call<'_>, is_closed: bool) -> Result<bool, EvaluationReason> {
    call.arity(3)?;
    let (values, cover) = (call.integers(0)?, call.integers(1)?);
    let counts = call.integers_of(2, cover.len())?;
    let is_right = cover.iter().zip(&counts).all(|(&value, &count)| occurrences(&values, value) == count);
    // MiniZinc demands this too, and it says more where a value is covered twice.
    let fits = counts.iter().sum::<i128>() <= values.len() as i128;
    Ok(is_right && fits && (!is_closed || values.iter().all(|value| cover.contains(value))))
}

fn bounded_cardinality(call: &Call<'_>, is_closed: bool) -> Result<bool, EvaluationReason> {
    call.arity(4)?;
    let (values, cover) = (call.integers(0)?, call.integers(1)?);
    let (lower, upper) = (call.integers_of(2, cover.len())?, call.integers_of(3, cover.len())?);
    let is_right = (0..cover.len()).all(|at| (lower[at]..=upper[at]).contains(&occurrences(&values, cover[at])));
    // As in [`cardinality`], the sums of the bounds say more where a value is covered twice.
    let all_fit = || (lower.iter().sum::<i128>()..=upper.iter().sum()).contains(&(values.len() as i128));
    Ok(is_right && (!is_closed || all_fit() && values.iter().all(|value| cover.contains(value))))
}

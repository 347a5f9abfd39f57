//! Sets.

use super::call::{Call, Judgement, position};
use super::error::EvaluationReason;
use crate::integer_set::IntegerSet;

pub(super) fn judge(name: &str, call: &Call<'_>) -> Judgement {
    Some(match name {
        "set_card" => call.arity(2).and_then(|()| Ok(call.integer(1)? == call.set(0)?.len() as i128)),
        "set_eq" => compare(call, |a, b| a == b),
        "set_ne" => compare(call, |a, b| a != b),
        "set_subset" => compare(call, IntegerSet::is_subset),
        "set_superset" => compare(call, |a, b| b.is_subset(a)),
        "set_le" => compare(call, |a, b| a.iter().le(b.iter())),
        "set_lt" => compare(call, |a, b| a.iter().lt(b.iter())),
        "set_union" => combine(call, |a, b| a || b),
        "set_intersect" => combine(call, |a, b| a && b),
        "set_diff" => combine(call, |a, b| a && !b),
        "set_symdiff" => combine(call, |a, b| a != b),
        "array_set_element" | "array_var_set_element" => element(call),
        _ => return None,
    })
}

fn compare(call: &Call<'_>, holds: fn(&IntegerSet, &IntegerSet) -> bool) -> Result<bool, EvaluationReason> {
    call.arity(2)?;
    Ok(holds(&*call.set(0)?, &*call.set(1)?))
}

/// Whether the third set has the numbers that the rule gives it, which is told whether the others have them.
fn combine(call: &Call<'_>, rule: fn(bool, bool) -> bool) -> Result<bool, EvaluationReason> {
    call.arity(3)?;
    let (a, b, result) = (call.set(0)?, call.set(1)?, call.set(2)?);
    // Membership changes only where a range of one of them begins or has ended; elsewhere no set has numbers.
    let ranges = || a.ranges().chain(b.ranges()).chain(result.ranges());
    let ends = ranges().filter_map(|range| range.end().checked_add(1));
    let mut places = ranges().map(|range| *range.start()).chain(ends);
    Ok(places.all(|place| result.contains(place) == rule(a.contains(place), b.contains(place))))
}

fn element(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(3)?;
    let (index, list, result) = (call.integer(0)?, call.sets(1)?, call.set(2)?);
    Ok(position(index, list.len()).is_some_and(|at| list[at] == result))
}

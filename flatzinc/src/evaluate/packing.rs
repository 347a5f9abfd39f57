//! Tasks in time, boxes in the plane, items in bins.

use super::call::{Call, Judgement, position};
use super::error::EvaluationReason;
use super::wide::Wide;

pub(super) fn judge(name: &str, call: &Call<'_>) -> Judgement {
    Some(match name {
        "cumulative" => cumulative(call),
        "disjunctive" => disjunctive(call, false),
        "disjunctive_strict" => disjunctive(call, true),
        "diffn" => boxes(call, true),
        "diffn_nonstrict" => boxes(call, false),
        "bin_packing" => bin_packing(call),
        "bin_packing_capa" => loads(call, |load, capacity| load <= capacity),
        "bin_packing_load" => loads(call, |load, told| load == told),
        "knapsack" => knapsack(call),
        "sliding_sum" => sliding_sum(call),
        _ => return None,
    })
}

/// Whether no moment needs more than the capacity. The greatest usage begins with some task.
fn cumulative(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(4)?;
    let starts = call.integers(0)?;
    let durations = call.integers_of(1, starts.len())?;
    let usages = call.integers_of(2, starts.len())?;
    let capacity = call.integer(3)?;
    if durations.iter().chain(&usages).any(|&number| number < 0) {
        return Ok(false);
    }
    let usage = |moment: i128| -> i128 {
        let runs = |&task: &usize| starts[task] <= moment && moment < starts[task] + durations[task];
        (0..starts.len()).filter(runs).map(|task| usages[task]).sum()
    };
    Ok(starts.is_empty() || capacity >= 0 && starts.iter().all(|&start| usage(start) <= capacity))
}

/// Whether no two tasks overlap; a task without duration may lie inside another one unless that is strict.
fn disjunctive(call: &Call<'_>, is_strict: bool) -> Result<bool, EvaluationReason> {
    call.arity(2)?;
    let starts = call.integers(0)?;
    let durations = call.integers_of(1, starts.len())?;
    let are_apart = |a: usize, b: usize| {
        !is_strict && (durations[a] == 0 || durations[b] == 0)
            || starts[a] + durations[a] <= starts[b]
            || starts[b] + durations[b] <= starts[a]
    };
    let is_right = durations.iter().all(|&duration| duration >= 0);
    Ok(is_right && (0..starts.len()).all(|a| (0..a).all(|b| are_apart(a, b))))
}

/// Whether no two boxes overlap; a box without area may lie inside another one unless that is strict.
fn boxes(call: &Call<'_>, is_strict: bool) -> Result<bool, EvaluationReason> {
    call.arity(4)?;
    let x = call.integers(0)?;
    let count = x.len();
    let (y, width, height) = (call.integers_of(1, count)?, call.integers_of(2, count)?, call.integers_of(3, count)?);
    let are_apart = |a: usize, b: usize| {
        !is_strict && [width[a], width[b], height[a], height[b]].contains(&0)
            || x[a] + width[a] <= x[b]
            || x[b] + width[b] <= x[a]
            || y[a] + height[a] <= y[b]
            || y[b] + height[b] <= y[a]
    };
    Ok((0..count).all(|a| (0..a).all(|b| are_apart(a, b))))
}

/// `bin_packing(capacity, bin, weight)`
fn bin_packing(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(3)?;
    let (capacity, bins) = (call.integer(0)?, call.integers(1)?);
    let weights = call.integers_of(2, bins.len())?;
    Ok(bins.iter().all(|&bin| load(&bins, &weights, bin) <= capacity))
}

fn load(bins: &[i128], weights: &[i128], wanted: i128) -> i128 {
    bins.iter().zip(weights).filter(|&(&bin, _)| bin == wanted).map(|(_, &weight)| weight).sum()
}

/// `bin_packing_load(load, bin, weight)` and its like with capacities, for each bin.
fn loads(call: &Call<'_>, holds: fn(i128, i128) -> bool) -> Result<bool, EvaluationReason> {
    call.arity(3)?;
    let (told, bins) = (call.integers(0)?, call.integers(1)?);
    let weights = call.integers_of(2, bins.len())?;
    let are_bins = bins.iter().all(|&bin| position(bin, told.len()).is_some());
    Ok(are_bins && (1..).zip(&told).all(|(bin, &told)| holds(load(&bins, &weights, bin), told)))
}

/// `knapsack(weight, profit, x, total_weight, total_profit)`
fn knapsack(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(5)?;
    let counts = call.integers(2)?;
    let (weights, profits) = (call.integers_of(0, counts.len())?, call.integers_of(1, counts.len())?);
    let (weight, profit) = (call.integer(3)?, call.integer(4)?);
    let is_total = |factors: &[i128], total: i128| Wide::sum_of_products(factors, &counts) == Wide::from(total);
    let none_is_negative = counts.iter().chain([&weight, &profit]).all(|&number| number >= 0);
    Ok(none_is_negative && is_total(&weights, weight) && is_total(&profits, profit))
}

/// `sliding_sum(low, up, window, xs)`
fn sliding_sum(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(4)?;
    let (low, up, window) = (call.integer(0)?, call.integer(1)?, call.size(2)?);
    let values = call.integers(3)?;
    if window == 0 {
        return Ok(low <= 0 && 0 <= up);
    }
    Ok(values.windows(window).all(|window| (low..=up).contains(&window.iter().sum())))
}

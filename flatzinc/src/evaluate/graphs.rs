//! Arrays that are functions, and graphs.

use super::call::{Call, Judgement, position};
use super::error::EvaluationReason;
use super::wide::Wide;

pub(super) fn judge(name: &str, call: &Call<'_>) -> Judgement {
    Some(match name {
        "circuit" => circuit(call, false),
        "subcircuit" => circuit(call, true),
        "inverse" => inverse(call),
        "inverse_in_range" => inverse_in_range(call),
        "symmetric_all_different" | "symmetric_alldifferent" => symmetric(call),
        "connected" => connected(call),
        "network_flow" => network_flow(call, false),
        "network_flow_cost" => network_flow(call, true),
        _ => return None,
    })
}

/// The array of this argument as positions, if all its values are such.
fn function(call: &Call<'_>, at: usize, length: usize) -> Result<Option<Vec<usize>>, EvaluationReason> {
    Ok(call.integers(at)?.into_iter().map(|index| position(index, length)).collect())
}

/// Whether following the array leads around all indices; in a subcircuit, those that lead to themselves are left out.
fn circuit(call: &Call<'_>, may_leave_out: bool) -> Result<bool, EvaluationReason> {
    call.arity(1)?;
    let length = call.integers(0)?.len();
    let Some(next) = function(call, 0, length)? else { return Ok(false) };
    if next.is_empty() {
        return Ok(true);
    }
    let members: Vec<usize> = (0..length).filter(|&at| next[at] != at).collect();
    let Some(&first) = members.first() else { return Ok(may_leave_out) };
    if members.len() < length && !may_leave_out {
        return Ok(false);
    }
    let mut visited = vec![false; length];
    let mut at = first;
    while !visited[at] {
        visited[at] = true;
        at = next[at];
    }
    Ok(at == first && members.iter().all(|&member| visited[member]))
}

/// Whether `f[i] = j` just where `g[j] = i`.
fn inverse(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(2)?;
    let lengths = (call.integers(0)?.len(), call.integers(1)?.len());
    let (Some(f), Some(g)) = (function(call, 0, lengths.1)?, function(call, 1, lengths.0)?) else { return Ok(false) };
    Ok((0..f.len()).all(|at| g[f[at]] == at) && (0..g.len()).all(|at| f[g[at]] == at))
}

/// As [`inverse`], where values that are no index say nothing.
fn inverse_in_range(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(2)?;
    let (f, g) = (call.integers(0)?, call.integers(1)?);
    let is_inverse = |f: &[i128], g: &[i128]| {
        (1..).zip(f).all(|(index, &value)| position(value, g.len()).is_none_or(|at| g[at] == index))
    };
    Ok(is_inverse(&f, &g) && is_inverse(&g, &f))
}

fn symmetric(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(1)?;
    let length = call.integers(0)?.len();
    Ok(function(call, 0, length)?.is_some_and(|f| (0..length).all(|at| f[f[at]] == at)))
}

/// `connected(from, to, nodes, edges)`: at least one node is chosen, chosen edges join chosen nodes, and they lead from
/// each to each.
fn connected(call: &Call<'_>) -> Result<bool, EvaluationReason> {
    call.arity(4)?;
    let nodes = call.booleans(2)?;
    let edges = call.booleans(3)?;
    call.integers_of(0, edges.len())?;
    call.integers_of(1, edges.len())?;
    let (Some(from), Some(to)) = (function(call, 0, nodes.len())?, function(call, 1, nodes.len())?) else {
        return Ok(false);
    };
    let chosen: Vec<(usize, usize)> =
        (0..edges.len()).filter(|&edge| edges[edge]).map(|edge| (from[edge], to[edge])).collect();
    if chosen.iter().any(|&(from, to)| !nodes[from] || !nodes[to]) {
        return Ok(false);
    }
    let Some(root) = nodes.iter().position(|&node| node) else { return Ok(false) };
    let mut reached = vec![false; nodes.len()];
    reached[root] = true;
    // So many rounds reach what is reached at all.
    for _ in 0..nodes.len() {
        for &(from, to) in &chosen {
            let is_reached = reached[from] || reached[to];
            (reached[from], reached[to]) = (is_reached, is_reached);
        }
    }
    Ok(reached == nodes)
}

/// `network_flow(arcs, balance, flow)`, and with weights of the arcs and a total cost.
fn network_flow(call: &Call<'_>, has_cost: bool) -> Result<bool, EvaluationReason> {
    call.arity(if has_cost { 5 } else { 3 })?;
    let balance = call.integers(1)?;
    let flow = call.integers(if has_cost { 3 } else { 2 })?;
    let arcs = call.integers_of(0, 2 * flow.len())?;
    let total = |node: i128| -> i128 {
        let sides = |pair: &[i128]| i128::from(pair[0] == node) - i128::from(pair[1] == node);
        arcs.chunks(2).zip(&flow).map(|(pair, &flow)| sides(pair) * flow).sum()
    };
    let is_balanced = (1..).zip(&balance).all(|(node, &balance)| total(node) == balance);
    if !has_cost {
        return Ok(is_balanced);
    }
    let weights = call.integers_of(2, flow.len())?;
    Ok(is_balanced && Wide::sum_of_products(&weights, &flow) == Wide::from(call.integer(4)?))
}

//! The order of decisions that the shape of the formula suggests.
//!
//! A tree decomposition of the graph of variables that share a clause comes from an elimination order. Deciding first what stands near its
//! centre makes the rest fall apart (Korhonen and Järvisalo 2021).

use gordian_formula::Lit;

/// Steps that the search for elimination orders may take.
const MOST_STEPS: u64 = 60_000_000;
/// Orders tried at most.
const MOST_TRIES: u64 = 24;
/// The weight of the decomposition in the score of a variable, before it is scaled by how narrow the decomposition is.
const SCALE: f64 = 100.0;
/// Above this quotient of variables and width, nothing but the decomposition counts.
const NARROW: f64 = 40.0;
const MOST_WEIGHT: f64 = 1e7;

/// The bags of an elimination order: each variable with those it shares something with when it is eliminated.
struct Elimination {
    /// Of each variable, its bag without itself.
    bags: Vec<Vec<u32>>,
    order: Vec<u32>,
    width: usize,
}

/// How much each variable is to be preferred, and the width of the decomposition; zeros where none was found in time.
pub(crate) fn weights(num_vars: usize, clauses: &[Vec<Lit>]) -> (Vec<f64>, usize) {
    let mut steps = 0;
    let Some(graph) = graph(num_vars, clauses, &mut steps) else { return (vec![0.0; num_vars], num_vars) };
    let mut best: Option<Elimination> = None;
    for seed in 0..MOST_TRIES {
        let most_width = best.as_ref().map_or(usize::MAX, |best| best.width);
        let found = eliminate(&graph, seed, most_width, &mut steps);
        if found.is_some() {
            best = found;
        }
        if steps > MOST_STEPS {
            break;
        }
    }
    let Some(best) = best else { return (vec![0.0; num_vars], num_vars) };
    let depths = depths(&best);
    let deepest = f64::from(depths.iter().copied().max().unwrap_or(0).max(1));
    let quotient = num_vars as f64 / best.width.max(1) as f64;
    let weight =
        if quotient > NARROW { MOST_WEIGHT } else { (SCALE * quotient.exp() / num_vars as f64).min(MOST_WEIGHT) };
    (depths.iter().map(|&depth| weight * (1.0 - f64::from(depth) / deepest)).collect(), best.width)
}

/// The neighbours of each variable, sorted; `None` if there are too many.
fn graph(num_vars: usize, clauses: &[Vec<Lit>], steps: &mut u64) -> Option<Vec<Vec<u32>>> {
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); num_vars];
    for clause in clauses {
        *steps += (clause.len() * clause.len()) as u64;
        if *steps > MOST_STEPS {
            return None;
        }
        for lit in clause {
            let others = clause.iter().map(|other| other.var().index() as u32);
            neighbours[lit.var().index()].extend(others.filter(|&other| other as usize != lit.var().index()));
        }
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    Some(neighbours)
}

/// Eliminates variables of least degree first, ties by chance; `None` if that takes too long, or if the width would not be below `most_width`.
fn eliminate(graph: &[Vec<u32>], seed: u64, most_width: usize, steps: &mut u64) -> Option<Elimination> {
    let num_vars = graph.len();
    let mut graph = graph.to_vec();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut ranks = vec![0u32; num_vars];
    for rank in &mut ranks {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        *rank = if seed == 0 { 0 } else { (state >> 40) as u32 };
    }
    let mut queue: std::collections::BTreeSet<(u32, u32, u32)> =
        (0..num_vars as u32).map(|var| (graph[var as usize].len() as u32, ranks[var as usize], var)).collect();
    let mut elimination =
        Elimination { bags: vec![Vec::new(); num_vars], order: Vec::with_capacity(num_vars), width: 0 };
    let mut union = Vec::new();
    while let Some((degree, _, var)) = queue.pop_first() {
        let degree = degree as usize;
        if degree >= most_width {
            return None;
        }
        elimination.width = elimination.width.max(degree);
        elimination.order.push(var);
        let bag = std::mem::take(&mut graph[var as usize]);
        for &neighbour in &bag {
            let list = &mut graph[neighbour as usize];
            *steps += (list.len() + bag.len()) as u64;
            union.clear();
            merge(list, &bag, &mut union);
            union.retain(|&other| other != neighbour && other != var);
            queue.remove(&(list.len() as u32, ranks[neighbour as usize], neighbour));
            std::mem::swap(list, &mut union);
            queue.insert((list.len() as u32, ranks[neighbour as usize], neighbour));
        }
        elimination.bags[var as usize] = bag;
        if *steps > MOST_STEPS {
            return None;
        }
    }
    Some(elimination)
}

/// The union of two sorted lists.
fn merge(left: &[u32], right: &[u32], union: &mut Vec<u32>) {
    let (mut at, mut other) = (0, 0);
    while at < left.len() && other < right.len() {
        let (first, second) = (left[at], right[other]);
        union.push(first.min(second));
        at += usize::from(first <= second);
        other += usize::from(second <= first);
    }
    union.extend_from_slice(&left[at..]);
    union.extend_from_slice(&right[other..]);
}

/// How far from the centre of the decomposition the first bag with each variable is.
fn depths(elimination: &Elimination) -> Vec<u32> {
    let num_vars = elimination.bags.len();
    let mut position = vec![0u32; num_vars];
    for (at, &var) in elimination.order.iter().enumerate() {
        position[var as usize] = at as u32;
    }
    // A bag that lies within the next one is none of its own.
    let mut node_of = vec![0u32; num_vars];
    let mut bags: Vec<Vec<u32>> = Vec::new();
    let mut parents: Vec<Option<u32>> = Vec::new();
    let mut sizes: Vec<u32> = Vec::new();
    for &var in elimination.order.iter().rev() {
        let bag = &elimination.bags[var as usize];
        let next = bag.iter().min_by_key(|&&other| position[other as usize]);
        let parent = next.map(|&next| node_of[next as usize]);
        let mut full = bag.clone();
        full.push(var);
        match parent {
            Some(parent) if bags[parent as usize].len() == bag.len() => {
                node_of[var as usize] = parent;
                bags[parent as usize] = full;
                sizes[parent as usize] += 1;
            }
            _ => {
                node_of[var as usize] = bags.len() as u32;
                bags.push(full);
                parents.push(parent);
                sizes.push(1);
            }
        }
    }
    let mut depths = vec![u32::MAX; num_vars];
    let mut links: Vec<Vec<u32>> = vec![Vec::new(); bags.len()];
    for (node, parent) in parents.iter().enumerate() {
        if let &Some(parent) = parent {
            links[node].push(parent);
            links[parent as usize].push(node as u32);
        }
    }
    for centre in centres(&parents, &sizes) {
        let mut layer = vec![(centre, u32::MAX)];
        let mut depth = 0;
        while !layer.is_empty() {
            let mut next = Vec::new();
            for &(node, from) in &layer {
                for &var in &bags[node as usize] {
                    depths[var as usize] = depths[var as usize].min(depth);
                }
                next.extend(links[node as usize].iter().filter(|&&to| to != from).map(|&to| (to, node)));
            }
            layer = next;
            depth += 1;
        }
    }
    depths
}

/// The node of each tree without which no part has more than half of the variables. Parents stand before their children.
fn centres(parents: &[Option<u32>], sizes: &[u32]) -> Vec<u32> {
    let mut below = sizes.to_vec();
    let mut heaviest = vec![0u32; sizes.len()];
    let mut root = vec![0u32; sizes.len()];
    for node in (0..sizes.len()).rev() {
        if let Some(parent) = parents[node] {
            below[parent as usize] += below[node];
            heaviest[parent as usize] = heaviest[parent as usize].max(below[node]);
        }
    }
    let mut best: Vec<Option<(u32, u32)>> = vec![None; sizes.len()];
    for node in 0..sizes.len() {
        root[node] = parents[node].map_or(node as u32, |parent| root[parent as usize]);
        let tree = root[node] as usize;
        let load = heaviest[node].max(below[tree] - below[node]);
        if best[tree].is_none_or(|best| load < best.0) {
            best[tree] = Some((load, node as u32));
        }
    }
    best.into_iter().flatten().map(|(_, node)| node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number).unwrap()).collect()
    }

    #[test]
    fn the_middle_of_a_chain_comes_first() {
        let clauses: Vec<Vec<Lit>> = (1..101).map(|number| clause(&[number, number + 1])).collect();
        let (weights, width) = weights(101, &clauses);
        assert_eq!(width, 1);
        let best = weights.iter().copied().fold(0.0, f64::max);
        let first: Vec<usize> = (0..101).filter(|&var| weights[var] == best).collect();
        assert!(!first.is_empty() && first.iter().all(|var| (45..=55).contains(var)), "{first:?}");
        assert!(weights[0] < weights[25] && weights[25] < weights[50]);
    }

    #[test]
    fn a_grid_is_as_wide_as_its_short_side() {
        let at = |row: i32, column: i32| row * 6 + column + 1;
        let mut clauses = Vec::new();
        for row in 0..20 {
            for column in 0..6 {
                clauses.extend((column < 5).then(|| clause(&[at(row, column), at(row, column + 1)])));
                clauses.extend((row < 19).then(|| clause(&[at(row, column), at(row + 1, column)])));
            }
        }
        let (weights, width) = weights(120, &clauses);
        assert!((6..=9).contains(&width), "{width}");
        assert!(weights.iter().all(|weight| *weight >= 0.0));
    }
}

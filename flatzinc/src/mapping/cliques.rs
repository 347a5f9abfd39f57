//! Disequalities of pairs that together say that all of several numbers differ.

use std::collections::{BTreeMap, HashMap};

use gordian_encoders::encode::Relation;

use super::statement::{Addend, Condition, Demand, Linear, Number, Statement};
use super::store::Store;

/// Pairs are looked up for so many neighbours of a variable at most.
const MOST_NEIGHBOURS: usize = 512;

/// `first - second` is not this.
pub(super) type Pair = (u32, u32, i64);

/// Joins disequalities `x - y != c` that hold between all of several variables into one demand that these, each plus a
/// constant, differ. The library of MiniZinc writes an `all_different` out like this where a solver has none.
///
/// Cliques are found greedily, from the pairs that are in none yet.
pub(super) fn join(store: &mut Store, statements: &mut Vec<Statement>) {
    let mut of_pair: BTreeMap<Pair, usize> = BTreeMap::new();
    for (at, statement) in statements.iter().enumerate() {
        if let Some(pair) = pair_of(statement) {
            of_pair.entry(pair).or_insert(at);
        }
    }
    let mut neighbours: HashMap<u32, Vec<(u32, i64)>> = HashMap::new();
    for &(first, second, distance) in of_pair.keys() {
        // The second plus the distance differs from the first.
        neighbours.entry(first).or_default().push((second, distance));
        neighbours.entry(second).or_default().push((first, -distance));
    }
    let mut is_joined = vec![false; statements.len()];
    let mut joined = Vec::new();
    for (&(first, second, distance), &at) in &of_pair {
        if is_joined[at] {
            continue;
        }
        if store.is_over() {
            break;
        }
        let mut clique = vec![(first, 0), (second, distance)];
        // Pairs that are in no clique yet first: others may lead from one clique into another.
        for may_be_joined in [false, true] {
            for &(candidate, offset) in neighbours.get(&first).into_iter().flatten().take(MOST_NEIGHBOURS) {
                let is_new = clique.iter().all(|&(member, _)| member != candidate);
                let fits = |&member: &(u32, i64)| {
                    let known = of_pair.get(&pair(member, (candidate, offset)));
                    known.is_some_and(|&at| may_be_joined || !is_joined[at])
                };
                if is_new && clique.iter().all(fits) {
                    clique.push((candidate, offset));
                }
            }
        }
        if clique.len() < 3 {
            continue;
        }
        for (at, &member) in clique.iter().enumerate() {
            for &other in &clique[at + 1..] {
                is_joined[of_pair[&pair(member, other)]] = true;
            }
        }
        let of = clique.into_iter().map(|(variable, offset)| (Number::Variable(variable), offset)).collect();
        joined.push(Statement {
            source: statements[at].source,
            condition: Condition::Always,
            demand: Demand::AllDifferent(of),
        });
    }
    let mut at = 0;
    statements.retain(|_| {
        at += 1;
        !is_joined[at - 1]
    });
    statements.extend(joined);
}

/// The pair that two members of a clique must be: `first + a != second + b`.
fn pair((first, a): (u32, i64), (second, b): (u32, i64)) -> Pair {
    if first < second { (first, second, b - a) } else { (second, first, a - b) }
}

/// The pair that a statement says to differ.
pub(super) fn pair_of(statement: &Statement) -> Option<Pair> {
    let Demand::Linear(Linear { terms, relation: Relation::NotEqual, bound }) = &statement.demand else { return None };
    let &[(a, Addend::Number(Number::Variable(first))), (b, Addend::Number(Number::Variable(second)))] = &terms[..]
    else {
        return None;
    };
    let is_plain = statement.condition == Condition::Always && first != second && bound.abs() < 1 << 40;
    match (a, b) {
        (1, -1) if is_plain => Some(pair((first, 0), (second, *bound))),
        (-1, 1) if is_plain => Some(pair((first, 0), (second, -*bound))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differ(first: u32, second: u32, bound: i64) -> Statement {
        let terms = vec![(1, Addend::Number(Number::Variable(first))), (-1, Addend::Number(Number::Variable(second)))];
        let demand = Demand::Linear(Linear { terms, relation: Relation::NotEqual, bound });
        Statement { source: 0, condition: Condition::Always, demand }
    }

    #[test]
    fn queens_are_three_cliques() {
        let mut statements = Vec::new();
        for first in 0..6 {
            for second in first + 1..6 {
                for bound in [0, 1, -1] {
                    statements.push(differ(first, second, bound * i64::from(second - first)));
                }
            }
        }
        join(&mut Store::default(), &mut statements);
        let mut sizes = Vec::new();
        for statement in &statements {
            let Demand::AllDifferent(of) = &statement.demand else { panic!("a clique") };
            sizes.push(of.len());
            // Each pair of the clique is a pair that differed before.
            for (at, &(x, a)) in of.iter().enumerate() {
                for &(y, b) in &of[at + 1..] {
                    let (Number::Variable(x), Number::Variable(y)) = (x, y) else { panic!("variables") };
                    assert!([0, x.abs_diff(y) as i64].contains(&(a - b).abs()));
                }
            }
        }
        assert_eq!(sizes, [6, 6, 6]);
    }

    #[test]
    fn a_pair_remains_a_pair() {
        let mut statements = vec![differ(0, 1, 0), differ(1, 2, 0), differ(0, 1, 0)];
        join(&mut Store::default(), &mut statements);
        assert_eq!(statements.len(), 3);
        assert!(statements.iter().all(|statement| matches!(statement.demand, Demand::Linear(_))));
    }
}

//! Indices that are a permutation of their values.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::cliques::pair_of;
use super::statement::{Condition, Demand, Number, Statement};
use super::store::{Resolved, Shape, Store};

/// The most indices of one list.
const MOST_INDICES: usize = 512;

/// Adds that the indices of a list all differ, if there are just as many values for them. Pairs of integers that are
/// known to differ are told.
///
/// `list[i] = 1` and `list[j] = 2` say that `i` and `j` differ. If there are as many cells as halves of dominoes, and
/// the domino of each half's cell is known, each cell has a half. Clauses about pairs do not show that before the
/// search has tried almost all ways, as with pigeons and holes; the encoding of the demand says it.
pub(super) fn join(store: &mut Store, statements: &mut Vec<Statement>, different: Vec<[u32; 2]>) {
    let mut lists: HashMap<&[Number], Vec<(u32, i64)>> = HashMap::new();
    let mut sources: HashMap<u32, u32> = HashMap::new();
    let mut pairs: HashSet<[u32; 2]> = different.into_iter().collect();
    for statement in statements.iter().filter(|statement| statement.condition == Condition::Always) {
        match &statement.demand {
            Demand::Element { index, list, result } => {
                if let (Some(root), Resolved::Constant(value)) = (plain(store, *index), store.number(*result)) {
                    lists.entry(list).or_default().push((root, value));
                    sources.entry(root).or_insert(statement.source);
                }
            }
            _ => pairs.extend(disequality(store, statement)),
        }
    }
    let mut found: BTreeSet<Vec<u32>> = BTreeSet::new();
    for mut indices in lists.into_values().filter(|indices| (2..=MOST_INDICES).contains(&indices.len())) {
        if store.is_over() {
            return;
        }
        indices.sort_unstable();
        let mut clique: Vec<(u32, i64)> = Vec::new();
        for (root, value) in indices {
            let differs = |&(other, its_value): &(u32, i64)| {
                other != root && (its_value != value || pairs.contains(&[other.min(root), other.max(root)]))
            };
            if clique.iter().all(differs) {
                clique.push((root, value));
            }
        }
        let clique: Vec<u32> = clique.into_iter().map(|(root, _)| root).collect();
        if has_no_more_values(store, &clique) {
            found.insert(clique);
        }
    }
    statements.extend(found.into_iter().map(|roots| Statement {
        source: sources[&roots[0]],
        condition: Condition::Always,
        demand: Demand::AllDifferent(roots.into_iter().map(|root| (Number::Variable(root), 0)).collect()),
    }));
}

/// The root that a number is.
fn plain(store: &mut Store, number: Number) -> Option<u32> {
    match store.number(number) {
        Resolved::View(view) if (view.factor, view.offset) == (1, 0) => {
            matches!(store.shape(view.root), Shape::Plain).then_some(view.root)
        }
        _ => None,
    }
}

/// The two roots that a statement says to differ.
fn disequality(store: &mut Store, statement: &Statement) -> Option<[u32; 2]> {
    let (first, second, 0) = pair_of(statement)? else { return None };
    let (first, second) = (plain(store, Number::Variable(first))?, plain(store, Number::Variable(second))?);
    Some([first.min(second), first.max(second)])
}

/// Whether roots have together no more values than they are.
fn has_no_more_values(store: &Store, roots: &[u32]) -> bool {
    let mut values = BTreeSet::new();
    roots.iter().all(|&root| {
        let own = store.values(root);
        if own.count() <= roots.len() as u128 {
            values.extend(own.iter());
        }
        own.count() <= roots.len() as u128 && values.len() <= roots.len()
    })
}

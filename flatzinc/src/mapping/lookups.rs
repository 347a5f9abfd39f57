//! Entries of matrices.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use gordian_encoders::encode::Relation;

use super::linear::{Item, Sum};
use super::statement::{Condition, Demand, Lookup, Number, Statement};
use super::store::{Resolved, Shape, Store};
use super::uses::root_of;

/// The most pairs of arguments of a function that is written by its values.
const MOST_PAIRS: u128 = 1 << 16;

/// The largest magnitude of a factor, and of the constant.
const MOST_MAGNITUDE: u64 = 1 << 30;

/// The most lists that one index chooses from for the index to be left out: its pairs stand once for each.
const MOST_LISTS: usize = 3;

/// An integer that no constraint names any more: `constant` plus the sum of `factor * root`.
#[derive(Clone, Debug)]
pub(super) struct Computed {
    pub(super) terms: Vec<(i64, u32)>,
    pub(super) constant: i64,
}

/// The integer that a sum of two others is, and the statements of which it is the index.
struct Index {
    sum: usize,
    elements: Vec<usize>,
    /// Whether something else names it.
    is_used: bool,
}

/// Makes `list[index] = result` with `index = a x + b y + c`, constants in the list, a function of `x` and `y`, and
/// leaves out the index: so the compiler of MiniZinc writes the entries of a matrix, and the steps of an automaton. An
/// index as large as the matrix would have a literal for each entry, and the sum clauses for each.
///
/// Roots that are kept are printed.
pub(super) fn join(store: &mut Store, statements: &mut Vec<Statement>, kept: &HashSet<u32>) -> HashMap<u32, Computed> {
    let mut computed = HashMap::new();
    let mut gone = vec![false; statements.len()];
    for (root, index) in indices(store, statements) {
        if store.is_over() {
            break;
        }
        if index.is_used || index.elements.is_empty() || index.elements.len() > MOST_LISTS || kept.contains(&root) {
            continue;
        }
        // A sum says what one of its roots is, even if several are indices.
        if gone[index.sum] {
            continue;
        }
        let Some((constant, [first, second])) = parts(store, &statements[index.sum], root) else { continue };
        let count = |store: &Store, (_, root): (i64, u32)| store.values(root).count();
        if count(store, first).saturating_mul(count(store, second)) > MOST_PAIRS {
            continue;
        }
        let mut lookups = Vec::with_capacity(index.elements.len());
        for &at in &index.elements {
            let Some(lookup) = lookup(store, &statements[at].demand, constant, [first, second]) else { break };
            lookups.push(lookup);
        }
        if lookups.len() < index.elements.len() {
            continue;
        }
        for (&at, lookup) in index.elements.iter().zip(lookups) {
            statements[at].demand = Demand::Lookup(lookup);
        }
        gone[index.sum] = true;
        computed.insert(root, Computed { terms: vec![first, second], constant });
    }
    let mut gone = gone.into_iter();
    statements.retain(|_| !gone.next().unwrap_or(false));
    computed
}

/// Integers that stand in one sum of three and as indices.
fn indices(store: &mut Store, statements: &[Statement]) -> Vec<(u32, Index)> {
    let mut found: HashMap<u32, Index> = HashMap::new();
    for (at, statement) in statements.iter().enumerate() {
        if let (Demand::Element { index, .. }, Condition::Always) = (&statement.demand, statement.condition)
            && let Resolved::View(view) = store.number(*index)
        {
            let none = Index { sum: usize::MAX, elements: Vec::new(), is_used: false };
            found.entry(view.root).or_insert(none).elements.push(at);
        }
    }
    if found.is_empty() {
        return Vec::new();
    }
    for (at, statement) in statements.iter().enumerate() {
        if store.is_over() {
            return Vec::new();
        }
        let mut own_index = match &statement.demand {
            Demand::Element { index, .. } => Some(*index),
            _ => None,
        };
        let is_sum = is_sum_of_three(statement);
        statement.visit(&mut |named| {
            let Some((root, _)) = root_of(store, &named) else { return };
            let Some(index) = found.get_mut(&root) else { return };
            // An element names its index first.
            let is_index = matches!(named, super::uses::Named::Number(number, _) if Some(number) == own_index);
            if is_index && statement.condition == Condition::Always {
                own_index = None;
            } else if is_sum && index.sum == usize::MAX {
                index.sum = at;
            } else {
                index.is_used = true;
            }
        });
    }
    let mut found: Vec<(u32, Index)> = found.into_iter().filter(|(_, index)| index.sum != usize::MAX).collect();
    found.sort_unstable_by_key(|&(root, _)| root);
    found
}

fn is_sum_of_three(statement: &Statement) -> bool {
    match &statement.demand {
        Demand::Linear(linear) => {
            statement.condition == Condition::Always && linear.relation == Relation::Equal && linear.terms.len() == 3
        }
        _ => false,
    }
}

/// The value that the sum gives the root: a constant, and two factors with their variables.
fn parts(store: &mut Store, statement: &Statement, root: u32) -> Option<(i64, [(i64, u32); 2])> {
    let Demand::Linear(linear) = &statement.demand else { return None };
    let Some(Ok(sum)) = Sum::of(store, linear) else { return None };
    let own = sum.terms.iter().find(|&&(_, item)| item == Item::Integer(root))?.0;
    if own.unsigned_abs() != 1 || !matches!(store.shape(root), Shape::Plain) {
        return None;
    }
    let mut others = Vec::with_capacity(2);
    for &(factor, item) in &sum.terms {
        match item {
            Item::Integer(other) if other == root => {}
            Item::Integer(other) => others.push((factor.checked_mul(-own)?, other)),
            Item::Boolean(_) => return None,
        }
    }
    let is_small = |number: i64| number.unsigned_abs() <= MOST_MAGNITUDE;
    match others[..] {
        [first, second] if [first.0, second.0, sum.bound].into_iter().all(is_small) => {
            Some((sum.bound.checked_mul(own)?, [first, second]))
        }
        _ => None,
    }
}

/// The function whose arguments are the two roots.
fn lookup(store: &mut Store, element: &Demand, constant: i64, [first, second]: [(i64, u32); 2]) -> Option<Lookup> {
    let Demand::Element { index, list, result } = element else { return None };
    let Resolved::View(view) = store.number(*index) else { return None };
    let constants = list.iter().map(|&number| match store.number(number) {
        Resolved::Constant(value) => Some(value),
        Resolved::View(_) => None,
    });
    let list: Arc<[i64]> = constants.collect::<Option<Vec<i64>>>()?.into();
    let indices = store.values(view.root).clone();
    let (one, other) = (store.values(first.1).clone(), store.values(second.1).clone());
    let mut table = Vec::new();
    for a in one.iter() {
        for b in other.iter() {
            let sum = i128::from(first.0) * i128::from(a) + i128::from(second.0) * i128::from(b) + i128::from(constant);
            let Ok(value) = i64::try_from(sum) else { continue };
            let position = i128::from(view.factor) * sum + i128::from(view.offset) - 1;
            let entry = usize::try_from(position).ok().and_then(|position| list.get(position));
            if let (true, Some(&entry)) = (indices.contains(value), entry) {
                table.push(((a, b), entry));
            }
        }
    }
    let (first, second) = (Number::Variable(first.1), Number::Variable(second.1));
    Some(Lookup { first, second, result: *result, table })
}

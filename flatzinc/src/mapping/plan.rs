//! The plan: some statements become clauses, others are left to propagators.

use std::collections::{HashMap, HashSet};

use gordian_formula::sorted_set;

use gordian_encoders::encode::Relation;

use super::statement::{Addend, Condition, Demand, Number, Statement};
use super::store::{Resolved, Shape, Store};
use super::uses::{Named, Use, root_of};

/// Sums of integers with so few values are counts.
const FEW_VALUES: u64 = 3;

/// How many times the clauses a count may take.
const WORTH_OF_COUNTS: u64 = 32;

/// How much becomes clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A constraint of which propagators know becomes clauses where these are estimated to be at most so many.
    pub clauses: u64,
    /// An integer with at most so many values is made of literals at once, even where only propagators name it.
    pub values: u64,
    /// One with more than so many values never is.
    pub most_values: u64,
}

impl Default for Limits {
    /// As measured on the models of `docs/performance.md`.
    fn default() -> Limits {
        Limits { clauses: 2000, values: 100, most_values: 1 << 14 }
    }
}

/// The choice.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// For each statement whether it is left to a propagator.
    pub(super) is_left: Vec<bool>,
    /// Integers that get no literals until the search asks.
    pub(super) wide: HashSet<u32>,
}

/// Plans.
pub(super) fn plan(
    store: &mut Store,
    integers: impl Iterator<Item = u32>,
    statements: &[Statement],
    limits: Limits,
) -> Plan {
    let mut plan = Plan { is_left: vec![false; statements.len()], wide: HashSet::new() };
    let mut named: HashMap<u32, Vec<usize>> = HashMap::new();
    let mut tested: HashMap<u32, u64> = HashMap::new();
    // An element names the values of its index, also where a propagator holds it.
    let mut indices: HashSet<u32> = HashSet::new();
    for (at, statement) in statements.iter().enumerate() {
        if store.is_over() {
            break;
        }
        plan.is_left[at] = can_be_left(statement) && estimate(store, statement) > limits.clauses;
        statement.visit(&mut |name| match (root_of(store, &name), name) {
            (Some((root, _)), Named::Number(..)) => named.entry(root).or_default().push(at),
            (Some((root, Use::Value | Use::Bound)), Named::Literal(_)) => *tested.entry(root).or_default() += 1,
            _ => {}
        });
        if let Demand::Element { index, .. } = &statement.demand {
            indices.extend(root_of(store, &Named::Number(*index, Use::Any)).map(|(root, _)| root));
        }
    }
    let of = |variable: u32| Named::Number(Number::Variable(variable), Use::Any);
    let roots = integers.filter_map(|variable| root_of(store, &of(variable))).map(|(root, _)| root);
    let roots: Vec<u32> = sorted_set(roots.filter(|root| !indices.contains(root)));
    for root in roots {
        if store.is_over() {
            break;
        }
        let count = store.values(root).count();
        let users = named.get(&root).map_or(&[][..], |users| users);
        let is_sparse = count / 4 > u128::from(tested.get(&root).copied().unwrap_or(0));
        let only_left = count > u128::from(limits.values)
            && is_sparse
            && !users.is_empty()
            && users.iter().all(|&at| plan.is_left[at]);
        let may_be_wide = users.iter().all(|&at| can_be_left(&statements[at]) || is_made_of_literals(&statements[at]));
        if only_left || may_be_wide && count > u128::from(limits.most_values) {
            plan.wide.insert(root);
            for &at in users {
                plan.is_left[at] |= can_be_left(&statements[at]);
            }
        }
    }
    plan
}

/// Whether a propagator knows the demand, in this form.
fn can_be_left(statement: &Statement) -> bool {
    match &statement.demand {
        Demand::Linear(_) => true,
        Demand::Absolute { .. } | Demand::Extreme { .. } | Demand::Element { .. } | Demand::AllDifferent(_) => {
            statement.condition == Condition::Always
        }
        Demand::Arithmetic { operation, .. } => {
            statement.condition == Condition::Always && *operation == super::statement::Operation::Times
        }
        _ => false,
    }
}

/// Whether the statement is written with single literals of wide integers.
fn is_made_of_literals(statement: &Statement) -> bool {
    matches!(statement.demand, Demand::Member(..))
}

/// About how many clauses a statement takes.
fn estimate(store: &mut Store, statement: &Statement) -> u64 {
    let mut size = |number: Number| match store.number(number) {
        Resolved::Constant(_) => 1,
        Resolved::View(view) if matches!(store.shape(view.root), Shape::Plain) => {
            u64::try_from(store.values(view.root).count()).unwrap_or(u64::MAX)
        }
        Resolved::View(_) => 2,
    };
    match &statement.demand {
        Demand::Linear(linear) => {
            let mut sizes: Vec<(u64, u64)> = Vec::with_capacity(linear.terms.len());
            for &(factor, addend) in &linear.terms {
                let count = match addend {
                    Addend::Number(number) => size(number),
                    Addend::Literal(_) => 2,
                };
                sizes.push((count, factor.unsigned_abs()));
            }
            let sides = if linear.relation == Relation::AtMost { 1 } else { 2 };
            // Counts of literals, one of which may say how many, propagate better as clauses, which have literals for
            // what parts of them add up to.
            if sizes.iter().filter(|&&(count, _)| count > FEW_VALUES).count() <= 1 && sizes.len() > 3 {
                return of_sum(&mut sizes) / WORTH_OF_COUNTS;
            }
            let both = if matches!(statement.condition, Condition::Iff(_)) { 2 } else { 1 };
            of_sum(&mut sizes).saturating_mul(sides * both)
        }
        Demand::Arithmetic { first, second, .. } => size(*first).saturating_mul(size(*second)).saturating_mul(2),
        Demand::Extreme { of, result, .. } => {
            of.iter().fold(size(*result), |sum, &number| sum.saturating_add(size(number)))
        }
        Demand::Element { list, result, .. } => {
            let own = size(*result);
            // Constants take a clause each, and say more as clauses: values in the middle are excluded, too.
            let of_one = |number: Number, size: &mut dyn FnMut(Number) -> u64| match size(number) {
                1 => 0,
                count => count.saturating_add(own),
            };
            list.iter().fold(0_u64, |sum, &number| sum.saturating_add(of_one(number, &mut size)))
        }
        Demand::AllDifferent(of) => of.iter().fold(0_u64, |sum, &(number, _)| sum.saturating_add(size(number))),
        Demand::Absolute { of, result } => size(*of).saturating_mul(size(*result)).min(size(*of).saturating_mul(4)),
        _ => 0,
    }
}

/// About how many clauses a tree of partial sums takes: each addition one for each pair of values of its sides. A sum
/// has no more values than the range that it spans.
fn of_sum(terms: &mut [(u64, u64)]) -> u64 {
    terms.sort_unstable_by_key(|&(count, factor)| (factor, count));
    let (mut values, mut span, mut clauses) = (1_u64, 0_u64, 0_u64);
    for &(count, factor) in terms.iter() {
        if values > 1 && count > 1 {
            clauses = clauses.saturating_add(values.saturating_mul(count));
        }
        span = span.saturating_add(factor.saturating_mul(count.saturating_sub(1)));
        values = values.saturating_mul(count).min(span.saturating_add(1));
    }
    clauses
}

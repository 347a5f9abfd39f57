//! Integers without bounds, and the bounds that they are given.
//!
//! A value may be left out without loss if another one is as good. Take an integer `x`, and let each statement that
//! names it compare it with others that have bounds. From some value on, no comparison changes any more, whatever the
//! others are. So where `x` lies beyond, it may be brought back to that value, and the solution stays one. It is at
//! least as good unless the goal gets worse by that, and it looks the same if `x` is not shown. One integer after the
//! other is bounded like this: each step keeps a best solution of the step before, so that the last one has a best
//! solution of all.
//!
//! An integer that remains is cut, which may lose any solution. If it is the goal alone, and only its worse side has no
//! bound, the lost solutions are those with a worse goal, so that a best one that is found is a best of all.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use gordian_encoders::encode::Relation;

use super::linear::{Item, Sum};
use super::shown::shown_variables;
use super::simplify;
use super::statement::{Condition, Demand, Number, Statement};
use super::store::{Resolved, Shape, Store, ceiling, clamped};
use super::uses::{Named, Use, root_of};
use super::values::{Contradiction, FARTHEST};
use crate::integer_set::IntegerSet;
use crate::model::{Argument, Domain, Goal, Model, Term, Variable};

/// An integer without bounds, of which the constraints say nothing either, is taken to be from minus this to this,
/// before more of its values are tried.
const FIRST_BOUND: i64 = 10_000;

/// The factor from one bound to the next.
const WIDER: i64 = 100;

/// Integers of propagators have so many bits.
const LAST_BOUND: i64 = 1 << 52;

/// Bounds of some integers lead to bounds of others; this many times at most.
const MOST_PASSES: usize = 20;

/// How far integers without bounds reach, and what may be lost of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// They are from minus this to this. If only one bound is known and lies beyond, they are as far from it at most as
    /// these two are from each other.
    bound: i64,
    /// Whether one solution is enough, a best one if there is a goal. Otherwise all that differ in what is shown count.
    is_one_enough: bool,
}

impl Reach {
    /// The narrowest, for a question that one solution answers, or that all of them answer.
    pub fn new(is_one_enough: bool) -> Reach {
        Reach { bound: FIRST_BOUND, is_one_enough }
    }

    /// A hundred times as far, unless solutions of this model are to be expected nearer: no farther than the sum of all
    /// numbers in it. Without solutions, the bounds of `x < y` and `y < x` creep towards each other, one by one, so
    /// that the search of a wide range would not end.
    pub fn wider(self, model: &Model) -> Option<Reach> {
        let bound = self.bound.saturating_mul(WIDER);
        (self.bound < size(model) && bound <= LAST_BOUND).then_some(Reach { bound, ..self })
    }
}

/// The sum of the magnitudes of all numbers in a model.
fn size(model: &Model) -> i64 {
    let of_set = |set: &IntegerSet| {
        let ends = set.lower().into_iter().chain(set.upper());
        ends.map(i64::saturating_abs).max().unwrap_or(0)
    };
    let of_term = |term: &Term| match term {
        Term::Integer(value) => value.saturating_abs(),
        Term::Set(set) => of_set(set),
        _ => 0,
    };
    let of_argument = |argument: &Argument| match argument {
        Argument::Term(term) => of_term(term),
        Argument::Array(terms) => terms.iter().map(of_term).fold(0, i64::saturating_add),
    };
    let of_domain = |variable: &Variable| match &variable.domain {
        Domain::Integer(Some(set)) => of_set(set),
        _ => 0,
    };
    let arguments = model.constraints.iter().flat_map(|constraint| &constraint.arguments).map(of_argument);
    arguments.chain(model.variables.iter().map(of_domain)).fold(0, i64::saturating_add)
}

/// The integers that were cut.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    /// Their names.
    pub(super) names: Vec<String>,
    /// Whether the solutions that are lost are worse than all others.
    pub(super) is_worse_only: bool,
}

/// One of the two sides of an integer, which has no bound there: `sign * integer` has none above.
#[derive(Clone, Copy)]
struct Side {
    root: u32,
    sign: i64,
}

/// Bounds all integers of which values can be left out without loss.
///
/// # Errors
/// The number of the constraint that contradicts the others, or `None` where a variable has no value.
pub(super) fn bound_without_loss(
    model: &Model,
    store: &mut Store,
    statements: &mut Vec<Statement>,
    reach: Reach,
) -> Result<(), Option<u32>> {
    for _ in 0..MOST_PASSES {
        let open = open_sides(model, store);
        if open.is_empty() || !bound_some(model, store, statements, reach, &open).map_err(|Contradiction| None)? {
            break;
        }
        simplify::simplify(store, statements).map_err(Some)?;
        if store.go_on().is_err() {
            break;
        }
    }
    Ok(())
}

/// Cuts the integers that still have no bounds.
///
/// # Errors
/// If a variable has no value in this range.
pub(super) fn cut(model: &Model, store: &mut Store, reach: Reach) -> Result<Cut, (Cut, Contradiction)> {
    let mut cut = Cut { names: Vec::new(), is_worse_only: is_worse_only(model, store) };
    for (at, variable) in (0..).zip(&model.variables) {
        let number = Number::Variable(at);
        if !matches!(variable.domain, Domain::Integer(_)) || !store.is_unbounded(number) {
            continue;
        }
        let (lower, upper) = store.bounds(number);
        cut.names.push(variable.name.clone());
        let far = |bound: i64| bound.abs() >= FARTHEST;
        let Reach { bound, .. } = reach;
        let least = match far(lower) {
            true if upper < -bound => upper.saturating_sub(2 * bound),
            true => -bound,
            false => lower,
        };
        let most = match far(upper) {
            true if lower > bound => lower.saturating_add(2 * bound),
            true => bound,
            false => upper,
        };
        if let Err(contradiction) = store.keep_between(number, least, most) {
            return Err((cut, contradiction));
        }
    }
    Ok(cut)
}

/// Whether the goal alone has no bound, and on its worse side only.
pub(super) fn is_worse_only(model: &Model, store: &mut Store) -> bool {
    let goal = goal_of(model, store);
    let open = open_sides(model, store);
    !open.is_empty()
        && open.iter().all(|side| goal.is_some_and(|goal| goal.root == side.root && goal.sign == side.sign))
}

/// The side of the goal's root on which it is worse; `None` where the goal is a constant, or where there is none.
fn goal_of(model: &Model, store: &mut Store) -> Option<Side> {
    let (goal, sign) = match model.goal {
        Goal::Satisfy => return None,
        Goal::Minimize(goal) => (goal, 1),
        Goal::Maximize(goal) => (goal, -1),
    };
    match store.number(Number::Variable(goal.0)) {
        Resolved::View(view) => Some(Side { root: view.root, sign: sign * view.factor.signum() }),
        Resolved::Constant(_) => None,
    }
}

/// The sides of all roots that have no bound.
fn open_sides(model: &Model, store: &mut Store) -> Vec<Side> {
    let mut roots = BTreeSet::new();
    for (at, variable) in (0..).zip(&model.variables) {
        let number = Number::Variable(at);
        if matches!(variable.domain, Domain::Integer(_))
            && store.is_unbounded(number)
            && let Resolved::View(view) = store.number(number)
        {
            roots.insert(view.root);
        }
    }
    let sides = roots.into_iter().flat_map(|root| [Side { root, sign: 1 }, Side { root, sign: -1 }]);
    sides.filter(|&side| is_open(store, side)).collect()
}

fn is_open(store: &Store, Side { root, sign }: Side) -> bool {
    let values = store.values(root);
    if sign > 0 { values.is_open_above() } else { values.is_open_below() }
}

/// Whether any side got a bound.
fn bound_some(
    model: &Model,
    store: &mut Store,
    statements: &[Statement],
    reach: Reach,
    open: &[Side],
) -> Result<bool, Contradiction> {
    let goal = goal_of(model, store);
    let mut kept = HashSet::new();
    if !reach.is_one_enough {
        let shown =
            shown_variables(model).into_iter().filter(|id| model.variables[id.index()].domain != Domain::Boolean);
        let named = shown.map(|id| Named::Number(Number::Variable(id.0), Use::Any));
        kept.extend(named.filter_map(|named| root_of(store, &named)).map(|(root, _)| root));
    }
    let uses = Uses::of(store, statements, open);
    let mut has_bounded = false;
    for &side in open {
        let gets_worse = goal.is_some_and(|goal| goal.root == side.root && goal.sign != side.sign);
        if gets_worse || kept.contains(&side.root) || !matches!(store.shape(side.root), Shape::Plain) {
            continue;
        }
        if let Some(end) = uses.end(store, side, goal, &kept)
            && end < i128::from(FARTHEST)
        {
            let (least, most) = if side.sign > 0 { (i64::MIN, clamped(end)) } else { (clamped(-end), i64::MAX) };
            store.keep_between(Number::Variable(side.root), least, most)?;
            has_bounded = true;
        }
    }
    Ok(has_bounded)
}

/// The statements that name open roots, and the values that literals compare them with.
struct Uses<'a> {
    statements: &'a [Statement],
    named: BTreeMap<u32, Vec<usize>>,
    tested: BTreeMap<u32, Vec<i64>>,
}

impl<'a> Uses<'a> {
    fn of(store: &mut Store, statements: &'a [Statement], open: &[Side]) -> Uses<'a> {
        let mut named: BTreeMap<u32, Vec<usize>> = open.iter().map(|side| (side.root, Vec::new())).collect();
        for (at, statement) in statements.iter().enumerate() {
            statement.visit(&mut |name| {
                if let Named::Number(..) = name
                    && let Some((root, _)) = root_of(store, &name)
                    && let Some(users) = named.get_mut(&root)
                    && users.last() != Some(&at)
                {
                    users.push(at);
                }
            });
        }
        let mut tested: BTreeMap<u32, Vec<i64>> = BTreeMap::new();
        // Literals that no statement names may be shown.
        for (root, value) in store.tested() {
            tested.entry(root).or_default().push(value);
        }
        Uses { statements, named, tested }
    }

    /// A value of `sign * root` from which on no statement changes; `None` if there is none, or if it is not known.
    fn end(&self, store: &mut Store, side: Side, goal: Option<Side>, kept: &HashSet<u32>) -> Option<i128> {
        let sign = i128::from(side.sign);
        let values = store.values(side.root);
        // The value has to be one of the root's: it is in the last range, or beside zero if all are.
        let last = if side.sign > 0 { values.ranges().last()?.0 } else { values.ranges().next()?.1 };
        let first = sign * i128::from(last);
        let mut end = if first <= -i128::from(FARTHEST) { 0 } else { first };
        for &value in self.tested.get(&side.root).into_iter().flatten() {
            end = end.max(sign * i128::from(value) + 1);
        }
        for &at in &self.named[&side.root] {
            let statement = &self.statements[at];
            let own = match &statement.demand {
                Demand::Linear(linear) => match Sum::of(store, linear)? {
                    Ok(sum) => self.end_in_sum(store, side, statement.condition, &sum, goal, kept)?,
                    Err(_) => continue,
                },
                Demand::Member(number, set) => {
                    let Resolved::View(view) = store.number(*number) else { continue };
                    let ends = view.inverse_of(set);
                    let ends = ends.ranges().flat_map(|range| [*range.start(), *range.end()]);
                    let near = ends.filter(|end| end.abs() < FARTHEST);
                    near.map(|end| sign * i128::from(end) + 1).max().unwrap_or(end)
                }
                _ => return None,
            };
            end = end.max(own);
        }
        Some(end)
    }

    /// The same for a sum.
    fn end_in_sum(
        &self,
        store: &mut Store,
        side: Side,
        condition: Condition,
        sum: &Sum,
        goal: Option<Side>,
        kept: &HashSet<u32>,
    ) -> Option<i128> {
        let nothing = -i128::from(FARTHEST);
        let &(own, _) = match sum.terms.iter().find(|(_, item)| *item == Item::Integer(side.root)) {
            Some(term) => term,
            None => return Some(nothing),
        };
        // The factor of `sign * root`.
        let factor = i128::from(own) * i128::from(side.sign);
        let bound = i128::from(sum.bound);
        let others: Vec<(i64, Item)> =
            sum.terms.iter().copied().filter(|(_, item)| *item != Item::Integer(side.root)).collect();
        let is_demanded = !matches!(condition, Condition::Iff(_));
        // Less of it keeps a sum that is at most something.
        if sum.relation == Relation::AtMost && is_demanded && factor > 0 {
            return Some(nothing);
        }
        let rest = if factor > 0 {
            least(store, &others).map(|least| bound - least)
        } else {
            greatest(store, &others).map(|greatest| greatest - bound)
        };
        match rest {
            // Beyond, `factor * root` alone is more than what the others leave, or less.
            Some(rest) => Some(ceiling(rest, factor.abs()).checked_add(1)?),
            None if sum.relation == Relation::Equal && condition == Condition::Always => {
                let may_follow = |defined: u32| {
                    !self.tested.contains_key(&defined)
                        && !kept.contains(&defined)
                        && self.named.get(&defined).is_some_and(|users| users.len() == 1)
                };
                let defined = others.iter().filter_map(|&(own, item)| match item {
                    Item::Integer(defined) if own.abs() == 1 && may_follow(defined) => Some((own, defined)),
                    _ => None,
                });
                defined.filter_map(|defined| end_with_defined(store, factor, defined, &others, bound, goal)).next()
            }
            None => None,
        }
    }
}

/// The same for an equality with an open root that no other statement names, and that follows: `factor * integer` and
/// the others, among them `own * defined`, add up to the bound.
fn end_with_defined(
    store: &Store,
    factor: i128,
    (own, defined): (i64, u32),
    others: &[(i64, Item)],
    bound: i128,
    goal: Option<Side>,
) -> Option<i128> {
    let own = i128::from(own);
    // As the integer shrinks, `moves * defined` grows.
    let moves = (factor * own).signum();
    if goal.is_some_and(|goal| goal.root == defined && i128::from(goal.sign) == moves) {
        return None;
    }
    let values = store.values(defined);
    if values.ranges().count() > 1 {
        return None;
    }
    let limit = if moves > 0 { i128::from(values.upper()) } else { -i128::from(values.lower()) };
    if limit >= i128::from(FARTHEST) {
        return Some(-i128::from(FARTHEST));
    }
    // `moves * defined = moves * own * (bound - rest) - |factor| * integer`, which is not to be beyond the limit.
    let rest: Vec<(i64, Item)> = others.iter().copied().filter(|&(_, item)| item != Item::Integer(defined)).collect();
    let most = if moves * own > 0 { bound - least(store, &rest)? } else { greatest(store, &rest)? - bound };
    Some(ceiling(most - limit, factor.abs()))
}

/// The least value of some terms; `None` where there is none.
fn least(store: &Store, terms: &[(i64, Item)]) -> Option<i128> {
    terms.iter().try_fold(0_i128, |sum, &(factor, item)| {
        let own = match item {
            Item::Boolean(_) => i128::from(factor.min(0)),
            Item::Integer(root) => {
                let side = Side { root, sign: -factor.signum() };
                let values = store.values(root);
                let end = if factor > 0 { values.lower() } else { values.upper() };
                (!is_open(store, side)).then_some(i128::from(factor) * i128::from(end))?
            }
        };
        sum.checked_add(own)
    })
}

/// The greatest.
fn greatest(store: &Store, terms: &[(i64, Item)]) -> Option<i128> {
    let negated: Vec<(i64, Item)> = terms.iter().map(|&(factor, item)| (-factor, item)).collect();
    least(store, &negated).map(|least| -least)
}

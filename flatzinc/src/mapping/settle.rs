//! One statement, once everything known of its variables is used.

use std::sync::Arc;

use gordian_encoders::encode::Relation;

use super::linear::{Item, Sum};
use super::propagate::{self, Step};
use super::statement::{Condition, Demand, Linear, Literal, Number, Statement};
use super::store::{Resolved, Store, Test};
use super::values::{Contradiction, Values};
use crate::integer_set::IntegerSet;

/// Beyond this many values, an interval is two literals rather than its values.
const MOST_LISTED: u128 = 100;

type Settled = Result<Step, Contradiction>;

/// Uses what a statement says, and brings it to its simplest form; false where nothing of it remains.
pub(super) fn settle(store: &mut Store, statement: &mut Statement) -> Result<bool, Contradiction> {
    loop {
        match step(store, statement)? {
            Step::Keep => return Ok(true),
            Step::Drop => return Ok(false),
            Step::Again => {}
        }
    }
}

/// Whether the statement says that two variables are the same, or that one is a view of another.
pub(super) fn is_alias(statement: &Statement) -> bool {
    let few = match &statement.demand {
        Demand::Linear(Linear { terms, relation: Relation::Equal, .. }) => terms.len() <= 2,
        Demand::Odd(literals) => literals.len() <= 2,
        _ => false,
    };
    few && statement.condition == Condition::Always
}

fn step(store: &mut Store, statement: &mut Statement) -> Settled {
    match condition(store, statement) {
        Some(Step::Keep) | None => {}
        Some(other) => return Ok(other),
    }
    match &mut statement.demand {
        Demand::Any(_) => any(store, statement),
        Demand::All(_) => all(store, statement),
        Demand::Odd(_) => odd(store, statement),
        Demand::Linear(_) => linear(store, statement),
        Demand::Member(..) => member(store, statement),
        _ if statement.condition == Condition::Always => propagate::propagate(store, &mut statement.demand),
        _ => Ok(Step::Keep),
    }
}

/// Brings the condition to its simplest form.
fn condition(store: &mut Store, statement: &mut Statement) -> Option<Step> {
    let (literal, both) = match statement.condition {
        Condition::Always => return None,
        Condition::If(literal) => (store.literal(literal), false),
        Condition::Iff(literal) => (store.literal(literal), true),
    };
    match literal {
        Literal::Constant(true) => statement.condition = Condition::Always,
        Literal::Constant(false) if !both => return Some(Step::Drop),
        Literal::Constant(false) => match negation(&statement.demand) {
            Some(demand) => (statement.condition, statement.demand) = (Condition::Always, demand),
            None => statement.condition = Condition::Iff(literal),
        },
        literal => statement.condition = if both { Condition::Iff(literal) } else { Condition::If(literal) },
    }
    None
}

fn negation(demand: &Demand) -> Option<Demand> {
    let negated = |literals: &[Literal]| literals.iter().map(|&literal| !literal).collect::<Vec<_>>();
    match demand {
        Demand::Any(literals) => Some(Demand::All(negated(literals))),
        Demand::All(literals) => Some(Demand::Any(negated(literals))),
        Demand::Odd(literals) => Some(Demand::Odd(literals.iter().copied().chain([Literal::Constant(true)]).collect())),
        Demand::Linear(linear) => Some(Demand::Linear(Sum::negated(linear))),
        Demand::Member(number, set) => {
            let all = Values::all().without(set);
            let ranges = all.map(|rest| IntegerSet::from_ranges(rest.ranges().map(|(lower, upper)| lower..=upper)));
            Some(Demand::Member(*number, Arc::new(ranges.unwrap_or_default())))
        }
        _ => None,
    }
}

/// A demand that turned out to hold or not to hold.
fn decided(store: &mut Store, condition: Condition, holds: bool) -> Settled {
    match (condition, holds) {
        (Condition::Always | Condition::If(_), true) => {}
        (Condition::Always, false) => return Err(Contradiction),
        (Condition::If(literal), false) => store.fix(!literal)?,
        (Condition::Iff(literal), holds) => store.fix(if holds { literal } else { !literal })?,
    }
    Ok(Step::Drop)
}

fn any(store: &mut Store, statement: &mut Statement) -> Settled {
    let Demand::Any(literals) = &mut statement.demand else { return Ok(Step::Keep) };
    if let Condition::If(literal) = statement.condition {
        literals.push(!literal);
        statement.condition = Condition::Always;
        return Ok(Step::Again);
    }
    literals.iter_mut().for_each(|literal| *literal = store.literal(*literal));
    literals.retain(|&literal| literal != Literal::Constant(false));
    literals.sort_unstable();
    literals.dedup();
    let is_always = literals.contains(&Literal::Constant(true))
        // A literal and its negation stand beside each other.
        || literals.windows(2).any(|pair| pair[0] == !pair[1]);
    match (&literals[..], statement.condition) {
        _ if is_always => decided(store, statement.condition, true),
        ([], condition) => decided(store, condition, false),
        (&[only], Condition::Always) => store.fix(only).map(|()| Step::Drop),
        (&[only], Condition::Iff(literal)) => {
            if store.equate(literal, only)? {
                return Ok(Step::Drop);
            }
            (statement.condition, statement.demand) = (Condition::Always, Demand::Odd(vec![literal, !only]));
            Ok(Step::Keep)
        }
        _ => Ok(Step::Keep),
    }
}

fn all(store: &mut Store, statement: &mut Statement) -> Settled {
    let Demand::All(literals) = &mut statement.demand else { return Ok(Step::Keep) };
    match statement.condition {
        Condition::Always => {
            for &literal in literals.iter() {
                store.fix(literal)?;
            }
            Ok(Step::Drop)
        }
        Condition::Iff(literal) => {
            let negated = literals.iter().map(|&literal| !literal).collect();
            (statement.condition, statement.demand) = (Condition::Iff(!literal), Demand::Any(negated));
            Ok(Step::Again)
        }
        Condition::If(condition) => {
            literals.iter_mut().for_each(|literal| *literal = store.literal(*literal));
            literals.retain(|&literal| literal != Literal::Constant(true) && literal != condition);
            if literals.iter().any(|&literal| literal == Literal::Constant(false) || literal == !condition) {
                return decided(store, statement.condition, false);
            }
            Ok(if literals.is_empty() { Step::Drop } else { Step::Keep })
        }
    }
}

fn odd(store: &mut Store, statement: &mut Statement) -> Settled {
    let Demand::Odd(literals) = &mut statement.demand else { return Ok(Step::Keep) };
    if let Condition::Iff(literal) = statement.condition {
        literals.push(!literal);
        statement.condition = Condition::Always;
    }
    let mut is_odd = true;
    let mut variables: Vec<u32> = Vec::with_capacity(literals.len());
    for &literal in literals.iter() {
        match store.literal(literal) {
            Literal::Constant(value) => is_odd ^= value,
            Literal::Variable { of, positive } => {
                is_odd ^= !positive;
                variables.push(of);
            }
        }
    }
    variables.sort_unstable();
    let mut kept: Vec<Literal> = Vec::with_capacity(variables.len());
    for of in variables {
        let literal = Literal::positive(of);
        if kept.last() == Some(&literal) {
            kept.pop();
        } else {
            kept.push(literal);
        }
    }
    match kept.first_mut() {
        None => return decided(store, statement.condition, !is_odd),
        Some(first) if !is_odd => *first = !*first,
        Some(_) => {}
    }
    *literals = kept;
    match (&literals[..], statement.condition) {
        (&[_], _) => {
            statement.demand = Demand::Any(std::mem::take(literals));
            Ok(Step::Again)
        }
        (&[a, b], Condition::Always) if store.equate(a, !b)? => Ok(Step::Drop),
        _ => Ok(Step::Keep),
    }
}

fn member(store: &mut Store, statement: &mut Statement) -> Settled {
    let Demand::Member(number, set) = &statement.demand else { return Ok(Step::Keep) };
    let (number, set) = (*number, Arc::clone(set));
    if statement.condition == Condition::Always {
        return store.keep_within(number, &set, true).map(|()| Step::Drop);
    }
    let view = match store.number(number) {
        Resolved::Constant(value) => return decided(store, statement.condition, set.contains(value)),
        Resolved::View(view) => view,
    };
    let values = store.values(view.root);
    let Ok(kept) = values.within(&view.inverse_of(&set)) else {
        return decided(store, statement.condition, false);
    };
    if kept.count() == values.count() {
        return decided(store, statement.condition, true);
    }
    let between = values.between(kept.lower(), kept.upper()).map_or(0, |between| between.count());
    let (starts, ends) = (kept.lower() == values.lower(), kept.upper() == values.upper());
    let (least, most) = (kept.lower(), kept.upper());
    let is_listed = values.count() <= MOST_LISTED;
    let missing = (kept.count() + 1 == values.count()).then(|| values.iter().find(|&value| !kept.contains(value)));
    let root = Number::Variable(view.root);
    let mut test = |test: Test| store.test(root, test);
    statement.demand = if kept.only().is_some() {
        Demand::Any(vec![test(Test::Is(least))])
    } else if let Some(Some(missing)) = missing {
        Demand::Any(vec![!test(Test::Is(missing))])
    } else if between == kept.count() && starts {
        Demand::Any(vec![!test(Test::AtLeast(most + 1))])
    } else if between == kept.count() && ends {
        Demand::Any(vec![test(Test::AtLeast(least))])
    } else if between == kept.count() && !is_listed {
        Demand::All(vec![test(Test::AtLeast(least)), !test(Test::AtLeast(most + 1))])
    } else {
        return Ok(Step::Keep);
    };
    Ok(Step::Again)
}

fn linear(store: &mut Store, statement: &mut Statement) -> Settled {
    let Demand::Linear(linear) = &statement.demand else { return Ok(Step::Keep) };
    let mut sum = match Sum::of(store, linear) {
        None => return Ok(Step::Keep),
        Some(Err(holds)) => return decided(store, statement.condition, holds),
        Some(Ok(sum)) => sum,
    };
    let is_demanded = statement.condition == Condition::Always;
    if is_demanded && sum.relation != Relation::NotEqual {
        let before = store.findings;
        sum.propagate(store)?;
        if store.findings != before {
            // The change may decide other variables of the sum.
            sum = match Sum::of(store, &sum.to_linear()) {
                None => return Ok(Step::Keep),
                Some(Err(holds)) => return decided(store, statement.condition, holds),
                Some(Ok(sum)) => sum,
            };
        }
    }
    if let Some(demand) = of_one(store, &sum).or_else(|| of_two_literals(&sum)).or_else(|| as_clause(store, &sum)) {
        statement.demand = demand;
        return Ok(Step::Again);
    }
    let is_used = match (&sum.terms[..], sum.relation) {
        (&[(a, Item::Integer(x)), (b, Item::Integer(y))], Relation::Equal) if is_demanded => {
            store.relate([(a, x), (b, y)], sum.bound)?
        }
        (&[(a, Item::Integer(x)), (b, Item::Boolean(of))], Relation::Equal) if is_demanded => {
            // The values where the literal is true, and where it is false.
            let value = |rest: Option<i64>| rest.filter(|rest| rest % a == 0).map(|rest| rest / a);
            match (value(sum.bound.checked_sub(b)), value(Some(sum.bound))) {
                (Some(when_true), Some(when_false)) => {
                    store.choose(x, Literal::positive(of), [when_true, when_false])?
                }
                _ => false,
            }
        }
        _ => false,
    };
    if is_used {
        return Ok(Step::Drop);
    }
    statement.demand = Demand::Linear(sum.to_linear());
    Ok(Step::Keep)
}

/// A sum of one term as a literal. It is not decided.
fn of_one(store: &mut Store, sum: &Sum) -> Option<Demand> {
    let &[(coefficient, item)] = &sum.terms[..] else { return None };
    // The only coefficient is 1 or -1, since it is its own divisor.
    let bound = if coefficient > 0 { sum.bound } else { sum.bound.checked_neg()? };
    let literal = match (item, sum.relation) {
        (Item::Integer(root), relation) => {
            let root = Number::Variable(root);
            match relation {
                Relation::Equal => store.test(root, Test::Is(bound)),
                Relation::NotEqual => !store.test(root, Test::Is(bound)),
                _ if coefficient > 0 => !store.test(root, Test::AtLeast(bound.checked_add(1)?)),
                _ => store.test(root, Test::AtLeast(bound)),
            }
        }
        (Item::Boolean(of), relation) => {
            let literal = Literal::positive(of);
            let is_true = match relation {
                Relation::Equal => bound == 1,
                Relation::NotEqual => bound != 1,
                _ => coefficient < 0,
            };
            if is_true { literal } else { !literal }
        }
    };
    Some(Demand::Any(vec![literal]))
}

/// A sum of two literals by the combinations that are allowed.
fn of_two_literals(sum: &Sum) -> Option<Demand> {
    let &[(a, Item::Boolean(first)), (b, Item::Boolean(second))] = &sum.terms[..] else { return None };
    let holds = |total: i128| match sum.relation {
        Relation::Equal => total == i128::from(sum.bound),
        Relation::NotEqual => total != i128::from(sum.bound),
        _ => total <= i128::from(sum.bound),
    };
    let (a, b) = (i128::from(a), i128::from(b));
    let (first, second) = (Literal::positive(first), Literal::positive(second));
    Some(match [holds(0), holds(a), holds(b), holds(a + b)] {
        [true, false, false, true] => Demand::Odd(vec![first, !second]),
        [false, true, true, false] => Demand::Odd(vec![first, second]),
        [true, true, false, false] => Demand::Any(vec![!second]),
        [false, false, true, true] => Demand::Any(vec![second]),
        [true, false, true, false] => Demand::Any(vec![!first]),
        [false, true, false, true] => Demand::Any(vec![first]),
        [true, false, false, false] => Demand::All(vec![!first, !second]),
        [false, true, false, false] => Demand::All(vec![first, !second]),
        [false, false, true, false] => Demand::All(vec![!first, second]),
        [false, false, false, true] => Demand::All(vec![first, second]),
        [false, true, true, true] => Demand::Any(vec![first, second]),
        [true, false, true, true] => Demand::Any(vec![!first, second]),
        [true, true, false, true] => Demand::Any(vec![first, !second]),
        [true, true, true, false] => Demand::Any(vec![!first, !second]),
        // These are decided.
        [true, true, true, true] => Demand::All(Vec::new()),
        [false, false, false, false] => Demand::Any(Vec::new()),
    })
}

/// A sum of literals that only its greatest value breaks, or that only its least value keeps.
fn as_clause(store: &Store, sum: &Sum) -> Option<Demand> {
    let mut smallest = i128::MAX;
    let mut literals = Vec::with_capacity(sum.terms.len());
    for &(coefficient, item) in &sum.terms {
        let Item::Boolean(of) = item else { return None };
        smallest = smallest.min(i128::from(coefficient).abs());
        // The literal that makes the sum smaller.
        literals.push(Literal::Variable { of, positive: coefficient < 0 });
    }
    let (least, most) = sum.span(store);
    let bound = i128::from(sum.bound);
    match sum.relation {
        Relation::Equal | Relation::NotEqual => None,
        _ if most - smallest <= bound => Some(Demand::Any(literals)),
        _ if least + smallest > bound => Some(Demand::All(literals)),
        _ => None,
    }
}

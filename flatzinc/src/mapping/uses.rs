//! The uses of variables: the statements that speak of them, and the literals in which they do.

use std::collections::HashMap;

use gordian_encoders::encode::Relation;
use gordian_encoders::model::{MOST_PAIRS, MOST_VALUE_LITERALS, Representation};

use super::statement::{Addend, Condition, Demand, Global, Linear, Literal, Number, Statement};
use super::store::{Resolved, Shape, Store, Test};

/// An integer with more values than this is never made of value literals.
const MOST_VALUES: u128 = 1 << 11;

/// The way in which a statement speaks of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// One of its value literals, or all of them.
    Value,
    AllValues,
    /// One of its order literals, or all of them.
    Bound,
    AllBounds,
    /// Any of its literals.
    Any,
}

/// The variables that a statement names.
pub(super) enum Named {
    Number(Number, Use),
    Literal(Literal),
}

impl Statement {
    /// Visits everything that the statement names.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(Named)) {
        match self.condition {
            Condition::Always => {}
            Condition::If(literal) | Condition::Iff(literal) => visit(Named::Literal(literal)),
        }
        let literals = |literals: &[Literal], visit: &mut dyn FnMut(Named)| {
            literals.iter().for_each(|&literal| visit(Named::Literal(literal)));
        };
        let numbers = |numbers: &[Number], of: Use, visit: &mut dyn FnMut(Named)| {
            numbers.iter().for_each(|&number| visit(Named::Number(number, of)));
        };
        match &self.demand {
            Demand::Any(all) | Demand::All(all) | Demand::Odd(all) => literals(all, visit),
            Demand::Linear(linear) => linear.visit(visit),
            Demand::Member(number, _) => visit(Named::Number(*number, Use::AllValues)),
            Demand::Absolute { of, result } => numbers(&[*of, *result], Use::AllValues, visit),
            Demand::Arithmetic { first, second, result, .. } => {
                numbers(&[*first, *second, *result], Use::AllValues, visit);
            }
            Demand::Extreme { of, result, .. } => {
                numbers(of, Use::AllBounds, visit);
                visit(Named::Number(*result, Use::AllBounds));
            }
            Demand::Element { index, list, result } => {
                numbers(&[*index, *result], Use::AllValues, visit);
                numbers(list, Use::AllValues, visit);
            }
            Demand::BooleanElement { index, list, result } => {
                visit(Named::Number(*index, Use::AllValues));
                literals(list, visit);
                visit(Named::Literal(*result));
            }
            Demand::Lookup(lookup) => {
                numbers(&[lookup.first, lookup.second, lookup.result], Use::AllValues, visit);
            }
            Demand::AllDifferent(of) => of.iter().for_each(|&(number, _)| visit(Named::Number(number, Use::AllValues))),
            Demand::Global(global) => global.visit(visit),
        }
    }
}

impl Linear {
    fn visit(&self, visit: &mut dyn FnMut(Named)) {
        let is_equality = matches!(self.relation, Relation::Equal | Relation::NotEqual);
        let of = if is_equality && self.terms.len() == 2 { Use::AllValues } else { Use::AllBounds };
        for &(_, addend) in &self.terms {
            visit(match addend {
                Addend::Number(number) => Named::Number(number, of),
                Addend::Literal(literal) => Named::Literal(literal),
            });
        }
    }
}

impl Global {
    fn visit(&self, visit: &mut dyn FnMut(Named)) {
        let mut number = |number: &Number| visit(Named::Number(*number, Use::Any));
        match self {
            Global::Table { of, .. } | Global::AllEqual(of) => of.iter().for_each(|addend| visit(any_of(addend))),
            Global::Regular { of, .. }
            | Global::AllDifferentExcept { of, .. }
            | Global::ValuePrecedence { of, .. }
            | Global::SequencePrecedence(of)
            | Global::Circuit { successors: of, .. } => of.iter().for_each(number),
            Global::CostRegular { of, cost: result, .. } | Global::NumberOfValues { of, number: result } => {
                of.iter().chain([result]).for_each(number);
            }
            Global::Lexicographic { first, second, .. } => {
                first.iter().chain(second).for_each(|addend| visit(any_of(addend)));
            }
            Global::Sorted { of, result } => of.iter().chain(result).for_each(number),
            Global::Inverse { forward, backward } => forward.iter().chain(backward).for_each(number),
            Global::ExtremePosition { of, index, .. } => {
                of.iter().for_each(|addend| visit(any_of(addend)));
                visit(Named::Number(*index, Use::Any));
            }
            Global::Connected { vertices, edges } => {
                vertices.iter().for_each(|&literal| visit(Named::Literal(literal)));
                edges.iter().for_each(|&(_, _, literal)| visit(Named::Literal(literal)));
            }
            Global::Cumulative { tasks, capacity } => tasks.iter().flatten().chain([capacity]).for_each(number),
            Global::Disjunctive { tasks, .. } => tasks.iter().for_each(|(start, duration)| {
                number(start);
                number(duration);
            }),
            Global::NonOverlapping { boxes, .. } => boxes.iter().flatten().for_each(|(origin, size)| {
                number(origin);
                number(size);
            }),
            Global::BinCapacity { items, .. } => items.iter().for_each(|(bin, _)| number(bin)),
        }
    }
}

fn any_of(addend: &Addend) -> Named {
    match *addend {
        Addend::Number(number) => Named::Number(number, Use::Any),
        Addend::Literal(literal) => Named::Literal(literal),
    }
}

/// The integer root that something named is about, and how.
pub(super) fn root_of(store: &mut Store, named: &Named) -> Option<(u32, Use)> {
    let (number, of) = match *named {
        Named::Number(number, of) => (number, of),
        Named::Literal(literal) => {
            let Literal::Variable { of, .. } = store.literal(literal) else { return None };
            let (meaning, _) = store.meaning(of)?;
            let of = if matches!(meaning.test, Test::Is(_)) { Use::Value } else { Use::Bound };
            (Number::Variable(meaning.integer), of)
        }
    };
    match store.number(number) {
        Resolved::View(view) if matches!(store.shape(view.root), Shape::Plain) => Some((view.root, of)),
        _ => None,
    }
}

/// How often a root is spoken of in each way.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    value: u128,
    bound: u128,
    values: bool,
    bounds: bool,
    any: bool,
}

/// The literals that integer roots are best made of, for those where it is not a matter of their size.
pub(super) fn representations(store: &mut Store, statements: &[Statement]) -> HashMap<u32, Representation> {
    let mut tallies: HashMap<u32, Tally> = HashMap::new();
    for statement in statements {
        // Few pairs of values say an equality of two integers; more are compared by their bounds.
        let has_many_pairs = match &statement.demand {
            Demand::Linear(linear) if linear.terms.len() == 2 => {
                let count = |addend: &Addend, store: &mut Store| match *addend {
                    Addend::Number(number) => match store.number(number) {
                        Resolved::View(view) => store.values(view.root).count(),
                        Resolved::Constant(_) => 1,
                    },
                    Addend::Literal(_) => 2,
                };
                let counts = [&linear.terms[0].1, &linear.terms[1].1].map(|addend| count(addend, store));
                counts[0].saturating_mul(counts[1]) > MOST_PAIRS as u128
            }
            _ => false,
        };
        statement.visit(&mut |named| {
            let Some((root, of)) = root_of(store, &named) else { return };
            let tally = tallies.entry(root).or_default();
            match of {
                Use::Value => tally.value += 1,
                Use::Bound => tally.bound += 1,
                Use::AllValues if !has_many_pairs => tally.values = true,
                Use::AllValues | Use::AllBounds => tally.bounds = true,
                Use::Any => tally.any = true,
            }
        });
    }
    let mut chosen = HashMap::new();
    for (root, tally) in tallies {
        let count = store.values(root).count();
        let representation = match tally {
            Tally { any: true, .. } => continue,
            Tally { values: false, bounds: true, value, .. } if 2 * value < count => Representation::ByOrder,
            Tally { values: true, bounds: false, bound, .. }
                if count > MOST_VALUE_LITERALS as u128 && count <= MOST_VALUES && 2 * bound < count =>
            {
                Representation::ByValue
            }
            _ => continue,
        };
        chosen.insert(root, representation);
    }
    chosen
}

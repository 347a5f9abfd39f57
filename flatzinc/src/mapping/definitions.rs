//! Constraints that only define variables of the compiler's own: whatever the other variables are, they can be met.
//!
//! Nothing is explained by them, so they are no rules that could be left out.

use std::collections::HashSet;

use gordian_encoders::encode::Relation;

use super::statement::{Addend, Condition, Demand, Linear, Literal, Number, Operation, Statement};
use super::store::{Resolved, Store};
use super::uses::Named;
use crate::model::{Constraint, Expression, Model, Term, VariableId};

/// The least and the greatest value of something.
type Span = (i128, i128);

/// The constraints that say what a variable is which the compiler has introduced, and that can be met for all values of
/// the others.
///
/// A constraint that the author has named is a rule all the same.
pub(super) fn always_possible(model: &Model, store: &mut Store, statements: &[Statement]) -> HashSet<u32> {
    let mut found = HashSet::new();
    let mut defined = HashSet::new();
    for of_one in statements.chunk_by(|first, second| first.source == second.source) {
        let [first, ..] = of_one else { continue };
        let Some(variable) = introduced(model, &model.constraints[first.source as usize]) else { continue };
        if of_one.iter().all(|statement| defines(model, store, statement, variable)) && defined.insert(variable) {
            found.insert(first.source);
        }
    }
    found
}

/// The introduced variable that a constraint without a name defines.
fn introduced(model: &Model, constraint: &Constraint) -> Option<VariableId> {
    if constraint.annotations.iter().any(|annotation| annotation.name == "mzn_constraint_name") {
        return None;
    }
    let variable = defined_variable(constraint)?;
    let mut own = model.variables[variable.index()].annotations.iter();
    own.any(|annotation| annotation.name == "var_is_introduced").then_some(variable)
}

/// The variable that a constraint defines, as the compiler says.
pub(super) fn defined_variable(constraint: &Constraint) -> Option<VariableId> {
    let annotation = constraint.annotations.iter().find(|annotation| annotation.name == "defines_var")?;
    match annotation.arguments[..] {
        [Expression::Term(Term::Variable(variable))] => Some(variable),
        _ => None,
    }
}

/// Whether a statement says what this variable is, or what a Boolean is that the mapping made, whatever the others are.
fn defines(model: &Model, store: &mut Store, statement: &Statement, variable: VariableId) -> bool {
    let is_defined = |of: u32| of == variable.0 || of as usize >= model.variables.len();
    match statement.condition {
        Condition::Iff(Literal::Variable { of, .. }) => is_defined(of) && count(statement, of) == 1,
        Condition::Always if count(statement, variable.0) == 1 => match &statement.demand {
            Demand::Odd(literals) => {
                literals.iter().any(|literal| matches!(literal, Literal::Variable { of, .. } if *of == variable.0))
            }
            Demand::BooleanElement { index, list, result } => {
                *result == Literal::positive(variable.0) && is_position(store, *index, list.len())
            }
            Demand::Linear(linear) => sum(store, linear, variable).is_some_and(|span| has_all(store, variable, span)),
            demand => {
                let span = span_of_result(store, demand, Number::Variable(variable.0));
                span.is_some_and(|span| has_all(store, variable, span))
            }
        },
        _ => false,
    }
}

/// How often a statement names a variable.
fn count(statement: &Statement, variable: u32) -> usize {
    let mut count = 0;
    statement.visit(&mut |named| {
        let of = match named {
            Named::Number(Number::Variable(of), _) | Named::Literal(Literal::Variable { of, .. }) => Some(of),
            Named::Number(Number::Constant(_), _) | Named::Literal(Literal::Constant(_)) => None,
        };
        count += usize::from(of == Some(variable));
    });
    count
}

/// Whether the variable may have all these values.
fn has_all(store: &mut Store, variable: VariableId, (least, most): Span) -> bool {
    let (Ok(lower), Ok(upper)) = (i64::try_from(least), i64::try_from(most)) else { return false };
    match store.number(Number::Variable(variable.0)) {
        Resolved::Constant(value) => (lower, upper) == (value, value),
        Resolved::View(view) => {
            let values = store.values(view.root);
            (view.factor, view.offset) == (1, 0)
                && values.between(lower, upper).is_ok_and(|kept| kept.count().cast_signed() == most - least + 1)
        }
    }
}

fn is_position(store: &mut Store, index: Number, length: usize) -> bool {
    let (least, most) = store.bounds(index);
    1 <= least && usize::try_from(most).is_ok_and(|most| most <= length)
}

/// The values that an equality gives to a term that stands in it with the factor one or minus one.
fn sum(store: &mut Store, Linear { terms, relation, bound }: &Linear, variable: VariableId) -> Option<Span> {
    if *relation != Relation::Equal {
        return None;
    }
    let (mut own, mut least, mut most) = (0, -i128::from(*bound), -i128::from(*bound));
    for &(factor, addend) in terms {
        let (lower, upper) = match addend {
            Addend::Number(Number::Variable(of)) if of == variable.0 => {
                own = factor;
                continue;
            }
            Addend::Number(number) => store.bounds(number),
            Addend::Literal(_) => (0, 1),
        };
        let ends = [lower, upper].map(|end| i128::from(factor) * i128::from(end));
        (least, most) = (least + ends[0].min(ends[1]), most + ends[0].max(ends[1]));
    }
    match own {
        -1 => Some((least, most)),
        1 => Some((-most, -least)),
        _ => None,
    }
}

/// The values of a function whose result is this number, where it has one for all arguments.
fn span_of_result(store: &mut Store, demand: &Demand, wanted: Number) -> Option<Span> {
    let mut span = |number: Number| {
        let (lower, upper) = store.bounds(number);
        (i128::from(lower), i128::from(upper))
    };
    let hull = |spans: &mut dyn Iterator<Item = Span>| spans.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)));
    match *demand {
        Demand::Absolute { of, result } if result == wanted => {
            let (lower, upper) = span(of);
            let least = if lower <= 0 && 0 <= upper { 0 } else { lower.abs().min(upper.abs()) };
            Some((least, lower.abs().max(upper.abs())))
        }
        Demand::Extreme { ref of, result, greatest } if result == wanted => {
            let (lower, upper): (Vec<i128>, Vec<i128>) = of.iter().map(|&number| span(number)).unzip();
            let end = |ends: Vec<i128>| if greatest { ends.into_iter().max() } else { ends.into_iter().min() };
            Some((end(lower)?, end(upper)?))
        }
        Demand::Element { index, ref list, result } if result == wanted => {
            let spans: Vec<Span> = list.iter().map(|&number| span(number)).collect();
            let inside = is_position(store, index, list.len());
            hull(&mut spans.into_iter()).filter(|_| inside)
        }
        Demand::Arithmetic { operation, first, second, result } if result == wanted => {
            let (one, other) = (span(first), span(second));
            let of_ends = |of: &dyn Fn(i128, i128) -> i128| {
                let pairs = [(one.0, other.0), (one.0, other.1), (one.1, other.0), (one.1, other.1)];
                hull(&mut pairs.into_iter().map(|(x, y)| (of(x, y), of(x, y))))
            };
            let has_zero = other.0 <= 0 && 0 <= other.1;
            match operation {
                Operation::Times if first == second => {
                    let (squares, has_zero) = ([one.0 * one.0, one.1 * one.1], one.0 <= 0 && 0 <= one.1);
                    let least = if has_zero { 0 } else { squares[0].min(squares[1]) };
                    Some((least, squares[0].max(squares[1])))
                }
                Operation::Times => of_ends(&|x, y| x * y),
                Operation::Divide if !has_zero => of_ends(&|x, y| x / y),
                Operation::Modulo if !has_zero => {
                    let most = other.0.abs().max(other.1.abs()) - 1;
                    Some((one.0.clamp(-most, 0), one.1.clamp(0, most)))
                }
                Operation::Divide | Operation::Modulo | Operation::Power => None,
            }
        }
        _ => None,
    }
}

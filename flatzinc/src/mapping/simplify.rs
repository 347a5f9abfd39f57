//! Statements, simplified together until nothing more follows.

use gordian_encoders::encode::Relation;

use super::settle::{is_alias, settle};
use super::statement::{Addend, Condition, Demand, Linear, Literal, Number, Statement};
use super::store::Store;
use super::values::Contradiction;
use crate::model::Model;

/// Each round looks at all statements; bounds that creep towards each other by one are left to the search.
const MOST_ROUNDS: usize = 60;

/// Simplifies statements; those that say nothing more leave.
///
/// # Errors
/// The number of the constraint that contradicts the others.
pub(super) fn simplify(store: &mut Store, statements: &mut Vec<Statement>) -> Result<(), u32> {
    // Booleans that are literals of integers are no longer free to be the ones that an integer consists of, so the
    // latter come first.
    settle_all(store, statements, is_alias)?;
    for _ in 0..MOST_ROUNDS {
        let before = store.findings;
        settle_all(store, statements, |_| true)?;
        if store.findings == before || store.go_on().is_err() {
            break;
        }
    }
    Ok(())
}

/// Uses only what the compiler of the model defined: which Booleans are literals of integers, and which integers are
/// Booleans. Every other constraint remains, and none tightens the bounds of a variable.
///
/// # Errors
/// As [`simplify`].
pub(super) fn use_definitions(model: &Model, store: &mut Store, statements: &mut Vec<Statement>) -> Result<(), u32> {
    let is_definition = |statement: &Statement| {
        let constraint = &model.constraints[statement.source as usize];
        constraint.annotations.iter().any(|annotation| annotation.name == "defines_var")
    };
    settle_all(store, statements, |statement| is_definition(statement) && is_binary(statement))?;
    settle_all(store, statements, |statement| is_definition(statement) && is_test(statement))
}

fn settle_all(
    store: &mut Store,
    statements: &mut Vec<Statement>,
    wanted: impl Fn(&Statement) -> bool,
) -> Result<(), u32> {
    let mut broken = None;
    statements.retain_mut(|statement| {
        if broken.is_some() || store.is_over() || !wanted(statement) {
            return true;
        }
        settle(store, statement).unwrap_or_else(|Contradiction| {
            broken = Some(statement.source);
            true
        })
    });
    broken.map_or(Ok(()), Err)
}

/// Whether the statement says that an integer is one where a Boolean is true, and else zero.
fn is_binary(statement: &Statement) -> bool {
    let Demand::Linear(Linear { terms, relation: Relation::Equal, bound: 0 }) = &statement.demand else { return false };
    let terms = &terms[..];
    statement.condition == Condition::Always
        && matches!(terms, [(1, Addend::Literal(Literal::Variable { .. })), (-1, Addend::Number(Number::Variable(_)))])
}

/// Whether the statement says that a Boolean is true where an integer has a value or some values.
fn is_test(statement: &Statement) -> bool {
    let of_one = match &statement.demand {
        Demand::Linear(Linear { terms, .. }) => {
            let variables = terms.iter().filter(|(_, addend)| matches!(addend, Addend::Number(Number::Variable(_))));
            variables.count() == 1 && terms.iter().all(|(_, addend)| matches!(addend, Addend::Number(_)))
        }
        Demand::Member(Number::Variable(_), _) => true,
        _ => false,
    };
    of_one && matches!(statement.condition, Condition::Iff(Literal::Variable { .. }))
}

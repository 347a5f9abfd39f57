//! Bounds that constraints give to variables without any.

use gordian_formula::Clock;

use super::statement::Number;
use super::store::Store;
use super::{declare, simplify, translate};
use crate::integer_set::IntegerSet;
use crate::model::{Domain, Model};

/// The model, each integer without a domain between the bounds that follow from the constraints; `None` where none
/// follow, or where the clock is over. It has the same solutions.
pub fn with_bounds(model: &Model, clock: &Clock) -> Option<Model> {
    if model.variables.iter().all(|variable| variable.domain != Domain::Integer(None)) {
        return None;
    }
    let mut store = Store::within(clock);
    declare(model, &mut store).ok()?;
    let mut statements = translate::translate(model, &mut store).ok()?;
    simplify::simplify(&mut store, &mut statements).ok()?;
    store.go_on().ok()?;
    let mut bounded = model.clone();
    for (at, variable) in (0..).zip(&mut bounded.variables) {
        let number = Number::Variable(at);
        if variable.domain == Domain::Integer(None) && !store.is_unbounded(number) {
            let (lower, upper) = store.bounds(number);
            variable.domain = Domain::Integer(Some(IntegerSet::from_ranges([lower..=upper])));
        }
    }
    Some(bounded)
}

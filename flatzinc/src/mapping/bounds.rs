//! Bounds that constraints give to variables without any.

use gordian_formula::Clock;

use super::reach::{self, Reach};
use super::statement::Number;
use super::store::Store;
use super::{declare, simplify, translate};
use crate::integer_set::IntegerSet;
use crate::model::{Domain, Model};

/// A model with bounds.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// The model, each integer without a domain between the bounds that were found.
    pub model: Model,
    /// Whether only the goal has none, and on its worse side only: a best solution among those up to some value is a
    /// best one of all.
    pub is_worse_only: bool,
}

/// The model, each integer without a domain between the bounds that follow from the constraints, or that lose no
/// solution that is asked for; `None` where no integer lacks a domain, or where the clock is over.
pub fn with_bounds(model: &Model, reach: Reach, clock: &Clock) -> Option<Bounded> {
    if model.variables.iter().all(|variable| variable.domain != Domain::Integer(None)) {
        return None;
    }
    let mut store = Store::within(clock);
    declare(model, &mut store).ok()?;
    let mut statements = translate::translate(model, &mut store).ok()?;
    simplify::simplify(&mut store, &mut statements).ok()?;
    reach::bound_without_loss(model, &mut store, &mut statements, reach).ok()?;
    store.go_on().ok()?;
    let is_worse_only = reach::is_worse_only(model, &mut store);
    let mut bounded = model.clone();
    for (at, variable) in (0..).zip(&mut bounded.variables) {
        let number = Number::Variable(at);
        if variable.domain == Domain::Integer(None) && !store.is_unbounded(number) {
            let (lower, upper) = store.bounds(number);
            variable.domain = Domain::Integer(Some(IntegerSet::from_ranges([lower..=upper])));
        }
    }
    Some(Bounded { model: bounded, is_worse_only })
}

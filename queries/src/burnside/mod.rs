//! Classes counted without listing: the lemma that is not Burnside's (Cauchy 1845, Frobenius 1887).
//!
//! The number of classes is the average, over the elements of the group, of the number of solutions that an element leaves
//! in place. Elements of one conjugacy class leave equally many in place, so one of each is enough; and the solutions that
//! it leaves in place are those of the *folded* formula, in which each visible variable is one with its image.
//!
//! Where a pivot splits the solutions, this is done in each part under the stabiliser of its representative: then the
//! identity, whose count is that of all solutions, meets only the parts.

mod conjugacy;
mod fold;

use num_bigint::BigUint;

use gordian_formula::{ClauseSink, Cnf};

use crate::QueryError;
use crate::blocking::visible_choices;
use crate::slots::Slots;
use crate::symmetry::{Action, Pivot};

use conjugacy::classes;
use fold::folded;

/// How many solutions and how many classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Burnside {
    pub(crate) count: BigUint,
    pub(crate) orbits: BigUint,
}

/// Why there is no number.
pub(crate) enum Failure {
    /// The elements of the group were too many to list.
    TooLarge,
    /// The counter was stopped.
    Stopped,
    Error(QueryError),
}

/// Counts by a counter of the solutions of formulas.
///
/// The group has to be one of the formula.
pub(crate) fn burnside(
    cnf: &Cnf,
    slots: &Slots,
    action: &Action,
    counter: &mut dyn FnMut(&Cnf) -> Result<BigUint, Failure>,
) -> Result<Burnside, Failure> {
    if action.elements().is_none() {
        return Err(Failure::TooLarge);
    }
    let Some(pivot) = Pivot::among(visible_choices(cnf, slots), action) else {
        return average(cnf, slots, action, counter);
    };
    let mut all = Burnside { count: BigUint::ZERO, orbits: BigUint::ZERO };
    for representative in &pivot.representatives {
        let mut part = cnf.clone();
        part.add_clause(&[slots.vars()[representative.slot as usize].positive()]);
        let stabiliser = action.stabiliser(representative.slot).ok_or(Failure::TooLarge)?;
        let Burnside { count, orbits } = average(&part, slots, &stabiliser, counter)?;
        all.count += count * representative.orbit_size;
        all.orbits += orbits;
    }
    Ok(all)
}

fn average(
    cnf: &Cnf,
    slots: &Slots,
    action: &Action,
    counter: &mut dyn FnMut(&Cnf) -> Result<BigUint, Failure>,
) -> Result<Burnside, Failure> {
    let mut count = None;
    let mut sum = BigUint::ZERO;
    let mut order = 0u128;
    for class in classes(action).ok_or(Failure::TooLarge)? {
        let fixed = match folded(cnf, slots, &class.element) {
            Some(formula) => counter(&formula)?,
            None => BigUint::ZERO,
        };
        order += class.size;
        sum += &fixed * class.size;
        // The identity comes first.
        count.get_or_insert(fixed);
    }
    let count = count.unwrap_or_default();
    if &sum % order != BigUint::ZERO {
        return Err(Failure::Error(QueryError::BurnsideArithmetic { sum, order }));
    }
    Ok(Burnside { count, orbits: sum / order })
}

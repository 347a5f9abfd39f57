//! Classes counted without listing: the lemma that is not Burnside's (Cauchy 1845, Frobenius 1887).
//!
//! The number of classes is the average, over the elements of the group, of the number of solutions
//! that an element leaves in place. Elements of one conjugacy class leave equally many in place, so
//! one of each is enough; and the solutions that it leaves in place are those of the *folded*
//! formula, in which each visible variable is one with its image.
//!
//! If a pivot splits the solutions, this is done in each part under the stabiliser of its
//! representative. The identity, whose count is that of all solutions, then meets only the parts.

mod conjugacy;
mod failure;
mod fold;

use std::ops::ControlFlow;

use num_bigint::BigUint;

use gordian_formula::{ClauseSink, Cnf};

use crate::QueryError;
use crate::slots::Slots;
use crate::slots::visible_choices;
use crate::symmetry::{Action, Pivot, Representative};

pub(crate) use conjugacy::POLL_INTERVAL;
use conjugacy::classes;
pub(crate) use failure::Failure;
use fold::folded;

/// The number of solutions and the number of classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Burnside {
    pub(crate) count: BigUint,
    pub(crate) orbits: BigUint,
}

/// The number of conjugates of elements that are needed to find their classes; next to nothing if
/// the elements are listed.
pub(crate) fn effort(action: &Action) -> u128 {
    let order = if action.elements().is_some() { 0 } else { action.order().unwrap_or(u128::MAX) };
    order.saturating_mul(action.generators().len() as u128)
}

/// Counts by a counter of the solutions of formulas; `poll` may break off the work before that.
///
/// The group has to be one of the formula.
pub(crate) fn burnside(
    cnf: &Cnf,
    slots: &Slots,
    action: &Action,
    counter: &mut dyn FnMut(&Cnf) -> Result<BigUint, Failure>,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Burnside, Failure> {
    let listed = action.elements().map(|_| visible_choices(cnf, slots));
    let Some(pivot) = listed.and_then(|choices| Pivot::among(choices, action)) else {
        return average(cnf, slots, action, counter, poll);
    };
    let mut all = Burnside { count: BigUint::ZERO, orbits: BigUint::ZERO };
    for representative in &pivot.representatives {
        let stabiliser = action.stabiliser(representative.slot).ok_or(Failure::TooLarge)?;
        let part = part(cnf, slots, representative);
        let Burnside { count, orbits } = average(&part, slots, &stabiliser, counter, poll)?;
        all.count += count * representative.orbit_size;
        all.orbits += orbits;
    }
    Ok(all)
}

/// Counts all solutions in the parts into which a pivot splits them, of which alike ones are
/// counted once; `None` where there is no pivot.
///
/// The group has to be one of the formula.
pub(crate) fn in_parts(
    cnf: &Cnf,
    slots: &Slots,
    action: &Action,
    counter: &mut dyn FnMut(&Cnf) -> Result<BigUint, Failure>,
) -> Option<Result<BigUint, Failure>> {
    let pivot = Pivot::among(visible_choices(cnf, slots), action)?;
    let count = |representative: &Representative| {
        counter(&part(cnf, slots, representative)).map(|count| count * representative.orbit_size)
    };
    Some(pivot.representatives.iter().map(count).sum())
}

/// The solutions that hold the representative.
fn part(cnf: &Cnf, slots: &Slots, representative: &Representative) -> Cnf {
    let mut part = cnf.clone();
    part.add_clause(&[slots.vars()[representative.slot as usize].positive()]);
    part
}

fn average(
    cnf: &Cnf,
    slots: &Slots,
    action: &Action,
    counter: &mut dyn FnMut(&Cnf) -> Result<BigUint, Failure>,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Burnside, Failure> {
    let mut count = None;
    let mut sum = BigUint::ZERO;
    let mut order = 0u128;
    for class in classes(action, poll)? {
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

#[cfg(test)]
mod tests {
    use gordian_formula::{GroupKind, Lit, Permutation};

    use super::*;
    use crate::{Question, SymmetryGroup};

    /// Rooks on a board that is turned and mirrored, at most one of them on a long diagonal.
    #[test]
    fn parts_that_are_alike_are_counted_once() {
        let size = 5;
        let mut cnf = Cnf::new();
        let vars = cnf.new_vars(size * size);
        let lit = |row: usize, column: usize| vars[size * row + column].positive();
        for line in 0..size {
            cnf.add_exactly_one(&(0..size).map(|at| lit(line, at)).collect::<Vec<_>>());
            cnf.add_exactly_one(&(0..size).map(|at| lit(at, line)).collect::<Vec<_>>());
        }
        cnf.add_at_most_one(&(0..size).map(|at| lit(at, at)).collect::<Vec<_>>());
        cnf.add_at_most_one(&(0..size).map(|at| lit(at, size - 1 - at)).collect::<Vec<_>>());
        assert!(cnf.groups().any(|group| group.kind == GroupKind::AtMostOne));
        let map = |map: &dyn Fn(usize, usize) -> Lit| {
            Permutation::from_images((0..size * size).map(|at| map(at / size, at % size)).collect()).unwrap()
        };
        let mirror = map(&|row, column| lit(row, size - 1 - column));
        let turned = map(&|row, column| lit(size - 1 - row, column));
        let group = SymmetryGroup::from_generators(&cnf, &[mirror, turned], "board").unwrap();
        let count = |cnf: &Cnf| Question::new(cnf).count(&mut ()).map(|answer| answer.exact_count());
        let mut parts = 0;
        let sum = in_parts(&cnf, &Slots::of_formula(&cnf), group.action(), &mut |part| {
            parts += 1;
            count(part).map_err(Failure::Error)
        });
        // The middle row is mapped onto itself: its cells make three orbits.
        assert_eq!(parts, 3);
        assert_eq!(sum.and_then(Result::ok), Some(count(&cnf).unwrap()));
    }
}

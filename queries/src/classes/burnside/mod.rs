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
use crate::forecast::Outlook;
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

/// The part of the work that is for the identity.
const OF_IDENTITY: f64 = 0.9;

/// Counts the solutions of a formula.
type Counter<'a> = dyn FnMut(&Cnf, Span) -> Result<BigUint, Failure> + 'a;

/// The part of the whole work that one of several counts is, about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    from: f64,
    width: f64,
}

impl Span {
    const WHOLE: Span = Span { from: 0.0, width: 1.0 };

    /// The steps until the whole work ends, by what is told of this count.
    pub(crate) fn rest(self, Outlook { ticks, rest }: Outlook) -> f64 {
        let after = 1.0 - self.from - self.width;
        rest + (ticks as f64 + rest) * after / self.width
    }

    /// One of several parts that take equally long.
    fn part(self, index: usize, number: usize) -> Span {
        let width = self.width / number as f64;
        Span { from: self.from + width * index as f64, width }
    }

    /// The count for one of several elements, the identity first. That one leaves all solutions in place, so nearly all
    /// of the work is taken to be for it.
    fn element(self, index: usize, number: usize) -> Span {
        match (index, number) {
            (_, 1) => self,
            (0, _) => Span { width: self.width * OF_IDENTITY, ..self },
            _ => {
                let others = self.width * (1.0 - OF_IDENTITY);
                Span { from: self.from + self.width - others, width: others }.part(index - 1, number - 1)
            }
        }
    }
}

/// The number of conjugates of elements that are needed to find their classes; next to nothing if
/// the elements are listed.
pub(crate) fn effort(action: &Action) -> u128 {
    let order = if action.num_listed().is_some() { 0 } else { action.order().unwrap_or(u128::MAX) };
    order.saturating_mul(action.generators().len() as u128)
}

/// Counts by a counter of the solutions of formulas, which hears where in the whole work each count stands; `poll` may
/// break off the work before that.
///
/// The group has to be one of the formula.
pub(crate) fn burnside(
    cnf: &Cnf,
    slots: &Slots,
    action: &Action,
    counter: &mut Counter<'_>,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Burnside, Failure> {
    let listed = action.num_listed().map(|_| visible_choices(cnf, slots));
    let Some(pivot) = listed.and_then(|choices| Pivot::among(choices, action)) else {
        return average(cnf, slots, action, Span::WHOLE, counter, poll);
    };
    let mut all = Burnside { count: BigUint::ZERO, orbits: BigUint::ZERO };
    for (index, representative) in pivot.representatives.iter().enumerate() {
        let stabiliser = action.stabiliser(representative.slot).ok_or(Failure::TooLarge)?;
        let part = part(cnf, slots, representative);
        let span = Span::WHOLE.part(index, pivot.representatives.len());
        let Burnside { count, orbits } = average(&part, slots, &stabiliser, span, counter, poll)?;
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
    span: Span,
    counter: &mut Counter<'_>,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Burnside, Failure> {
    let mut count = None;
    let mut sum = BigUint::ZERO;
    let mut order = 0u128;
    let classes = classes(action, poll)?;
    for (index, class) in classes.iter().enumerate() {
        let fixed = match folded(cnf, slots, &class.element) {
            Some(formula) => counter(&formula, span.element(index, classes.len()))?,
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

    #[test]
    fn what_is_told_of_a_count_tells_when_all_counts_end() {
        for (parts, elements) in [(1, 1), (1, 5), (3, 1), (3, 2), (4, 7)] {
            let mut left = 1.0;
            for part in 0..parts {
                for element in 0..elements {
                    let span = Span::WHOLE.part(part, parts).element(element, elements);
                    // The steps of this count, if all take a thousand million.
                    let steps = 1e9 * span.width;
                    let rest = |done| span.rest(Outlook { ticks: (done * steps) as u64, rest: (1.0 - done) * steps });
                    assert!((rest(0.0) / 1e9 - left).abs() < 1e-5, "{part} of {parts}, {element} of {elements}");
                    left -= span.width;
                    assert!((rest(1.0) / 1e9 - left).abs() < 1e-5, "{part} of {parts}, {element} of {elements}");
                    assert!(rest(0.0) > rest(0.5) && rest(0.5) > rest(1.0));
                }
            }
            assert!(left.abs() < 1e-9);
        }
        // The solutions that the identity leaves in place are all.
        assert!(Span::WHOLE.element(0, 3).width > 0.5);
    }

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

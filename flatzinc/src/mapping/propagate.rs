//! Bounds that follow from constraints that are demanded, other than sums.

use std::collections::BTreeSet;

use gordian_encoders::encode::Relation;

use super::globals;
use super::statement::{Demand, Linear, Literal, Number, Operation};
use super::store::{Store, ceiling, clamped, floor};
use super::values::Contradiction;
use crate::integer_set::IntegerSet;

/// The fate of a statement.
pub(super) enum Step {
    /// It remains.
    Keep,
    /// It says nothing more.
    Drop,
    /// It became another, which is to be looked at.
    Again,
}

type Settled = Result<Step, Contradiction>;

/// The most pairs of a base and an exponent whose powers are told one by one.
const MOST_POWERS: i128 = 1 << 12;

/// Tightens the bounds of the variables of a demand; it may turn out to be a simpler one.
pub(super) fn propagate(store: &mut Store, demand: &mut Demand) -> Settled {
    let simpler = match demand {
        Demand::Absolute { of, result } => absolute(store, *of, *result)?,
        Demand::Arithmetic { operation, first, second, result } => match operation {
            Operation::Times => times(store, *first, *second, *result)?,
            Operation::Divide => divide(store, *first, *second, *result)?,
            Operation::Modulo => modulo(store, *first, *second, *result)?,
            Operation::Power => power(store, *first, *second, *result)?,
        },
        Demand::Extreme { of, result, greatest } => extreme(store, of, *result, *greatest)?,
        Demand::Element { index, list, result } => element(store, *index, list, *result)?,
        Demand::BooleanElement { index, list, result } => boolean_element(store, *index, list, *result)?,
        Demand::AllDifferent(of) => {
            all_different(store, of)?;
            None
        }
        Demand::Global(global) => {
            globals::propagate(store, global)?;
            None
        }
        _ => None,
    };
    match simpler {
        None => Ok(Step::Keep),
        Some(simpler) => {
            *demand = simpler;
            Ok(Step::Again)
        }
    }
}

fn equal(first: Number, second: Number) -> Demand {
    Demand::Linear(Linear::compare(first, Relation::Equal, second))
}

fn opposite(first: Number, second: Number) -> Demand {
    use super::statement::Addend::Number as Term;
    let terms = vec![(1, Term(first)), (1, Term(second))];
    Demand::Linear(Linear { terms, relation: Relation::Equal, bound: 0 })
}

fn scaled(factor: i64, number: Number, result: Number) -> Demand {
    use super::statement::Addend::Number as Term;
    let terms = vec![(factor, Term(number)), (-1, Term(result))];
    Demand::Linear(Linear { terms, relation: Relation::Equal, bound: 0 })
}

fn keep(store: &mut Store, number: Number, least: i128, most: i128) -> Result<(), Contradiction> {
    store.keep_between(number, clamped(least), clamped(most))
}

/// The bounds of a number, as numbers that can be multiplied.
fn bounds(store: &mut Store, number: Number) -> (i128, i128) {
    let (lower, upper) = store.bounds(number);
    (lower.into(), upper.into())
}

fn absolute(store: &mut Store, of: Number, result: Number) -> Result<Option<Demand>, Contradiction> {
    let (lower, upper) = bounds(store, of);
    if lower >= 0 {
        return Ok(Some(equal(of, result)));
    }
    if upper <= 0 {
        return Ok(Some(opposite(of, result)));
    }
    keep(store, result, 0, (-lower).max(upper))?;
    let (least, most) = bounds(store, result);
    keep(store, of, -most, most)?;
    if least > 0 {
        let inner = IntegerSet::from_ranges([clamped(1 - least)..=clamped(least - 1)]);
        store.keep_within(of, &inner, false)?;
    }
    Ok(None)
}

fn times(store: &mut Store, x: Number, y: Number, z: Number) -> Result<Option<Demand>, Contradiction> {
    for (factor, other) in [(x, y), (y, x)] {
        let (lower, upper) = store.bounds(factor);
        if lower == upper {
            return Ok(Some(scaled(lower, other, z)));
        }
    }
    let ((a, b), (c, d)) = (bounds(store, x), bounds(store, y));
    let ends = [a * c, a * d, b * c, b * d];
    let least = if x == y && a < 0 && b > 0 { 0 } else { least_of(ends) };
    keep(store, z, least, greatest_of(ends))?;
    for (own, other) in [(x, y), (y, x)] {
        let ((low, high), (least, most)) = (bounds(store, other), bounds(store, z));
        if low >= 1 && least >= 0 {
            keep(store, own, ceiling(least, high), floor(most, low))?;
        }
    }
    Ok(None)
}

fn divide(store: &mut Store, x: Number, y: Number, z: Number) -> Result<Option<Demand>, Contradiction> {
    store.keep_within(y, &IntegerSet::from_values([0]), false)?;
    let ((a, b), (c, d)) = (bounds(store, x), bounds(store, y));
    if c == d && c.abs() == 1 {
        return Ok(Some(if c == 1 { equal(x, z) } else { opposite(x, z) }));
    }
    let divisors: Vec<i128> = [c, d].into_iter().chain([-1, 1].into_iter().filter(|&one| c < one && one < d)).collect();
    let quotients = divisors.iter().flat_map(|&divisor| [a / divisor, b / divisor]);
    // Between two dividends of different signs lies zero.
    let quotients: Vec<i128> = quotients.chain((a <= 0 && b >= 0).then_some(0)).collect();
    keep(store, z, least_of(quotients.iter().copied()), greatest_of(quotients))?;
    let (least, most) = bounds(store, z);
    if c >= 1 && a >= 0 {
        keep(store, x, least * c, most * d + d - 1)?;
    }
    Ok(None)
}

fn modulo(store: &mut Store, x: Number, y: Number, z: Number) -> Result<Option<Demand>, Contradiction> {
    store.keep_within(y, &IntegerSet::from_values([0]), false)?;
    let ((a, b), (c, d)) = (bounds(store, x), bounds(store, y));
    let most = c.abs().max(d.abs()) - 1;
    let least = if a >= 0 { 0 } else { (-most).max(a) };
    keep(store, z, least, if b <= 0 { 0 } else { most.min(b) })?;
    if c == d && a >= 0 && b < c.abs() {
        return Ok(Some(equal(x, z)));
    }
    Ok(None)
}

fn power(store: &mut Store, x: Number, y: Number, z: Number) -> Result<Option<Demand>, Contradiction> {
    let ((a, b), (c, d)) = (bounds(store, x), bounds(store, y));
    if c == d && c == 1 {
        return Ok(Some(equal(x, z)));
    }
    // Powers are far apart, so the few of small domains are told one by one.
    if (b - a + 1).saturating_mul(d - c + 1) <= MOST_POWERS {
        let mut values = Vec::new();
        for base in (a..=b).filter(|&base| store.can_be(x, base as i64)).collect::<Vec<i128>>() {
            let exponents = (c..=d).filter(|&exponent| store.can_be(y, exponent as i64));
            values.extend(exponents.filter_map(|exponent| raised(base, exponent)).map(clamped));
        }
        store.keep_within(z, &IntegerSet::from_values(values), true)?;
        return Ok(None);
    }
    let (least, most) = powers_between((a, b), (c, d)).ok_or(Contradiction)?;
    keep(store, z, least, most)?;
    Ok(None)
}

/// The least and the greatest power of a base and an exponent between these; `None` where there is none.
fn powers_between((a, b): (i128, i128), (c, d): (i128, i128)) -> Option<(i128, i128)> {
    // Their bases are ends, or of magnitude one or zero. Their exponents are the ends of those of their sign, or beside
    // these, since the powers of a negative base alternate.
    let among = |low: i128, high: i128, of: [i128; 5]| of.into_iter().filter(move |it| (low..=high).contains(it));
    let bases: Vec<i128> = among(a, b, [a, -1, 0, 1, b]).collect();
    let mut powers = Vec::new();
    for (low, high) in [(c.max(0), d), (c, d.min(-1))] {
        for exponent in among(low, high, [low, low.saturating_add(1), high.saturating_sub(1), high, high]) {
            powers.extend(bases.iter().filter_map(|&base| raised(base, exponent)));
        }
    }
    Some((*powers.iter().min()?, *powers.iter().max()?))
}

/// A power, which is `1 div base^-exponent` for a negative exponent; `None` where there is none. If it is too large, it
/// is the farthest number of its sign.
fn raised(base: i128, exponent: i128) -> Option<i128> {
    match (base, exponent) {
        (0, ..0) => None,
        (1, _) => Some(1),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        (_, ..0) => Some(0),
        // Two to the power of 128 is too large already; an exponent in place of a larger one is as odd.
        _ => Some(base.saturating_pow(exponent.min(128 + exponent % 2) as u32)),
    }
}

fn extreme(
    store: &mut Store,
    of: &mut Vec<Number>,
    result: Number,
    greatest: bool,
) -> Result<Option<Demand>, Contradiction> {
    let all: Vec<(i64, i64)> = of.iter().map(|&number| store.bounds(number)).collect();
    if all.is_empty() {
        return Err(Contradiction);
    }
    let (lows, highs) = (all.iter().map(|&(low, _)| low), all.iter().map(|&(_, high)| high));
    let (least, most) = match greatest {
        true => (lows.max().unwrap_or(0), highs.max().unwrap_or(0)),
        false => (lows.min().unwrap_or(0), highs.min().unwrap_or(0)),
    };
    store.keep_between(result, least, most)?;
    let (lower, upper) = store.bounds(result);
    for &number in of.iter() {
        match greatest {
            true => store.keep_between(number, i64::MIN, upper)?,
            false => store.keep_between(number, lower, i64::MAX)?,
        }
    }
    // Numbers that can never be the extreme say nothing.
    let mut bounds = all.into_iter();
    of.retain(|_| bounds.next().is_some_and(|(low, high)| if greatest { high >= least } else { low <= most }));
    let of_one = match of[..] {
        [only] => Some(equal(only, result)),
        _ => None,
    };
    Ok(of_one)
}

fn element(store: &mut Store, index: Number, list: &[Number], result: Number) -> Result<Option<Demand>, Contradiction> {
    let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
    store.keep_between(index, 1, length)?;
    let (first, last) = store.bounds(index);
    if first == last {
        return Ok(Some(equal(list[first as usize - 1], result)));
    }
    let (mut excluded, mut possible) = (Vec::new(), Vec::new());
    for at in first..=last {
        if !store.can_be(index, at) {
            continue;
        }
        let (lower, upper) = store.bounds(list[at as usize - 1]);
        let (least, most) = store.bounds(result);
        let meets = if lower == upper { store.can_be(result, lower) } else { lower <= most && least <= upper };
        if meets { possible.push(lower..=upper) } else { excluded.push(at) }
    }
    if !excluded.is_empty() {
        store.keep_within(index, &IntegerSet::from_values(excluded), false)?;
    }
    store.keep_within(result, &IntegerSet::from_ranges(possible), true)?;
    Ok(None)
}

fn boolean_element(
    store: &mut Store,
    index: Number,
    list: &[Literal],
    result: Literal,
) -> Result<Option<Demand>, Contradiction> {
    let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
    store.keep_between(index, 1, length)?;
    let (first, last) = store.bounds(index);
    if first == last {
        return Ok(Some(Demand::Odd(vec![list[first as usize - 1], !result])));
    }
    if let Literal::Constant(value) = store.literal(result) {
        let broken = |&(_, literal): &(usize, Literal)| literal == Literal::Constant(!value);
        let literals: Vec<Literal> = list.iter().map(|&literal| store.literal(literal)).collect();
        let excluded = literals.into_iter().enumerate().filter(broken).map(|(at, _)| at as i64 + 1);
        store.keep_within(index, &IntegerSet::from_values(excluded), false)?;
    }
    Ok(None)
}

/// A number that is fixed takes its value from the others, and leaves.
fn all_different(store: &mut Store, of: &mut Vec<(Number, i64)>) -> Result<(), Contradiction> {
    loop {
        let fixed = of.iter().position(|&(number, _)| {
            let (lower, upper) = store.bounds(number);
            lower == upper
        });
        let Some(fixed) = fixed else { break };
        let (number, offset) = of.swap_remove(fixed);
        let value = i128::from(store.bounds(number).0) + i128::from(offset);
        for &(other, offset) in of.iter() {
            let taken = clamped(value - i128::from(offset));
            store.keep_within(other, &IntegerSet::from_values([taken]), false)?;
        }
    }
    let distinct: BTreeSet<&(Number, i64)> = of.iter().collect();
    if distinct.len() < of.len() { Err(Contradiction) } else { Ok(()) }
}

fn least_of(numbers: impl IntoIterator<Item = i128>) -> i128 {
    numbers.into_iter().min().unwrap_or(0)
}

fn greatest_of(numbers: impl IntoIterator<Item = i128>) -> i128 {
    numbers.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::values::FARTHEST;
    use super::*;

    #[test]
    fn the_ends_of_all_powers_are_found() {
        for (a, b) in (-4..=4).flat_map(|a| (a..=4).map(move |b| (a, b))) {
            for (c, d) in (-4..=5).flat_map(|c| (c..=5).map(move |d| (c, d))) {
                let all: Vec<i128> =
                    (a..=b).flat_map(|base| (c..=d).filter_map(move |exponent| raised(base, exponent))).collect();
                let ends = all.iter().min().copied().zip(all.iter().max().copied());
                assert_eq!(powers_between((a, b), (c, d)), ends, "{a}..{b} to the power of {c}..{d}");
            }
        }
        let far = i128::from(FARTHEST);
        assert_eq!(powers_between((-far, far), (-3, 1)), Some((-far, far)));
        assert_eq!(powers_between((-2, -2), (1, 1 << 60)), Some((i128::MIN, i128::MAX)));
        assert_eq!(powers_between((-1, 1), (5, 1 << 60)), Some((-1, 1)));
    }
}

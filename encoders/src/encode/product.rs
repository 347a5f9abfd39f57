//! The product of two integer variables.

use gordian_formula::{ClauseSink, sorted_set};

use super::error::go_on;
use super::int_var::checked;
use super::truth::add_any;
use super::{EncodingError, IntVar};

/// The most pairs of values that a product looks at.
const MAX_PAIRS: u64 = 1 << 22;

/// The variable `x * y`, with exactly the products of their values as its domain: meant for digits and other small
/// domains, since it takes two clauses for each pair of values.
///
/// The product is monotone where neither variable changes its sign, and bounds of one give bounds of the other;
/// otherwise each pair of values gives its product. Keeps the model count: yes.
///
/// # Errors
/// [`EncodingError::Overflow`], [`EncodingError::DomainTooLarge`], [`EncodingError::Stopped`].
pub fn product<S: ClauseSink + ?Sized>(sink: &mut S, x: &IntVar, y: &IntVar) -> Result<IntVar, EncodingError> {
    let pairs = x.values().len() as u64 * y.values().len() as u64;
    if pairs > MAX_PAIRS {
        return Err(EncodingError::DomainTooLarge { values: pairs, limit: MAX_PAIRS });
    }
    for (a, b) in [(x.lower(), y.lower()), (x.lower(), y.upper()), (x.upper(), y.lower()), (x.upper(), y.upper())] {
        checked(i128::from(a) * i128::from(b))?;
    }
    let (from_x, from_y) = (sign(x), sign(y));
    if from_x != 0 && from_y != 0 {
        monotone(sink, &x.times(from_x)?, &y.times(from_y)?)?.times(from_x * from_y)
    } else {
        pointwise(sink, x, y)
    }
}

/// 1 where no value is negative, -1 where none is positive, 0 where there are both.
fn sign(x: &IntVar) -> i64 {
    match (x.lower() >= 0, x.upper() <= 0) {
        (true, _) => 1,
        (_, true) => -1,
        _ => 0,
    }
}

fn domain<S: ClauseSink + ?Sized>(sink: &mut S, x: &IntVar, y: &IntVar) -> Result<IntVar, EncodingError> {
    let values: Vec<i64> = sorted_set(x.values().iter().flat_map(|a| y.values().iter().map(move |b| a * b)));
    IntVar::from_values(sink, &values)
}

fn monotone<S: ClauseSink + ?Sized>(sink: &mut S, x: &IntVar, y: &IntVar) -> Result<IntVar, EncodingError> {
    let product = domain(sink, x, y)?;
    for &a in x.values() {
        go_on(sink)?;
        for &b in y.values() {
            add_any(sink, [!x.at_least(a), !y.at_least(b), product.at_least(a * b)]);
            add_any(sink, [!x.at_most(a), !y.at_most(b), product.at_most(a * b)]);
        }
    }
    Ok(product)
}

fn pointwise<S: ClauseSink + ?Sized>(sink: &mut S, x: &IntVar, y: &IntVar) -> Result<IntVar, EncodingError> {
    let product = domain(sink, x, y)?;
    for &a in x.values() {
        go_on(sink)?;
        let elsewhere = [!x.at_least(a), !x.at_most(a)];
        for &b in y.values() {
            let [below, above] = elsewhere;
            let (left, right) = (!y.at_least(b), !y.at_most(b));
            add_any(sink, [below, above, left, right, product.at_least(a * b)]);
            add_any(sink, [below, above, left, right, product.at_most(a * b)]);
        }
    }
    Ok(product)
}

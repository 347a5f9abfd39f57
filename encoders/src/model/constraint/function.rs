//! Functions of two integers whose value is a third one.

use super::super::poster::Poster;
use super::super::variable::{Assignment, Integer};
use super::{Constrain, Constraint};
use crate::encode::{EncodingError, Truth, go_on, imply};

/// Makes the constraint of each function: its type, its short constructor, and its meaning.
macro_rules! functions {
    ($($(#[$meaning:meta])+ $kind:ident, $name:ident: $function:expr;)+) => {$(
        $(#[$meaning])+
        #[derive(Clone, Debug)]
        pub struct $kind {
            /// One argument.
            pub first: Integer,
            /// The other.
            pub second: Integer,
            /// The value.
            pub result: Integer,
        }

        impl Constraint {
            $(#[$meaning])+
            pub fn $name(first: Integer, second: Integer, result: Integer) -> Constraint {
                $kind { first, second, result }.into()
            }
        }

        impl Constrain for $kind {
            fn holds(&self, assignment: &Assignment) -> bool {
                let [first, second, result] = [self.first, self.second, self.result].map(|x| assignment.value(x));
                $function(first, second) == Some(result)
            }

            fn post(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
                post(poster, [self.first, self.second, self.result], $function)
            }

            fn post_negation(&self, poster: &mut Poster<'_>) -> Result<(), EncodingError> {
                post_negation(poster, [self.first, self.second, self.result], $function)
            }
        }
    )+};
}

functions! {
    /// `first * second = result`.
    Product, product: i64::checked_mul;
    /// `first / second = result`, rounded towards zero; it does not hold where `second` is zero.
    Division, division: i64::checked_div;
    /// The remainder of `first / second`, with the sign of `first`, is `result`; `second` is not zero.
    Modulo, modulo: i64::checked_rem;
    /// `first ^ second = result`. A negative exponent gives the reciprocal rounded towards zero: it does not hold where
    /// `first` is zero then. Zero to the power of zero is one.
    Power, power: power;
}

fn power(first: i64, second: i64) -> Option<i64> {
    match (first, second) {
        (0, ..0) => None,
        (1, _) => Some(1),
        (-1, _) => Some(if second % 2 == 0 { 1 } else { -1 }),
        (_, ..0) => Some(0),
        _ => first.checked_pow(u32::try_from(second).ok()?),
    }
}

/// The most pairs of values that a function is written for.
const MOST_PAIRS: u64 = 1 << 21;

/// Values support each other where a function has at most this many pairs: then unit propagation finds every value that
/// is impossible. Beyond, bounds of a monotone function do with fewer clauses.
const FEW_PAIRS: usize = 400;

/// `function(first, second) = result`; `None` where the function has no value, so that the constraint does not hold.
fn post(
    poster: &mut Poster<'_>,
    [first, second, result]: [Integer; 3],
    function: impl Fn(i64, i64) -> Option<i64>,
) -> Result<(), EncodingError> {
    let (a, b) = values(poster, first, second)?;
    if first != second {
        let is_ordered =
            (a.len() == 1 || b.len() == 1) && [first, second, result].iter().all(|&x| poster.is_ordered(x));
        if (is_ordered || a.len() * b.len() > FEW_PAIRS)
            && let Some(directions) = monotone(&a, &b, &function)
        {
            return bounds(poster, [first, second, result], directions, function);
        }
        if a.len() * b.len() <= FEW_PAIRS {
            supports(poster, [first, second, result], &a, &b, &function);
        }
    }
    for &x in &a {
        go_on(poster)?;
        let is_x = poster.equals(first, x);
        for &y in b.iter().filter(|&&y| first != second || x == y) {
            let is_y = poster.equals(second, y);
            let is = function(x, y).map_or(Truth::Never, |value| poster.equals(result, value));
            imply(poster, &[is_x, is_y], &[is]);
        }
    }
    Ok(())
}

/// `function(first, second) != result`, or the function has no value.
fn post_negation(
    poster: &mut Poster<'_>,
    [first, second, result]: [Integer; 3],
    function: impl Fn(i64, i64) -> Option<i64>,
) -> Result<(), EncodingError> {
    let (a, b) = values(poster, first, second)?;
    for &x in &a {
        go_on(poster)?;
        let is_x = poster.equals(first, x);
        for &y in b.iter().filter(|&&y| first != second || x == y) {
            if let Some(value) = function(x, y) {
                let (is_y, is) = (poster.equals(second, y), poster.equals(result, value));
                imply(poster, &[is_x, is_y, is], &[]);
            }
        }
    }
    Ok(())
}

fn values(poster: &Poster<'_>, first: Integer, second: Integer) -> Result<(Vec<i64>, Vec<i64>), EncodingError> {
    let (a, b) = (poster.values(first).to_vec(), poster.values(second).to_vec());
    let pairs = a.len() as u64 * b.len() as u64;
    if pairs > MOST_PAIRS && first != second {
        return Err(EncodingError::DomainTooLarge { values: pairs, limit: MOST_PAIRS });
    }
    Ok((a, b))
}

/// For each argument whether the function does not fall with it (1) or does not rise with it (-1), where that is so.
fn monotone(a: &[i64], b: &[i64], function: &impl Fn(i64, i64) -> Option<i64>) -> Option<[i64; 2]> {
    let direction = |lines: &[i64], along: &[i64], at: &dyn Fn(i64, i64) -> Option<i64>| {
        let (mut rises, mut falls) = (false, false);
        for &line in lines {
            let mut before = at(line, along[0])?;
            for &value in along {
                let next = at(line, value)?;
                rises |= next > before;
                falls |= next < before;
                before = next;
            }
        }
        match (rises, falls) {
            (true, true) => None,
            (false, true) => Some(-1),
            _ => Some(1),
        }
    };
    Some([direction(b, a, &|y, x| function(x, y))?, direction(a, b, &function)?])
}

/// Bounds of a function that is monotone in both arguments: where these reach far enough the result does, and the
/// other way. By contraposition bounds of the result bound the arguments.
fn bounds(
    poster: &mut Poster<'_>,
    [first, second, result]: [Integer; 3],
    [along, across]: [i64; 2],
    function: impl Fn(i64, i64) -> Option<i64>,
) -> Result<(), EncodingError> {
    let (x, y) = (poster.int_var(first).times(along)?, poster.int_var(second).times(across)?);
    let z = poster.int_var(result);
    for &a in x.values() {
        go_on(poster)?;
        let (mut above, mut below) = (Truth::Always, Truth::Always);
        for &b in y.values() {
            let Some(value) = function(a * along, b * across) else { continue };
            // From left to right, a conclusion that is not stronger than the one before needs no clause.
            let conclusion = z.at_least(value);
            if conclusion != above {
                imply(poster, &[x.at_least(a), y.at_least(b)], &[conclusion]);
                above = conclusion;
            }
        }
        for &b in y.values().iter().rev() {
            let Some(value) = function(a * along, b * across) else { continue };
            let conclusion = z.at_most(value);
            if conclusion != below {
                imply(poster, &[x.at_most(a), y.at_most(b)], &[conclusion]);
                below = conclusion;
            }
        }
    }
    Ok(())
}

/// A value of one argument and one of the result have a value of the other argument that goes with them.
fn supports(
    poster: &mut Poster<'_>,
    [first, second, result]: [Integer; 3],
    a: &[i64],
    b: &[i64],
    function: &impl Fn(i64, i64) -> Option<i64>,
) {
    for value in poster.values(result).to_vec() {
        let is = poster.equals(result, value);
        for &x in a {
            let with: Vec<i64> = b.iter().copied().filter(|&y| function(x, y) == Some(value)).collect();
            let with: Vec<Truth> = with.into_iter().map(|y| poster.equals(second, y)).collect();
            let is_x = poster.equals(first, x);
            imply(poster, &[is, is_x], &with);
        }
        for &y in b {
            let with: Vec<i64> = a.iter().copied().filter(|&x| function(x, y) == Some(value)).collect();
            let with: Vec<Truth> = with.into_iter().map(|x| poster.equals(first, x)).collect();
            let is_y = poster.equals(second, y);
            imply(poster, &[is, is_y], &with);
        }
    }
}

//! Bounds of integers in a formula that is written.

use super::poster::Encoded;
use super::problem::ProblemFormula;
use super::variable::{Boolean, Integer, View};
use crate::encode::Truth;

/// Clauses that hold together.
type Clauses = Vec<Vec<Truth>>;

impl ProblemFormula {
    /// Clauses that together say that the integer is at most this: a literal where it has order literals, and else one
    /// for each value above.
    ///
    /// A search for small values adds them to the formula.
    pub fn at_most(&self, integer: Integer, value: i64) -> Vec<Vec<Truth>> {
        self.bounded(integer, i64::MIN, value)
    }

    /// Clauses that together say that the integer is at least this, as [`ProblemFormula::at_most`].
    pub fn at_least(&self, integer: Integer, value: i64) -> Vec<Vec<Truth>> {
        self.bounded(integer, value, i64::MAX)
    }

    /// From `lower` to `upper`, the least or the greatest of which says nothing.
    fn bounded(&self, integer: Integer, lower: i64, upper: i64) -> Clauses {
        let fits = |value: i64| lower <= value && value <= upper;
        match &self.variables[integer.index] {
            Encoded::Integer { order: Some(order), .. } | Encoded::View { order: Some(order), .. } => {
                vec![vec![order.at_least(lower)], vec![order.at_most(upper)]]
            }
            Encoded::Integer { values, equal, .. } => {
                let outside = values.iter().zip(equal).filter(|&(&value, _)| !fits(value));
                outside.filter_map(|(_, truth)| truth.map(|truth| vec![!truth])).collect()
            }
            &Encoded::View { view: View::Scaled { of, factor, offset }, .. } => {
                let bound = |bound: i64, up: bool| {
                    let is_bound = bound != i64::MIN && bound != i64::MAX;
                    is_bound.then(|| quotient(i128::from(bound) - i128::from(offset), factor.into(), up))
                };
                let (first, second) = (bound(lower, factor > 0), bound(upper, factor < 0));
                let (least, most) = if factor > 0 { (first, second) } else { (second, first) };
                self.bounded(of, least.unwrap_or(i64::MIN), most.unwrap_or(i64::MAX))
            }
            &Encoded::View { view: View::ZeroOne(of), .. } => match (fits(0), fits(1)) {
                (true, true) => Vec::new(),
                (true, false) => self.demanded(of, false),
                (false, true) => self.demanded(of, true),
                (false, false) => vec![Vec::new()],
            },
            Encoded::View { .. } | Encoded::Boolean(_) => unreachable!("an integer handle stands for an integer"),
        }
    }

    /// The Boolean has this value.
    fn demanded(&self, boolean: Boolean, value: bool) -> Clauses {
        let value = value == boolean.positive;
        match self.variables[boolean.index] {
            Encoded::Boolean(truth) => vec![vec![if value { truth } else { !truth }]],
            Encoded::View { view: View::AtLeast(of, least), .. } if value => self.at_least(of, least),
            Encoded::View { view: View::AtLeast(of, least), .. } => self.at_most(of, least - 1),
            Encoded::View { view: View::Is(of, only), .. } if value => self.bounded(of, only, only),
            Encoded::View { view: View::Is(of, only), .. } => self.excluded(of, only),
            Encoded::View { .. } | Encoded::Integer { .. } => unreachable!("a Boolean handle stands for a Boolean"),
        }
    }

    /// The integer is not this.
    fn excluded(&self, integer: Integer, value: i64) -> Clauses {
        match &self.variables[integer.index] {
            Encoded::Integer { values, equal, order } => {
                let Ok(at) = values.binary_search(&value) else { return Vec::new() };
                match (equal[at], order) {
                    (Some(is), _) => vec![vec![!is]],
                    (None, Some(order)) => vec![vec![order.at_most(value - 1), order.at_least(value + 1)]],
                    (None, None) => unreachable!("an integer has value literals or order literals"),
                }
            }
            &Encoded::View { view: View::Scaled { of, factor, offset }, .. } => {
                let distance = i128::from(value) - i128::from(offset);
                match i64::try_from(distance / i128::from(factor)) {
                    Ok(value) if distance % i128::from(factor) == 0 => self.excluded(of, value),
                    _ => Vec::new(),
                }
            }
            &Encoded::View { view: View::ZeroOne(of), .. } => self.demanded(of, value == 0),
            Encoded::View { .. } | Encoded::Boolean(_) => unreachable!("an integer handle stands for an integer"),
        }
    }
}

/// The quotient, rounded up or down, as a bound that says nothing more than it can.
fn quotient(number: i128, divisor: i128, up: bool) -> i64 {
    let (quotient, rest) = (number / divisor, number % divisor);
    // Division rounds towards zero.
    let is_positive = (rest < 0) == (divisor < 0);
    let rounded = match (rest == 0, is_positive, up) {
        (false, true, true) => quotient + 1,
        (false, false, false) => quotient - 1,
        _ => quotient,
    };
    rounded.clamp(i128::from(i64::MIN) + 1, i128::from(i64::MAX) - 1) as i64
}

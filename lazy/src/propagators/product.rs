//! Products: `result = left * right`.

use crate::propagate::{Assignment, Because, Context, Fact, Failed, Hint, Propagate, Wake};
use crate::view::View;

/// A view that is the product of two others.
///
/// Bounds of the result come from the four products of the bounds. Those of a factor come from the
/// result divided by the other factor, where that is not zero.
#[derive(Debug)]
pub(crate) struct Product {
    result: View,
    factors: [View; 2],
}

/// Hints: what follows for the result, for the first or for the second factor.
const RESULT: u32 = 2;

impl Product {
    pub(crate) fn new(result: View, left: View, right: View) -> Product {
        Product { result, factors: [left, right] }
    }

    /// The bounds that the values of a factor leave: `result = factor * other`. `None` where the
    /// other one may be zero and the result, too; an empty range where there is no value.
    fn quotient(result: (i64, i64), other: (i64, i64)) -> Option<(i64, i64)> {
        let [result, other] = [result, other].map(|(low, high)| (i128::from(low), i128::from(high)));
        if other.0 <= 0 && other.1 >= 0 {
            if result.0 <= 0 && result.1 >= 0 {
                return None;
            }
            if other == (0, 0) {
                return Some((1, 0));
            }
            // At least one in magnitude, so the quotient is no larger than the result.
            let most = result.0.abs().max(result.1.abs()) as i64;
            return Some((-most, most));
        }
        // The other factor has one sign, so the least and the greatest quotient are at the ends of the ranges.
        let corners = [result.0, result.1]
            .into_iter()
            .flat_map(|numerator| [other.0, other.1].map(|denominator| (numerator, denominator)));
        let low = corners.clone().map(|(numerator, denominator)| div_ceil(numerator, denominator)).min()?;
        let high = corners.map(|(numerator, denominator)| div_floor(numerator, denominator)).max()?;
        Some((low as i64, high as i64))
    }
}

fn div_floor(numerator: i128, denominator: i128) -> i128 {
    let quotient = numerator / denominator;
    if numerator % denominator != 0 && (numerator < 0) != (denominator < 0) { quotient - 1 } else { quotient }
}

fn div_ceil(numerator: i128, denominator: i128) -> i128 {
    -div_floor(-numerator, denominator)
}

impl Propagate for Product {
    fn wakes(&self) -> Vec<Wake> {
        let all = [self.result, self.factors[0], self.factors[1]];
        all.into_iter().flat_map(|view| [Wake::Raised(view), Wake::Raised(-view)]).collect()
    }

    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Failed> {
        let range = |context: &Context<'_>, view: View| (context.lower(view), context.upper(view));
        let [left, right] = self.factors.map(|factor| range(context, factor));
        let products =
            [left.0, left.1].map(|one| [right.0, right.1].map(|other| i128::from(one) * i128::from(other))).concat();
        let low = products.iter().copied().min().unwrap_or_default();
        let high = products.iter().copied().max().unwrap_or_default();
        let (lower, upper) = range(context, self.result);
        if low > i128::from(lower) {
            context.at_least(self.result, low.min(i128::from(upper) + 1) as i64, RESULT)?;
        }
        if high < i128::from(upper) {
            context.at_most(self.result, high.max(i128::from(lower) - 1) as i64, RESULT)?;
        }
        for at in 0..2 {
            let (result, other) = (range(context, self.result), range(context, self.factors[1 - at]));
            let Some((low, high)) = Product::quotient(result, other) else { continue };
            if low > high {
                return context.fail(at as u32);
            }
            context.at_least(self.factors[at], low, at as u32)?;
            context.at_most(self.factors[at], high, at as u32)?;
        }
        Ok(())
    }

    fn explain(&self, _fact: Fact, hint: Hint, because: &mut Because<'_>) {
        let causes = match hint.item {
            RESULT => self.factors,
            at => [self.result, self.factors[1 - at as usize]],
        };
        for view in causes {
            because.at_least(view, because.lower(view));
            because.at_most(view, because.upper(view));
        }
    }

    fn holds(&self, assignment: &dyn Assignment) -> bool {
        let [left, right] = self.factors.map(|factor| i128::from(assignment.integer(factor)));
        left * right == i128::from(assignment.integer(self.result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::judge::{Seen, at, judge, some_view, world};
    use gordian_testkit::Random;

    #[test]
    fn what_products_say_and_why_is_right() {
        let random = &mut Random::new(5);
        let mut seen = Seen::default();
        for _ in 0..400 {
            let (low, high) = [(-4, 4), (0, 6), (-6, 1), (1, 9)][random.below(4usize)];
            let world = world(random, 3, 0, low, high);
            let [result, left, right] = [(); 3].map(|()| some_view(random, 3));
            let means = |integers: &[i64], _: &[bool]| at(left, integers) * at(right, integers) == at(result, integers);
            judge(&world, Box::new(Product::new(result, left, right)), &means, 15, random, &mut seen);
        }
        assert!(seen.facts > 2000 && seen.failures > 500 && seen.accepted > 300, "{seen:?}");
    }
}

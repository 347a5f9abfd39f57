//! Sums: `sum of a_i * x_i <= c`.

use crate::propagate::{Assignment, Because, Context, Fact, Failed, Hint, Propagate, Wake};
use crate::propagators::gathered::gathered;
use crate::view::View;

/// A sum of views with positive factors that is at most a constant.
///
/// The bounds rule: what the other terms leave at least is what a term may be at most. An explanation needs the other
/// bounds only as far as the conclusion does; the rest is slack that is spent on weaker reasons, the terms that can be
/// left out altogether first (as in Feydy & Stuckey, *Lazy clause generation reengineered*, 2009).
#[derive(Debug)]
pub(crate) struct Linear {
    terms: Vec<(i64, View)>,
    most: i128,
}

impl Linear {
    /// `sum of factor * view <= most`. Factors may have any sign, and views may repeat.
    pub(crate) fn new(terms: &[(i64, View)], most: i128) -> Linear {
        let mut positive = gathered(terms);
        for term in &mut positive {
            if term.0 < 0 {
                *term = (-term.0, -term.1);
            }
        }
        Linear { terms: positive, most }
    }

    fn least(&self, context: &Context<'_>) -> i128 {
        self.terms.iter().map(|&(factor, view)| i128::from(factor) * i128::from(context.lower(view))).sum()
    }
}

impl Propagate for Linear {
    fn wakes(&self) -> Vec<Wake> {
        self.terms.iter().map(|&(_, view)| Wake::Raised(view)).collect()
    }

    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Failed> {
        let slack = self.most - self.least(context);
        if slack < 0 {
            return context.fail(0);
        }
        for (at, &(factor, view)) in self.terms.iter().enumerate() {
            let (lower, upper) = (context.lower(view), context.upper(view));
            let room = i128::from(upper) - i128::from(lower);
            if i128::from(factor) * room > slack {
                let most = i128::from(lower) + slack.div_euclid(i128::from(factor));
                context.at_most(view, most as i64, at as u32)?;
            }
        }
        Ok(())
    }

    fn explain(&self, fact: Fact, hint: Hint, because: &mut Because<'_>) {
        // The reasons must make the sum of the other terms, with the term at hand just above its new bound, exceed.
        let (own, mut slack) = match fact {
            Fact::AtLeast(view, value) => {
                let (factor, own) = self.terms[hint.item as usize];
                debug_assert_eq!(own, -view);
                (Some(own), i128::from(factor) * (1 - i128::from(value)) - self.most - 1)
            }
            Fact::Failure | Fact::True(_) => (None, -self.most - 1),
        };
        let others = || self.terms.iter().filter(|&&(_, view)| Some(view) != own);
        slack += others().map(|&(factor, view)| i128::from(factor) * i128::from(because.lower(view))).sum::<i128>();
        debug_assert!(slack >= 0, "the sum does not say so");
        let mut rest: Vec<(i128, i64, View)> = Vec::new();
        for &(factor, view) in others() {
            let gain = i128::from(factor) * (i128::from(because.lower(view)) - i128::from(because.least(view)));
            if gain > 0 {
                rest.push((gain, factor, view));
            }
        }
        // The cheapest to leave out first: so most are left out.
        rest.sort_unstable_by_key(|&(gain, _, view)| (gain, view));
        for (gain, factor, view) in rest {
            if gain <= slack {
                slack -= gain;
                continue;
            }
            let lower = because.lower(view);
            let needed = i128::from(lower) - slack.div_euclid(i128::from(factor));
            let bound = because.at_least(view, needed as i64);
            slack -= i128::from(factor) * (i128::from(lower) - i128::from(bound.min(lower)));
        }
    }

    fn holds(&self, assignment: &dyn Assignment) -> bool {
        let term = |&(factor, view): &(i64, View)| i128::from(factor) * i128::from(assignment.integer(view));
        self.terms.iter().map(term).sum::<i128>() <= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::judge::{Seen, at, judge, some_view, world};
    use gordian_testkit::Random;

    #[test]
    fn what_sums_say_and_why_is_right() {
        let random = &mut Random::new(1);
        let mut seen = Seen::default();
        for _ in 0..400 {
            let world = world(random, 3, 0, -3, 4);
            let terms: Vec<(i64, View)> =
                (0..random.between(1, 4)).map(|_| (random.below(9usize) as i64 - 4, some_view(random, 3))).collect();
            let most = random.below(20usize) as i64 - 10;
            let means = |integers: &[i64], _: &[bool]| {
                terms.iter().map(|&(factor, view)| factor * at(view, integers)).sum::<i64>() <= most
            };
            judge(&world, Box::new(Linear::new(&terms, i128::from(most))), &means, 15, random, &mut seen);
        }
        assert!(seen.facts > 2000 && seen.failures > 500 && seen.accepted > 500, "{seen:?}");
    }
}

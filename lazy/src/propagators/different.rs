//! Differences: `sum of a_i * x_i != c`.

use crate::propagate::{Assignment, Because, Context, Fact, Failed, Hint, Priority, Propagate, Wake};
use crate::propagators::gathered::gathered;
use crate::view::View;

/// A sum that is not this number. It moves a bound only where that bound is the value that the others leave.
#[derive(Debug)]
pub(crate) struct Different {
    terms: Vec<(i64, View)>,
    excluded: i128,
}

impl Different {
    /// `sum of factor * view != excluded`. Factors may have any sign, and views may repeat.
    pub(crate) fn new(terms: &[(i64, View)], excluded: i128) -> Different {
        Different { terms: gathered(terms), excluded }
    }
}

impl Propagate for Different {
    fn wakes(&self) -> Vec<Wake> {
        self.terms.iter().flat_map(|&(_, view)| [Wake::Raised(view), Wake::Raised(-view)]).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Soon
    }

    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Failed> {
        let mut rest = self.excluded;
        let mut open = None;
        for (at, &(factor, view)) in self.terms.iter().enumerate() {
            let value = context.lower(view);
            if value == context.upper(view) {
                rest -= i128::from(factor) * i128::from(value);
            } else if open.replace(at).is_some() {
                return Ok(());
            }
        }
        let Some(open) = open else {
            return if rest == 0 { context.fail(0) } else { Ok(()) };
        };
        let (factor, view) = self.terms[open];
        if rest % i128::from(factor) != 0 {
            return Ok(());
        }
        let value = rest / i128::from(factor);
        if value == i128::from(context.lower(view)) {
            context.at_least(view, value as i64 + 1, open as u32)?;
        }
        if value == i128::from(context.upper(view)) {
            context.at_most(view, value as i64 - 1, open as u32)?;
        }
        Ok(())
    }

    fn explain(&self, fact: Fact, hint: Hint, because: &mut Because<'_>) {
        let own = match fact {
            Fact::AtLeast(view, value) => {
                because.at_least(view, value - 1);
                Some(self.terms[hint.item as usize].1)
            }
            _ => None,
        };
        for &(_, view) in self.terms.iter().filter(|&&(_, view)| Some(view) != own) {
            let value = because.lower(view);
            because.at_least(view, value);
            because.at_most(view, value);
        }
    }

    fn holds(&self, assignment: &dyn Assignment) -> bool {
        let term = |&(factor, view): &(i64, View)| i128::from(factor) * i128::from(assignment.integer(view));
        self.terms.iter().map(term).sum::<i128>() != self.excluded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::judge::{Seen, at, judge, some_view, world};
    use gordian_testkit::Random;

    #[test]
    fn what_differences_say_and_why_is_right() {
        let random = &mut Random::new(4);
        let mut seen = Seen::default();
        for _ in 0..300 {
            let world = world(random, 3, 0, -2, 2);
            let count = random.between(1, 3);
            let factor = |random: &mut Random| [-2, -1, 1, 2, 3][random.below(5usize)];
            let terms: Vec<(i64, View)> = (0..count).map(|_| (factor(random), some_view(random, 3))).collect();
            let excluded = random.below(7usize) as i64 - 3;
            let means = |integers: &[i64], _: &[bool]| {
                terms.iter().map(|&(factor, view)| factor * at(view, integers)).sum::<i64>() != excluded
            };
            let propagator = Different::new(&terms, i128::from(excluded));
            judge(&world, Box::new(propagator), &means, 15, random, &mut seen);
        }
        assert!(seen.facts > 300 && seen.failures > 10 && seen.accepted > 500, "{seen:?}");
    }
}

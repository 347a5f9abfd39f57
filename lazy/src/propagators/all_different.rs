//! Integers with different values.

use gordian_formula::sorted_set;

use crate::propagate::{Assignment, Because, Context, Fact, Failed, Hint, Priority, Propagate, Wake};
use crate::view::View;

/// Views all of whose values differ, by Hall intervals: where as many views as there are values lie
/// between two numbers, the others lie below or above (Leconte 1996; López-Ortiz, Quimper, Tromp &
/// van Beek 2003). The interval explains what it says by the bounds of the views within it.
///
/// Hints are twice the number of views in the interval, and one more where a view is raised above
/// it, with the first number of the interval.
#[derive(Debug)]
pub(crate) struct AllDifferent {
    views: Vec<View>,
}

impl AllDifferent {
    pub(crate) fn new(views: Vec<View>) -> AllDifferent {
        AllDifferent { views }
    }

    /// Names views that lie in an interval, so many of them.
    fn explain_within(&self, first: i64, last: i64, count: u32, because: &mut Because<'_>) {
        let mut left = count;
        for &view in &self.views {
            if left > 0 && because.lower(view) >= first && because.upper(view) <= last {
                because.at_least(view, first);
                because.at_most(view, last);
                left -= 1;
            }
        }
        debug_assert_eq!(left, 0, "the interval holds fewer views");
    }
}

impl Propagate for AllDifferent {
    fn wakes(&self) -> Vec<Wake> {
        self.views.iter().flat_map(|&view| [Wake::Raised(view), Wake::Raised(-view)]).collect()
    }

    fn priority(&self) -> Priority {
        Priority::Last
    }

    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Failed> {
        let bounds: Vec<(i64, i64)> =
            self.views.iter().map(|&view| (context.lower(view), context.upper(view))).collect();
        let firsts: Vec<i64> = sorted_set(bounds.iter().map(|&(lower, _)| lower));
        let mut by_upper: Vec<(i64, i64)> = bounds.iter().map(|&(lower, upper)| (upper, lower)).collect();
        by_upper.sort_unstable();
        for &first in &firsts {
            let mut within = 0i64;
            let mut uppers = by_upper.iter().filter(|&&(_, lower)| lower >= first).map(|&(upper, _)| upper).peekable();
            while let Some(last) = uppers.next() {
                within += 1;
                let size = last - first + 1;
                if within > size {
                    return context.fail(Hint { item: 2 * within as u32, point: first });
                }
                if within < size || uppers.peek() == Some(&last) {
                    continue;
                }
                let hint = |is_raised| Hint { item: 2 * within as u32 + u32::from(is_raised), point: first };
                for (&view, &(lower, upper)) in self.views.iter().zip(&bounds) {
                    let is_within = lower >= first && upper <= last;
                    if !is_within && lower >= first && lower <= last {
                        context.at_least(view, last + 1, hint(true))?;
                    }
                    if !is_within && upper <= last && upper >= first {
                        context.at_most(view, first - 1, hint(false))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn explain(&self, fact: Fact, hint: Hint, because: &mut Because<'_>) {
        let (first, count) = (hint.point, hint.item / 2);
        match fact {
            Fact::AtLeast(view, _) => {
                let last = first + i64::from(count) - 1;
                // A view that is raised begins within the interval, one that is lowered ends within it.
                if hint.item & 1 != 0 {
                    because.at_least(view, first);
                } else {
                    because.at_least(view, -last);
                }
                self.explain_within(first, last, count, because);
            }
            // One more than there is room for.
            _ => self.explain_within(first, first + i64::from(count) - 2, count, because),
        }
    }

    fn holds(&self, assignment: &dyn Assignment) -> bool {
        let mut values: Vec<i64> = self.views.iter().map(|&view| assignment.integer(view)).collect();
        values.sort_unstable();
        values.windows(2).all(|pair| pair[0] != pair[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::judge::{Seen, at, judge, some_view, view, world};
    use gordian_testkit::Random;

    #[test]
    fn what_hall_intervals_say_and_why_is_right() {
        let random = &mut Random::new(6);
        let mut seen = Seen::default();
        for _ in 0..200 {
            let world = world(random, 4, 0, -2, 3);
            let views: Vec<View> = match random.below(3) {
                0 => (0..4).map(view).collect(),
                1 => (0..4).map(|index| -view(index)).collect(),
                _ => (0..3).map(|_| some_view(random, 4)).collect(),
            };
            let means = |integers: &[i64], _: &[bool]| {
                (0..views.len()).all(|one| (0..one).all(|other| at(views[one], integers) != at(views[other], integers)))
            };
            judge(&world, Box::new(AllDifferent::new(views.clone())), &means, 15, random, &mut seen);
        }
        assert!(seen.facts > 2000 && seen.refused > 0 && seen.failures > 5 && seen.accepted > 300, "{seen:?}");
    }
}

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
        let mut by_upper: Vec<(i64, i64, View)> =
            self.views.iter().map(|&view| (context.upper(view), context.lower(view), view)).collect();
        by_upper.sort_unstable_by_key(|&(upper, lower, _)| (upper, lower));
        let firsts: Vec<i64> = sorted_set(by_upper.iter().map(|&(_, lower, _)| lower));
        for &first in &firsts {
            // The last interval that begins here and is full, and how many views are in it. Views that end later cannot
            // begin within it; those that begin sooner cannot end within the longest.
            let mut full: Option<(i64, i64)> = None;
            let mut within = 0_i64;
            let hint = |count: i64, is_raised| Hint { item: 2 * count as u32 + u32::from(is_raised), point: first };
            let mut from_here = by_upper.iter().filter(|&&(_, lower, _)| lower >= first).peekable();
            while let Some(&(upper, lower, view)) = from_here.next() {
                within += 1;
                if let Some((last, count)) = full.filter(|&(last, _)| lower <= last) {
                    context.at_least(view, last + 1, hint(count, true))?;
                }
                let size = upper - first + 1;
                if within > size {
                    return context.fail(hint(within, false));
                }
                if within == size && from_here.peek().is_none_or(|&&(next, ..)| next != upper) {
                    full = Some((upper, within));
                }
            }
            let Some((last, count)) = full else { continue };
            let from = by_upper.partition_point(|&(upper, ..)| upper < first);
            let until_last = by_upper[from..].iter().take_while(|&&(upper, ..)| upper <= last);
            for &(_, _, view) in until_last.filter(|&&(_, lower, _)| lower < first) {
                context.at_most(view, first - 1, hint(count, false))?;
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
    use crate::domain::Domain;
    use crate::propagators::judge::{Seen, at, judge, literal, some_view, view, world};
    use crate::store::Store;
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

    /// Each pair of ends within a row of values that are taken is an interval that is full: to look at all views for
    /// each took cubic time, and said as often what the longest say.
    #[test]
    fn only_the_longest_interval_from_each_value_speaks() {
        let taken = 20;
        let mut store = Store::new(literal(0));
        for value in 1..=taken {
            store.add_integer(Domain::from_ranges(&[(value, value)]).expect("a value"));
        }
        store.add_integer(Domain::from_ranges(&[(1, taken + 5)]).expect("values"));
        let mut sayings = Vec::new();
        let mut context = Context { store: &mut store, sayings: &mut sayings, propagator: 0, open_guard: None };
        let mut different = AllDifferent::new((0..=taken as usize).map(view).collect());
        assert!(different.propagate(&mut context).is_ok());
        assert_eq!(sayings.len(), 1, "{sayings:?}");
        assert_eq!(sayings[0].1.fact, Fact::AtLeast(view(taken as usize), taken + 1));
    }
}

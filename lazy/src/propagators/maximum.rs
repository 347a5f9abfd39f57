//! Greatest values: `result = max(x_1, ..., x_n)`. Least ones, and magnitudes, are the same of negations.

use crate::propagate::{Assignment, Because, Context, Fact, Failed, Hint, Propagate, Wake};
use crate::view::View;

/// A view that is the greatest of others.
#[derive(Debug)]
pub(crate) struct Maximum {
    result: View,
    items: Vec<View>,
}

/// Hints: what is said of the result, or of the item of a number.
const RESULT: u32 = u32::MAX;
/// The only item that can be as great as the result is.
const SUPPORT: u32 = 1 << 31;

impl Maximum {
    /// There is at least one item.
    pub(crate) fn new(result: View, items: Vec<View>) -> Maximum {
        debug_assert!(!items.is_empty());
        Maximum { result, items }
    }
}

impl Propagate for Maximum {
    fn wakes(&self) -> Vec<Wake> {
        let all = self.items.iter().chain([&self.result]);
        all.flat_map(|&view| [Wake::Raised(view), Wake::Raised(-view)]).collect()
    }

    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Failed> {
        let most = self.items.iter().map(|&item| context.upper(item)).max().unwrap_or(i64::MIN);
        context.at_most(self.result, most, RESULT)?;
        for (at, &item) in self.items.iter().enumerate() {
            context.at_least(self.result, context.lower(item), at as u32)?;
            context.at_most(item, context.upper(self.result), at as u32)?;
        }
        let least = context.lower(self.result);
        let mut great = self.items.iter().enumerate().filter(|&(_, &item)| context.upper(item) >= least);
        if let (Some((at, &item)), None) = (great.next(), great.next()) {
            context.at_least(item, least, at as u32 | SUPPORT)?;
        }
        Ok(())
    }

    fn explain(&self, fact: Fact, hint: Hint, because: &mut Because<'_>) {
        let Fact::AtLeast(view, value) = fact else { unreachable!("only bounds are said") };
        if hint.item == RESULT {
            // The result is at most this since every item is.
            self.items.iter().for_each(|&item| _ = because.at_least(-item, value));
        } else if hint.item & SUPPORT != 0 {
            let item = (hint.item & !SUPPORT) as usize;
            because.at_least(self.result, value);
            let others = self.items.iter().enumerate().filter(|&(at, _)| at != item);
            others.for_each(|(_, &other)| because.at_most(other, value - 1));
        } else if view == self.result {
            because.at_least(self.items[hint.item as usize], value);
        } else {
            because.at_least(-self.result, value);
        }
    }

    fn holds(&self, assignment: &dyn Assignment) -> bool {
        let greatest = self.items.iter().map(|&item| assignment.integer(item)).max();
        greatest == Some(assignment.integer(self.result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::judge::{Seen, at, judge, some_view, world};
    use gordian_testkit::Random;

    #[test]
    fn what_is_said_of_greatest_values_and_why_is_right() {
        let random = &mut Random::new(2);
        let mut seen = Seen::default();
        for _ in 0..300 {
            let world = world(random, 4, 0, -3, 3);
            let items: Vec<View> = (0..random.between(1, 3)).map(|_| some_view(random, 4)).collect();
            let result = some_view(random, 4);
            let means = |integers: &[i64], _: &[bool]| {
                at(result, integers) == items.iter().map(|&item| at(item, integers)).max().expect("an item")
            };
            judge(&world, Box::new(Maximum::new(result, items.clone())), &means, 15, random, &mut seen);
        }
        assert!(seen.facts > 2000 && seen.failures > 300 && seen.accepted > 500, "{seen:?}");
    }
}

//! A chosen item of an array: `result = items[index]`.

use gordian_formula::Lit;

use crate::propagate::{Assignment, Because, Context, Fact, Failed, Hint, Propagate, Wake};
use crate::view::View;

/// A view that equals the item that is chosen. Each item has a literal that says that it is chosen; clauses see to
/// it that exactly one is.
#[derive(Debug)]
pub(crate) struct Element {
    result: View,
    items: Vec<(Lit, View)>,
}

/// Hint: what follows from all items. Other hints are twice the number of an item, and one more
/// where the upper bound of the item, or of the result, is at work.
const ALL: u32 = u32::MAX;

impl Element {
    pub(crate) fn new(result: View, items: Vec<(Lit, View)>) -> Element {
        Element { result, items }
    }

    /// One direction: lower bounds of `result` and `view(item)`.
    fn direction(&self, context: &mut Context<'_>, is_upper: bool) -> Result<(), Failed> {
        let turn = |view: View| if is_upper { -view } else { view };
        let result = turn(self.result);
        let mut least = i64::MAX;
        for (at, &(chosen, item)) in self.items.iter().enumerate() {
            let (item, hint) = (turn(item), 2 * at as u32 + u32::from(is_upper));
            match context.value(chosen) {
                Some(false) => continue,
                Some(true) => {
                    context.at_least(result, context.lower(item), hint)?;
                    context.at_least(item, context.lower(result), hint)?;
                }
                // The item is above the result.
                None if context.lower(item) > context.upper(result) => {
                    context.set_true(!chosen, hint)?;
                    continue;
                }
                None => {}
            }
            least = least.min(context.lower(item));
        }
        if least == i64::MAX {
            return context.fail(ALL);
        }
        context.at_least(result, least, ALL)
    }
}

impl Propagate for Element {
    fn wakes(&self) -> Vec<Wake> {
        let items = self.items.iter().flat_map(|&(chosen, item)| {
            [Wake::True(chosen), Wake::True(!chosen), Wake::Raised(item), Wake::Raised(-item)]
        });
        items.chain([Wake::Raised(self.result), Wake::Raised(-self.result)]).collect()
    }

    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Failed> {
        self.direction(context, false)?;
        self.direction(context, true)
    }

    fn explain(&self, fact: Fact, hint: Hint, because: &mut Because<'_>) {
        match fact {
            Fact::AtLeast(view, value) if hint.item == ALL => {
                let turn = |item: View| if view == self.result { item } else { -item };
                for &(chosen, item) in &self.items {
                    if because.was_true(!chosen) {
                        because.lit(!chosen);
                    } else if because.lower(turn(item)) < value {
                        // It was found to be impossible in this run: it is beyond the other bound of the result.
                        self.explain_exclusion(item, because);
                    } else {
                        because.at_least(turn(item), value);
                    }
                }
            }
            Fact::AtLeast(view, value) => {
                let (chosen, item) = self.items[hint.item as usize / 2];
                let turn = |view: View| if hint.item & 1 != 0 { -view } else { view };
                because.lit(chosen);
                // An item may be the result itself.
                let cause = if view == turn(self.result) { turn(item) } else { turn(self.result) };
                because.at_least(cause, value);
            }
            Fact::True(_) => {
                let (_, item) = self.items[hint.item as usize / 2];
                self.explain_exclusion(item, because);
            }
            Fact::Failure => {
                for &(chosen, item) in &self.items {
                    if because.was_true(!chosen) {
                        because.lit(!chosen);
                    } else {
                        self.explain_exclusion(item, because);
                    }
                }
            }
        }
    }

    fn holds(&self, assignment: &dyn Assignment) -> bool {
        let mut chosen = self.items.iter().filter(|&&(chosen, _)| assignment.literal(chosen));
        let value = assignment.integer(self.result);
        self.items.iter().any(|&(lit, _)| assignment.literal(lit))
            && chosen.all(|&(_, item)| assignment.integer(item) == value)
    }
}

impl Element {
    /// The item and the result have no value in common: one is above the other.
    fn explain_exclusion(&self, item: View, because: &mut Because<'_>) {
        for (above, below) in [(item, self.result), (-item, -self.result)] {
            let least = because.lower(above);
            if least > because.upper(below) {
                let bound = because.at_least(above, because.upper(below) + 1);
                because.at_most(below, bound - 1);
                return;
            }
        }
        debug_assert!(false, "an item that can be the result");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::judge::{Seen, at, judge, literal, some_view, world};
    use gordian_testkit::Random;

    #[test]
    fn what_is_said_of_chosen_items_and_why_is_right() {
        let random = &mut Random::new(3);
        let mut seen = Seen::default();
        for _ in 0..300 {
            let world = world(random, 3, 3, -2, 3);
            let items: Vec<(Lit, View)> = (1..=3).map(|number| (literal(number), some_view(random, 3))).collect();
            let result = some_view(random, 3);
            let means = |integers: &[i64], literals: &[bool]| {
                literals.contains(&true)
                    && (0..3).all(|number| !literals[number] || at(items[number].1, integers) == at(result, integers))
            };
            judge(&world, Box::new(Element::new(result, items.clone())), &means, 10, random, &mut seen);
        }
        assert!(seen.facts > 2000 && seen.failures > 300 && seen.accepted > 100, "{seen:?}");
    }
}

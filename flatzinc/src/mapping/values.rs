//! The values that are left to an integer.

use std::sync::Arc;

use crate::integer_set::IntegerSet;

/// Integers beyond this are taken for unbounded; sums of many of them fit into an `i128`.
pub(super) const FARTHEST: i64 = 1 << 60;

/// The values that are left to an integer: at least one.
///
/// Invariant: `lower` and `upper` are among them; `set`, where present, has all of them, and perhaps others beyond the
/// two.
#[derive(Clone, Debug)]
pub(super) struct Values {
    lower: i64,
    upper: i64,
    set: Option<Arc<IntegerSet>>,
}

/// No value is left, or a Boolean would be both true and false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction;

impl Values {
    /// All integers that are not too far.
    pub(super) fn all() -> Values {
        Values { lower: -FARTHEST, upper: FARTHEST, set: None }
    }

    /// Whether values would be lost by keeping only those that a set has: some of them are too far, and nothing remains
    /// that stands for these.
    pub(super) fn loses(&self, set: &IntegerSet) -> bool {
        let is_lost = |end: i64, own: i64| end.abs() > FARTHEST && own.abs() >= FARTHEST && !set.contains(own);
        set.upper().is_some_and(|upper| upper > 0 && is_lost(upper, self.upper))
            || set.lower().is_some_and(|lower| lower < 0 && is_lost(lower, self.lower))
    }

    /// Whether an integer that may be any number from one end on would have to be too far to be between these two.
    pub(super) fn misses(&self, lower: i128, upper: i128) -> bool {
        let farthest = i128::from(FARTHEST);
        lower > farthest && self.is_open_above() || upper < -farthest && self.is_open_below()
    }

    /// Whether nothing has shown how far an integer reaches below.
    pub(super) fn is_open_below(&self) -> bool {
        self.lower <= -FARTHEST
    }

    /// The same above.
    pub(super) fn is_open_above(&self) -> bool {
        self.upper >= FARTHEST
    }

    pub(super) fn lower(&self) -> i64 {
        self.lower
    }

    pub(super) fn upper(&self) -> i64 {
        self.upper
    }

    /// The value, where only one is left.
    pub(super) fn only(&self) -> Option<i64> {
        (self.lower == self.upper).then_some(self.lower)
    }

    pub(super) fn contains(&self, value: i64) -> bool {
        (self.lower..=self.upper).contains(&value) && self.set.as_ref().is_none_or(|set| set.contains(value))
    }

    /// How many there are.
    pub(super) fn count(&self) -> u128 {
        self.ranges().map(|(lower, upper)| (i128::from(upper) - i128::from(lower) + 1) as u128).sum()
    }

    /// Them, increasing.
    pub(super) fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        self.ranges().flat_map(|(lower, upper)| lower..=upper)
    }

    /// Those from `lower` to `upper`.
    pub(super) fn between(&self, lower: i64, upper: i64) -> Result<Values, Contradiction> {
        let (lower, upper) = (lower.max(self.lower), upper.min(self.upper));
        let (lower, upper) = match &self.set {
            None => (Some(lower), Some(upper)),
            Some(set) => (at_or_above(set, lower), at_or_below(set, upper)),
        };
        match (lower, upper) {
            (Some(lower), Some(upper)) if lower <= upper => Ok(Values { lower, upper, set: self.set.clone() }),
            _ => Err(Contradiction),
        }
    }

    /// Those of a set.
    pub(super) fn within(&self, set: &IntegerSet) -> Result<Values, Contradiction> {
        let ranges = self.ranges().flat_map(|(lower, upper)| {
            let from = set.ranges().skip_while(move |range| *range.end() < lower);
            from.take_while(move |range| *range.start() <= upper)
                .map(move |range| lower.max(*range.start())..=upper.min(*range.end()))
        });
        Values::of(IntegerSet::from_ranges(ranges))
    }

    /// Those that are not in a set.
    pub(super) fn without(&self, set: &IntegerSet) -> Result<Values, Contradiction> {
        let mut kept = Vec::new();
        for (mut lower, upper) in self.ranges() {
            for range in set.ranges() {
                if *range.end() < lower || *range.start() > upper {
                    continue;
                }
                if *range.start() > lower {
                    kept.push(lower..=*range.start() - 1);
                }
                lower = range.end().saturating_add(1);
            }
            if lower <= upper {
                kept.push(lower..=upper);
            }
        }
        Values::of(IntegerSet::from_ranges(kept))
    }

    fn of(set: IntegerSet) -> Result<Values, Contradiction> {
        match (set.lower(), set.upper()) {
            (Some(lower), Some(upper)) => {
                let is_range = set.ranges().len() == 1;
                Ok(Values { lower, upper, set: (!is_range).then(|| Arc::new(set)) })
            }
            _ => Err(Contradiction),
        }
    }

    pub(super) fn ranges(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        let (lower, upper) = (self.lower, self.upper);
        let of_set = self.set.iter().flat_map(|set| set.ranges());
        let of_set = of_set.map(move |range| (lower.max(*range.start()), upper.min(*range.end())));
        let whole = self.set.is_none().then_some((lower, upper));
        whole.into_iter().chain(of_set.filter(|(lower, upper)| lower <= upper))
    }
}

fn at_or_above(set: &IntegerSet, least: i64) -> Option<i64> {
    set.ranges().find(|range| *range.end() >= least).map(|range| least.max(*range.start()))
}

fn at_or_below(set: &IntegerSet, most: i64) -> Option<i64> {
    set.ranges().take_while(|range| *range.start() <= most).last().map(|range| most.min(*range.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_that_of_sets() {
        let subsets: Vec<Vec<i64>> =
            (0..1_u32 << 6).map(|bits| (0..6).filter(|at| bits >> at & 1 == 1).collect()).collect();
        let list = |values: Result<Values, Contradiction>| {
            values.map_or(Vec::new(), |values| {
                let all: Vec<i64> = values.iter().collect();
                assert_eq!((values.lower(), values.upper()), (all[0], all[all.len() - 1]));
                assert_eq!(values.count(), all.len() as u128);
                assert!((-1..8).all(|value| values.contains(value) == all.contains(&value)));
                all
            })
        };
        for own in &subsets[1..] {
            let values = Values::all().within(&IntegerSet::from_values(own.iter().copied())).expect("not empty");
            let kept = |keep: &dyn Fn(i64) -> bool| own.iter().copied().filter(|&v| keep(v)).collect::<Vec<i64>>();
            for other in &subsets {
                let set = IntegerSet::from_values(other.iter().copied());
                assert_eq!(list(values.within(&set)), kept(&|value| other.contains(&value)));
                assert_eq!(list(values.without(&set)), kept(&|value| !other.contains(&value)));
            }
            for lower in -1..8 {
                for upper in -1..8 {
                    let both = values.between(lower, upper);
                    assert_eq!(list(both), kept(&|value| lower <= value && value <= upper));
                }
            }
        }
    }
}

//! Sets of integers, as ranges.

use std::fmt;
use std::ops::RangeInclusive;

/// A set of integers.
///
/// Invariant: the ranges are not empty, increase, and leave at least one number between each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    ranges: Vec<(i64, i64)>,
}

impl IntegerSet {
    /// The numbers of all these ranges; empty ranges add none.
    pub fn from_ranges(ranges: impl IntoIterator<Item = RangeInclusive<i64>>) -> IntegerSet {
        let mut sorted: Vec<(i64, i64)> =
            ranges.into_iter().filter(|range| !range.is_empty()).map(RangeInclusive::into_inner).collect();
        sorted.sort_unstable();
        let mut ranges: Vec<(i64, i64)> = Vec::with_capacity(sorted.len());
        for (lower, upper) in sorted {
            match ranges.last_mut() {
                Some((_, last)) if lower <= last.saturating_add(1) => *last = upper.max(*last),
                _ => ranges.push((lower, upper)),
            }
        }
        IntegerSet { ranges }
    }

    /// These numbers, in any order.
    pub fn from_values(values: impl IntoIterator<Item = i64>) -> IntegerSet {
        IntegerSet::from_ranges(values.into_iter().map(|value| value..=value))
    }

    /// The ranges, increasing.
    pub fn ranges(&self) -> impl ExactSizeIterator<Item = RangeInclusive<i64>> {
        self.ranges.iter().map(|&(lower, upper)| lower..=upper)
    }

    /// The numbers, increasing; a set may have more than fit into memory.
    pub fn iter(&self) -> impl Iterator<Item = i64> {
        self.ranges().flatten()
    }

    /// Whether the number is in the set.
    pub fn contains(&self, value: i64) -> bool {
        self.range_of(value).is_some()
    }

    /// How many of its numbers are less than this one of them; `None` if the number is not in the set.
    pub fn rank(&self, value: i64) -> Option<u128> {
        let at = self.range_of(value)?;
        Some(length(&self.ranges[..at]) + (i128::from(value) - i128::from(self.ranges[at].0)) as u128)
    }

    /// The position of the range that holds the number.
    fn range_of(&self, value: i64) -> Option<usize> {
        let at = self.ranges.partition_point(|&(_, upper)| upper < value);
        (self.ranges.get(at)?.0 <= value).then_some(at)
    }

    /// Whether all its numbers are in the other set.
    pub fn is_subset(&self, other: &IntegerSet) -> bool {
        let mut others = other.ranges.iter().peekable();
        self.ranges.iter().all(|&(lower, upper)| {
            while others.next_if(|&&(_, last)| last < lower).is_some() {}
            others.peek().is_some_and(|&&(first, last)| first <= lower && upper <= last)
        })
    }

    /// How many numbers are in the set, up to 2⁶⁴.
    pub fn len(&self) -> u128 {
        length(&self.ranges)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The least number.
    pub fn lower(&self) -> Option<i64> {
        self.ranges.first().map(|&(lower, _)| lower)
    }

    /// The greatest number.
    pub fn upper(&self) -> Option<i64> {
        self.ranges.last().map(|&(_, upper)| upper)
    }
}

/// How many numbers are in these ranges.
fn length(ranges: &[(i64, i64)]) -> u128 {
    ranges.iter().map(|&(lower, upper)| (i128::from(upper) - i128::from(lower) + 1) as u128).sum()
}

impl fmt::Display for IntegerSet {
    /// As FlatZinc writes it: `1..5`, or `{1,3,5}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [(lower, upper)] = self.ranges[..] {
            return write!(f, "{lower}..{upper}");
        }
        let numbers: Vec<String> = self.iter().map(|value| value.to_string()).collect();
        write!(f, "{{{}}}", numbers.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_told() {
        let sets: Vec<IntegerSet> = (0..64u64)
            .map(|bits| IntegerSet::from_values((0..6).filter(|bit| bits >> bit & 1 == 1).map(|bit| bit - 3)))
            .collect();
        for (a, set) in sets.iter().enumerate() {
            for (b, other) in sets.iter().enumerate() {
                assert_eq!(set.is_subset(other), a & !b == 0, "{set} {other}");
            }
        }
    }

    #[test]
    fn ranges_that_touch_are_one() {
        let set = IntegerSet::from_ranges([4..=6, 1..=3, 9..=9, i64::MAX..=i64::MAX]);
        assert_eq!(set.ranges().collect::<Vec<_>>(), [1..=6, 9..=9, i64::MAX..=i64::MAX]);
        assert_eq!(set.len(), 8);
        assert_eq!([0, 1, 6, 7, 9, 10].map(|value| set.contains(value)), [false, true, true, false, true, false]);
        assert_eq!(IntegerSet::from_ranges([i64::MIN..=i64::MAX]).len(), 1 << 64);
        assert_eq!(IntegerSet::from_values([3, 1]).to_string(), "{1,3}");
        assert_eq!(IntegerSet::from_values([2, 1]).to_string(), "1..2");
        assert_eq!([1, 6, 7, 9, i64::MAX].map(|value| set.rank(value)), [Some(0), Some(5), None, Some(6), Some(7)]);
    }
}

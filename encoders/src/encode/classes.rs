//! The values of a partial sum, gathered into classes.

use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

/// The sums that a part of a longer sum can take, gathered into intervals: two sums stand in one class where
/// nothing that the rest of the sum can still do tells them apart.
///
/// Invariant: `lows` and `highs` are equally long, `lows[i] <= highs[i] < lows[i + 1]`. A sum in no class
/// is forbidden.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Classes<'b> {
    lows: &'b [i64],
    highs: &'b [i64],
}

/// The least and the greatest sum of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) min: i64,
    pub(crate) max: i64,
}

impl Span {
    pub(crate) const ZERO: Span = Span { min: 0, max: 0 };

    /// The sums of one from each.
    pub(crate) fn plus(self, other: Span) -> Span {
        Span { min: self.min + other.min, max: self.max + other.max }
    }

    /// The span of the sums plus this number.
    pub(crate) fn shifted(self, by: i64) -> Span {
        Span { min: self.min + by, max: self.max + by }
    }

    /// The span of the sums divided by a positive number and rounded down.
    pub(crate) fn divided_by(self, divisor: i64) -> Span {
        Span { min: self.min.div_euclid(divisor), max: self.max.div_euclid(divisor) }
    }

    /// The rest of this span once a part of it is taken out.
    pub(crate) fn minus(self, part: Span) -> Span {
        Span { min: self.min - part.min, max: self.max - part.max }
    }
}

impl<'b> Classes<'b> {
    /// One class for each value; the values increase strictly.
    pub(crate) fn points(bump: &'b Bump, values: impl IntoIterator<Item = i64>) -> Classes<'b> {
        let values = BumpVec::from_iter_in(values, bump).into_bump_slice();
        Classes { lows: values, highs: values }
    }

    /// These intervals, increasing and disjoint.
    pub(crate) fn intervals(bump: &'b Bump, intervals: impl IntoIterator<Item = (i64, i64)>) -> Classes<'b> {
        let mut lows = BumpVec::new_in(bump);
        let mut highs = BumpVec::new_in(bump);
        for (low, high) in intervals {
            debug_assert!(low <= high && highs.last().is_none_or(|&last| last < low));
            lows.push(low);
            highs.push(high);
        }
        Classes { lows: lows.into_bump_slice(), highs: highs.into_bump_slice() }
    }

    pub(crate) fn len(self) -> usize {
        self.lows.len()
    }

    pub(crate) fn lows(self) -> &'b [i64] {
        self.lows
    }

    pub(crate) fn highs(self) -> &'b [i64] {
        self.highs
    }

    /// Whether every class is a single number.
    pub(crate) fn is_points(self) -> bool {
        self.lows == self.highs
    }

    /// From the least to the greatest sum; zero where everything is forbidden.
    pub(crate) fn span(self) -> Span {
        match (self.lows.first(), self.highs.last()) {
            (Some(&min), Some(&max)) => Span { min, max },
            _ => Span::ZERO,
        }
    }

    /// The first class that reaches up to `sum`, the number of classes where none does.
    pub(crate) fn first_reaching(self, sum: i64) -> usize {
        self.highs.partition_point(|&high| high < sum)
    }

    /// The first class that starts at `sum` or above, the number of classes where none does.
    pub(crate) fn first_from(self, sum: i64) -> usize {
        self.lows.partition_point(|&low| low < sum)
    }

    /// Whether a class has this sum.
    pub(crate) fn has(self, sum: i64) -> bool {
        self.has_in_one(sum, sum)
    }

    /// Whether one class has all sums of the interval.
    fn has_in_one(self, low: i64, high: i64) -> bool {
        let index = self.first_reaching(low);
        index < self.len() && self.lows[index] <= low && high <= self.highs[index]
    }

    /// Whether no class has a sum of the interval.
    fn misses(self, low: i64, high: i64) -> bool {
        let index = self.first_reaching(low);
        index == self.len() || self.lows[index] > high
    }
}

/// Gathers sums into classes, knowing what the rest of the sum can add and which totals are told apart.
///
/// `None` as targets: every total is told apart from every other.
#[derive(Clone, Copy)]
pub(crate) struct Gathering<'t> {
    pub(crate) targets: Option<Classes<'t>>,
    pub(crate) rest: Span,
}

impl Gathering<'_> {
    /// The classes of these intervals, sorted by their lower ends. An interval that no rest can complete to a target
    /// is left out; neighbours that every rest sends into the same target become one.
    ///
    /// Intervals that overlap without being equal are always of one class: see `plan`.
    pub(crate) fn gather<'b>(self, bump: &'b Bump, sorted: impl IntoIterator<Item = (i64, i64)>) -> Classes<'b> {
        let mut lows: BumpVec<'b, i64> = BumpVec::new_in(bump);
        let mut highs: BumpVec<'b, i64> = BumpVec::new_in(bump);
        for (low, high) in sorted {
            if self.is_lost(low, high) {
                continue;
            }
            let last = lows.len().wrapping_sub(1);
            match highs.get_mut(last) {
                Some(end) if low <= *end || self.is_one(lows[last], high) => *end = high.max(*end),
                _ => {
                    lows.push(low);
                    highs.push(high);
                }
            }
        }
        Classes { lows: lows.into_bump_slice(), highs: highs.into_bump_slice() }
    }

    fn is_lost(self, low: i64, high: i64) -> bool {
        self.targets.is_some_and(|targets| targets.misses(low + self.rest.min, high + self.rest.max))
    }

    fn is_one(self, low: i64, high: i64) -> bool {
        self.targets.is_some_and(|targets| targets.has_in_one(low + self.rest.min, high + self.rest.max))
    }
}

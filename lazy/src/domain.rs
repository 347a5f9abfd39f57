//! The values that an integer may have at all.

/// The largest magnitude of a value.
pub const MAX_MAGNITUDE: i64 = 1 << 60;

/// A set of integers, as ranges.
///
/// Invariant: there is a range; each is from its first to its last value, and begins above the last
/// value of the one before, with a gap between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Domain {
    ranges: Vec<(i64, i64)>,
}

impl Domain {
    /// `None` where there is no value, or one beyond [`MAX_MAGNITUDE`].
    pub(crate) fn from_ranges(ranges: &[(i64, i64)]) -> Option<Domain> {
        let mut sorted: Vec<(i64, i64)> = ranges.iter().copied().filter(|&(first, last)| first <= last).collect();
        sorted.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::with_capacity(sorted.len());
        for (first, last) in sorted {
            if first < -MAX_MAGNITUDE || last > MAX_MAGNITUDE {
                return None;
            }
            match merged.last_mut() {
                Some(range) if first <= range.1 + 1 => range.1 = range.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        (!merged.is_empty()).then_some(Domain { ranges: merged })
    }

    pub(crate) fn least(&self) -> i64 {
        self.ranges[0].0
    }

    pub(crate) fn greatest(&self) -> i64 {
        self.ranges[self.ranges.len() - 1].1
    }

    /// The least value from this number on.
    pub(crate) fn at_least(&self, number: i64) -> Option<i64> {
        let &(first, _) = self.ranges.get(self.ranges.partition_point(|&(_, last)| last < number))?;
        Some(first.max(number))
    }

    /// The greatest value up to this number.
    pub(crate) fn at_most(&self, number: i64) -> Option<i64> {
        let at = self.ranges.partition_point(|&(first, _)| first <= number).checked_sub(1)?;
        Some(self.ranges[at].1.min(number))
    }

    pub(crate) fn contains(&self, number: i64) -> bool {
        self.at_least(number) == Some(number)
    }

    /// All values, increasing.
    #[cfg(test)]
    pub(crate) fn values(&self) -> impl Iterator<Item = i64> + '_ {
        self.ranges.iter().flat_map(|&(first, last)| first..=last)
    }

    /// How many values there are.
    #[cfg(test)]
    pub(crate) fn len(&self) -> u64 {
        self.ranges.iter().map(|&(first, last)| (last - first) as u64 + 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_between_ranges_are_rounded() {
        let domain = Domain::from_ranges(&[(7, 9), (1, 3), (4, 4), (12, 11)]).unwrap();
        assert_eq!(domain.values().collect::<Vec<_>>(), [1, 2, 3, 4, 7, 8, 9]);
        assert_eq!((domain.least(), domain.greatest(), domain.len()), (1, 9, 7));
        let up: Vec<_> = [0, 4, 5, 7, 9, 10].iter().map(|&number| domain.at_least(number)).collect();
        assert_eq!(up, [Some(1), Some(4), Some(7), Some(7), Some(9), None]);
        let down: Vec<_> = [0, 1, 5, 6, 7, 99].iter().map(|&number| domain.at_most(number)).collect();
        assert_eq!(down, [None, Some(1), Some(4), Some(4), Some(7), Some(9)]);
        assert!(domain.contains(8) && !domain.contains(5));
        assert_eq!(Domain::from_ranges(&[(3, 2)]), None);
        assert_eq!(Domain::from_ranges(&[(0, MAX_MAGNITUDE + 1)]), None);
    }
}

//! At-most-one groups, which stand for a binary clause for each pair of members and never write one out.

use crate::local::Local;

/// The groups of a formula.
///
/// Invariant: `ends` and `occurrence_ends` never decrease; no group holds a member twice; `occurrences` has, for each
/// literal that was known when [`Groups::close`] was called, the groups that hold it.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    members: Vec<Local>,
    ends: Vec<usize>,
    occurrences: Vec<u32>,
    occurrence_ends: Vec<usize>,
}

impl Groups {
    /// Adds a group of distinct members.
    pub(crate) fn push(&mut self, members: &[Local]) {
        self.members.extend_from_slice(members);
        self.ends.push(self.members.len());
    }

    /// Makes the lists of occurrences, after the last group.
    pub(crate) fn close(&mut self, num_literals: usize) {
        let mut ends = vec![0usize; num_literals + 1];
        for member in &self.members {
            ends[member.index() + 1] += 1;
        }
        for index in 1..ends.len() {
            ends[index] += ends[index - 1];
        }
        self.occurrences = vec![0; self.members.len()];
        for group in 0..self.ends.len() {
            for at in self.range(group) {
                let slot = &mut ends[self.members[at].index()];
                self.occurrences[*slot] = group as u32;
                *slot += 1;
            }
        }
        // Filling moved each start to the end of its list.
        ends.pop();
        self.occurrence_ends = ends;
    }

    fn range(&self, group: usize) -> std::ops::Range<usize> {
        let start = if group == 0 { 0 } else { self.ends[group - 1] };
        start..self.ends[group]
    }

    /// The members of a group.
    #[inline]
    pub(crate) fn members(&self, group: usize) -> &[Local] {
        &self.members[self.range(group)]
    }

    /// The groups that hold this literal.
    #[inline]
    pub(crate) fn of(&self, member: Local) -> &[u32] {
        let Some(&end) = self.occurrence_ends.get(member.index()) else { return &[] };
        let start = if member.index() == 0 { 0 } else { self.occurrence_ends[member.index() - 1] };
        &self.occurrences[start..end]
    }

    /// Whether a clause of these two literals is a pair of a group.
    pub(crate) fn has_pair(&self, first: Local, second: Local) -> bool {
        let (groups, others) = (self.of(!first), self.of(!second));
        first != second && groups.iter().any(|group| others.binary_search(group).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_and_pairs_are_found() {
        let local = Local::from_code;
        let mut groups = Groups::default();
        groups.push(&[local(0), local(2), local(5)]);
        groups.push(&[local(2), local(4)]);
        groups.push(&[]);
        groups.close(6);
        assert_eq!(groups.of(local(2)), [0, 1]);
        assert_eq!(groups.of(local(0)), [0]);
        assert!(groups.of(local(1)).is_empty());
        assert!(groups.of(local(99)).is_empty());
        assert_eq!(groups.members(2), []);
        assert!(groups.has_pair(local(1), local(4)));
        assert!(groups.has_pair(local(5), local(3)));
        assert!(!groups.has_pair(local(1), local(5)));
    }
}

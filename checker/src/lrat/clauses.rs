//! Clauses by their identifiers.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use gordian_formula::{Cnf, GroupKind, Lit};

use crate::groups::Groups;
use crate::local::{Local, Numbering};

/// Hashes identifiers, which mostly count up, by one multiplication.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, id: u64) {
        let product = u128::from(id) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

type IdMap<T> = HashMap<u64, T, BuildHasherDefault<IdHasher>>;

/// The literals of a clause in the store.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: usize,
    length: usize,
}

/// Space of deleted clauses is taken back once there is this much of it, and more than half of the store.
const MIN_GARBAGE: usize = 1 << 20;

/// All clauses that are not deleted. Pairs of groups are not stored: their identifiers are computed.
///
/// Invariant: `spans` point into `lits`; `garbage` literals of `lits` belong to no span; once there, `occurrences`
/// has for each literal at least the stored clauses that hold it.
#[derive(Debug, Default)]
pub(crate) struct Clauses {
    spans: IdMap<Span>,
    lits: Vec<Local>,
    garbage: usize,
    occurrences: Option<HashMap<Local, Vec<u64>>>,
    pub(crate) groups: Groups,
    /// The members of all groups, repetitions included.
    raw_members: Vec<Local>,
    /// For each group the end of its raw members, and the identifier of its first pair.
    raw_groups: Vec<(usize, u64)>,
    /// The identifier of the last clause of the formula and the assumptions.
    last_original: u64,
    /// Whether the empty clause is one of these.
    pub(crate) has_empty: bool,
}

impl Clauses {
    /// The clauses of the formula from 1, then those of the groups, then the assumptions as unit clauses.
    pub(crate) fn new(cnf: &Cnf, assumptions: &[Lit], numbering: &mut Numbering) -> Clauses {
        let mut clauses = Clauses::default();
        let mut next_id = 1;
        for clause in cnf.clauses() {
            clauses.insert_lits(next_id, clause, numbering);
            next_id += 1;
        }
        for group in cnf.groups() {
            if group.kind == GroupKind::ExactlyOne {
                clauses.insert_lits(next_id, group.members, numbering);
                next_id += 1;
            }
            clauses.push_group(next_id, group.members, numbering);
            let size = group.members.len() as u64;
            next_id += size * size.saturating_sub(1) / 2;
        }
        for &assumption in assumptions {
            clauses.insert_lits(next_id, &[assumption], numbering);
            next_id += 1;
        }
        clauses.groups.close(2 * numbering.len());
        clauses.last_original = next_id - 1;
        clauses
    }

    pub(crate) fn last_original(&self) -> u64 {
        self.last_original
    }

    fn insert_lits(&mut self, id: u64, lits: &[Lit], numbering: &mut Numbering) {
        self.has_empty |= lits.is_empty();
        let locals: Vec<Local> = lits.iter().map(|&lit| numbering.local(lit)).collect();
        self.insert(id, &locals);
    }

    /// A pair of a member with itself is a unit clause, and stored: no other pair of the group holds that alone.
    fn push_group(&mut self, first_pair: u64, members: &[Lit], numbering: &mut Numbering) {
        let start = self.raw_members.len();
        self.raw_members.extend(members.iter().map(|&member| numbering.local(member)));
        self.raw_groups.push((self.raw_members.len(), first_pair));
        let mut places: Vec<(Local, usize)> =
            self.raw_members[start..].iter().enumerate().map(|(place, &member)| (member, place)).collect();
        places.sort_unstable();
        for pair in 1..places.len() {
            let ((member, place), (other, other_place)) = (places[pair - 1], places[pair]);
            if member == other {
                let id = first_pair + row_start(members.len(), place) + (other_place - place - 1) as u64;
                self.insert(id, &[!member]);
            }
        }
        places.dedup_by_key(|place| place.0);
        let distinct: Vec<Local> = places.into_iter().map(|place| place.0).collect();
        self.groups.push(&distinct);
    }

    pub(crate) fn insert(&mut self, id: u64, lits: &[Local]) {
        self.spans.insert(id, Span { start: self.lits.len(), length: lits.len() });
        self.lits.extend_from_slice(lits);
        if let Some(occurrences) = &mut self.occurrences {
            for &lit in lits {
                occurrences.entry(lit).or_default().push(id);
            }
        }
    }

    /// Whether there was such a clause. Pairs of groups stay, those that are stored, too: a clause that is gone as a
    /// candidate must not be there as a hint.
    pub(crate) fn delete(&mut self, id: u64) -> bool {
        if id <= self.last_original && self.pair(id).is_some() {
            return false;
        }
        let Some(span) = self.spans.remove(&id) else { return false };
        self.garbage += span.length;
        if self.garbage > MIN_GARBAGE && 2 * self.garbage > self.lits.len() {
            let mut compact = Vec::with_capacity(self.lits.len() - self.garbage);
            for span in self.spans.values_mut() {
                let start = compact.len();
                compact.extend_from_slice(&self.lits[span.start..span.start + span.length]);
                span.start = start;
            }
            self.lits = compact;
            self.garbage = 0;
        }
        true
    }

    /// The literals of a stored clause.
    pub(crate) fn stored(&self, id: u64) -> Option<&[Local]> {
        self.spans.get(&id).map(|span| &self.lits[span.start..span.start + span.length])
    }

    /// The pair of a group with this identifier.
    pub(crate) fn pair(&self, id: u64) -> Option<[Local; 2]> {
        let group = self.raw_groups.partition_point(|&(_, first_pair)| first_pair <= id).checked_sub(1)?;
        let (end, first_pair) = self.raw_groups[group];
        let start = if group == 0 { 0 } else { self.raw_groups[group - 1].0 };
        let members = &self.raw_members[start..end];
        let place = id - first_pair;
        if place >= row_start(members.len(), members.len().saturating_sub(1)) {
            return None;
        }
        let (mut low, mut high) = (0, members.len() - 1);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if row_start(members.len(), middle) <= place {
                low = middle;
            } else {
                high = middle;
            }
        }
        let second = low + 1 + (place - row_start(members.len(), low)) as usize;
        Some([!members[low], !members[second]])
    }

    /// The stored clauses that may hold this literal.
    pub(crate) fn holding(&mut self, lit: Local) -> Vec<u64> {
        if self.occurrences.is_none() {
            let mut occurrences: HashMap<Local, Vec<u64>> = HashMap::new();
            let mut ids: Vec<u64> = self.spans.keys().copied().collect();
            ids.sort_unstable();
            for id in ids {
                for &held in self.stored(id).into_iter().flatten() {
                    occurrences.entry(held).or_default().push(id);
                }
            }
            self.occurrences = Some(occurrences);
        }
        let Some(ids) = self.occurrences.as_mut().and_then(|occurrences| occurrences.get_mut(&lit)) else {
            return Vec::new();
        };
        ids.retain(|id| self.spans.contains_key(id));
        ids.clone()
    }
}

/// The number of pairs of a group of `size` members whose first member stands before `row`.
fn row_start(size: usize, row: usize) -> u64 {
    let (size, row) = (size as u64, row as u64);
    row * (2 * size).saturating_sub(row + 1) / 2
}

#[cfg(test)]
mod tests {
    use gordian_formula::ClauseSink;

    use super::*;

    #[test]
    fn space_of_deleted_clauses_is_taken_back() {
        let mut clauses = Clauses::default();
        let clause = |id: u64| -> Vec<Local> { (0..100_000).map(|at| Local::from_code(at ^ id as u32)).collect() };
        for id in 1..=30 {
            clauses.insert(id, &clause(id));
            assert!(id < 3 || clauses.delete(id - 2));
        }
        assert!(clauses.lits.len() < 20 * 100_000);
        assert!(!clauses.delete(28));
        assert_eq!(clauses.stored(29), Some(&clause(29)[..]));
        assert_eq!(clauses.stored(30), Some(&clause(30)[..]));
    }

    #[test]
    fn pairs_have_the_identifiers_of_the_written_formula() {
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let mut cnf = Cnf::new();
        cnf.add_clause(&[lit(1), lit(2)]);
        cnf.add_at_most_one(&[lit(1), lit(-2), lit(3), lit(3), lit(4)]);
        cnf.add_at_most_one(&[]);
        cnf.add_exactly_one(&[lit(5), lit(6)]);
        cnf.add_exactly_one(&[lit(7)]);
        let mut written = Cnf::new();
        cnf.clauses().for_each(|clause| written.add_clause(clause));
        for group in cnf.groups() {
            if group.kind == GroupKind::ExactlyOne {
                written.add_clause(group.members);
            }
            for (place, &first) in group.members.iter().enumerate() {
                group.members[place + 1..].iter().for_each(|&second| written.add_clause(&[!first, !second]));
            }
        }
        written.add_clause(&[lit(-9)]);
        let mut numbering = Numbering::default();
        let clauses = Clauses::new(&cnf, &[lit(-9)], &mut numbering);
        for (index, clause) in written.clauses().enumerate() {
            let id = index as u64 + 1;
            let found = match (clauses.stored(id), clauses.pair(id)) {
                (Some(lits), _) => lits.to_vec(),
                (None, pair) => pair.unwrap().to_vec(),
            };
            let mut names = numbering.names(found);
            let mut expected = clause.to_vec();
            expected.dedup();
            names.dedup();
            assert_eq!(names, expected, "identifier {id}");
        }
        let end = written.num_clauses() as u64;
        assert_eq!(clauses.last_original(), end);
        assert!(clauses.stored(0).is_none() && clauses.pair(0).is_none());
        assert!(clauses.stored(end + 1).is_none() && clauses.pair(end + 1).is_none());
    }
}

//! Whether a permutation is a symmetry of a formula.

use crate::{ClauseSink, Clock, Cnf, GroupKind, Lit, Permutation, Var};

impl Cnf {
    /// Whether the permutation maps the set of clauses and the set of groups onto themselves, and visible variables to
    /// visible variables. Clauses are sets of literals, and those that hold a literal and its
    /// negation are none: they say nothing.
    ///
    /// Every constraint is mapped and looked up. This suffices: different constraints have
    /// different images, so if each image is a constraint, each constraint is an image. Time and
    /// memory are linear in the formula, except for sorting each constraint.
    pub fn is_symmetric_under(&self, permutation: &Permutation) -> bool {
        self.is_symmetric_within(permutation, &Clock::unlimited()).unwrap_or(false)
    }

    /// Like [`Cnf::is_symmetric_under`]; `None` if the clock was over first.
    pub fn is_symmetric_within(&self, permutation: &Permutation, clock: &Clock) -> Option<bool> {
        let image = |var: Var| permutation.image(var.positive()).var();
        let visible_kept = match self.visible() {
            Some(visible) => visible.iter().all(|&var| visible.binary_search(&image(var)).is_ok()),
            None => (0..self.num_vars()).all(|index| image(Var::from_index(index)).index() < self.num_vars()),
        };
        if !visible_kept {
            return Some(false);
        }
        let constraints = ConstraintSet::of(self, clock)?;
        let mut poller = clock.poller(POLL_INTERVAL);
        let mut scratch = Vec::new();
        for (kind, lits) in rows(self) {
            if poller.is_over() {
                return None;
            }
            scratch.clear();
            scratch.extend(lits.iter().map(|&lit| permutation.image(lit)));
            if brings_in_order(kind, &mut scratch, 0) && !constraints.contains(kind, &scratch) {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Constraints between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 12;

/// Clauses, which are of no kind, and groups.
fn rows(cnf: &Cnf) -> impl Iterator<Item = (Option<GroupKind>, &[Lit])> {
    cnf.clauses().map(|clause| (None, clause)).chain(cnf.groups().map(|group| (Some(group.kind), group.members)))
}

/// Sorts the literals of a constraint from `start` on, those of a clause each once; false for a
/// clause that is always true. A group promises something of each place of a literal, so that these
/// stay.
fn brings_in_order(kind: Option<GroupKind>, lits: &mut Vec<Lit>, start: usize) -> bool {
    lits[start..].sort_unstable();
    if kind.is_some() {
        return true;
    }
    let mut end = start;
    for at in start..lits.len() {
        if at == start || lits[at] != lits[end - 1] {
            lits[end] = lits[at];
            end += 1;
        }
    }
    lits.truncate(end);
    // A literal and its negation have codes that follow each other.
    !lits[start..].windows(2).any(|pair| pair[0] == !pair[1])
}

/// The constraints of a formula, to look up.
///
/// Invariant: each row is sorted; `table` has a power of two of entries, at most half of them used, each used one holds
/// the position of a row plus one, and every row stands on the probe path that starts at its hash.
struct ConstraintSet {
    kinds: Vec<Option<GroupKind>>,
    ends: Vec<usize>,
    lits: Vec<Lit>,
    table: Vec<u32>,
}

impl ConstraintSet {
    /// `None` if the clock said that it is over first.
    fn of(cnf: &Cnf, clock: &Clock) -> Option<ConstraintSet> {
        let mut poller = clock.poller(POLL_INTERVAL);
        let num_rows = cnf.num_clauses() + cnf.num_groups();
        let mut set = ConstraintSet {
            kinds: Vec::with_capacity(num_rows),
            ends: Vec::with_capacity(num_rows),
            lits: Vec::with_capacity(rows(cnf).map(|(_, lits)| lits.len()).sum()),
            table: vec![0; (2 * num_rows).next_power_of_two()],
        };
        for (kind, lits) in rows(cnf) {
            if poller.is_over() {
                return None;
            }
            let start = set.lits.len();
            set.lits.extend_from_slice(lits);
            if !brings_in_order(kind, &mut set.lits, start) {
                set.lits.truncate(start);
                continue;
            }
            set.kinds.push(kind);
            set.ends.push(set.lits.len());
            let at = set.probe(kind, &set.lits[start..]);
            if set.table[at] == 0 {
                set.table[at] = set.kinds.len() as u32;
            }
        }
        Some(set)
    }

    fn contains(&self, kind: Option<GroupKind>, sorted: &[Lit]) -> bool {
        self.table[self.probe(kind, sorted)] != 0
    }

    /// The index of the constraint in the table, or the free entry where it would stand.
    fn probe(&self, kind: Option<GroupKind>, sorted: &[Lit]) -> usize {
        let mask = self.table.len() - 1;
        let mut at = hash(sorted) as usize & mask;
        while self.table[at] != 0 && !self.is_at(self.table[at] as usize - 1, kind, sorted) {
            at = (at + 1) & mask;
        }
        at
    }

    fn is_at(&self, position: usize, kind: Option<GroupKind>, sorted: &[Lit]) -> bool {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        self.kinds[position] == kind && self.lits[start..self.ends[position]] == *sorted
    }
}

/// Multiply and fold, the high half into the low one, which the table uses.
fn hash(lits: &[Lit]) -> u64 {
    lits.iter().fold(0x9e37_79b9_7f4a_7c15, |hash, lit| {
        let mixed = (hash ^ u64::from(lit.code())).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    #[test]
    fn a_permutation_is_a_symmetry_only_if_every_constraint_has_its_image() {
        let mut cnf = Cnf::new();
        cnf.add_clause(&[lit(1), lit(-2)]);
        cnf.add_clause(&[lit(2), lit(-3)]);
        cnf.add_clause(&[lit(3), lit(-1)]);
        let turn = Permutation::parse("(1 2 3)", 3).unwrap();
        let swap = Permutation::parse("(1 2)", 3).unwrap();
        assert!(cnf.is_symmetric_under(&turn));
        assert!(!cnf.is_symmetric_under(&swap));
    }

    #[test]
    fn clauses_that_say_the_same_are_the_same() {
        let clauses = |clauses: &[&[i32]]| {
            let mut cnf = Cnf::new();
            cnf.reserve_vars(4);
            clauses.iter().for_each(|clause| cnf.add_clause(&clause.iter().map(|&of| lit(of)).collect::<Vec<Lit>>()));
            cnf
        };
        let swap = Permutation::parse("(1 2)", 4).unwrap();
        // Tautologies, repeated literals, in any order, and repeated clauses.
        assert!(clauses(&[&[1, -1], &[1, 2]]).is_symmetric_under(&swap));
        assert!(clauses(&[&[3, 1, -3], &[1, 2], &[4, 4]]).is_symmetric_under(&swap));
        assert!(clauses(&[&[1, 1, 3], &[2, 3]]).is_symmetric_under(&swap));
        assert!(clauses(&[&[1, 3, 1], &[3, 2, 3], &[2, 3]]).is_symmetric_under(&swap));
        assert!(clauses(&[&[-4, 1, 1, 4], &[]]).is_symmetric_under(&swap));
        assert!(!clauses(&[&[1, 1, 3], &[2, 2, 4]]).is_symmetric_under(&swap));
        assert!(!clauses(&[&[1, 1], &[2, -2]]).is_symmetric_under(&swap));
        // In a group, a member that stands twice is false.
        let mut cnf = clauses(&[]);
        cnf.add_at_most_one(&[lit(1), lit(1), lit(2)]);
        cnf.add_at_most_one(&[lit(1), lit(2), lit(2)]);
        assert!(cnf.is_symmetric_under(&swap));
        cnf.add_at_most_one(&[lit(1), lit(1)]);
        assert!(!cnf.is_symmetric_under(&swap));
    }

    #[test]
    fn the_kind_of_a_group_and_what_is_visible_have_to_stay() {
        let mut cnf = Cnf::new();
        cnf.add_exactly_one(&[lit(1), lit(2)]);
        cnf.add_exactly_one(&[lit(2), lit(1)]);
        cnf.add_at_most_one(&[lit(3), lit(4)]);
        let symmetric = |cnf: &Cnf, text| cnf.is_symmetric_under(&Permutation::parse(text, 4).unwrap());
        assert!(symmetric(&cnf, "(1 2)(3 4)"));
        assert!(!symmetric(&cnf, "(1 3)(2 4)"));
        assert!(!symmetric(&cnf, "(1 -1)"));
        cnf.add_visible(&[lit(1).var()]);
        assert!(!symmetric(&cnf, "(1 2)"));
        assert!(symmetric(&cnf, "(3 4)"));
        assert!(Cnf::new().is_symmetric_under(&Permutation::identity(0)));
    }

    #[test]
    #[cfg_attr(miri, ignore = "has many clauses")]
    fn a_clock_that_is_over_leaves_the_question_open() {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(2);
        let swap = Permutation::parse("(1 2)", 2).unwrap();
        let over = Clock::unlimited().with_flag(Arc::new(AtomicBool::new(true)));
        for _ in 0..=POLL_INTERVAL {
            cnf.add_clause(&[lit(1), lit(2)]);
        }
        assert_eq!(cnf.is_symmetric_within(&swap, &over), None);
        assert_eq!(cnf.is_symmetric_within(&swap, &Clock::unlimited()), Some(true));
    }

    #[test]
    #[cfg_attr(miri, ignore = "has many clauses")]
    fn constraints_that_share_a_place_in_the_table_are_told_apart() {
        // All pairs of some variables but one: only what moves that pair is no symmetry.
        let mut cnf = Cnf::new();
        let pairs = (1..=40).flat_map(|second| (1..second).map(move |first| [lit(first), lit(second)]));
        pairs.filter(|&pair| pair != [lit(1), lit(2)]).for_each(|pair| cnf.add_clause(&pair));
        assert!(cnf.is_symmetric_under(&Permutation::parse("(1 2)(3 4 5)(6 40)", 40).unwrap()));
        for text in ["(1 3)", "(2 40)", "(1 -1)", "(7 -7)"] {
            assert!(!cnf.is_symmetric_under(&Permutation::parse(text, 40).unwrap()), "{text}");
        }
    }

    #[test]
    fn a_permutation_of_more_variables_keeps_to_those_of_the_formula() {
        let mut cnf = Cnf::new();
        cnf.reserve_vars(2);
        assert!(!cnf.is_symmetric_under(&Permutation::parse("(1 3)", 3).unwrap()));
        assert!(cnf.is_symmetric_under(&Permutation::parse("(1 2)", 3).unwrap()));
    }
}

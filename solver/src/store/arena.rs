//! Clauses of three and more literals, end to end in one store.

use gordian_formula::Lit;

/// A clause in the arena: the offset of its header, in words.
///
/// Valid until the next compaction, which hands out the new one through [`Arena::forwarded`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ClauseRef(u32);

impl ClauseRef {
    /// One bit of a watch tells binary clauses from long ones, so offsets have 31.
    pub(crate) const LIMIT: usize = 1 << 31;

    #[inline]
    pub(crate) const fn from_offset(offset: u32) -> ClauseRef {
        ClauseRef(offset)
    }

    #[inline]
    pub(crate) fn offset(self) -> u32 {
        self.0
    }
}

/// The clause store.
///
/// A clause is three words of header (size; flags and glue; where the last search for a watch ended) and its
/// literals. Words are kept as literals, so that a clause is a slice of the store without any conversion.
///
/// Invariant: headers and clauses follow each other without gaps, except for runs of [`PADDING`]
/// where a clause was shortened; `garbage` counts the words of padding and of clauses marked as
/// garbage. The first two literals of a clause are the watched ones. Before `first_change` no
/// clause is garbage or has other literals than at the last compaction, and none before
/// `learned_from` is redundant. A clause has a number in `identifiers` only as long as it is the
/// clause of the proof that it was then: under other names it is the same.
#[derive(Clone, Default)]
pub(crate) struct Arena {
    words: Vec<Lit>,
    garbage: usize,
    first_change: Option<ClauseRef>,
    learned_from: usize,
    /// For each clause its identifier in a proof, or 0, at its offset by the words of the smallest
    /// clause: so they lie close. Not longer than it needs to be: empty where nobody asks.
    identifiers: Vec<u32>,
}

const HEADER: usize = 3;
const SIZE: usize = 0;
const FLAGS: usize = 1;
const POSITION: usize = 2;
const SMALLEST: usize = HEADER + 2;

/// No size is this large, so a walk tells it from a header.
const PADDING: Lit = Lit::from_code(u32::MAX);

const REDUNDANT: u32 = 1;
const GARBAGE: u32 = 2;
const REASON: u32 = 4;
const USED_SHIFT: u32 = 3;
const USED_MASK: u32 = 0b11 << USED_SHIFT;
const VIVIFIED: u32 = 1 << 5;
const GLUE_SHIFT: u32 = 6;
const GLUE_MAX: u32 = (1 << (32 - GLUE_SHIFT)) - 1;

impl Arena {
    /// Stores a clause of at least two literals, two only while watches are put away; a learned one
    /// comes with its glue and is redundant.
    pub(crate) fn add(&mut self, lits: &[Lit], glue: Option<u32>) -> ClauseRef {
        debug_assert!(lits.len() >= 2);
        assert!(self.words.len() + HEADER + lits.len() < ClauseRef::LIMIT, "the clause store is limited to 8 GiB");
        let offset = self.words.len() as u32;
        let flags = glue.map_or(0, |glue| REDUNDANT | glue.min(GLUE_MAX) << GLUE_SHIFT);
        self.words.extend([lits.len() as u32, flags, 2].map(Lit::from_code));
        self.words.extend_from_slice(lits);
        if glue.is_none() && self.learned_from == offset as usize {
            self.learned_from = self.words.len();
        }
        ClauseRef(offset)
    }

    /// The literals of a clause, the watched ones first.
    #[inline]
    pub(crate) fn lits(&self, clause: ClauseRef) -> &[Lit] {
        let start = clause.0 as usize + HEADER;
        &self.words[start..start + self.size(clause)]
    }

    /// The indices in the store of a clause's size, of the position where the last search for a
    /// watch ended (at least 2), and of its literals.
    #[inline]
    pub(crate) fn places(clause: ClauseRef) -> [usize; 3] {
        let start = clause.0 as usize;
        [start + SIZE, start + POSITION, start + HEADER]
    }

    /// The store itself.
    #[inline]
    pub(crate) fn words_mut(&mut self) -> &mut Vec<Lit> {
        &mut self.words
    }

    #[inline]
    pub(crate) fn size(&self, clause: ClauseRef) -> usize {
        self.words[clause.0 as usize + SIZE].index()
    }

    #[inline]
    fn flags(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + FLAGS].code()
    }

    #[inline]
    fn set_flags(&mut self, clause: ClauseRef, flags: u32) {
        self.words[clause.0 as usize + FLAGS] = Lit::from_code(flags);
    }

    /// Whether it was learned, and may be forgotten without changing the formula.
    #[inline]
    pub(crate) fn is_redundant(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & REDUNDANT != 0
    }

    #[inline]
    pub(crate) fn is_garbage(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & GARBAGE != 0
    }

    /// Marks a clause to be left out by the next compaction.
    pub(crate) fn mark_garbage(&mut self, clause: ClauseRef) {
        debug_assert!(!self.is_garbage(clause));
        self.note_change(clause);
        self.garbage += HEADER + self.size(clause);
        self.set_flags(clause, self.flags(clause) | GARBAGE);
    }

    fn note_change(&mut self, clause: ClauseRef) {
        self.first_change = Some(self.first_change.map_or(clause, |first| first.min(clause)));
    }

    /// Whether no clause became garbage or has other literals since the last compaction.
    pub(crate) fn is_unchanged(&self) -> bool {
        self.first_change.is_none()
    }

    /// Whether the clause, and all before it, are and stay where they are, with the literals that
    /// they had at the last compaction.
    #[inline]
    pub(crate) fn is_settled(&self, clause: ClauseRef) -> bool {
        self.first_change.is_none_or(|first| clause < first)
    }

    /// Whether it is held back from removal because it is the reason of an assignment.
    #[inline]
    pub(crate) fn is_reason(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & REASON != 0
    }

    pub(crate) fn set_reason(&mut self, clause: ClauseRef, is_reason: bool) {
        let flags = self.flags(clause) & !REASON;
        self.set_flags(clause, if is_reason { flags | REASON } else { flags });
    }

    /// The number of decision levels joined by a learned clause, less one; those of assumptions count as one.
    #[inline]
    pub(crate) fn glue(&self, clause: ClauseRef) -> u32 {
        self.flags(clause) >> GLUE_SHIFT
    }

    #[inline]
    pub(crate) fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        let rest = self.flags(clause) & ((1 << GLUE_SHIFT) - 1);
        self.set_flags(clause, rest | glue.min(GLUE_MAX) << GLUE_SHIFT);
    }

    /// Whether vivification tried it since it last began anew.
    pub(crate) fn is_vivified(&self, clause: ClauseRef) -> bool {
        self.flags(clause) & VIVIFIED != 0
    }

    pub(crate) fn set_vivified(&mut self, clause: ClauseRef, is_vivified: bool) {
        let flags = self.flags(clause) & !VIVIFIED;
        self.set_flags(clause, if is_vivified { flags | VIVIFIED } else { flags });
    }

    /// The number of reductions that a learned clause survives for having been an antecedent, 0 to
    /// 3.
    #[inline]
    pub(crate) fn used(&self, clause: ClauseRef) -> u32 {
        (self.flags(clause) & USED_MASK) >> USED_SHIFT
    }

    #[inline]
    pub(crate) fn set_used(&mut self, clause: ClauseRef, used: u32) {
        let rest = self.flags(clause) & !USED_MASK;
        self.set_flags(clause, rest | used << USED_SHIFT);
    }

    /// The identifier that was noted for the clause, 0 if there is none.
    #[inline]
    pub(crate) fn identifier(&self, clause: ClauseRef) -> u64 {
        self.identifiers.get(clause.0 as usize / SMALLEST).copied().unwrap_or(0).into()
    }

    /// Notes the identifier of a clause, unless it is 0 or too large to be noted.
    pub(crate) fn note_identifier(&mut self, clause: ClauseRef, identifier: u64) {
        if identifier == 0 {
            return;
        }
        let at = clause.0 as usize / SMALLEST;
        if at >= self.identifiers.len() {
            self.identifiers.resize(self.words.len() / SMALLEST, 0);
        }
        self.identifiers[at] = u32::try_from(identifier).unwrap_or(0);
    }

    /// Forgets all identifiers: another proof has others.
    pub(crate) fn forget_identifiers(&mut self) {
        self.identifiers.clear();
    }

    fn forget_identifier(&mut self, clause: ClauseRef) {
        if let Some(identifier) = self.identifiers.get_mut(clause.0 as usize / SMALLEST) {
            *identifier = 0;
        }
    }

    /// Keeps the literals for which `keep` holds, in their order; at least two. While it is
    /// watched, its first two must be among them.
    pub(crate) fn retain_lits(&mut self, clause: ClauseRef, mut keep: impl FnMut(Lit) -> bool) {
        let start = clause.0 as usize + HEADER;
        let size = self.size(clause);
        let lits = &mut self.words[start..start + size];
        let mut kept = 0;
        for from in 0..size {
            if keep(lits[from]) {
                lits[kept] = lits[from];
                kept += 1;
            }
        }
        debug_assert!(kept >= 2);
        lits[kept..].fill(PADDING);
        self.note_change(clause);
        self.forget_identifier(clause);
        self.garbage += size - kept;
        self.words[clause.0 as usize + SIZE] = Lit::from_code(kept as u32);
        self.words[clause.0 as usize + POSITION] = Lit::from_code(2);
    }

    /// Gives a clause other literals: at least two, no more than it has, and while it is watched, the first two stay.
    pub(crate) fn rewrite(&mut self, clause: ClauseRef, lits: &[Lit]) {
        debug_assert!(lits.len() >= 2);
        let start = clause.0 as usize + HEADER;
        let size = self.size(clause);
        self.note_change(clause);
        self.forget_identifier(clause);
        let (kept, rest) = self.words[start..start + size].split_at_mut(lits.len());
        kept.copy_from_slice(lits);
        rest.fill(PADDING);
        self.garbage += size - lits.len();
        self.words[clause.0 as usize + SIZE] = Lit::from_code(lits.len() as u32);
        self.words[clause.0 as usize + POSITION] = Lit::from_code(2);
        self.set_glue(clause, self.glue(clause).min(lits.len() as u32 - 1));
    }

    /// Renames the literals of all clauses, which keep their identifiers. There is no garbage.
    pub(crate) fn map_lits(&mut self, new: impl Fn(Lit) -> Lit) {
        debug_assert_eq!(self.garbage, 0);
        let mut start = 0;
        while start < self.words.len() {
            let lits = start + HEADER..start + HEADER + self.words[start + SIZE].index();
            start = lits.end;
            self.words[lits].iter_mut().for_each(|lit| *lit = new(*lit));
        }
    }

    /// The clauses in the order of the store, garbage included.
    pub(crate) fn clauses(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        self.clauses_since(self.clause_from(0))
    }

    /// The clauses of the formula, without garbage.
    pub(crate) fn irredundant(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        self.clauses().filter(|&clause| !self.is_redundant(clause) && !self.is_garbage(clause))
    }

    /// The first learned clause, or a clause before it.
    pub(crate) fn first_learned(&self) -> Option<ClauseRef> {
        self.clause_from(self.learned_from)
    }

    /// A clause and those after it, garbage included.
    pub(crate) fn clauses_since(&self, first: Option<ClauseRef>) -> impl Iterator<Item = ClauseRef> + '_ {
        std::iter::successors(first, |&clause| self.next(clause))
    }

    /// The first clause at or after a word offset that is the end of another one; it lets a loop
    /// change clauses as it goes.
    pub(crate) fn clause_from(&self, mut offset: usize) -> Option<ClauseRef> {
        while *self.words.get(offset)? == PADDING {
            offset += 1;
        }
        Some(ClauseRef(offset as u32))
    }

    /// The clause after this one.
    pub(crate) fn next(&self, clause: ClauseRef) -> Option<ClauseRef> {
        self.clause_from(clause.0 as usize + HEADER + self.size(clause))
    }

    /// Whether a compaction would free more than half of the store, and more than so many words.
    pub(crate) fn is_mostly_garbage(&self, num_words: usize) -> bool {
        self.garbage > self.words.len() / 2 && self.garbage > num_words
    }

    /// Whether a compaction leaves a clause in the store.
    fn is_kept(&self, clause: ClauseRef, least_size: usize) -> bool {
        !self.is_garbage(clause) && self.size(clause) >= least_size
    }

    /// The first index that a compaction changes.
    fn compaction_start(&self) -> usize {
        self.first_change.map_or(self.words.len(), |first| first.0 as usize)
    }

    /// First half of a compaction: writes into each clause of at least so many literals, 2 or 3,
    /// where it will be. With 3, one that was shortened to two literals moves to the watch lists
    /// and has no place.
    ///
    /// Until [`Arena::finish_compaction`] with the same number, clauses may be read but none may be added.
    pub(crate) fn plan_compaction(&mut self, least_size: usize) {
        let mut target = self.compaction_start();
        let mut next = self.clause_from(target);
        while let Some(clause) = next {
            next = self.next(clause);
            if self.is_kept(clause, least_size) {
                self.words[clause.0 as usize + POSITION] = Lit::from_code(target as u32);
                target += HEADER + self.size(clause);
            }
        }
    }

    /// The new place of a clause that stays, once a compaction is planned.
    pub(crate) fn forwarded(&self, clause: ClauseRef) -> ClauseRef {
        if self.is_settled(clause) { clause } else { ClauseRef(self.words[clause.0 as usize + POSITION].code()) }
    }

    /// Leads a reference to where its clause will be, once a compaction is planned; false, and
    /// nothing done, if that is garbage.
    pub(crate) fn forward(&self, clause: &mut ClauseRef) -> bool {
        let is_kept = self.is_settled(*clause) || !self.is_garbage(*clause);
        if is_kept {
            *clause = self.forwarded(*clause);
        }
        is_kept
    }

    /// Second half of a compaction: moves the clauses.
    pub(crate) fn finish_compaction(&mut self, least_size: usize) {
        let start = self.compaction_start();
        let mut target = start;
        let mut next = self.clause_from(start);
        let mut learned_from = None;
        while let Some(clause) = next {
            next = self.next(clause);
            if self.is_kept(clause, least_size) {
                if self.is_redundant(clause) {
                    learned_from.get_or_insert(target);
                }
                target = self.move_to(clause, target);
            }
        }
        if self.learned_from > start {
            self.learned_from = learned_from.unwrap_or(target);
        }
        self.end_at(target);
        self.give_back_room();
    }

    /// Moves a clause down and resets its search for the next watch. Returns the place for the next
    /// clause.
    fn move_to(&mut self, clause: ClauseRef, target: usize) -> usize {
        let start = clause.0 as usize;
        let end = start + HEADER + self.size(clause);
        self.words[start + POSITION] = Lit::from_code(2);
        self.words.copy_within(start..end, target);
        let identifier = self.identifiers.get(start / SMALLEST).copied().unwrap_or(0);
        if let Some(moved) = self.identifiers.get_mut(target / SMALLEST) {
            *moved = identifier;
        }
        target + end - start
    }

    /// Cuts off the words after a compaction.
    fn end_at(&mut self, target: usize) {
        self.words.truncate(target);
        self.identifiers.truncate(target / SMALLEST);
        self.garbage = 0;
        self.first_change = None;
    }

    /// Elimination and learning may have left far more room than is needed again soon.
    fn give_back_room(&mut self) {
        self.words.shrink_to(self.words.len() + self.words.len() / 2);
    }

    /// A compaction that lays clauses out by use, while nothing refers to them: those of the
    /// formula first, then the learned ones by the tier of their glue, in unchanged order within
    /// each. The clauses that are forgotten next then lie at the end, so later compactions leave
    /// most of the store alone.
    pub(crate) fn lay_out_by_use<const TIERS: usize>(&mut self, tier_of: impl Fn(u32) -> usize) {
        let mut learned: [Vec<Lit>; TIERS] = [const { Vec::new() }; TIERS];
        let mut identifiers: [Vec<u64>; TIERS] = [const { Vec::new() }; TIERS];
        let mut target = 0;
        let mut next = self.clause_from(0);
        while let Some(clause) = next {
            next = self.next(clause);
            if self.is_garbage(clause) {
                continue;
            }
            if self.is_redundant(clause) {
                let tier = tier_of(self.glue(clause));
                let start = clause.0 as usize;
                learned[tier].extend_from_slice(&self.words[start..start + HEADER + self.size(clause)]);
                identifiers[tier].push(self.identifier(clause));
            } else {
                target = self.move_to(clause, target);
            }
        }
        self.end_at(target);
        self.learned_from = target;
        for (words, identifiers) in learned.into_iter().zip(identifiers) {
            let mut next = Some(ClauseRef(self.words.len() as u32));
            self.words.extend(words);
            for identifier in identifiers {
                let clause = next.expect("one identifier a clause");
                self.words[clause.0 as usize + POSITION] = Lit::from_code(2);
                next = self.next(clause);
                self.note_identifier(clause, identifier);
            }
        }
        self.give_back_room();
    }

    /// Panics unless the invariant on the type holds.
    pub(crate) fn check_invariants(&self) {
        let mut garbage = self.words.len();
        for clause in self.clauses() {
            assert!(self.size(clause) >= 2);
            assert!(!self.is_garbage(clause) || !self.is_settled(clause));
            assert!(!self.is_redundant(clause) || clause.0 as usize >= self.learned_from);
            if !self.is_garbage(clause) {
                garbage -= HEADER + self.size(clause);
            }
        }
        assert_eq!(garbage, self.garbage);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gordian_testkit::lits;

    #[test]
    fn compaction_drops_garbage_and_padding_and_tells_where_clauses_went() {
        let mut arena = Arena::default();
        let first = arena.add(&lits(&[1, 2, 3]), None);
        let second = arena.add(&lits(&[-1, 2, 3, 4, 5]), Some(3));
        let third = arena.add(&lits(&[1, -2, 5, 6]), Some(2));
        let shrunk_away = arena.add(&lits(&[7, 8, 9]), None);
        arena.mark_garbage(first);
        arena.retain_lits(second, |lit| lit.to_dimacs() != 4);
        arena.retain_lits(shrunk_away, |lit| lit.to_dimacs() != 9);
        arena.check_invariants();
        assert_eq!(arena.clauses().count(), 4);

        arena.plan_compaction(3);
        let moved = [second, third].map(|clause| arena.forwarded(clause));
        arena.finish_compaction(3);
        arena.check_invariants();
        assert_eq!(arena.lits(moved[0]), lits(&[-1, 2, 3, 5]));
        assert_eq!(arena.lits(moved[1]), lits(&[1, -2, 5, 6]));
        assert_eq!((arena.glue(moved[0]), arena.is_redundant(moved[0])), (3, true));
        assert_eq!(arena.clauses().collect::<Vec<_>>(), moved);
    }

    #[test]
    fn compaction_leaves_alone_what_lies_before_the_first_change() {
        let mut arena = Arena::default();
        let clauses: Vec<ClauseRef> =
            (1..=5).map(|var| arena.add(&lits(&[var, 6, 7, 8]), (var > 2).then_some(var as u32))).collect();
        assert!(arena.is_unchanged() && clauses.iter().all(|&clause| arena.is_settled(clause)));
        assert_eq!(arena.first_learned(), Some(clauses[2]));
        arena.retain_lits(clauses[3], |lit| lit.to_dimacs() != 8);
        arena.mark_garbage(clauses[2]);
        assert_eq!(clauses.iter().filter(|&&clause| arena.is_settled(clause)).count(), 2);
        arena.plan_compaction(3);
        let mut references = clauses.clone();
        references.retain_mut(|clause| arena.forward(clause));
        arena.finish_compaction(3);
        arena.check_invariants();
        assert_eq!(arena.clauses().collect::<Vec<_>>(), references);
        assert_eq!(references[..3], clauses[..3]);
        assert_eq!(arena.first_learned(), Some(references[2]));
        assert!(arena.is_unchanged());
        assert_eq!(arena.lits(references[2]), lits(&[4, 6, 7]));
        assert_eq!(arena.lits(references[3]), lits(&[5, 6, 7, 8]));
    }

    #[test]
    fn clauses_laid_out_by_use_keep_what_they_have() {
        let mut arena = Arena::default();
        for (var, glue) in [(1, Some(9)), (2, None), (3, Some(1)), (4, Some(9)), (5, None), (6, Some(4))] {
            let clause = arena.add(&lits(&[var, 7, 8]), glue);
            arena.note_identifier(clause, var as u64);
        }
        let fourth = arena.clauses().nth(3).unwrap();
        arena.mark_garbage(fourth);
        arena.lay_out_by_use::<2>(|glue| usize::from(glue > 2));
        arena.check_invariants();
        let found: Vec<(i32, u64)> =
            arena.clauses().map(|clause| (arena.lits(clause)[0].to_dimacs(), arena.identifier(clause))).collect();
        assert_eq!(found, [(2, 2), (5, 5), (3, 3), (1, 1), (6, 6)]);
        assert_eq!(arena.first_learned(), arena.clauses().nth(2));
        assert!(arena.is_unchanged());
    }

    #[test]
    fn compaction_keeps_clauses_of_two_literals_where_they_have_no_other_place() {
        let mut arena = Arena::default();
        let long = arena.add(&lits(&[1, 2, 3]), None);
        let binary = arena.add(&lits(&[-1, 2]), None);
        assert!(!arena.is_mostly_garbage(0));
        arena.mark_garbage(long);
        assert!(arena.is_mostly_garbage(5) && !arena.is_mostly_garbage(6));
        arena.plan_compaction(2);
        let moved = arena.forwarded(binary);
        arena.finish_compaction(2);
        arena.check_invariants();
        assert_eq!(arena.lits(moved), lits(&[-1, 2]));
        assert_eq!(arena.clauses().collect::<Vec<_>>(), [moved]);
    }

    #[test]
    fn clauses_take_their_identifiers_along() {
        let mut arena = Arena::default();
        let clauses: Vec<ClauseRef> = (1..=4).map(|var| arena.add(&lits(&[var, 5, 6]), None)).collect();
        arena.note_identifier(clauses[0], 10);
        arena.note_identifier(clauses[1], 11);
        let late = arena.add(&lits(&[7, 8, 9]), None);
        arena.mark_garbage(clauses[0]);
        arena.mark_garbage(clauses[2]);
        arena.plan_compaction(3);
        let moved = [clauses[1], clauses[3], late].map(|clause| arena.forwarded(clause));
        arena.finish_compaction(3);
        assert_eq!(moved.map(|clause| arena.identifier(clause)), [11, 0, 0]);
        arena.map_lits(|lit| !lit);
        assert_eq!(moved.map(|clause| arena.identifier(clause)), [11, 0, 0]);
        let new = arena.add(&lits(&[1, 2, 3]), None);
        assert_eq!(arena.identifier(new), 0);
        arena.retain_lits(moved[0], |lit| lit.to_dimacs() != 2);
        assert_eq!(arena.identifier(moved[0]), 0);
    }

    #[test]
    fn flags_do_not_disturb_each_other() {
        let mut arena = Arena::default();
        let clause = arena.add(&lits(&[1, 2, 3]), Some(u32::MAX));
        assert_eq!(arena.glue(clause), GLUE_MAX);
        arena.set_used(clause, 3);
        arena.set_glue(clause, 7);
        arena.set_reason(clause, true);
        assert_eq!((arena.used(clause), arena.glue(clause), arena.is_reason(clause)), (3, 7, true));
        arena.set_reason(clause, false);
        arena.set_used(clause, 1);
        assert_eq!((arena.used(clause), arena.glue(clause), arena.is_redundant(clause)), (1, 7, true));
    }
}

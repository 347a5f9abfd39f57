//! Clauses end to end in one store.

use crate::local::Local;
use crate::read::position::ProofError;

/// A clause: the offset of its header in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(crate) struct ClauseRef(u32);

impl ClauseRef {
    /// A reference that no clause has.
    pub(crate) const NONE: ClauseRef = ClauseRef(u32::MAX);

    /// Below 2³¹, but for `NONE`.
    #[inline]
    pub(crate) fn code(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) fn from_code(code: u32) -> ClauseRef {
        ClauseRef(code)
    }
}

/// The clause takes no part in propagation: deleted, or not added yet at the step where the checker stands.
const ABSENT: u32 = 1;
/// The contradiction rests on the clause.
const CORE: u32 = 2;
/// The clause was added by the proof.
const LEMMA: u32 = 4;
const FLAG_BITS: u32 = 3;

/// The most words, so that references stay below 2³¹.
const MAX_WORDS: usize = 1 << 31;
/// The most literals of a clause.
const MAX_LENGTH: usize = 1 << 27;

/// Header: length and flags; hash of the literals; next clause in the same bucket; first literal or source.
const HEADER: usize = 4;

/// All clauses of formula and proof, in the order in which they were added; none is ever moved or given back.
///
/// Invariant: the store is a sequence of headers, each followed by as many literals as it says.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    words: Vec<u32>,
}

impl Arena {
    /// Stores a clause. `tag` is the code of the first literal for a lemma, the index of its source for others.
    ///
    /// # Errors
    /// If the store or the clause is too large.
    pub(crate) fn push(&mut self, lits: &[Local], is_lemma: bool, tag: u32) -> Result<ClauseRef, ProofError> {
        if lits.len() > MAX_LENGTH || self.words.len() + lits.len() + HEADER > MAX_WORDS {
            return Err(ProofError::TooLarge);
        }
        let clause = ClauseRef(self.words.len() as u32);
        let flags = if is_lemma { LEMMA } else { 0 };
        self.words.extend([(lits.len() as u32) << FLAG_BITS | flags, 0, ClauseRef::NONE.0, tag]);
        self.words.extend(lits.iter().map(|lit| lit.code()));
        Ok(clause)
    }

    #[inline]
    pub(crate) fn len(&self, clause: ClauseRef) -> usize {
        (self.words[clause.0 as usize] >> FLAG_BITS) as usize
    }

    #[inline]
    pub(crate) fn is_absent(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & ABSENT != 0
    }

    #[inline]
    pub(crate) fn is_core(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & CORE != 0
    }

    pub(crate) fn is_lemma(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & LEMMA != 0
    }

    pub(crate) fn set_absent(&mut self, clause: ClauseRef, absent: bool) {
        let word = &mut self.words[clause.0 as usize];
        *word = *word & !ABSENT | if absent { ABSENT } else { 0 };
    }

    pub(crate) fn set_core(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize] |= CORE;
    }

    pub(crate) fn hash(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1]
    }

    pub(crate) fn set_hash(&mut self, clause: ClauseRef, hash: u32) {
        self.words[clause.0 as usize + 1] = hash;
    }

    /// The next clause in the same bucket of the table.
    pub(crate) fn next(&self, clause: ClauseRef) -> ClauseRef {
        ClauseRef(self.words[clause.0 as usize + 2])
    }

    pub(crate) fn set_next(&mut self, clause: ClauseRef, next: ClauseRef) {
        self.words[clause.0 as usize + 2] = next.0;
    }

    /// The tag that was given to [`Arena::push`].
    pub(crate) fn tag(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 3]
    }

    /// The literals as codes of [`Local`]s, the two watched ones first.
    #[inline]
    pub(crate) fn codes(&self, clause: ClauseRef) -> &[u32] {
        let start = clause.0 as usize + HEADER;
        &self.words[start..start + self.len(clause)]
    }

    /// Like [`Arena::codes`], but mutable, so that they can be reordered.
    #[inline]
    pub(crate) fn codes_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause.0 as usize + HEADER;
        let length = self.len(clause);
        &mut self.words[start..start + length]
    }

    /// The literals, the two watched ones first.
    pub(crate) fn lits(&self, clause: ClauseRef) -> impl ExactSizeIterator<Item = Local> + '_ {
        self.codes(clause).iter().map(|&code| Local::from_code(code))
    }

    /// All clauses, in the order in which they were added.
    pub(crate) fn clauses(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            let clause = (at < self.words.len()).then_some(ClauseRef(at as u32))?;
            at += HEADER + self.len(clause);
            Some(clause)
        })
    }
}

//! The clauses that a proof has, found by their literals.

use std::collections::{HashMap, hash_map};
use std::hash::{BuildHasherDefault, Hasher};

use gordian_formula::Lit;

/// A clause of the ledger: the offset of its header, in words. Valid until the next compaction.
pub(super) type Place = u32;

/// Clauses with their identifiers.
///
/// A clause is four words of header (size; how often it was added and not deleted, `DELETED` if it
/// is garbage; the two halves of the identifier) and its literals.
///
/// Invariant: `entries` has the fingerprint of every clause that is not garbage; `garbage` counts
/// the words of those that are.
#[derive(Clone, Default)]
pub(super) struct Ledger {
    words: Vec<Lit>,
    entries: HashMap<u64, Entry, BuildHasherDefault<Quick>>,
    garbage: usize,
}

/// The place of a clause, and its identifier, or 0 if that is too large. The clause itself need not
/// be looked at.
#[derive(Clone, Copy)]
struct Entry {
    place: Place,
    identifier: u32,
}

const HEADER: usize = 4;
/// In the word of copies: the clause is deleted.
const DELETED: u32 = 0;
/// The new place of a clause that a compaction removed, beyond all places of clauses.
const GONE: Place = Place::MAX;

impl Ledger {
    /// The same for the same literals in any order, and for others different but by an accident of 1 in 2⁶⁴.
    pub(super) fn fingerprint(lits: impl Iterator<Item = Lit>) -> u64 {
        // The finalizer of MurmurHash3 (Appleby), of keys too small for its first shift; a sum does
        // not depend on the order.
        let mix = |lit: Lit| {
            let mut key = (u64::from(lit.code()) + 1).wrapping_mul(0xff51_afd7_ed55_8ccd);
            key = (key ^ key >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
            key ^ key >> 33
        };
        lits.fold(0, |sum, lit| sum.wrapping_add(mix(lit)))
    }

    pub(super) fn find(&self, fingerprint: u64) -> Option<Place> {
        self.entries.get(&fingerprint).map(|entry| entry.place)
    }

    /// The identifier of the clause with a fingerprint.
    pub(super) fn find_id(&self, fingerprint: u64) -> Option<u64> {
        self.entries.get(&fingerprint).map(|entry| match entry.identifier {
            0 => self.id(entry.place),
            identifier => identifier.into(),
        })
    }

    /// Gives the clause with a fingerprint, which is there, an identifier that it had none of.
    pub(super) fn identify(&mut self, fingerprint: u64, id: u64) {
        if let Some(entry) = self.entries.get_mut(&fingerprint) {
            entry.identifier = u32::try_from(id).unwrap_or(0);
            let place = entry.place as usize;
            self.words[place + 2] = Lit::from_code(id as u32);
            self.words[place + 3] = Lit::from_code((id >> 32) as u32);
        }
    }

    /// Adds a clause that is not there.
    pub(super) fn insert(&mut self, fingerprint: u64, lits: &[Lit], id: u64) -> Place {
        assert!(self.words.len() < GONE as usize, "the clauses of a proof with antecedents are limited to 16 GiB");
        let place = self.words.len() as Place;
        let header = [lits.len() as u32, DELETED + 1, id as u32, (id >> 32) as u32];
        self.words.extend(header.map(Lit::from_code));
        self.words.extend_from_slice(lits);
        self.entries.insert(fingerprint, Entry { place, identifier: u32::try_from(id).unwrap_or(0) });
        place
    }

    /// Adds one more copy of the clause with a fingerprint, if it is there. Returns its identifier.
    pub(super) fn add_copy(&mut self, fingerprint: u64) -> Option<u64> {
        let place = self.find(fingerprint)?;
        let copies = &mut self.words[place as usize + 1];
        *copies = Lit::from_code(copies.code() + 1);
        Some(self.id(place))
    }

    /// Takes away one copy of the clause with a fingerprint. Returns the clause if it was the last,
    /// which is then garbage.
    pub(super) fn remove_copy(&mut self, fingerprint: u64) -> Option<Place> {
        let hash_map::Entry::Occupied(entry) = self.entries.entry(fingerprint) else { return None };
        let place = entry.get().place;
        let copies = &mut self.words[place as usize + 1];
        *copies = Lit::from_code(copies.code() - 1);
        if copies.code() != DELETED {
            return None;
        }
        entry.remove();
        self.garbage += HEADER + self.lits(place).len();
        Some(place)
    }

    #[inline]
    pub(super) fn lits(&self, place: Place) -> &[Lit] {
        let start = place as usize + HEADER;
        &self.words[start..start + self.words[place as usize].index()]
    }

    #[inline]
    pub(super) fn lits_mut(&mut self, place: Place) -> &mut [Lit] {
        let start = place as usize + HEADER;
        let size = self.words[place as usize].index();
        &mut self.words[start..start + size]
    }

    pub(super) fn id(&self, place: Place) -> u64 {
        let [low, high] = [2, 3].map(|at| u64::from(self.words[place as usize + at].code()));
        high << 32 | low
    }

    #[inline]
    pub(super) fn is_deleted(&self, place: Place) -> bool {
        self.words[place as usize + 1].code() == DELETED
    }

    /// Whether it is time to compact.
    pub(super) fn is_wasteful(&self) -> bool {
        self.garbage > 1 << 16 && self.garbage > self.words.len() / 2
    }

    /// Moves the clauses together.
    pub(super) fn compact(&mut self) -> Moves {
        let mut moves = Moves(vec![GONE; self.words.len().div_ceil(HEADER)]);
        let (mut from, mut to) = (0, 0);
        while from < self.words.len() {
            let length = HEADER + self.words[from].index();
            if !self.is_deleted(from as Place) {
                self.words.copy_within(from..from + length, to);
                moves.0[from / HEADER] = to as Place;
                to += length;
            }
            from += length;
        }
        self.entries.values_mut().for_each(|entry| _ = moves.follow(&mut entry.place));
        self.words.truncate(to);
        self.garbage = 0;
        moves
    }

    /// The places of all clauses, in the order in which they came.
    pub(super) fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            places.push(at as Place);
            at += HEADER + self.words[at].index();
        }
        places
    }

    /// The place of the next clause.
    pub(super) fn end(&self) -> usize {
        self.words.len()
    }
}

/// The new places of the clauses after a compaction. No two of them begin within the words of a
/// header.
pub(super) struct Moves(Vec<Place>);

impl Moves {
    /// Leads a place to where its clause went; false if it is gone.
    pub(super) fn follow(&self, place: &mut Place) -> bool {
        *place = self.0[*place as usize / HEADER];
        *place != GONE
    }
}

/// Fingerprints are mixed already; numbers of variables are by a multiplication. Nobody chooses them to collide.
#[derive(Clone, Default)]
pub(super) struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 | u64::from(byte));
    }

    fn write_u32(&mut self, key: u32) {
        self.0 = u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

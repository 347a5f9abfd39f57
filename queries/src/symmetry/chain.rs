//! The order of a permutation group, and its elements, from its generators.
//!
//! A chain of stabilisers with transversals (Sims 1970), kept closed while generators are added (Knuth, *Efficient
//! representation of perm groups*, 1991).

use std::sync::Arc;

/// Up to this much work, in entries of permutations computed.
pub(super) const MAX_WORK: usize = 1 << 28;
/// Up to this much memory, in entries of permutations kept.
const MAX_CELLS: usize = 1 << 26;

/// A signed permutation of slots: for each slot, twice the slot of its image, plus one if it is negated.
pub(super) type Row = Box<[u32]>;

/// A group as a chain of stabilisers.
///
/// Invariant: bases ascend, and the generators of level `i` leave all slots before its base in place; the group that
/// they generate is, by its transversal and the levels after it, fully told.
pub(super) struct Chain {
    num_slots: usize,
    levels: Vec<Level>,
    work: usize,
    cells: usize,
}

/// One link: the action of the group of this level on its base literal.
///
/// Invariant: `transversal[at[lit]]` maps the base to `lit`, for each literal of the orbit; its first entry is the
/// identity.
pub(super) struct Level {
    pub(super) generators: Vec<Row>,
    pub(super) orbit: Vec<u32>,
    pub(super) at: Vec<u32>,
    pub(super) transversal: Vec<Row>,
}

/// The bounds were reached.
pub(super) struct TooLarge;

const ABSENT: u32 = u32::MAX;

impl Chain {
    /// The chain of the group that these rows generate.
    ///
    /// # Errors
    /// If it is too much work or takes too much memory.
    pub(super) fn generated_by<'a>(
        num_slots: usize,
        generators: impl Iterator<Item = &'a [u32]>,
    ) -> Result<Chain, TooLarge> {
        let mut chain = Chain { num_slots, levels: Vec::new(), work: 0, cells: 0 };
        for generator in generators {
            chain.add(0, generator.into())?;
        }
        Ok(chain)
    }

    /// The rows that those before them do not generate.
    ///
    /// # Errors
    /// If it is too much work or takes too much memory.
    pub(super) fn independent<'a>(
        num_slots: usize,
        rows: impl Iterator<Item = &'a [u32]>,
    ) -> Result<Vec<Arc<[u32]>>, TooLarge> {
        let mut chain = Chain { num_slots, levels: Vec::new(), work: 0, cells: 0 };
        let mut independent = Vec::new();
        for row in rows {
            if chain.strip(0, row.into())?.is_some() {
                chain.add(0, row.into())?;
                independent.push(row.into());
            }
        }
        Ok(independent)
    }

    /// The number of elements; `None` beyond 128 bits.
    pub(super) fn order(&self) -> Option<u128> {
        self.levels.iter().try_fold(1u128, |order, level| order.checked_mul(level.orbit.len() as u128))
    }

    /// All elements, end to end, the identity first.
    pub(super) fn elements(&self) -> Vec<u32> {
        let mut elements: Vec<u32> = identity(self.num_slots).into();
        for level in &self.levels {
            // An element is one of the next level's group, then one of this level's transversal.
            let known = elements;
            elements = Vec::with_capacity(known.len() * level.transversal.len());
            for (left, right) in level
                .transversal
                .iter()
                .flat_map(|left| known.chunks_exact(self.num_slots.max(1)).map(move |right| (left, right)))
            {
                elements.extend(left.iter().map(|&code| image(right, code)));
            }
        }
        elements
    }

    /// The work that it took, in entries of permutations computed.
    pub(super) fn work(&self) -> usize {
        self.work
    }

    /// The links, from the whole group on.
    pub(super) fn into_levels(self) -> impl Iterator<Item = Level> {
        self.levels.into_iter()
    }

    /// Adds an element that leaves the bases before `level` in place.
    fn add(&mut self, level: usize, row: Row) -> Result<(), TooLarge> {
        let Some(row) = self.strip(level, row)? else { return Ok(()) };
        let Some(slot) = (0..).zip(&row).position(|(slot, &code): (u32, _)| code != 2 * slot) else {
            return Ok(());
        };
        let base = self.levels.get(level).map_or(ABSENT, |next| next.orbit[0]);
        if 2 * (slot as u32) < base {
            let mut at = vec![ABSENT; 2 * self.num_slots];
            at[2 * slot] = 0;
            // The elements of the levels after it leave this base in place.
            let generators = self.levels.get(level).map_or_else(Vec::new, |next| next.generators.clone());
            self.cells += generators.len() * self.num_slots;
            let (orbit, transversal) = (vec![2 * slot as u32], vec![identity(self.num_slots)]);
            self.levels.insert(level, Level { generators, orbit, at, transversal });
            self.keep()?;
        }
        self.levels[level].generators.push(row);
        self.keep()?;
        let new = self.levels[level].generators.len() - 1;
        let known = self.levels[level].orbit.len();
        for position in 0..known {
            self.apply(level, position, new)?;
        }
        let mut position = known;
        while position < self.levels[level].orbit.len() {
            for generator in 0..self.levels[level].generators.len() {
                self.apply(level, position, generator)?;
            }
            position += 1;
        }
        Ok(())
    }

    /// Applies a generator to a literal of the orbit: this reaches a new literal, or gives an
    /// element of the next level.
    fn apply(&mut self, level: usize, position: usize, generator: usize) -> Result<(), TooLarge> {
        let owner = &mut self.levels[level];
        let row = then(&owner.transversal[position], &owner.generators[generator]);
        let reached = image(&owner.generators[generator], owner.orbit[position]) as usize;
        self.work += self.num_slots;
        if owner.at[reached] == ABSENT {
            owner.at[reached] = owner.orbit.len() as u32;
            owner.orbit.push(reached as u32);
            owner.transversal.push(row);
            return self.keep();
        }
        let back = inverse(&owner.transversal[owner.at[reached] as usize]);
        self.add(level + 1, then(&row, &back))
    }

    /// The rest of an element after the transversals from `level` on: `None` if it belongs to the
    /// group there, else the element itself.
    fn strip(&mut self, level: usize, row: Row) -> Result<Option<Row>, TooLarge> {
        let mut rest = row.clone();
        for owner in &self.levels[level..] {
            self.work += self.num_slots;
            if self.work > MAX_WORK {
                return Err(TooLarge);
            }
            match owner.at[image(&rest, owner.orbit[0]) as usize] {
                ABSENT => return Ok(Some(row)),
                at => rest = then(&rest, &inverse(&owner.transversal[at as usize])),
            }
        }
        Ok((rest != identity(self.num_slots)).then_some(row))
    }

    fn keep(&mut self) -> Result<(), TooLarge> {
        self.cells += self.num_slots;
        if self.cells > MAX_CELLS { Err(TooLarge) } else { Ok(()) }
    }
}

pub(super) fn identity(num_slots: usize) -> Row {
    (0..num_slots as u32).map(|slot| 2 * slot).collect()
}

/// The image of a literal, as twice its slot plus its sign.
#[inline]
pub(super) fn image(row: &[u32], code: u32) -> u32 {
    row[code as usize / 2] ^ (code & 1)
}

/// First one, then the other.
pub(super) fn then(first: &[u32], second: &[u32]) -> Row {
    first.iter().map(|&code| image(second, code)).collect()
}

pub(super) fn inverse(row: &[u32]) -> Row {
    let mut inverse = vec![0; row.len()];
    for (slot, &code) in (0..).zip(row) {
        inverse[code as usize / 2] = 2 * slot + (code & 1);
    }
    inverse.into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn of_cycles(num_slots: usize, cycles: &[&[u32]]) -> Row {
        let mut row = identity(num_slots);
        for cycle in cycles {
            for (position, &slot) in cycle.iter().enumerate() {
                row[slot as usize] = 2 * cycle[(position + 1) % cycle.len()];
            }
        }
        row
    }

    fn order(num_slots: usize, generators: &[Row]) -> u128 {
        let chain = Chain::generated_by(num_slots, generators.iter().map(|row| &**row)).ok().unwrap();
        let order = chain.order().unwrap();
        if order < 10_000 {
            let elements = chain.elements();
            let rows: BTreeSet<&[u32]> = elements.chunks_exact(num_slots).collect();
            assert_eq!(rows.len() as u128, order, "each element once");
            assert_eq!(elements[..num_slots], *identity(num_slots));
            for row in &rows {
                for generator in generators {
                    assert!(rows.contains(&*then(row, generator)), "closed");
                }
            }
        }
        order
    }

    #[test]
    fn bases_ascend_and_no_level_moves_a_slot_before_its_base() {
        // The second generator moves slots before those of the first, and the third one before these.
        let rows = [of_cycles(9, &[&[6, 7, 8]]), of_cycles(9, &[&[3, 4], &[7, 8]]), of_cycles(9, &[&[0, 1, 2]])];
        let chain = Chain::generated_by(9, rows.iter().map(|row| &**row)).ok().unwrap();
        assert_eq!(chain.order(), Some(18));
        let bases: Vec<u32> = chain.levels.iter().map(|level| level.orbit[0]).collect();
        assert!(bases.is_sorted_by(|a, b| a < b), "{bases:?}");
        for level in &chain.levels {
            let before = &identity(9)[..level.orbit[0] as usize / 2];
            assert!(level.transversal.iter().chain(&level.generators).all(|row| row.starts_with(before)));
        }
    }

    #[test]
    fn orders_of_known_groups() {
        let all: Vec<u32> = (0..12).collect();
        assert_eq!(order(12, &[of_cycles(12, &[&all])]), 12);
        assert_eq!(order(12, &[of_cycles(12, &[&all]), of_cycles(12, &[&[0, 1]])]), 479_001_600);
        let m11 =
            [of_cycles(11, &[&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]), of_cycles(11, &[&[2, 6, 10, 7], &[3, 9, 4, 5]])];
        assert_eq!(order(11, &m11), 7920);
        let mut negation = identity(4);
        negation[0] = 1;
        assert_eq!(order(4, &[negation, of_cycles(4, &[&[0, 1, 2, 3]]), of_cycles(4, &[&[0, 1]])]), 384);
        assert_eq!(order(3, &[]), 1);
    }
}

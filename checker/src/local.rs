//! Literals renumbered by first use, so that memory follows the literals read and not the largest
//! name.

use std::ops::Not;

use gordian_formula::{Lit, Var};

/// A literal of the checker's own dense numbering: `2 * number + (1 if negated)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(crate) struct Local(u32);

impl Local {
    #[inline]
    pub(crate) fn from_code(code: u32) -> Local {
        Local(code)
    }

    #[inline]
    pub(crate) fn code(self) -> u32 {
        self.0
    }

    /// An index for tables over literals.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// An index for tables over variables.
    #[inline]
    pub(crate) fn var(self) -> usize {
        self.0 as usize >> 1
    }
}

impl Not for Local {
    type Output = Local;

    #[inline]
    fn not(self) -> Local {
        Local(self.0 ^ 1)
    }
}

const PAGE_BITS: usize = 12;
const UNKNOWN: u32 = u32::MAX;

/// The dense numbers of variables, given out by first use.
///
/// Invariant: `pages` maps the index of `names[number]` to `number`, and everything else to `UNKNOWN`.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    /// Pages of variables next to each other, made when one of them is first named.
    pages: Vec<Option<Box<[u32; 1 << PAGE_BITS]>>>,
    names: Vec<Var>,
}

impl Numbering {
    /// The number of variables named so far.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// The local literal, its variable numbered now if it is new.
    #[inline]
    pub(crate) fn local(&mut self, lit: Lit) -> Local {
        let index = lit.var().index();
        let (page, slot) = (index >> PAGE_BITS, index & ((1 << PAGE_BITS) - 1));
        if let Some(Some(numbers)) = self.pages.get(page)
            && numbers[slot] != UNKNOWN
        {
            return Local(numbers[slot] << 1 | u32::from(lit.is_negative()));
        }
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        let number = self.names.len() as u32;
        self.pages[page].get_or_insert_with(|| Box::new([UNKNOWN; 1 << PAGE_BITS]))[slot] = number;
        self.names.push(lit.var());
        Local(number << 1 | u32::from(lit.is_negative()))
    }

    /// The literal that this one stands for.
    pub(crate) fn name(&self, local: Local) -> Lit {
        self.names[local.var()].lit(local.0 & 1 == 0)
    }

    /// The clause that these literals stand for.
    pub(crate) fn names(&self, locals: impl IntoIterator<Item = Local>) -> Vec<Lit> {
        locals.into_iter().map(|local| self.name(local)).collect()
    }
}

/// A clause in local literals without repetitions, made from one as it was read.
#[derive(Debug, Default)]
pub(crate) struct Normalizer {
    /// For each literal the number of the clause that it was last seen in.
    stamps: Vec<u32>,
    stamp: u32,
    /// The literals, in the order of their first appearance.
    pub(crate) clause: Vec<Local>,
    /// Whether a literal and its negation are both there.
    pub(crate) is_tautology: bool,
}

impl Normalizer {
    pub(crate) fn set(&mut self, numbering: &mut Numbering, lits: &[Lit]) {
        self.begin();
        for &lit in lits {
            let local = numbering.local(lit);
            if self.stamps.len() < 2 * numbering.len() {
                self.stamps.resize(2 * numbering.len(), 0);
            }
            if !self.contains(local) {
                self.stamps[local.index()] = self.stamp;
                self.is_tautology |= self.contains(!local);
                self.clause.push(local);
            }
        }
    }

    fn begin(&mut self) {
        self.clause.clear();
        self.is_tautology = false;
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Whether the literal is in the clause.
    #[inline]
    pub(crate) fn contains(&self, local: Local) -> bool {
        self.stamps[local.index()] == self.stamp
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_keep_their_names() {
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let mut numbering = Numbering::default();
        let mut normalizer = Normalizer::default();
        normalizer.set(&mut numbering, &[lit(-2147483647), lit(7), lit(-2147483647)]);
        assert_eq!(normalizer.clause.iter().map(|local| local.code()).collect::<Vec<_>>(), [1, 2]);
        assert!(!normalizer.is_tautology);
        assert_eq!(numbering.names(normalizer.clause.iter().copied()), [lit(-2147483647), lit(7)]);
        normalizer.set(&mut numbering, &[lit(7), lit(-7)]);
        assert!(normalizer.is_tautology);
        assert_eq!(numbering.len(), 2);
    }
}

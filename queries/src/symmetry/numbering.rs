//! The elements of a group by their numbers, none of them listed.

use super::Action;
use super::chain::{Chain, Row, image, inverse};

/// Up to this many elements, they are numbered.
const MAX_NUMBERED: u128 = 1 << 24;

/// The elements of a group, from 0, which is the identity, to below its order: the digits of a
/// number say which element of each transversal of a chain of stabilisers takes part (Sims 1970).
pub(crate) struct Numbering {
    num_slots: usize,
    links: Vec<Link>,
    order: usize,
}

/// A level of the chain, whose digit counts multiples of `stride`.
struct Link {
    base: u32,
    /// For each literal the place in the transversal of what maps the base to it.
    at: Vec<u32>,
    transversal: Vec<Row>,
    inverses: Vec<Row>,
    stride: usize,
}

/// Elements to conjugate others by: first the inverse of one, then the other, then it.
pub(crate) struct Conjugators<'a> {
    rows: Vec<&'a [u32]>,
    /// The images of the bases under their inverses, one after the other.
    before: Vec<u32>,
    /// Memory to work in: where these go from there.
    images: Vec<u32>,
}

impl Numbering {
    /// `None` where there are too many elements.
    pub(crate) fn of(action: &Action) -> Option<Numbering> {
        let order = action.order().filter(|&order| order <= MAX_NUMBERED)? as usize;
        let num_slots = action.num_slots();
        let chain = Chain::generated_by(num_slots, action.generators().iter().map(|row| &**row)).ok()?;
        let mut stride = 1;
        let links = chain.into_levels().map(|level| {
            let inverses = level.transversal.iter().map(|row| inverse(row)).collect();
            let link = Link { base: level.orbit[0], at: level.at, transversal: level.transversal, inverses, stride };
            stride *= link.transversal.len();
            link
        });
        Some(Numbering { num_slots, links: links.collect(), order })
    }

    /// The number of elements.
    pub(crate) fn order(&self) -> usize {
        self.order
    }

    /// The element with this number, as a row of the action.
    pub(crate) fn element(&self, number: usize) -> Vec<u32> {
        let mut codes: Vec<u32> = (0..self.num_slots as u32).map(|slot| 2 * slot).collect();
        for part in self.parts(number) {
            map_all(part, &mut codes);
        }
        codes
    }

    /// The parts of the element with this number, one from each link, the last link first. The
    /// first row of a transversal, which is the identity, is left out.
    fn parts(&self, number: usize) -> impl Iterator<Item = &Row> {
        let digits = self.links.iter().map(move |link| (link, number / link.stride % link.transversal.len()));
        digits.rev().filter(|&(_, digit)| digit > 0).map(|(link, digit)| &link.transversal[digit])
    }

    pub(crate) fn conjugators<'a>(&self, rows: impl Iterator<Item = &'a [u32]>) -> Conjugators<'a> {
        let rows: Vec<&[u32]> = rows.collect();
        let bases = |row: &&[u32]| {
            let back = inverse(row);
            self.links.iter().map(move |link| image(&back, link.base))
        };
        let before = rows.iter().flat_map(bases).collect();
        Conjugators { rows, before, images: Vec::new() }
    }

    /// Calls `each` with the number of each conjugate of an element.
    pub(crate) fn conjugate(&self, number: usize, by: &mut Conjugators<'_>, mut each: impl FnMut(usize)) {
        let Conjugators { rows, before, images } = by;
        images.clone_from(before);
        // Part by part, since a look-up for one base does not wait for the others.
        for part in self.parts(number) {
            map_all(part, images);
        }
        for (row, images) in rows.iter().zip(images.chunks_exact_mut(self.links.len().max(1))) {
            map_all(row, images);
            // An element is told by where it maps the bases.
            let mut conjugate = 0;
            for (level, link) in self.links.iter().enumerate() {
                let place = link.at[images[level] as usize] as usize;
                conjugate += place * link.stride;
                if place > 0 {
                    map_all(&link.inverses[place], &mut images[level + 1..]);
                }
            }
            each(conjugate);
        }
    }
}

/// Puts the images of literals in their places.
#[inline]
fn map_all(row: &[u32], codes: &mut [u32]) {
    codes.iter_mut().for_each(|code| *code = image(row, *code));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gordian_formula::{ClauseSink, Cnf, Lit, Permutation};

    use super::*;
    use crate::SymmetryGroup;

    #[test]
    fn numbers_tell_elements_apart_and_conjugates_are_found() {
        let mut cnf = Cnf::new();
        let lits: Vec<Lit> = cnf.new_vars(5).iter().map(|var| var.positive()).collect();
        let permutation = |images: [Lit; 5]| Permutation::from_images(images.to_vec()).unwrap();
        let [a, b, c, d, e] = lits[..] else { unreachable!("five variables were made") };
        let generators = [permutation([b, c, d, a, e]), permutation([b, a, c, d, e]), permutation([a, b, c, d, !e])];
        let group = SymmetryGroup::from_generators(&cnf, &generators, "some").unwrap();
        let numbering = Numbering::of(group.action()).unwrap();
        assert_eq!(numbering.order(), 48);
        let elements: Vec<Vec<u32>> = (0..48).map(|number| numbering.element(number)).collect();
        assert_eq!(elements.iter().collect::<BTreeSet<_>>().len(), 48);
        assert_eq!(elements[0], [0, 2, 4, 6, 8]);
        let generators = || group.action().generators().iter().map(|row| &**row);
        let mut conjugators = numbering.conjugators(generators());
        for (number, element) in elements.iter().enumerate() {
            let mut conjugates = Vec::new();
            numbering.conjugate(number, &mut conjugators, |conjugate| conjugates.push(&elements[conjugate]));
            assert_eq!(conjugates.len(), generators().count());
            for (generator, conjugate) in generators().zip(conjugates) {
                for code in 0..10 {
                    assert_eq!(image(conjugate, image(generator, code)), image(generator, image(element, code)));
                }
            }
        }
    }
}

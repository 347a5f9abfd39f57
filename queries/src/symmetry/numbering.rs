//! The elements of a group by their numbers, none of them listed.

use super::Action;
use super::chain::{Chain, Row, image, inverse};

/// Up to this many elements, they are numbered.
const MAX_NUMBERED: u128 = 1 << 24;

/// The elements of a group, from 0, which is the identity, to below its order: the digits of a number say which element of each transversal of a chain of stabilisers takes part
/// (Sims 1970).
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

/// An element to conjugate others by: first its inverse, then the other, then it.
pub(crate) struct Conjugator<'a> {
    row: &'a [u32],
    /// What it maps to the bases.
    before: Vec<u32>,
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
        let mut digits = Vec::new();
        self.digits(number, &mut digits);
        (0..self.num_slots as u32).map(|slot| self.apply(&digits, 2 * slot)).collect()
    }

    /// The digits of a number, for [`Numbering::conjugate`].
    pub(crate) fn digits(&self, number: usize, digits: &mut Vec<usize>) {
        digits.clear();
        digits.extend(self.links.iter().map(|link| number / link.stride % link.transversal.len()));
    }

    pub(crate) fn conjugator<'a>(&self, row: &'a [u32]) -> Conjugator<'a> {
        let back = inverse(row);
        Conjugator { row, before: self.links.iter().map(|link| image(&back, link.base)).collect() }
    }

    /// The number of a conjugate of the element with these digits. `images` is memory to work in.
    pub(crate) fn conjugate(&self, digits: &[usize], by: &Conjugator<'_>, images: &mut Vec<u32>) -> usize {
        images.clear();
        images.extend(by.before.iter().map(|&code| image(by.row, self.apply(digits, code))));
        // An element is told by where it maps the bases.
        let mut conjugate = 0;
        for (level, link) in self.links.iter().enumerate() {
            let place = link.at[images[level] as usize] as usize;
            conjugate += place * link.stride;
            if place > 0 {
                let back = &link.inverses[place];
                images[level + 1..].iter_mut().for_each(|code| *code = image(back, *code));
            }
        }
        conjugate
    }

    /// Where an element maps a literal.
    fn apply(&self, digits: &[usize], code: u32) -> u32 {
        // The first of a transversal is the identity.
        let moving = self.links.iter().zip(digits).rev().filter(|&(_, &digit)| digit > 0);
        moving.fold(code, |code, (link, &digit)| image(&link.transversal[digit], code))
    }
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
        let (mut digits, mut images) = (Vec::new(), Vec::new());
        for generator in group.action().generators() {
            let conjugator = numbering.conjugator(generator);
            for (number, element) in elements.iter().enumerate() {
                numbering.digits(number, &mut digits);
                let conjugate = &elements[numbering.conjugate(&digits, &conjugator, &mut images)];
                for code in 0..10 {
                    assert_eq!(image(conjugate, image(generator, code)), image(generator, image(element, code)));
                }
            }
        }
    }
}

//! Generators: whether they map a formula onto itself, and the orbits of solutions under them.

use std::collections::HashSet;
use std::ops::ControlFlow;

use gordian_formula::{Cnf, GroupKind, Lit, Permutation, Var};

/// Up to this many entries of permutations are computed to find the order of a group.
const MAX_WORK: usize = 1 << 28;

/// A clause, which is of no kind, as a set of literals, or a group with its literals sorted.
type Row = (Option<GroupKind>, Vec<Lit>);

/// The first generator that does not map the formula onto itself: each clause to one that is the same set of literals,
/// each group to one with the same members. Tautologies say nothing, so that it does not matter where they go.
pub(super) fn first_not_onto(cnf: &Cnf, generators: &[Permutation]) -> Option<usize> {
    if generators.is_empty() {
        return None;
    }
    let known = rows(cnf);
    generators.iter().position(|generator| {
        !known.iter().all(|(kind, lits)| {
            let mut image: Vec<Lit> = lits.iter().map(|&lit| generator.image(lit)).collect();
            image.sort_unstable();
            known.contains(&(*kind, image))
        })
    })
}

/// The clauses that are no tautologies, and the groups.
fn rows(cnf: &Cnf) -> HashSet<Row> {
    let sorted = |lits: &[Lit]| {
        let mut lits = lits.to_vec();
        lits.sort_unstable();
        lits
    };
    let clauses = cnf.clauses().map(|clause| {
        let mut lits = sorted(clause);
        lits.dedup();
        (None, lits)
    });
    let clauses = clauses.filter(|(_, lits)| lits.windows(2).all(|pair| pair[0] != !pair[1]));
    // A member that a group repeats is false in each model: groups keep their repetitions.
    let groups = cnf.groups().map(|group| (Some(group.kind), sorted(group.members)));
    clauses.chain(groups).collect()
}

/// Generators as they act on the visible variables.
pub(super) struct Action<'a> {
    show: &'a [Var],
    generators: &'a [Permutation],
    pub(super) negates: bool,
}

impl<'a> Action<'a> {
    /// Visible variables must go to visible ones; else the number of the first generator that does something else.
    pub(super) fn new(show: &'a [Var], generators: &'a [Permutation]) -> Result<Action<'a>, usize> {
        let image = |generator: &Permutation, var: &Var| generator.image(var.positive());
        let stays =
            |generator: &Permutation| show.iter().all(|var| show.binary_search(&image(generator, var).var()).is_ok());
        match generators.iter().position(|generator| !stays(generator)) {
            Some(number) => Err(number),
            None => {
                let negates = |generator: &Permutation| show.iter().any(|var| image(generator, var).is_negative());
                Ok(Action { show, generators, negates: generators.iter().any(negates) })
            }
        }
    }

    /// The image of the solution that makes these visible variables true, under one of the generators.
    fn image(&self, generator: &Permutation, row: &[Var]) -> Vec<Var> {
        let is_true = |var: &Var| row.binary_search(var).is_ok();
        let mut image: Vec<Var> = if self.negates {
            let lits = self.show.iter().map(|var| generator.image(var.lit(is_true(var))));
            lits.filter(|lit| lit.is_positive()).map(Lit::var).collect()
        } else {
            row.iter().map(|var| generator.image(var.positive()).var()).collect()
        };
        image.sort_unstable();
        image
    }

    /// Hands each image of a solution on, itself first, until a visitor breaks off.
    pub(super) fn orbit<B>(&self, row: &[Var], mut visit: impl FnMut(&Vec<Var>) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut orbit = vec![row.to_vec()];
        let mut seen: HashSet<Vec<Var>> = orbit.iter().cloned().collect();
        let mut next = 0;
        while next < orbit.len() {
            visit(&orbit[next])?;
            for generator in self.generators {
                let image = self.image(generator, &orbit[next]);
                if seen.insert(image.clone()) {
                    orbit.push(image);
                }
            }
            next += 1;
        }
        ControlFlow::Continue(())
    }

    /// The number of elements, told apart by their action on the visible variables; `None` if it
    /// is too much work to find.
    ///
    /// It is the product of the sizes of the orbits in a chain of stabilisers (Sims 1970).
    pub(super) fn order(&self) -> Option<u128> {
        let rank =
            |lit: Lit| 2 * self.show.partition_point(|var| *var < lit.var()) as u32 + u32::from(lit.is_negative());
        let mut chain = Chain { length: self.show.len(), links: Vec::new(), work: 0 };
        for generator in self.generators {
            chain.add(0, self.show.iter().map(|var| rank(generator.image(var.positive()))).collect())?;
        }
        chain.links.iter().try_fold(1u128, |order, link| order.checked_mul(link.orbit.len() as u128))
    }

    /// The literals that the group maps one of these to.
    pub(super) fn reach(&self, lits: &[Lit]) -> HashSet<Lit> {
        let mut reached: HashSet<Lit> = lits.iter().copied().collect();
        let mut agenda: Vec<Lit> = lits.to_vec();
        while let Some(lit) = agenda.pop() {
            for generator in self.generators {
                let image = generator.image(lit);
                if reached.insert(image) {
                    agenda.push(image);
                }
            }
        }
        reached
    }
}

/// For each visible variable twice the rank of its image, plus one if that is negated.
type Element = Vec<u32>;

/// A group, by links each of which leaves the bases of those before it in place.
struct Chain {
    /// The number of visible variables.
    length: usize,
    links: Vec<Link>,
    work: usize,
}

/// For each literal that the elements from this link on map its base to, one of them that does; the identity first.
struct Link {
    base: usize,
    generators: Vec<Element>,
    orbit: Vec<Element>,
}

impl Chain {
    /// Adds an element that leaves the bases of the links before `depth` in place; `None` if that is too much work.
    fn add(&mut self, depth: usize, element: Element) -> Option<()> {
        let identity: Element = (0..self.length as u32).map(|rank| 2 * rank).collect();
        let Some(base) =
            self.remainder(depth, element.clone())?.iter().zip(&identity).position(|(one, other)| one != other)
        else {
            return Some(());
        };
        if depth == self.links.len() {
            self.links.push(Link { base, generators: Vec::new(), orbit: vec![identity] });
        }
        self.links[depth].generators.push(element);
        // An element of the orbit and then a generator reach a new literal, or give an element of
        // the stabiliser, which these elements generate (Schreier 1927).
        let mut done = 0;
        while done < self.links[depth].orbit.len() {
            for number in 0..self.links[depth].generators.len() {
                let link = &self.links[depth];
                let product = then(&link.orbit[done], &link.generators[number]);
                self.pay()?;
                match self.links[depth].reaching(&product) {
                    None => self.links[depth].orbit.push(product),
                    Some(known) => {
                        let stabilising = then(&product, &inverse(known));
                        self.add(depth + 1, stabilising)?;
                    }
                }
            }
            done += 1;
        }
        Some(())
    }

    /// The rest of an element, after the elements of the links from `depth` on that do the same to
    /// the bases: the identity if it belongs to the group of those links.
    fn remainder(&mut self, depth: usize, mut element: Element) -> Option<Element> {
        for at in depth..self.links.len() {
            self.pay()?;
            match self.links[at].reaching(&element) {
                Some(known) => element = then(&element, &inverse(known)),
                None => break,
            }
        }
        Some(element)
    }

    fn pay(&mut self) -> Option<()> {
        self.work += self.length;
        (self.work <= MAX_WORK).then_some(())
    }
}

impl Link {
    /// The element of the orbit that does to the base what this one does.
    fn reaching(&self, element: &Element) -> Option<&Element> {
        self.orbit.iter().find(|known| known[self.base] == element[self.base])
    }
}

/// One element, then another.
fn then(first: &Element, second: &Element) -> Element {
    first.iter().map(|code| second[*code as usize / 2] ^ (code % 2)).collect()
}

fn inverse(element: &Element) -> Element {
    let mut inverse = vec![0; element.len()];
    for (rank, code) in (0..).zip(element) {
        inverse[*code as usize / 2] = 2 * rank + code % 2;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use gordian_testkit::Random;

    use super::*;

    #[test]
    fn the_order_is_the_number_of_elements() {
        let mut random = Random::new(1);
        let mut orders = HashSet::new();
        for round in 0..600 {
            let length = 1 + round % 5;
            let show: Vec<Var> = (0..length).map(|index| Var::from_index(2 * index)).collect();
            let mut generator = || {
                let mut places: Vec<usize> = (0..length).collect();
                // Few places change, so that small groups are met too.
                for _ in 0..1 + random.below(3) {
                    let [one, other] = [(); 2].map(|()| random.below(length));
                    places.swap(one, other);
                }
                let mut images: Vec<Lit> = (0..2 * length).map(|index| Var::from_index(index).positive()).collect();
                let is_signed = random.chance(30);
                for (&var, &place) in show.iter().zip(&places) {
                    images[var.index()] = show[place].lit(!is_signed || random.chance(50));
                }
                Permutation::from_images(images).unwrap()
            };
            let generators: Vec<Permutation> = (0..round % 4).map(|_| generator()).collect();
            let action = Action::new(&show, &generators).unwrap();
            let mut elements: Vec<Vec<Lit>> = vec![show.iter().map(|var| var.positive()).collect()];
            let mut seen: HashSet<Vec<Lit>> = elements.iter().cloned().collect();
            let mut next = 0;
            while next < elements.len() {
                for generator in &generators {
                    let product: Vec<Lit> = elements[next].iter().map(|&lit| generator.image(lit)).collect();
                    if seen.insert(product.clone()) {
                        elements.push(product);
                    }
                }
                next += 1;
            }
            assert_eq!(action.order(), Some(elements.len() as u128), "{generators:?}");
            orders.insert(elements.len());
        }
        assert!(orders.len() > 15, "{orders:?}");
    }

    #[test]
    fn the_order_of_a_group_that_is_too_much_work_is_not_told() {
        let show: Vec<Var> = (0..1200).map(Var::from_index).collect();
        let order = |num_swaps: usize| {
            let swap = |at: usize| Permutation::parse(&format!("({} {})", 2 * at + 1, 2 * at + 2), show.len()).unwrap();
            let generators: Vec<Permutation> = (0..num_swaps).map(swap).collect();
            Action::new(&show, &generators).unwrap().order()
        };
        assert_eq!([order(20), order(120)], [Some(1 << 20), None]);
    }
}

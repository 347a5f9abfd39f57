//! Generators: whether they map a formula onto itself, and the orbits of solutions under them.

use std::collections::HashSet;
use std::ops::ControlFlow;

use gordian_formula::{Cnf, GroupKind, Lit, Permutation, Var};

/// Up to this many elements a group is listed to find its order.
const MAX_ELEMENTS: usize = 1 << 17;
/// Up to this many entries of permutations.
const MAX_CELLS: usize = 1 << 26;

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

    /// The number of elements, told apart by their action on the visible variables; `None` if these
    /// are too many to list.
    pub(super) fn order(&self) -> Option<u128> {
        let identity: Vec<Lit> = self.show.iter().map(|var| var.positive()).collect();
        let mut elements = vec![identity];
        let mut seen: HashSet<Vec<Lit>> = elements.iter().cloned().collect();
        let mut next = 0;
        while next < elements.len() {
            for generator in self.generators {
                let product: Vec<Lit> = elements[next].iter().map(|&lit| generator.image(lit)).collect();
                if seen.insert(product.clone()) {
                    elements.push(product);
                    if elements.len() > MAX_ELEMENTS || elements.len() * self.show.len() > MAX_CELLS {
                        return None;
                    }
                }
            }
            next += 1;
        }
        Some(elements.len() as u128)
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

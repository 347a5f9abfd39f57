//! Variables by coordinates.

use gordian_formula::{ClauseSink, Cnf, Lit, Permutation, Var};

/// A formula, and the symmetries that it is counted under.
pub(crate) struct Formula {
    pub(crate) cnf: Cnf,
    pub(crate) generators: Vec<Permutation>,
    /// Whether the symmetries map solutions to solutions, but not the clauses to clauses.
    pub(crate) is_trusted: bool,
}

impl Formula {
    pub(crate) fn new(cnf: Cnf, generators: Vec<Permutation>) -> Formula {
        Formula { cnf, generators, is_trusted: false }
    }

    /// With symmetries of the solutions, given on the first variables, which are those that count.
    pub(crate) fn trusted(mut cnf: Cnf, visible: usize, generators: Vec<Permutation>) -> Formula {
        cnf.add_visible(&(0..visible).map(Var::from_index).collect::<Vec<_>>());
        Formula { cnf, generators, is_trusted: true }
    }
}

/// One variable for each point of a box, the first of a formula.
pub(crate) struct Points<const D: usize> {
    pub(crate) sizes: [usize; D],
}

impl<const D: usize> Points<D> {
    pub(crate) fn len(&self) -> usize {
        self.sizes.iter().product()
    }

    pub(crate) fn lit(&self, at: [usize; D]) -> Lit {
        let index = at.iter().zip(&self.sizes).fold(0, |index, (&coordinate, &size)| index * size + coordinate);
        Var::from_index(index).positive()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = [usize; D]> + use<D> {
        let sizes = self.sizes;
        (0..self.len()).map(move |mut index| {
            let mut at = [0; D];
            for axis in (0..D).rev() {
                at[axis] = index % sizes[axis];
                index /= sizes[axis];
            }
            at
        })
    }

    /// The literals of the points for which this holds.
    pub(crate) fn lits(&self, holds: impl Fn([usize; D]) -> bool) -> Vec<Lit> {
        self.all().filter(|&at| holds(at)).map(|at| self.lit(at)).collect()
    }

    /// The permutation of the variables that a map of the points makes.
    pub(crate) fn permutation(&self, map: impl Fn([usize; D]) -> [usize; D]) -> Permutation {
        permutation(self.all().map(|at| self.lit(map(at))).collect())
    }
}

/// The lines of a row of so many, those in the middle first.
pub(crate) fn middle_out(size: usize) -> Vec<usize> {
    let mut lines: Vec<usize> = (0..size).collect();
    lines.sort_by_key(|&line| (2 * line).abs_diff(size - 1));
    lines
}

pub(crate) fn permutation(images: Vec<Lit>) -> Permutation {
    Permutation::from_images(images).expect("the map is one to one")
}

/// Generators of all permutations of so many things, as maps: the exchange of the first two, and a turn of all.
pub(crate) fn symmetric_group(size: usize) -> [impl Fn(usize) -> usize + Copy; 2] {
    [false, true].map(|turns| {
        move |thing: usize| match thing {
            _ if turns => (thing + 1) % size,
            0 | 1 if size > 1 => 1 - thing,
            _ => thing,
        }
    })
}

/// A formula of so many variables without constraints.
pub(crate) fn formula_of(variables: usize) -> Cnf {
    let mut cnf = Cnf::new();
    cnf.new_vars(variables);
    cnf
}

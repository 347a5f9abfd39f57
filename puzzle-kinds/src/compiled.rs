//! A puzzle as a formula.

use gordian_encoders::rule::{Rule, Written};
use gordian_formula::{Cnf, Lit, Permutation};

/// A puzzle as a formula, with what its variables mean and the symmetries of its rules.
///
/// The rules hold, or each of them has a selector, so that it can be left out; explanations need
/// that. With all selectors true the solutions are those of the puzzle; with some of them false,
/// those of the puzzle without these rules. Solve with the selectors as assumptions: the failed
/// ones name rules that contradict each other. Constraints that are no rules, such as the domains
/// of variables, always hold.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The formula. Its visible variables are the first ones, and only they mean something: solutions of the puzzle and
    /// assignments of the visible variables that extend to a model correspond one to one.
    pub cnf: Cnf,
    /// The meaning of each visible variable when it is true, in the order of the variables.
    pub meanings: Vec<String>,
    /// Groups of symmetries, each verified on the rules. A board has two: `board symmetries`, then
    /// those among them without reflections, `board rotations`. A puzzle without a board has none,
    /// and so has a formula with selectors.
    pub symmetries: Vec<SymmetrySpec>,
    /// The rules in the order in which they were written.
    pub rules: Vec<Rule>,
    /// The selector of each rule, parallel to `rules`; empty where rules simply hold.
    pub selectors: Vec<Lit>,
}

/// A group of symmetries of a puzzle, by generators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetrySpec {
    /// Its name, like `board symmetries`.
    pub name: String,
    /// The number of its elements.
    pub order: u64,
    /// Permutations of the visible variables; auxiliary variables are not moved, so only the set of visible parts of
    /// models is mapped onto itself, not the clauses of an encoding that has auxiliary variables.
    pub generators: Vec<Permutation>,
}

impl Compiled {
    /// The result of writing, without symmetries.
    pub(crate) fn new(written: Written, meanings: Vec<String>) -> Compiled {
        let Written { cnf, rules, selectors } = written;
        Compiled { cnf, meanings, symmetries: Vec::new(), rules, selectors }
    }

    /// The largest group of symmetries that is known; it may hold the identity only.
    pub fn symmetry(&self) -> Option<&SymmetrySpec> {
        self.symmetries.first()
    }
}

/// The groups of the symmetries of a board: all, and those without reflections.
///
/// `then(a, b)` is the turn that first does `a`, then `b`.
pub(crate) fn symmetries_of_board<T: Copy + PartialEq>(
    turns: &[(T, Permutation)],
    identity: T,
    then: fn(T, T) -> T,
    is_rotation: fn(T) -> bool,
) -> Vec<SymmetrySpec> {
    let spec = |name: &str, turns: Vec<&(T, Permutation)>| {
        let elements: Vec<T> = turns.iter().map(|(turn, _)| *turn).collect();
        let generators = generators_of(&elements, identity, then);
        let generators = turns.iter().filter(|(turn, _)| generators.contains(turn)).map(|(_, own)| own.clone());
        SymmetrySpec { name: name.to_owned(), order: turns.len() as u64, generators: generators.collect() }
    };
    let rotations = turns.iter().filter(|(turn, _)| is_rotation(*turn)).collect();
    vec![spec("board symmetries", turns.iter().collect()), spec("board rotations", rotations)]
}

/// Those of the elements of a group that the earlier ones do not generate.
///
/// `elements` is a whole finite group in any order, `multiply(a, b)` the element that first does `a`, then `b`.
fn generators_of<T: Copy + PartialEq>(elements: &[T], identity: T, multiply: impl Fn(T, T) -> T) -> Vec<T> {
    let mut generators: Vec<T> = Vec::new();
    let mut closed = vec![identity];
    for &candidate in elements {
        if closed.contains(&candidate) {
            continue;
        }
        generators.push(candidate);
        let mut next = 0;
        closed = vec![identity];
        while next < closed.len() {
            for &generator in &generators {
                let product = multiply(closed[next], generator);
                if !closed.contains(&product) {
                    closed.push(product);
                }
            }
            next += 1;
        }
    }
    generators
}

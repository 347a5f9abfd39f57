//! Every small certificate of a count, for every small formula.
//!
//! A certificate is a choice of which visible variables are said to be free, generators, which
//! solutions are listed and in which order, how they are forbidden, a choice with its
//! representatives, and three numbers. Its proof is one that refutes whatever has no model (by
//! splitting on the variables one after the other), so that it stands in no certificate's way: a
//! certificate that is verified with another proof is verified with this one.
//!
//! Truth is found from the definition: assignments of all visible variables that extend to a model,
//! and their orbits under all products of the generators.

use std::collections::BTreeSet;

use gordian_checker::{Claim, CountEvidence, CountRefusal, CountVerdict, check_count};
use gordian_formula::{Cnf, Lit, Permutation, Var};

use super::formulas::{ClauseSet, Clauses, Table, lits, renamings_of, vars_in};
use super::is_large;

#[derive(Clone, Copy, Debug)]
struct World {
    num_vars: usize,
    most_clauses: u32,
    /// The largest number of generators.
    most_generators: usize,
    /// Whether each certificate of classes comes with each choice and each set of representatives.
    has_choices: bool,
    /// Up to this length every sequence of assignments is listed, beside all ascending ones.
    longest_sequence: usize,
}

#[derive(Debug, Default)]
struct Tally {
    certificates: u64,
    verified: u64,
}

/// A formula with visible variables, and a group.
struct Case<'a> {
    cnf: &'a Cnf,
    num_vars: usize,
    visible: Table,
    generators: &'a [Permutation],
    truth: Truth,
}

/// The true numbers of the formula and the group.
struct Truth {
    solutions: usize,
    /// `None` where some generator does not map solutions to solutions.
    classes: Option<usize>,
    order: usize,
}

impl World {
    /// `verified` is the number of certificates that are right: a checker that refused some of them
    /// would say nothing false, and be of less use.
    fn go_through(self, verified: u64) {
        let clauses = Clauses::new(self.num_vars);
        let groups = groups(self.num_vars, self.most_generators);
        let mut tally = Tally::default();
        for set in clauses.sets(self.most_clauses) {
            for visible in 0..1 << self.num_vars {
                let cnf = clauses.cnf(set, visible);
                for generators in &groups {
                    let truth = Truth::of(&clauses, set, visible, generators);
                    let case = Case { cnf: &cnf, num_vars: self.num_vars, visible, generators, truth };
                    for free in (0..=visible).filter(|free| free & !visible == 0) {
                        self.with_listings(&clauses, &case, free, &mut tally);
                    }
                }
            }
        }
        println!("{self:?}: {tally:?}");
        assert_eq!(tally.verified, verified);
    }

    fn with_listings(self, clauses: &Clauses, case: &Case<'_>, free: Table, tally: &mut Tally) {
        let show: Vec<Var> = vars_in(case.visible & !free).map(Var::from_index).collect();
        for lists_classes in [true, false] {
            for forbids_true in [true, false] {
                let claim = Claim {
                    lists_classes,
                    forbids_true,
                    show: show.clone(),
                    free: vars_in(free).map(Var::from_index).collect(),
                    ..Claim::default()
                };
                for listing in listings(self.num_vars, case.visible & !free, self.longest_sequence) {
                    let mut claim = claim.clone();
                    claim.num_listed = listing.len() as u64;
                    case.judge(&claim, &listing, tally);
                    if self.has_choices && lists_classes {
                        for choice in clauses.clauses.iter().filter(|choice| !choice.is_empty()) {
                            for representatives in subsets(choice) {
                                claim.choice = lits(choice);
                                claim.representatives = lits(&representatives);
                                case.judge(&claim, &listing, tally);
                            }
                        }
                    }
                }
            }
        }
    }
}

impl Case<'_> {
    /// Judges a certificate with each number of solutions and classes, and where these are verified with each order.
    fn judge(&self, claim: &Claim, listing: &[Vec<Var>], tally: &mut Tally) {
        for solutions in 0..=1 << self.num_vars {
            let mut claim = Claim { solutions, ..claim.clone() };
            let mut classes = vec![None, Some(0)];
            if let Err(CountRefusal::Classes(number)) = self.check(&claim, listing, tally) {
                classes.extend([Some(number.saturating_sub(1)), Some(number), Some(number + 1)]);
            }
            for classes in classes {
                claim.classes = classes;
                claim.order = None;
                if self.check(&claim, listing, tally).is_ok() {
                    for order in [1, 2, 3, 4, 6, 8, 12, 16, 24, 48] {
                        claim.order = Some(order);
                        let _ = self.check(&claim, listing, tally);
                    }
                }
            }
        }
    }

    fn check(&self, claim: &Claim, listing: &[Vec<Var>], tally: &mut Tally) -> Result<(), CountRefusal> {
        const PROOFS: [&[u8]; 4] = [b"0\n", b"1 0\n0\n", b"1 0\n0\n", b"1 2 0\n1 0\n2 0\n0\n"];
        tally.certificates += 1;
        let evidence = CountEvidence { claim, generators: self.generators, listing };
        match check_count(self.cnf, &evidence, PROOFS[self.num_vars]).expect("the proof can be read") {
            CountVerdict::Refused(refusal) => Err(refusal),
            CountVerdict::Verified { order, .. } => {
                tally.verified += 1;
                let of_free = 1 << claim.free.len();
                let told = || format!("{:?} {:?} {claim:?} {listing:?}", self.cnf, self.generators);
                assert_eq!(claim.solutions * of_free, self.truth.solutions as u128, "{}", told());
                let classes = self.truth.classes.unwrap_or_else(|| panic!("no symmetry: {}", told())) as u128;
                // If no number of classes is claimed, it is the number of solutions.
                assert_eq!(claim.classes.unwrap_or(claim.solutions) * of_free, classes, "{}", told());
                assert_eq!(order, claim.order, "{}", told());
                assert!(order.is_none_or(|order| order == self.truth.order as u128), "{}", told());
                Ok(())
            }
        }
    }
}

impl Truth {
    fn of(clauses: &Clauses, set: ClauseSet, visible: Table, generators: &[Permutation]) -> Truth {
        let vars: Vec<Var> = vars_in(visible).map(Var::from_index).collect();
        let models = clauses.models(set);
        let literals = |assignment: u32| -> BTreeSet<Lit> {
            vars.iter().map(|var| var.lit(assignment >> var.index() & 1 == 1)).collect()
        };
        let solutions: BTreeSet<BTreeSet<Lit>> =
            (0..1u32 << clauses.num_vars).filter(|model| models >> model & 1 == 1).map(literals).collect();
        let image = |generator: &Permutation, lits: &BTreeSet<Lit>| -> BTreeSet<Lit> {
            lits.iter().map(|&lit| generator.image(lit)).collect()
        };
        let is_closed =
            generators.iter().all(|generator| solutions.iter().all(|row| solutions.contains(&image(generator, row))));
        let mut left = solutions.clone();
        let mut classes = 0;
        while let Some(first) = left.pop_first() {
            classes += 1;
            let mut agenda = vec![first];
            while let Some(row) = agenda.pop() {
                let images = generators.iter().map(|generator| image(generator, &row));
                agenda.extend(images.filter(|image| left.remove(image)));
            }
        }
        let identity: Vec<Lit> = vars.iter().map(|var| var.positive()).collect();
        let mut elements = BTreeSet::from([identity.clone()]);
        let mut agenda = vec![identity];
        while let Some(element) = agenda.pop() {
            for generator in generators {
                let product: Vec<Lit> = element.iter().map(|&lit| generator.image(lit)).collect();
                if elements.insert(product.clone()) {
                    agenda.push(product);
                }
            }
        }
        Truth { solutions: solutions.len(), classes: is_closed.then_some(classes), order: elements.len() }
    }
}

/// All sets of up to so many permutations.
fn groups(num_vars: usize, most: usize) -> Vec<Vec<Permutation>> {
    let all: Vec<Permutation> = renamings_of(num_vars)
        .iter()
        .map(|images| Permutation::from_images(lits(images)).expect("a renaming is a permutation"))
        .collect();
    let mut groups: Vec<Vec<Permutation>> = vec![Vec::new()];
    groups.extend(all.iter().map(|only| vec![only.clone()]));
    if most > 1 {
        for (at, first) in all.iter().enumerate() {
            groups.extend(all[at + 1..].iter().map(|second| vec![first.clone(), second.clone()]));
        }
    }
    groups
}

/// All lists of assignments whose shown parts ascend, and all sequences up to a length, by the variables that are true.
fn listings(num_vars: usize, show: Table, longest_sequence: usize) -> Vec<Vec<Vec<Var>>> {
    let row = |assignment: u8| vars_in(assignment).map(Var::from_index).collect::<Vec<Var>>();
    let shown = |assignment: u8| row(assignment & show);
    let mut assignments: Vec<u8> = (0..1 << num_vars).collect();
    assignments.sort_by_key(|&assignment| shown(assignment));
    let mut listings: Vec<Vec<u8>> = vec![Vec::new()];
    let mut open: Vec<Vec<u8>> = vec![Vec::new()];
    while let Some(listing) = open.pop() {
        for &next in &assignments {
            let ascends = listing.last().is_none_or(|&last| shown(last) < shown(next));
            let is_short = listing.len() < longest_sequence;
            if ascends || is_short {
                let longer = [&listing[..], &[next]].concat();
                listings.push(longer.clone());
                open.push(longer);
            }
        }
    }
    listings.iter().map(|listing| listing.iter().map(|&assignment| row(assignment)).collect()).collect()
}

fn subsets(lits: &[i32]) -> Vec<Vec<i32>> {
    let members = |set: u32| lits.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1);
    (0..1u32 << lits.len()).map(|set| members(set).map(|(_, &lit)| lit).collect()).collect()
}

#[test]
fn certificates_of_one_variable() {
    let world = World { num_vars: 1, most_clauses: 3, most_generators: 2, has_choices: true, longest_sequence: 2 };
    world.go_through(946);
}

#[test]
fn certificates_of_two_variables() {
    let world = World { num_vars: 2, most_clauses: 2, most_generators: 1, has_choices: true, longest_sequence: 0 };
    world.go_through(5_596);
    World { most_clauses: 9, has_choices: false, ..world }.go_through(38_020);
    if is_large() {
        World { most_clauses: 9, most_generators: 2, longest_sequence: 2, ..world }.go_through(122_556);
    }
}

#[test]
fn certificates_of_three_variables() {
    if is_large() {
        let world = World { num_vars: 3, most_clauses: 2, most_generators: 1, has_choices: false, longest_sequence: 0 };
        world.go_through(92_468);
    }
}

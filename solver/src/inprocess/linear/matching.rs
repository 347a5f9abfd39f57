//! Clauses that have too few groups to choose from.

use gordian_formula::{GroupKind, Lit, LitMap};

use super::chains::{Arithmetic, Form};
use crate::engine::Engine;
use crate::inprocess::cliques::Finder;

/// Steps that may be taken for each literal of a clause that could have too few groups.
const STEPS_PER_LITERAL: usize = 20;
/// Small formulas are not left for want of steps.
const LEAST_STEPS: usize = 100_000;

/// Constraints whose sum contradicts itself: the clauses ask for more true literals than the groups allow.
pub(super) struct Violator {
    pub(super) clauses: Vec<Vec<Lit>>,
    /// At most one literal of each is true.
    pub(super) groups: Vec<Vec<Lit>>,
}

impl Violator {
    /// All constraints as forms.
    pub(super) fn forms(&self) -> impl Iterator<Item = Form> + '_ {
        let clauses = self.clauses.iter().map(|lits| Form::at_least_one(lits));
        clauses.chain(self.groups.iter().map(|lits| Form::at_most_one(lits)))
    }
}

/// Looks for clauses with fewer groups than clauses: a true literal of each clause takes one of its groups, and no group can serve two
/// (Hall 1935). Each literal is seen in the largest of its groups that has no other literal of the clause.
pub(super) fn hall_violator(engine: &Engine) -> Option<Violator> {
    let Engine { trail, arena, watches, groups, .. } = engine;
    let num_vars = trail.num_vars();
    let is_open = |lit: &Lit| trail.value(*lit) == 0;
    let lits = || (0..2 * num_vars as u32).map(Lit::from_code).filter(is_open);
    let others = |lit: Lit| watches.of(lit).iter().filter(|watch| watch.is_binary()).map(|watch| watch.blocker);

    // Clauses, all literals of which exclude others.
    let is_excluding = |lit: &Lit| !groups.memberships_of(*lit).is_empty() || others(!*lit).next().is_some();
    let open_part = |clause: &[Lit]| -> Option<Vec<Lit>> {
        let is_eligible = |lit: &Lit| trail.value(*lit) < 0 || is_open(lit) && is_excluding(lit);
        clause.iter().all(is_eligible).then(|| clause.iter().copied().filter(is_open).collect())
    };
    let longs = arena.clauses().filter(|&clause| !arena.is_redundant(clause) && !arena.is_garbage(clause));
    let mut clauses: Vec<Vec<Lit>> = longs.filter_map(|clause| open_part(arena.lits(clause))).collect();
    let exact = groups.iter().filter(|&(kind, _)| kind == GroupKind::ExactlyOne);
    clauses.extend(exact.filter_map(|(_, members)| open_part(members)));
    // Two literals alone are for equivalences.
    if clauses.is_empty() {
        return None;
    }
    for lit in lits().filter(is_excluding) {
        clauses.extend(others(lit).filter(|&other| lit < other).filter_map(|other| open_part(&[lit, other])));
    }

    // Groups of their literals.
    let mut is_wanted: LitMap<bool> = LitMap::new();
    is_wanted.grow(num_vars);
    clauses.iter().flatten().for_each(|&lit| is_wanted[lit] = true);
    let mut binaries = Vec::new();
    for lit in lits().filter(|&lit| is_wanted[!lit]) {
        binaries.extend(others(lit).filter(|&other| lit < other && is_wanted[!other]).map(|other| [lit, other]));
    }
    let size: usize = clauses.iter().map(Vec::len).sum::<usize>() + binaries.len();
    let mut steps = LEAST_STEPS + STEPS_PER_LITERAL * size;
    let mut finder = Finder::new(&binaries, num_vars, 2, steps);
    finder.grow_cliques();
    let mut all: Vec<Vec<Lit>> = finder.groups.into_iter().map(|(_, members)| members).collect();
    for (_, members) in groups.iter().filter(|(_, members)| members.iter().all(|lit| trail.value(*lit) <= 0)) {
        all.push(members.iter().copied().filter(is_open).collect());
    }

    let mut memberships: LitMap<Vec<u32>> = LitMap::new();
    memberships.grow(num_vars);
    for (index, members) in all.iter().enumerate() {
        members.iter().for_each(|&lit| memberships[lit].push(index as u32));
    }
    let mut matching = Matching::new(all.len());
    let mut counts = vec![0u32; all.len()];
    let mut eligible = Vec::new();
    for clause in clauses {
        if clause.iter().any(|&lit| memberships[lit].is_empty()) {
            continue;
        }
        let listed = || clause.iter().flat_map(|&lit| &memberships[lit]);
        listed().for_each(|&group| counts[group as usize] += 1);
        let is_useful = |group: &&u32| counts[**group as usize] == 1;
        let largest =
            |&lit: &Lit| memberships[lit].iter().filter(is_useful).max_by_key(|&&group| all[group as usize].len());
        let choices: Option<Vec<u32>> = clause.iter().map(|lit| largest(lit).copied()).collect();
        listed().for_each(|&group| counts[group as usize] = 0);
        let work: usize = clause.iter().map(|&lit| memberships[lit].len()).sum();
        steps = steps.checked_sub(work)?;
        if let Some(choices) = choices {
            matching.add_clause(choices);
            eligible.push(clause);
        }
    }
    for clause in 0..eligible.len() {
        let (clauses, groups) = match matching.place(clause, &mut steps) {
            Placement::Placed => continue,
            Placement::Stuck { clauses, groups } => (clauses, groups),
            Placement::OutOfSteps => return None,
        };
        let violator = Violator {
            clauses: clauses.into_iter().map(|index| eligible[index].clone()).collect(),
            groups: groups.into_iter().map(|index| all[index].clone()).collect(),
        };
        // A literal may serve two clauses at once, and then this shows nothing.
        let sum = violator.forms().fold(Form::default(), |sum, form| sum.plus(&form, Arithmetic::AtLeast));
        return sum.is_contradiction(Arithmetic::AtLeast).then_some(violator);
    }
    None
}

/// A matching of clauses and the groups they can have.
#[derive(Default)]
struct Matching {
    /// For each clause its groups.
    choices: Vec<Vec<u32>>,
    /// For each clause the group it has.
    places: Vec<Option<usize>>,
    /// For each group the clause that has it.
    holders: Vec<Option<usize>>,
    /// For each group that carries the current stamp, the clause it was reached from.
    sources: Vec<usize>,
    stamps: Vec<u32>,
    stamp: u32,
}

enum Placement {
    Placed,
    /// These clauses have no others than these groups, one fewer.
    Stuck {
        clauses: Vec<usize>,
        groups: Vec<usize>,
    },
    OutOfSteps,
}

impl Matching {
    fn new(num_groups: usize) -> Matching {
        let holders = vec![None; num_groups];
        Matching { holders, sources: vec![0; num_groups], stamps: vec![0; num_groups], ..Matching::default() }
    }

    fn add_clause(&mut self, choices: Vec<u32>) {
        self.choices.push(choices);
        self.places.push(None);
    }

    /// Gives a clause a group, others changing theirs where need be (Kuhn 1955, breadth first).
    fn place(&mut self, clause: usize, steps: &mut usize) -> Placement {
        self.stamp += 1;
        let mut clauses = vec![clause];
        let mut groups = Vec::new();
        let mut next = 0;
        while let Some(&current) = clauses.get(next) {
            next += 1;
            let Some(left) = steps.checked_sub(1 + self.choices[current].len()) else { return Placement::OutOfSteps };
            *steps = left;
            for &group in &self.choices[current] {
                let group = group as usize;
                if self.stamps[group] == self.stamp {
                    continue;
                }
                self.stamps[group] = self.stamp;
                self.sources[group] = current;
                groups.push(group);
                let Some(holder) = self.holders[group] else {
                    self.shift(group);
                    return Placement::Placed;
                };
                clauses.push(holder);
            }
        }
        Placement::Stuck { clauses, groups }
    }

    /// Gives a free group to the clause it was reached from, and the group which that one had to the clause that one was reached from, until a clause
    /// had none.
    fn shift(&mut self, mut group: usize) {
        loop {
            let clause = self.sources[group];
            self.holders[group] = Some(clause);
            match self.places[clause].replace(group) {
                Some(before) => group = before,
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_move_until_each_has_a_group_or_too_few_are_left() {
        let mut matching = Matching::new(3);
        for choices in [vec![0, 1], vec![0], vec![1, 2], vec![2, 0, 1]] {
            matching.add_clause(choices);
        }
        let mut steps = 100;
        for clause in 0..3 {
            assert!(matches!(matching.place(clause, &mut steps), Placement::Placed));
        }
        assert_eq!(matching.places, [Some(1), Some(0), Some(2), None]);
        let Placement::Stuck { mut clauses, mut groups } = matching.place(3, &mut steps) else { unreachable!() };
        clauses.sort_unstable();
        groups.sort_unstable();
        assert_eq!((clauses, groups), (vec![0, 1, 2, 3], vec![0, 1, 2]));
        assert!(matches!(matching.place(3, &mut 0), Placement::OutOfSteps));
    }
}

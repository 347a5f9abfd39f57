//! Clauses that have too few groups to choose from.

use gordian_formula::{GroupKind, Lit, LitMap};

use super::chains::{Arithmetic, Form};
use crate::engine::Engine;
use crate::inprocess::cliques::Finder;
use crate::store::lists::Lists;

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
    let clauses = candidates(engine);
    let binaries = exclusions(engine, &clauses);
    let size: usize = clauses.iter().map(Vec::len).sum::<usize>() + binaries.len();
    let mut steps = LEAST_STEPS + STEPS_PER_LITERAL * size;
    let groups = groups_among(engine, &binaries, steps);
    let (clauses, mut matching) = choose(clauses, &groups, engine.trail.num_vars(), &mut steps)?;
    for clause in 0..clauses.len() {
        let stuck = match matching.place(clause, &mut steps) {
            Placement::Placed => continue,
            Placement::Stuck(stuck) => stuck,
            Placement::OutOfSteps => return None,
        };
        let violator = Violator {
            clauses: stuck.clauses.into_iter().map(|index| clauses[index].clone()).collect(),
            groups: stuck.groups.into_iter().map(|index| groups[index].clone()).collect(),
        };
        // Where a literal serves two clauses at once, this shows nothing.
        let forms: Vec<Form> = violator.forms().collect();
        steps = steps.checked_sub(forms.iter().map(|form| form.terms.len()).sum())?;
        if Form::sum(&forms).is_contradiction(Arithmetic::AtLeast) {
            return Some(violator);
        }
    }
    None
}

fn is_open(engine: &Engine, lit: Lit) -> bool {
    engine.trail.value(lit) == 0
}

fn open_lits(engine: &Engine) -> impl Iterator<Item = Lit> + '_ {
    (0..2 * engine.trail.num_vars() as u32).map(Lit::from_code).filter(|&lit| is_open(engine, lit))
}

/// The other literals of the binary clauses of a literal.
fn others(engine: &Engine, lit: Lit) -> impl Iterator<Item = Lit> + '_ {
    engine.watches.of(lit).iter().filter(|watch| watch.is_binary()).map(|watch| watch.blocker)
}

/// The open literals of the clauses that no literal satisfies and all literals of which exclude others. None if they are all of two literals.
fn candidates(engine: &Engine) -> Vec<Vec<Lit>> {
    let Engine { trail, arena, groups, .. } = engine;
    let is_excluding = |lit: Lit| !groups.memberships_of(lit).is_empty() || others(engine, !lit).next().is_some();
    let open_part = |clause: &[Lit]| -> Option<Vec<Lit>> {
        let is_eligible = |&lit: &Lit| trail.value(lit) < 0 || is_open(engine, lit) && is_excluding(lit);
        clause.iter().all(is_eligible).then(|| clause.iter().copied().filter(|&lit| is_open(engine, lit)).collect())
    };
    let longs = arena.clauses().filter(|&clause| !arena.is_redundant(clause) && !arena.is_garbage(clause));
    let mut clauses: Vec<Vec<Lit>> = longs.filter_map(|clause| open_part(arena.lits(clause))).collect();
    let exact = groups.iter().filter(|&(kind, _)| kind == GroupKind::ExactlyOne);
    clauses.extend(exact.filter_map(|(_, members)| open_part(members)));
    if !clauses.is_empty() {
        for lit in open_lits(engine).filter(|&lit| is_excluding(lit)) {
            let binaries = others(engine, lit).filter(|&other| lit < other);
            clauses.extend(binaries.filter_map(|other| open_part(&[lit, other])));
        }
    }
    clauses
}

/// The binary clauses by which literals of the clauses exclude each other.
fn exclusions(engine: &Engine, clauses: &[Vec<Lit>]) -> Vec<[Lit; 2]> {
    let mut is_wanted: LitMap<bool> = LitMap::new();
    is_wanted.grow(engine.trail.num_vars());
    clauses.iter().flatten().for_each(|&lit| is_wanted[!lit] = true);
    let lits = open_lits(engine).filter(|&lit| is_wanted[lit]);
    let of = |lit| others(engine, lit).filter(move |&other| lit < other).map(move |other| [lit, other]);
    lits.flat_map(of).filter(|&[_, other]| is_wanted[other]).collect()
}

/// The groups of the engine that are open, and those that the binary clauses make.
fn groups_among(engine: &Engine, binaries: &[[Lit; 2]], steps: usize) -> Vec<Vec<Lit>> {
    let mut finder = Finder::new(binaries.iter().copied(), engine.trail.num_vars(), 2, steps);
    finder.grow_cliques();
    let mut groups: Vec<Vec<Lit>> = finder.groups.into_iter().map(|(_, members)| members).collect();
    let is_satisfied = |members: &[Lit]| members.iter().any(|&lit| engine.trail.value(lit) > 0);
    for (_, members) in engine.groups.iter().filter(|(_, members)| !is_satisfied(members)) {
        groups.push(members.iter().copied().filter(|&lit| is_open(engine, lit)).collect());
    }
    groups
}

/// The clauses each literal of which has a group, with these.
fn choose(
    clauses: Vec<Vec<Lit>>,
    groups: &[Vec<Lit>],
    num_vars: usize,
    steps: &mut usize,
) -> Option<(Vec<Vec<Lit>>, Matching)> {
    let mut memberships: Lists<u32> = Lists::with_room(num_vars, groups.iter().flatten().copied());
    for (index, members) in groups.iter().enumerate() {
        members.iter().for_each(|&lit| memberships.push(lit, index as u32));
    }
    let mut matching = Matching::new(groups.len());
    let mut counts = vec![0u32; groups.len()];
    let mut eligible = Vec::new();
    for clause in clauses {
        let listed = || clause.iter().flat_map(|&lit| memberships.of(lit));
        *steps = steps.checked_sub(listed().count())?;
        listed().for_each(|&group| counts[group as usize] += 1);
        let is_useful = |group: &&u32| counts[**group as usize] == 1;
        let size = |group: &&u32| groups[**group as usize].len();
        let largest = |&lit: &Lit| memberships.of(lit).iter().filter(is_useful).max_by_key(size).copied();
        let choices: Option<Vec<u32>> = clause.iter().map(largest).collect();
        listed().for_each(|&group| counts[group as usize] = 0);
        if let Some(choices) = choices {
            matching.add_clause(choices);
            eligible.push(clause);
        }
    }
    Some((eligible, matching))
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
    Stuck(Stuck),
    OutOfSteps,
}

/// Clauses that have no others than these groups, one fewer.
struct Stuck {
    clauses: Vec<usize>,
    groups: Vec<usize>,
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
        Placement::Stuck(Stuck { clauses, groups })
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
        let Placement::Stuck(Stuck { mut clauses, mut groups }) = matching.place(3, &mut steps) else { unreachable!() };
        clauses.sort_unstable();
        groups.sort_unstable();
        assert_eq!((clauses, groups), (vec![0, 1, 2, 3], vec![0, 1, 2]));
        assert!(matches!(matching.place(3, &mut 0), Placement::OutOfSteps));
    }
}

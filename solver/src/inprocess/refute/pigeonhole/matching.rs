//! Clauses that have too few groups to choose from.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use gordian_formula::{GroupKind, Lit, LitMap};

use super::refutation::Table;
use crate::engine::{Call, Engine};
use crate::inprocess::cliques::Finder;
use crate::store::lists::Lists;
use crate::store::rows::Rows;

/// Steps that may be taken for each literal of a clause that could have too few groups.
const STEPS_PER_LITERAL: usize = 20;
/// Small formulas are not left for want of steps.
const LEAST_STEPS: usize = 100_000;

/// Looks for clauses with fewer groups than clauses: a true literal of each clause takes one of its
/// groups, and no group can serve two (Hall 1935). Each literal is seen in the largest of its
/// groups that has no other literal of the clause.
pub(super) fn hall_violator(engine: &Engine, call: &Call<'_>) -> Option<Table<Lit>> {
    let clauses = candidates(engine);
    let binaries = exclusions(engine, &clauses);
    let mut steps = LEAST_STEPS + STEPS_PER_LITERAL * (clauses.entries().len() + binaries.len());
    let groups = groups_among(engine, call, binaries, steps);
    let (clauses, mut matching) = choose(clauses, &groups, engine.trail.num_vars(), &mut steps)?;
    for clause in 0..clauses.len() as u32 {
        if call.is_late_by_now() {
            return None;
        }
        let stuck = match matching.place(clause, &mut steps) {
            Placement::Placed => continue,
            Placement::Stuck(stuck) => stuck,
            Placement::OutOfSteps => return None,
        };
        // Each may hold nearly all clauses.
        if call.is_late() {
            return None;
        }
        let numbers: HashMap<u32, u32> = stuck.groups.iter().copied().zip(0..).collect();
        let row = |&clause: &u32| -> BTreeMap<u32, Lit> {
            let groups = matching.choices.row(clause as usize).iter().map(|group| numbers[group]);
            groups.zip(clauses.row(clause as usize).iter().copied()).collect()
        };
        let rows: Vec<BTreeMap<u32, Lit>> = stuck.clauses.iter().map(row).collect();
        steps = steps.checked_sub(rows.iter().map(BTreeMap::len).sum())?;
        // If a literal serves two clauses at once, this shows nothing.
        let mut seen = BTreeSet::new();
        if rows.iter().flatten().all(|entry| seen.insert(entry)) {
            return Some(Table::new(rows, stuck.groups.len()));
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

/// The open literals of the clauses that no literal satisfies and all literals of which exclude
/// others. None if they are all of two literals.
fn candidates(engine: &Engine) -> Rows<Lit> {
    let Engine { trail, arena, groups, .. } = engine;
    // Each literal is asked once: thousands of long clauses may stand before its first binary clause.
    let mut is_excluding: LitMap<bool> = LitMap::new();
    is_excluding.grow(trail.num_vars());
    for lit in open_lits(engine) {
        is_excluding[lit] = !groups.memberships_of(lit).is_empty() || others(engine, !lit).next().is_some();
    }
    let mut clauses = Rows::default();
    let mut push_open_part = |clause: &[Lit]| {
        let possible = clause.iter().filter(|&&lit| trail.value(lit) >= 0);
        clauses.push_whole(possible.map(|&lit| is_excluding[lit].then_some(lit)));
    };
    let longs = arena.irredundant();
    longs.for_each(|clause| push_open_part(arena.lits(clause)));
    let exact = groups.iter().filter(|&(kind, _)| kind == GroupKind::ExactlyOne);
    exact.for_each(|(_, members)| push_open_part(members));
    if !clauses.is_empty() {
        for lit in open_lits(engine).filter(|&lit| is_excluding[lit]) {
            let binaries = others(engine, lit).filter(|&other| lit < other && is_open(engine, other));
            binaries.filter(|&other| is_excluding[other]).for_each(|other| clauses.push([lit, other]));
        }
    }
    clauses
}

/// The binary clauses by which literals of the clauses exclude each other.
fn exclusions(engine: &Engine, clauses: &Rows<Lit>) -> Vec<[Lit; 2]> {
    let mut is_wanted: LitMap<bool> = LitMap::new();
    is_wanted.grow(engine.trail.num_vars());
    clauses.entries().iter().for_each(|&lit| is_wanted[!lit] = true);
    let lits = open_lits(engine).filter(|&lit| is_wanted[lit]);
    let of = |lit| others(engine, lit).filter(move |&other| lit < other).map(move |other| [lit, other]);
    lits.flat_map(of).filter(|&[_, other]| is_wanted[other]).collect()
}

/// The groups of the engine that are open, and those that the binary clauses make.
fn groups_among(engine: &Engine, call: &Call<'_>, binaries: Vec<[Lit; 2]>, steps: usize) -> Rows<Lit> {
    let mut finder = Finder::new(binaries.iter().copied(), engine.trail.num_vars(), 2, steps);
    drop(binaries);
    finder.grow_cliques(&|| call.is_late_by_now());
    let mut groups = finder.members;
    let is_satisfied = |members: &[Lit]| members.iter().any(|&lit| engine.trail.value(lit) > 0);
    for (_, members) in engine.groups.iter().filter(|(_, members)| !is_satisfied(members)) {
        groups.push(members.iter().copied().filter(|&lit| is_open(engine, lit)));
    }
    groups
}

/// The clauses each literal of which has a group, with these.
fn choose(clauses: Rows<Lit>, groups: &Rows<Lit>, num_vars: usize, steps: &mut usize) -> Option<(Rows<Lit>, Matching)> {
    let mut memberships: Lists<u32> = Lists::with_room(num_vars, groups.entries().iter().copied());
    for (index, members) in groups.iter().enumerate() {
        members.iter().for_each(|&lit| memberships.push(lit, index as u32));
    }
    let mut matching = Matching::new(groups.len());
    let mut counts = vec![0u32; groups.len()];
    let mut eligible = Rows::default();
    for clause in clauses.iter() {
        let listed = || clause.iter().flat_map(|&lit| memberships.of(lit));
        *steps = steps.checked_sub(listed().count())?;
        listed().for_each(|&group| counts[group as usize] += 1);
        let is_useful = |group: &&u32| counts[**group as usize] == 1;
        let size = |group: &&u32| groups.row(**group as usize).len();
        let largest = |&lit: &Lit| memberships.of(lit).iter().filter(is_useful).max_by_key(size).copied();
        if matching.add_clause(clause.iter().map(largest)) {
            eligible.push(clause.iter().copied());
        }
        listed().for_each(|&group| counts[group as usize] = 0);
    }
    Some((eligible, matching))
}

/// A matching of clauses and the groups they can have.
#[derive(Default)]
struct Matching {
    /// For each clause its groups.
    choices: Rows<u32>,
    /// For each clause the group it has, or [`NONE`].
    places: Vec<u32>,
    /// For each group the clause that has it, or [`NONE`].
    holders: Vec<u32>,
    /// For each group that carries the current stamp, the clause it was reached from.
    sources: Vec<u32>,
    stamps: Vec<u32>,
    stamp: u32,
}

const NONE: u32 = u32::MAX;

enum Placement {
    Placed,
    Stuck(Stuck),
    OutOfSteps,
}

/// Clauses that have no others than these groups, one fewer.
struct Stuck {
    clauses: Vec<u32>,
    groups: Vec<u32>,
}

impl Matching {
    fn new(num_groups: usize) -> Matching {
        let holders = vec![NONE; num_groups];
        Matching { holders, sources: vec![0; num_groups], stamps: vec![0; num_groups], ..Matching::default() }
    }

    /// Takes a clause if it has a group for each of its literals; whether it did.
    fn add_clause(&mut self, choices: impl Iterator<Item = Option<u32>>) -> bool {
        let is_eligible = self.choices.push_whole(choices);
        self.places.resize(self.choices.len(), NONE);
        is_eligible
    }

    /// Gives a clause a group, others changing theirs where need be (Kuhn 1955, breadth first).
    fn place(&mut self, clause: u32, steps: &mut usize) -> Placement {
        self.stamp += 1;
        let mut clauses = vec![clause];
        let mut groups = Vec::new();
        let mut next = 0;
        while let Some(&current) = clauses.get(next) {
            next += 1;
            let choices = self.choices.row(current as usize);
            let Some(left) = steps.checked_sub(1 + choices.len()) else { return Placement::OutOfSteps };
            *steps = left;
            for &group in choices {
                let index = group as usize;
                if self.stamps[index] == self.stamp {
                    continue;
                }
                self.stamps[index] = self.stamp;
                self.sources[index] = current;
                groups.push(group);
                if self.holders[index] == NONE {
                    self.shift(group);
                    return Placement::Placed;
                }
                clauses.push(self.holders[index]);
            }
        }
        Placement::Stuck(Stuck { clauses, groups })
    }

    /// Gives a free group to the clause it was reached from, and the group which that one had to
    /// the clause that one was reached from, until a clause had none.
    fn shift(&mut self, mut group: u32) {
        while group != NONE {
            let clause = self.sources[group as usize];
            self.holders[group as usize] = clause;
            group = std::mem::replace(&mut self.places[clause as usize], group);
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
            matching.add_clause(choices.into_iter().map(Some));
        }
        let mut steps = 100;
        for clause in 0..3 {
            assert!(matches!(matching.place(clause, &mut steps), Placement::Placed));
        }
        assert_eq!(matching.places, [1, 0, 2, NONE]);
        let Placement::Stuck(Stuck { mut clauses, mut groups }) = matching.place(3, &mut steps) else { unreachable!() };
        clauses.sort_unstable();
        groups.sort_unstable();
        assert_eq!((clauses, groups), (vec![0, 1, 2, 3], vec![0, 1, 2]));
        assert!(matches!(matching.place(3, &mut 0), Placement::OutOfSteps));
    }
}

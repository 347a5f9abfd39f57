//! At-most-one and exactly-one groups among the clauses of a formula.

use std::cell::Cell;

use gordian_formula::{GroupKind, Lit, LitMap};

use crate::budget::Budget;
use crate::engine::Engine;
use crate::options::Options;
use crate::store::arena::ClauseRef;
use crate::store::pairs::Pairs;
use crate::store::rows::Rows;

pub(crate) mod own {
    technique! {
        options {
            /// At-most-one groups among binary clauses: 0 left as they are, 1 found, 2 found with the exactly-one
            /// groups, 3 also found where chains of implications encode them.
            choice "cliques": (0..=3) = 2;
            /// Least number of members of a group that is found.
            size "clique_size": (3..=1000) = 16;
        }
        counters {
            /// Groups found among binary clauses.
            groups "groups found";
            /// Binary clauses that these groups stand for.
            binaries "grouped binaries";
        }
    }
}

/// Steps that may be taken for each new clause, so that reading a formula stays linear.
const STEPS_PER_CLAUSE: usize = 10;
/// Steps that a clique earns for each of its pairs.
const STEPS_PER_PAIR: usize = 16;
/// A literal is followed through this many others, and so many more for each literal of the clauses it stands in.
const FOLLOWED_AT_LEAST: usize = 100;
const FOLLOWED_PER_LITERAL: usize = 16;
/// With more variables than this for each new binary clause, tables over the variables are not worth making.
const VARS_PER_CLAUSE: usize = 16;
/// Clauses and literals between two looks at the clock.
const POLL_INTERVAL: u32 = 1 << 8;

/// Keeps cliques of new binary clauses as groups: literals of which each two exclude each other.
/// The clauses leave the engine, but not the proof, since any propagation of a group is a unit
/// propagation of one of them. A long clause over exactly the literals of a group makes it an
/// exactly-one group, and leaves too.
///
/// Cliques are grown greedily (the syntactic detection of Biere, Le Berre, Lonca & Manthey 2014),
/// the long clauses being tried first: in a formula that says "exactly one" they tell where the
/// cliques are. To be called at level zero, before new clauses are watched.
pub(crate) fn find_cliques(engine: &mut Engine, options: &Options, budget: &Budget) {
    let least = options.cliques.size as usize;
    let num_binaries = engine.unwatched.binaries().len();
    if options.cliques.choice == 0 || num_binaries < least * (least - 1) / 2 {
        return;
    }
    if num_binaries * VARS_PER_CLAUSE < engine.trail.num_vars() {
        return;
    }
    let Engine { trail, arena, unwatched, statistics, .. } = &mut *engine;
    let follows_chains = options.cliques.choice == 3;
    let degrees = if follows_chains { LitMap::new() } else { degrees(unwatched.binaries(), trail.num_vars()) };
    let is_in_clique = |lit: Lit| follows_chains || degrees[lit] as usize + 1 >= least;
    let edges = unwatched.binaries().iter();
    let edges = edges.filter(|&[first, second]| is_in_clique(!first) && is_in_clique(!second));
    if edges.clone().next().is_none() {
        return;
    }
    let longs: Vec<ClauseRef> = unwatched.longs(arena).collect();
    let steps = STEPS_PER_CLAUSE * (num_binaries + longs.len());
    let mut finder = Finder::new(edges, trail.num_vars(), least, steps);
    finder.follows_chains = follows_chains;
    finder.is_thrifty = true;
    let polls = Cell::new(0_u32);
    let is_late = || {
        polls.set(polls.get().wrapping_add(1));
        polls.get().is_multiple_of(POLL_INTERVAL) && budget.is_over()
    };
    if options.cliques.choice >= 2 {
        let clauses: Vec<&[Lit]> = longs.iter().map(|&clause| arena.lits(clause)).collect();
        let is_exact = finder.exact_clauses(&clauses, &is_late);
        for (&clause, _) in longs.iter().zip(is_exact).filter(|&(_, is_exact)| is_exact) {
            arena.mark_garbage(clause);
            statistics.irredundant -= 1;
        }
    }
    finder.grow_cliques(&is_late);
    if finder.kinds.is_empty() {
        return;
    }
    let (kinds, members, groups) = finder.into_groups();
    engine.unwatched.binaries_mut().retain(|[first, second]| !share_group(&groups, !first, !second));
    let covered = num_binaries - engine.unwatched.binaries().len();
    engine.statistics.irredundant -= covered as u64;
    engine.statistics.cliques.binaries += covered as u64;
    engine.statistics.cliques.groups += kinds.len() as u64;
    for (kind, members) in kinds.into_iter().zip(members.iter()) {
        engine.add_group(members, kind);
    }
}

/// The number of other literals that each literal excludes.
fn degrees(binaries: &Pairs, num_vars: usize) -> LitMap<u32> {
    let mut degrees = LitMap::new();
    degrees.grow(num_vars);
    binaries.iter().flatten().for_each(|lit| degrees[!lit] += 1);
    degrees
}

/// For each literal the groups it is in, as linked lists: most literals are in none.
struct Memberships {
    /// The last entry of each literal.
    heads: LitMap<u32>,
    /// A group, and the entry before this one of the same literal. The first one stands for none.
    entries: Vec<(u32, u32)>,
}

impl Memberships {
    fn new(num_vars: usize) -> Memberships {
        let mut heads = LitMap::new();
        heads.grow(num_vars);
        Memberships { heads, entries: vec![(0, 0)] }
    }

    /// Puts a literal into a group, which is none of those it is in.
    fn push(&mut self, lit: Lit, group: usize) {
        self.entries.push((group as u32, self.heads[lit]));
        self.heads[lit] = self.entries.len() as u32 - 1;
    }

    /// The groups of a literal, the last one first.
    fn of(&self, lit: Lit) -> impl Iterator<Item = usize> + '_ {
        let first = self.heads[lit];
        std::iter::successors((first != 0).then_some(first), |&entry| {
            let (_, before) = self.entries[entry as usize];
            (before != 0).then_some(before)
        })
        .map(|entry| self.entries[entry as usize].0 as usize)
    }

    /// The groups of every literal in a row each, the last one first: walking lists that lie all over the memory takes
    /// most of the time on millions of clauses.
    fn rows(&self) -> Rows<u32> {
        let mut rows = Rows::default();
        for code in 0..self.heads.len() as u32 {
            rows.push(self.of(Lit::from_code(code)).map(|group| group as u32));
        }
        rows
    }
}

/// Whether the rows of two literals, of falling numbers, have a group in common.
fn share_group(groups: &Rows<u32>, first: Lit, second: Lit) -> bool {
    let mut second = groups.row(second.index()).iter().peekable();
    groups.row(first.index()).iter().any(|group| {
        while second.next_if(|&other| other > group).is_some() {}
        second.peek() == Some(&group)
    })
}

/// The state of the test of a clause.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// This many of its literals were not yet followed; those that were exclude all others.
    Left(u32),
    Failed,
}

impl Progress {
    fn is_open(self) -> bool {
        matches!(self, Progress::Left(1..))
    }

    fn next(self) -> Progress {
        match self {
            Progress::Left(left) => Progress::Left(left.saturating_sub(1)),
            Progress::Failed => Progress::Failed,
        }
    }
}

/// The graph of literals that exclude each other, and the groups found in it so far.
pub(crate) struct Finder {
    /// For each literal, where its neighbours begin; one entry more than there are literals.
    starts: Vec<u32>,
    /// Neighbours, sorted for each literal.
    neighbours: Vec<Lit>,
    kinds: Vec<GroupKind>,
    /// The members of each group.
    pub(crate) members: Rows<Lit>,
    memberships: Memberships,
    /// Notes on literals, valid if they carry the current stamp.
    stamps: LitMap<u32>,
    stamp: u32,
    /// The neighbours of one literal while candidates are compared with them.
    marked: LitMap<bool>,
    /// The least size of a group.
    least: usize,
    steps: usize,
    /// Whether literals exclude each other by chains of implications too.
    follows_chains: bool,
    /// Whether cliques that mostly repeat others are left out, since each is walked in the search;
    /// steps are then earned by those that are kept.
    is_thrifty: bool,
}

impl Finder {
    /// The graph that binary clauses make; groups are to have `least` members at least, and about
    /// so many steps may be taken.
    pub(crate) fn new(
        binaries: impl Iterator<Item = [Lit; 2]> + Clone,
        num_vars: usize,
        least: usize,
        steps: usize,
    ) -> Finder {
        let mut starts = vec![0u32; 2 * num_vars + 1];
        for lit in binaries.clone().flatten() {
            starts[(!lit).index() + 1] += 1;
        }
        for code in 0..2 * num_vars {
            starts[code + 1] += starts[code];
        }
        let mut neighbours = vec![Lit::from_code(0); starts[2 * num_vars] as usize];
        let mut next = starts.clone();
        let mut put = |at: Lit, neighbour: Lit| {
            neighbours[next[at.index()] as usize] = neighbour;
            next[at.index()] += 1;
        };
        for [first, second] in binaries {
            put(!first, !second);
            put(!second, !first);
        }
        // Formulas mostly come in runs that are sorted, which this sort makes use of.
        for list in starts.windows(2) {
            neighbours[list[0] as usize..list[1] as usize].sort();
        }
        let memberships = Memberships::new(num_vars);
        let mut stamps = LitMap::new();
        stamps.grow(num_vars);
        let mut marked = LitMap::new();
        marked.grow(num_vars);
        Finder {
            starts,
            neighbours,
            kinds: Vec::new(),
            members: Rows::default(),
            memberships,
            stamps,
            stamp: 0,
            marked,
            least,
            steps,
            follows_chains: false,
            is_thrifty: false,
        }
    }

    fn degree(&self, lit: Lit) -> usize {
        (self.starts[lit.index() + 1] - self.starts[lit.index()]) as usize
    }

    fn neighbours(&self, lit: Lit) -> &[Lit] {
        &self.neighbours[self.starts[lit.index()] as usize..self.starts[lit.index() + 1] as usize]
    }

    fn spend(&mut self, steps: usize) {
        self.steps = self.steps.saturating_sub(steps);
    }

    /// Adds an exactly-one group for each of these clauses of which any two literals exclude each
    /// other by chains of binary clauses, and tells for which clauses there is one then. It does not
    /// matter how the group was encoded: the detection follows implications, where Biere et al.
    /// propagate.
    fn exact_clauses(&mut self, clauses: &[&[Lit]], is_late: &dyn Fn() -> bool) -> Vec<bool> {
        let mut progress: Vec<Progress> = clauses.iter().map(|lits| self.first_look(lits)).collect();
        let mut occurrences = Memberships::new(self.stamps.len() / 2);
        for (index, lits) in clauses.iter().enumerate().filter(|&(index, _)| progress[index].is_open()) {
            lits.iter().for_each(|&lit| occurrences.push(lit, index));
        }
        let mut is_followed: LitMap<bool> = LitMap::new();
        is_followed.grow(self.stamps.len() / 2);
        for (index, lits) in clauses.iter().enumerate() {
            if is_late() {
                self.steps = 0;
            }
            for &lit in *lits {
                if !progress[index].is_open() || self.steps == 0 {
                    break;
                }
                // Each literal is followed once, for all the clauses it stands in.
                if std::mem::replace(&mut is_followed[lit], true) {
                    continue;
                }
                let open: Vec<usize> = occurrences.of(lit).filter(|&at| progress[at].is_open()).collect();
                self.follow(lit, open.iter().map(|&at| clauses[at].len()).sum());
                for at in open {
                    self.spend(clauses[at].len());
                    let excludes = |&other: &Lit| other == lit || self.stamps[other] == self.stamp;
                    progress[at] =
                        if clauses[at].iter().all(excludes) { progress[at].next() } else { Progress::Failed };
                }
            }
            if progress[index] == Progress::Left(0) {
                // A clause that turns out to be a group earns more steps.
                self.steps += FOLLOWED_PER_LITERAL * lits.len() * lits.len();
            }
        }
        // Only now: where the steps were used up and then more were earned, a clause may have been
        // completed by those behind it.
        let is_exact: Vec<bool> = progress.into_iter().map(|progress| progress == Progress::Left(0)).collect();
        for (lits, _) in clauses.iter().zip(&is_exact).filter(|&(_, &is_exact)| is_exact) {
            self.add_exact(lits);
        }
        is_exact
    }

    fn first_look(&self, lits: &[Lit]) -> Progress {
        if lits.len() >= self.least && lits.iter().all(|&lit| self.degree(lit) > 0) {
            Progress::Left(lits.len() as u32)
        } else {
            Progress::Failed
        }
    }

    /// Stamps the literals that a literal makes false through binary clauses, about as many as
    /// could matter for clauses of this size.
    fn follow(&mut self, lit: Lit, size: usize) {
        self.stamp += 1;
        let limit = if self.follows_chains { FOLLOWED_AT_LEAST + FOLLOWED_PER_LITERAL * size } else { 1 };
        let mut reached = vec![!lit];
        let mut next = 0;
        while let Some(&falsified) = reached.get(next)
            && next < limit
        {
            next += 1;
            let true_lit = !falsified;
            let [start, end] = [0, 1].map(|one| self.starts[true_lit.index() + one] as usize);
            for &neighbour in &self.neighbours[start..end] {
                if self.stamps[neighbour] != self.stamp {
                    self.stamps[neighbour] = self.stamp;
                    reached.push(neighbour);
                }
            }
            self.spend(1 + (end - start));
        }
    }

    /// Adds an exactly-one group unless there is one with the same literals.
    fn add_exact(&mut self, lits: &[Lit]) {
        let is_same = |group: usize| {
            let size = self.members.row(group).len();
            size == lits.len() && lits.iter().all(|&lit| self.memberships.of(lit).any(|other| other == group))
        };
        if !self.memberships.of(lits[0]).any(is_same) {
            self.add(lits, GroupKind::ExactlyOne);
        }
    }

    fn add(&mut self, members: &[Lit], kind: GroupKind) {
        for &lit in members {
            self.memberships.push(lit, self.kinds.len());
        }
        self.kinds.push(kind);
        self.members.push(members.iter().copied());
    }

    /// The groups, their members, and for each literal the groups it is in; the graph is given back.
    fn into_groups(self) -> (Vec<GroupKind>, Rows<Lit>, Rows<u32>) {
        (self.kinds, self.members, self.memberships.rows())
    }

    /// Looks for cliques around each literal among the edges that no group covers, literals with
    /// few neighbours first, so that the lists that are compared are short. When it is late, it
    /// ends early with the cliques so far.
    pub(crate) fn grow_cliques(&mut self, is_late: &dyn Fn() -> bool) {
        let num_lits = self.starts.len() - 1;
        let lits = (0..num_lits as u32).map(Lit::from_code);
        let mut centres: Vec<Lit> = lits.filter(|&lit| self.degree(lit) + 1 >= self.least).collect();
        centres.sort_by_key(|&lit| self.degree(lit));
        let mut is_done: LitMap<bool> = LitMap::new();
        is_done.grow(num_lits / 2);
        for centre in centres {
            if self.steps == 0 || is_late() {
                break;
            }
            self.grow_around(centre, &is_done);
            is_done[centre] = true;
        }
    }

    fn grow_around(&mut self, centre: Lit, is_done: &LitMap<bool>) {
        self.cover(centre);
        let neighbours = self.neighbours(centre).to_vec();
        self.spend(neighbours.len());
        for &neighbour in &neighbours {
            let is_covered = self.stamps[neighbour] == self.stamp;
            if is_covered || is_done[neighbour] || self.degree(neighbour) + 1 < self.least {
                continue;
            }
            if self.steps == 0 {
                break;
            }
            let clique = self.grow_clique(centre, neighbour, &neighbours);
            if clique.len() >= self.least {
                if self.is_thrifty {
                    if !self.is_mostly_new(&clique) {
                        // Further cliques of this literal mostly repeat groups, too.
                        break;
                    }
                    self.steps += STEPS_PER_PAIR * clique.len() * (clique.len() - 1) / 2;
                }
                self.add(&clique, GroupKind::AtMostOne);
                self.cover(centre);
            }
        }
    }

    /// Whether half of the pairs of a clique are in no group yet. A graph may have thousands of
    /// cliques that share most of their edges: as groups they would be walked again and again.
    fn is_mostly_new(&mut self, clique: &[Lit]) -> bool {
        let mut new = 0;
        for (at, &lit) in clique.iter().enumerate() {
            self.cover(lit);
            let others = clique[at + 1..].iter();
            new += others.filter(|&&other| self.stamps[other] != self.stamp).count();
        }
        4 * new >= clique.len() * (clique.len() - 1)
    }

    /// Stamps what shares a group with a literal.
    fn cover(&mut self, lit: Lit) {
        self.stamp += 1;
        for group in self.memberships.of(lit) {
            let members = self.members.row(group);
            members.iter().for_each(|&member| self.stamps[member] = self.stamp);
            self.steps = self.steps.saturating_sub(members.len());
        }
    }

    /// A clique of two neighbours and further literals, found among the neighbours of the first.
    fn grow_clique(&mut self, centre: Lit, second: Lit, neighbours: &[Lit]) -> Vec<Lit> {
        let mut candidates = neighbours.to_vec();
        self.keep_neighbours(&mut candidates, second);
        // Literals that no group of the centre holds come first: the clique is to cover new edges.
        candidates.sort_by_key(|&lit| self.stamps[lit] == self.stamp);
        let mut clique = vec![centre, second];
        while let [next, rest @ ..] = &candidates[..] {
            if clique.len() + 1 + rest.len() < self.least || self.steps == 0 {
                break;
            }
            clique.push(*next);
            let next = *next;
            candidates.remove(0);
            self.keep_neighbours(&mut candidates, next);
        }
        clique
    }

    /// Keeps the candidates that are neighbours of a literal.
    fn keep_neighbours(&mut self, candidates: &mut Vec<Lit>, lit: Lit) {
        let Finder { starts, neighbours, marked, .. } = self;
        let list = &neighbours[starts[lit.index()] as usize..starts[lit.index() + 1] as usize];
        let steps = candidates.len() * (1 + list.len().ilog2() as usize / 2);
        if candidates.len() < list.len() / 4 {
            candidates.retain(|candidate| list.binary_search(candidate).is_ok());
        } else {
            // Marks are faster by a multiple where the lists are about as long.
            list.iter().for_each(|&neighbour| marked[neighbour] = true);
            candidates.retain(|&candidate| marked[candidate]);
            list.iter().for_each(|&neighbour| marked[neighbour] = false);
        }
        self.spend(steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gordian_formula::sorted_set;
    use gordian_testkit::{Random, lits};

    fn pairs(members: &[i32]) -> Vec<[Lit; 2]> {
        let members = lits(members);
        let first = members.iter().enumerate();
        first.flat_map(|(at, &first)| members[at + 1..].iter().map(move |&second| [!first, !second])).collect()
    }

    fn finder(binaries: &[[Lit; 2]]) -> Finder {
        Finder::new(binaries.iter().copied(), 20, 3, 100_000)
    }

    #[test]
    fn cliques_are_found_whole_although_they_overlap() {
        let mut binaries = pairs(&[1, 2, 3, 4, 5]);
        binaries.extend(pairs(&[-4, 5, 6, 7]));
        binaries.extend(pairs(&[4, 5, 8, 9]));
        binaries.extend(pairs(&[10, 11]));
        let mut finder = finder(&binaries);
        finder.grow_cliques(&|| false);
        let mut found: Vec<Vec<i32>> = Vec::new();
        assert!(finder.kinds.iter().all(|&kind| kind == GroupKind::AtMostOne));
        for members in finder.members.iter() {
            let mut members: Vec<i32> = members.iter().map(|lit| lit.to_dimacs()).collect();
            members.sort_unstable();
            found.push(members);
        }
        found.sort_unstable();
        assert_eq!(found, [vec![-4, 5, 6, 7], vec![1, 2, 3, 4, 5], vec![4, 5, 8, 9]]);
        let groups = finder.memberships.rows();
        let left = binaries.iter().filter(|&&[first, second]| !share_group(&groups, !first, !second));
        assert_eq!(left.copied().collect::<Vec<_>>(), pairs(&[10, 11]));
    }

    /// Each of ten pairs excludes all other literals: a thousand cliques of ten.
    #[test]
    fn cliques_are_left_if_most_of_their_pairs_have_groups_and_each_costs() {
        let all = pairs(&(1..=20).collect::<Vec<i32>>());
        let is_edge = |&[first, second]: &[Lit; 2]| first.var().index() / 2 != second.var().index() / 2;
        let binaries: Vec<[Lit; 2]> = all.into_iter().filter(is_edge).collect();
        let mut generous = finder(&binaries);
        generous.grow_cliques(&|| false);
        let groups = generous.memberships.rows();
        assert!(binaries.iter().all(|&[first, second]| share_group(&groups, !first, !second)));
        let mut finder = Finder { is_thrifty: true, ..finder(&binaries) };
        finder.grow_cliques(&|| false);
        let sizes: Vec<usize> = finder.members.iter().map(<[Lit]>::len).collect();
        let num_pairs: usize = sizes.iter().map(|size| size * (size - 1) / 2).sum();
        assert!(sizes.len() >= 2 && num_pairs <= 2 * binaries.len(), "{sizes:?}");
    }

    #[test]
    fn clauses_over_cliques_make_exactly_one_groups_once() {
        let mut finder = finder(&pairs(&[1, -2, 3, 4]));
        let clauses = [lits(&[1, 2, 3]), lits(&[1, -2, 3, 5]), lits(&[1, -2, 3, 4]), lits(&[4, 3, -2, 1])];
        let clauses: Vec<&[Lit]> = clauses.iter().map(|lits| &lits[..]).collect();
        assert_eq!(finder.exact_clauses(&clauses, &|| false), [false, false, true, true]);
        assert_eq!(finder.kinds, [GroupKind::ExactlyOne]);
        assert_eq!(finder.members.entries(), lits(&[1, -2, 3, 4]));
    }

    /// However few the steps, a clause that leaves the formula has a group in its place. The groups
    /// are the rows and columns of a square, so that some clauses are completed by others.
    #[test]
    fn clauses_are_exact_only_where_there_is_a_group() {
        let lines = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9]].map(Vec::from);
        let binaries: Vec<[Lit; 2]> = lines.iter().flat_map(|line| pairs(line)).collect();
        let mut random = Random::new(1);
        let mut seen = [false; 2];
        let (num_formulas, stride) = if cfg!(miri) { (1, 30) } else { (200, 1) };
        for formula in 0..num_formulas {
            let mut clauses: Vec<Vec<i32>> =
                lines.iter().cloned().chain((0..3).map(|_| random.distinct(9, 3))).collect();
            random.shuffle(&mut clauses);
            let clauses: Vec<Vec<Lit>> = clauses.iter().map(|clause| lits(clause)).collect();
            let clauses: Vec<&[Lit]> = clauses.iter().map(|clause| &clause[..]).collect();
            for (steps, follows_chains) in (0..100).step_by(stride).flat_map(|steps| [(steps, false), (steps, true)]) {
                let mut finder = Finder { steps, follows_chains, ..finder(&binaries) };
                let is_exact = finder.exact_clauses(&clauses, &|| false);
                for (clause, _) in clauses.iter().zip(&is_exact).filter(|&(_, &is_exact)| is_exact) {
                    let sorted = |lits: &[Lit]| sorted_set(lits.iter().copied());
                    let is_there = finder.members.iter().any(|members| sorted(members) == sorted(clause));
                    assert!(is_there, "{formula}, {steps} steps: {clause:?}");
                }
                seen[usize::from(is_exact.contains(&true))] = true;
            }
        }
        assert_eq!(seen, [true; 2], "steps that suffice, and some that do not");
    }

    /// The sequential counter of Sinz (2005): 11 to 13 count how many of 1 to 4 are true.
    #[test]
    fn literals_that_exclude_each_other_by_chains_are_an_exactly_one_group() {
        let counter = [[-1, 11], [-11, -2], [-2, 12], [-11, 12], [-12, -3], [-3, 13], [-12, 13], [-13, -4]];
        let counter: Vec<[Lit; 2]> = counter.iter().map(|pair| [lits(pair)[0], lits(pair)[1]]).collect();
        let clause = lits(&[1, 2, 3, 4]);
        for (binaries, follows_chains, is_exact) in
            [(&counter[..], true, true), (&counter[1..], true, false), (&counter[..], false, false)]
        {
            let mut finder = Finder { follows_chains, ..finder(binaries) };
            assert_eq!(finder.exact_clauses(&[&clause], &|| false), [is_exact]);
        }
    }

    #[test]
    fn a_star_has_no_cliques() {
        let binaries: Vec<[Lit; 2]> = (2..20).map(|leaf| [lits(&[1])[0], lits(&[leaf])[0]]).collect();
        let mut finder = finder(&binaries);
        finder.grow_cliques(&|| false);
        assert!(finder.kinds.is_empty());
    }
}

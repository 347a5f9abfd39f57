//! The clauses near a variable.

use gordian_formula::{GroupKind, Lit, Var};

use crate::engine::Engine;
use crate::store::arena::ClauseRef;
use crate::store::equivalences::Equivalences;

/// How far the clauses near a variable reach.
#[derive(Clone, Copy, Default)]
pub(super) struct Reach {
    /// The clauses of variables at fewer steps from the centre than this belong.
    depth: usize,
    /// No more clauses than this.
    clauses: usize,
    /// No more variables than this.
    vars: usize,
}

impl Reach {
    /// Once all variables were swept, the next pass looks further, for what the last one could not
    /// see: at twice as many clauses and variables, up to five times, and from the second pass on
    /// one step further.
    pub(super) fn of_pass(passes: u32) -> Reach {
        let doublings = passes.min(5);
        Reach { depth: if passes == 0 { 2 } else { 3 }, clauses: (1 << 10) << doublings, vars: (1 << 8) << doublings }
    }
}

/// The long clauses of the formula at each variable.
///
/// Invariant: the clauses of a variable are `clauses[starts[index]..starts[index + 1]]`, all irredundant.
pub(super) struct Surroundings {
    starts: Vec<u32>,
    clauses: Vec<ClauseRef>,
}

impl Surroundings {
    pub(super) fn new(engine: &Engine) -> Surroundings {
        let Engine { arena, trail, .. } = engine;
        let irredundant = || arena.clauses().filter(|&clause| !arena.is_redundant(clause));
        let mut starts = vec![0u32; trail.num_vars() + 1];
        for lit in irredundant().flat_map(|clause| arena.lits(clause)) {
            starts[lit.var().index()] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        // Filled from the back, each start comes to stand where it belongs.
        let mut clauses = vec![ClauseRef::from_offset(0); end as usize];
        for clause in irredundant() {
            for lit in arena.lits(clause) {
                let start = &mut starts[lit.var().index()];
                *start -= 1;
                clauses[*start as usize] = clause;
            }
        }
        Surroundings { starts, clauses }
    }

    pub(super) fn of(&self, var: Var) -> &[ClauseRef] {
        &self.clauses[self.starts[var.index()] as usize..self.starts[var.index() + 1] as usize]
    }
}

/// A part of the formula, over variables of its own, which stand for classes of equal ones.
#[derive(Default)]
pub(super) struct Environment {
    /// The outer variable of each inner one; the first is the one in the centre.
    vars: Vec<Var>,
    /// For each variable of the engine, one more than its number here; zero if it is not here.
    numbers: Vec<u32>,
    /// All literals of all clauses, and where each clause ends.
    lits: Vec<Lit>,
    ends: Vec<u32>,
    /// Members of groups of the formula, of which at most one is true; exactly one where the flag says so.
    groups: Vec<(GroupKind, Vec<Lit>)>,
    /// Clauses that lost literals since others are equal to them, as clauses of the engine.
    shortened: Vec<Vec<Lit>>,
    scratch: Vec<Lit>,
    ticks: u64,
    reach: Reach,
}

impl Environment {
    pub(super) fn new(num_vars: usize, reach: Reach) -> Environment {
        Environment { numbers: vec![0; num_vars], reach, ..Environment::default() }
    }

    pub(super) fn vars(&self) -> &[Var] {
        &self.vars
    }

    pub(super) fn num_clauses(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.lits[start as usize..end as usize])
    }

    pub(super) fn groups(&self) -> &[(GroupKind, Vec<Lit>)] {
        &self.groups
    }

    pub(super) fn shortened(&self) -> impl Iterator<Item = &[Lit]> {
        self.shortened.iter().map(Vec::as_slice)
    }

    /// Cache lines that the last collection touched, about.
    pub(super) fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Collects the clauses of the variables at most so many steps from this one, as far as there
    /// is room. A step leads to the variables of a clause.
    pub(super) fn collect(
        &mut self,
        engine: &Engine,
        surroundings: &Surroundings,
        equivalences: &mut Equivalences,
        centre: Var,
    ) {
        self.clear();
        self.number(centre);
        let mut expanded = 0;
        for _ in 0..self.reach.depth {
            let boundary = self.vars.len();
            for at in expanded..boundary {
                let class: Vec<Var> = equivalences.class_of(self.vars[at].positive()).map(Lit::var).collect();
                for var in class {
                    if self.ends.len() >= self.reach.clauses {
                        break;
                    }
                    self.take_clauses_of(engine, surroundings, equivalences, var, at as u32);
                }
            }
            expanded = boundary;
        }
        self.take_groups(engine, equivalences);
    }

    fn clear(&mut self) {
        for var in self.vars.drain(..) {
            self.numbers[var.index()] = 0;
        }
        self.lits.clear();
        self.ends.clear();
        self.groups.clear();
        self.shortened.clear();
        self.ticks = 0;
    }

    fn number(&mut self, var: Var) -> u32 {
        let number = &mut self.numbers[var.index()];
        if *number == 0 {
            self.vars.push(var);
            *number = self.vars.len() as u32;
        }
        *number - 1
    }

    /// The literal here, if its variable is.
    fn known(&self, root: Lit) -> Option<Lit> {
        let number = self.numbers[root.var().index()].checked_sub(1)?;
        Some(Var::from_index(number as usize).lit(root.is_positive()))
    }

    fn take_clauses_of(
        &mut self,
        engine: &Engine,
        surroundings: &Surroundings,
        equivalences: &mut Equivalences,
        var: Var,
        expanded: u32,
    ) {
        let clauses = surroundings.of(var);
        self.ticks += 1 + clauses.len() as u64;
        for &clause in clauses {
            self.take(engine, equivalences, engine.arena.lits(clause), expanded);
        }
        for lit in [var.positive(), var.negative()] {
            let list = engine.watches.of(lit);
            self.ticks += 1 + list.len() as u64 / 8;
            for watch in list.iter().filter(|watch| watch.is_binary()) {
                self.take(engine, equivalences, &[lit, watch.blocker], expanded);
            }
            for membership in engine.groups.memberships_of(lit) {
                let members = engine.groups.peers(membership);
                self.ticks += 1 + members.len() as u64 / 16;
                if self.vars.len() + members.len() <= self.reach.vars {
                    for &lit in members.iter().filter(|lit| !engine.trail.is_assigned(lit.var())) {
                        self.number(equivalences.find(lit).var());
                    }
                }
            }
        }
    }

    /// Takes a clause, unless there is no room for it or one of its variables was among the first,
    /// whose clauses are here already.
    fn take(&mut self, engine: &Engine, equivalences: &mut Equivalences, clause: &[Lit], expanded: u32) {
        if self.ends.len() == self.reach.clauses {
            return;
        }
        self.ticks += 1 + clause.len() as u64 / 2;
        if clause.iter().any(|&lit| engine.trail.value(lit) > 0) {
            return;
        }
        let mut lits = std::mem::take(&mut self.scratch);
        lits.clear();
        lits.extend(clause.iter().filter(|&&lit| engine.trail.value(lit) == 0).map(|&lit| equivalences.find(lit)));
        let number = |lit: &Lit| self.numbers[lit.var().index()];
        let is_here = lits.iter().any(|lit| (1..=expanded).contains(&number(lit)));
        let new_vars = lits.iter().filter(|lit| number(lit) == 0).count();
        // Long clauses are turned away before they are sorted.
        if is_here || self.vars.len() + new_vars > self.reach.vars {
            self.scratch = lits;
            return;
        }
        let size = lits.len();
        lits.sort_unstable();
        lits.dedup();
        let is_tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        if !is_tautology {
            if lits.len() < size {
                self.shortened.push(lits.clone());
            }
            for lit in &lits {
                let number = self.number(lit.var());
                self.lits.push(Var::from_index(number as usize).lit(lit.is_positive()));
            }
            self.ends.push(self.lits.len() as u32);
        }
        self.scratch = lits;
    }

    /// Takes the groups over the variables that are here.
    fn take_groups(&mut self, engine: &Engine, equivalences: &mut Equivalences) {
        let Engine { groups, trail, .. } = engine;
        if groups.is_empty() {
            return;
        }
        let mut seen: Vec<usize> = Vec::new();
        for at in 0..self.vars.len() {
            for lit in [self.vars[at].positive(), self.vars[at].negative()] {
                for membership in groups.memberships_of(lit) {
                    seen.push(groups.index_behind(membership));
                }
            }
        }
        seen.sort_unstable();
        for run in seen.chunk_by(|one, other| one == other).filter(|run| run.len() > 1) {
            let (kind, members) = groups.get(run[0]);
            self.ticks += 1 + members.len() as u64 / 16;
            let is_satisfied = members.iter().any(|&lit| trail.value(lit) > 0);
            let mut here: Vec<Lit> = Vec::new();
            let mut is_whole = true;
            for &lit in members.iter().filter(|&&lit| trail.value(lit) == 0) {
                match self.known(equivalences.find(lit)) {
                    Some(known) if here.iter().all(|other| other.var() != known.var()) => here.push(known),
                    _ => is_whole = false,
                }
            }
            if !is_satisfied && here.len() > 1 {
                self.groups.push((if is_whole { kind } else { GroupKind::AtMostOne }, here));
            }
        }
    }
}

//! Leaving out, before anything is watched, what unit clauses decide.

use gordian_formula::{GroupKind, Lit, LitMap, Var};

use crate::engine::Engine;
use crate::proof::Proof;
use crate::store::arena::ClauseRef;
use crate::store::trail::{Reason, Trail};

pub(crate) mod own {
    technique! {
        options {
            /// Keep variables that unit clauses decide out of the engine.
            enabled "compact": bool = true;
        }
    }
}

/// Passes over the formula that propagation may take: two serve chains of implications in whatever order they stand.
const MOST_PASSES: usize = 30;
/// Compaction pays only if at least one in this many variables is decided.
const VARS_PER_UNIT: usize = 10;
/// Until that many are decided, each pass must decide at least one in this many variables.
const VARS_PER_UNIT_OF_PASS: usize = 1000;

/// Propagates the unit clauses of a formula that is not watched yet, takes decided literals out of
/// all constraints, and numbers the open variables anew, in their order. Returns the values that
/// the literals had, by their old codes; `None` if nothing changed.
///
/// A puzzle with many givens has a tenth of its variables left, and every table of the search is that much smaller.
pub(crate) fn compact(engine: &mut Engine, proof: &mut Proof) -> Option<Vec<i8>> {
    if engine.is_inconsistent || engine.trail.len() == 0 {
        return None;
    }
    proof.add_root_units(engine.trail.root_literals());
    if !propagate_new(engine, proof) {
        return None;
    }
    strip_clauses(engine, proof);
    engine.strip_groups();
    Some(renumber(engine, proof))
}

/// Propagates to the end, pass by pass, forwards and backwards in turn. False if there is a
/// contradiction, too little was decided, or no end is seen.
fn propagate_new(engine: &mut Engine, proof: &mut Proof) -> bool {
    let Engine { trail, arena, unwatched, groups, is_inconsistent, .. } = engine;
    for pass in 0..MOST_PASSES {
        let mut scan = Scan { trail, proof, is_inconsistent };
        let before = scan.trail.len();
        if pass % 2 == 0 {
            unwatched.binaries().iter().for_each(|clause| scan.clause(&clause));
            unwatched.longs(arena).for_each(|clause| scan.clause(arena.lits(clause)));
        } else {
            unwatched.binaries().iter().rev().for_each(|clause| scan.clause(&clause));
            let longs: Vec<ClauseRef> = unwatched.longs(arena).collect();
            longs.iter().rev().for_each(|&clause| scan.clause(arena.lits(clause)));
        }
        groups.iter().for_each(|(kind, members)| scan.group(kind, members));
        if *scan.is_inconsistent {
            return false;
        }
        let gained = scan.trail.len() - before;
        let is_enough = trail.len() * VARS_PER_UNIT >= trail.num_vars();
        if gained == 0 {
            return is_enough;
        }
        if !is_enough && gained * VARS_PER_UNIT_OF_PASS < trail.num_vars() {
            return false;
        }
    }
    false
}

/// One pass over the constraints.
struct Scan<'a> {
    trail: &'a mut Trail,
    proof: &'a mut Proof,
    is_inconsistent: &'a mut bool,
}

impl Scan<'_> {
    fn clause(&mut self, clause: &[Lit]) {
        let mut open = None;
        for &lit in clause {
            match self.trail.value(lit) {
                0 if open.is_some() => return,
                0 => open = Some(lit),
                value if value > 0 => return,
                _ => {}
            }
        }
        self.assign(open, clause);
    }

    fn group(&mut self, kind: GroupKind, members: &[Lit]) {
        if let Some(&chosen) = members.iter().find(|&&lit| self.trail.value(lit) > 0) {
            for &lit in members.iter().filter(|&&lit| lit != chosen) {
                match self.trail.value(lit) {
                    0 => self.assign(Some(!lit), &[!chosen, !lit]),
                    value if value > 0 => self.assign(None, &[!chosen, !lit]),
                    _ => {}
                }
            }
        } else if kind == GroupKind::ExactlyOne {
            self.clause(members);
        }
    }

    /// Makes the last open literal of a clause true; without one, the clause is false.
    fn assign(&mut self, open: Option<Lit>, clause: &[Lit]) {
        match open {
            Some(lit) => {
                self.proof.add_root_unit(lit, clause);
                self.trail.assign(lit, Reason::Unit);
            }
            None => {
                if !std::mem::replace(self.is_inconsistent, true) {
                    self.proof.add_by(&[], |antecedents| antecedents.push(clause.iter().copied()));
                }
            }
        }
    }
}

/// Takes false literals out of the clauses, and true ones with their clauses.
fn strip_clauses(engine: &mut Engine, proof: &mut Proof) {
    let Engine { trail, arena, unwatched, statistics, .. } = engine;
    let is_satisfied = |lits: &[Lit]| lits.iter().any(|&lit| trail.value(lit) > 0);
    unwatched.binaries_mut().retain(|clause| {
        if is_satisfied(&clause) {
            proof.delete(&clause);
            statistics.irredundant -= 1;
        }
        !is_satisfied(&clause)
    });
    let mut rest: Vec<Lit> = Vec::new();
    let mut next = arena.clause_from(0);
    while let Some(clause) = next {
        next = arena.next(clause);
        let lits = arena.lits(clause);
        if is_satisfied(lits) {
            proof.delete(lits);
            statistics.irredundant -= 1;
            arena.mark_garbage(clause);
            continue;
        }
        if lits.iter().all(|&lit| trail.value(lit) == 0) {
            continue;
        }
        let identifier = proof.shorten(arena, clause, |lit| trail.value(lit) < 0, &mut rest);
        if let &[first, second] = &rest[..] {
            unwatched.binaries_mut().push([first, second]);
            arena.mark_garbage(clause);
        } else {
            arena.rewrite(clause, &rest);
            arena.note_identifier(clause, identifier);
        }
    }
    arena.plan_compaction(3);
    arena.finish_compaction(3);
    unwatched.restart(arena);
}

/// Numbers the open variables anew. Brings the values before.
fn renumber(engine: &mut Engine, proof: &mut Proof) -> Vec<i8> {
    let Engine { trail, arena, unwatched, groups, phases, .. } = engine;
    let is_open = |var: Var| !trail.is_assigned(var);
    let mut new_codes: LitMap<u32> = LitMap::new();
    new_codes.grow(trail.num_vars());
    let mut num_open = 0;
    for var in (0..trail.num_vars()).map(Var::from_index).filter(|&var| is_open(var)) {
        for is_positive in [true, false] {
            new_codes[var.lit(is_positive)] = Var::from_index(num_open).lit(is_positive).code();
        }
        num_open += 1;
    }
    let new = |lit: Lit| Lit::from_code(new_codes[lit]);
    arena.map_lits(new);
    unwatched.binaries_mut().map_lits(new);
    groups.map_lits(new);
    let wishes: Vec<Lit> = phases.wishes().filter(|lit| is_open(lit.var())).map(new).collect();
    phases.set_wishes(&wishes);
    proof.retain_vars(is_open);
    let values = trail.values().to_vec();
    *trail = Trail::default();
    trail.grow(num_open);
    values
}

//! Equivalent literals.

use gordian_formula::{GroupKind, Lit, Var};

use crate::engine::{Call, Engine};
use crate::inprocess::dense::{leave_dense, put_watches_away};
use crate::store::arena::ClauseRef;
use crate::store::watches::Watches;

pub(crate) mod own {
    technique! {
        options {
            /// Write one literal for all literals that binary clauses make equivalent.
            enabled "decompose": bool = true;
        }
        counters {
            /// Variables for which an equivalent literal was written.
            substituted "substituted";
        }
    }
}

/// Finds literals that imply each other through binary clauses, and writes one of them for all
/// (Aspvall, Plass & Tarjan 1979; Brafman 2004). The other variables are removed; what gives them a
/// value, or brings them back, are the two binary clauses of the equivalence. Assumed and observed
/// variables stay.
///
/// At level zero, everything propagated. Tells whether variables were removed; units may be left to be propagated.
pub(crate) fn decompose(engine: &mut Engine, call: &mut Call<'_>) -> bool {
    let mut is_frozen = vec![false; engine.trail.num_vars()];
    call.frozen().for_each(|lit| is_frozen[lit.var().index()] = true);
    let representatives = match find_representatives(engine, &is_frozen) {
        Ok(representatives) => representatives,
        Err(contradiction) => {
            // It and its negation imply each other.
            call.proof.add(&[contradiction]);
            call.proof.add(&[]);
            engine.is_inconsistent = true;
            return false;
        }
    };
    let is_replaced = |&var: &Var| representatives[var.positive().index()] != var.positive();
    let replaced: Vec<Var> = (0..engine.trail.num_vars()).map(Var::from_index).filter(is_replaced).collect();
    if replaced.is_empty() {
        return false;
    }
    for &var in &replaced {
        let (lit, representative) = (var.positive(), representatives[var.positive().index()]);
        for clause in [[lit, !representative], [!lit, representative]] {
            // The proof keeps them: they come back if the variable is restored.
            call.proof.add(&clause);
            engine.reconstruction.push(clause[0], &clause);
        }
        engine.removed[var.index()] = true;
        if let Some(port) = &mut call.port {
            port.note_substitute(var, representative);
        }
        engine.statistics.decompose.substituted += 1;
    }
    put_watches_away(engine, call);
    substitute_in_clauses(engine, call, &representatives);
    leave_dense(engine, call);
    rebuild_groups(engine, call, |lit| representatives[lit.index()]);
    remove_duplicate_binaries(engine, call);
    true
}

/// For each literal the one that stands for its strongly connected component of the implication
/// graph: a frozen one, where there is one, else the one of the first variable. Only the first of
/// several frozen ones takes part. The error is a literal that is equivalent to its negation.
fn find_representatives(engine: &Engine, is_frozen: &[bool]) -> Result<Vec<Lit>, Lit> {
    let Engine { trail, removed, watches, .. } = engine;
    let num_lits = 2 * trail.num_vars();
    let mut representatives: Vec<Lit> = (0..num_lits as u32).map(Lit::from_code).collect();
    let mut search = Search { indices: vec![0; num_lits], next_index: 1, open: Vec::new(), path: Vec::new() };
    let mut component = Vec::new();
    for root in 0..num_lits {
        let root = Lit::from_code(root as u32);
        if search.indices[root.index()] != 0 || trail.is_assigned(root.var()) || removed[root.var().index()] {
            continue;
        }
        search.begin(root);
        while search.step(watches, &mut component) {
            if component.len() < 2 {
                component.clear();
                continue;
            }
            // The component of the negations is its mirror image, and has the negation of the same representative.
            let rank = |lit: &Lit| (!is_frozen[lit.var().index()], lit.var());
            component.sort_unstable_by_key(rank);
            if let Some(pair) = component.windows(2).find(|pair| pair[0] == !pair[1]) {
                return Err(pair[0]);
            }
            let representative = component[0];
            for &lit in component.iter().filter(|lit| !is_frozen[lit.var().index()]) {
                representatives[lit.index()] = representative;
            }
            component.clear();
        }
    }
    Ok(representatives)
}

/// Tarjan's search (1972) with an explicit path.
struct Search {
    /// Zero before a literal is met, then when it was met, and `DONE` once its component is known.
    indices: Vec<u32>,
    next_index: u32,
    /// Literals whose components are not known yet.
    open: Vec<Lit>,
    /// A literal, the earliest index seen below it, and how many of its watches were looked at.
    path: Vec<(Lit, u32, usize)>,
}

const DONE: u32 = u32::MAX;

impl Search {
    fn begin(&mut self, lit: Lit) {
        self.indices[lit.index()] = self.next_index;
        self.path.push((lit, self.next_index, 0));
        self.open.push(lit);
        self.next_index += 1;
    }

    /// Goes on until a component is complete, and moves it out; false if there is none left below the root.
    fn step(&mut self, watches: &Watches, component: &mut Vec<Lit>) -> bool {
        while let Some((lit, earliest, at)) = self.path.last_mut() {
            let lit = *lit;
            // A clause of the negation and another literal makes the literal imply the other one.
            if let Some(watch) = watches.of(!lit).get(*at) {
                *at += 1;
                if watch.is_binary() {
                    match self.indices[watch.blocker.index()] {
                        0 => self.begin(watch.blocker),
                        DONE => {}
                        index => *earliest = index.min(*earliest),
                    }
                }
                continue;
            }
            let earliest = *earliest;
            self.path.pop();
            if let Some((_, above, _)) = self.path.last_mut() {
                *above = earliest.min(*above);
            }
            if earliest == self.indices[lit.index()] {
                while let Some(member) = self.open.pop() {
                    self.indices[member.index()] = DONE;
                    component.push(member);
                    if member == lit {
                        break;
                    }
                }
                return true;
            }
        }
        false
    }
}

/// Rewrites the clauses of the arena that hold a replaced literal.
fn substitute_in_clauses(engine: &mut Engine, call: &mut Call<'_>, representatives: &[Lit]) {
    let mut old: Vec<Lit> = Vec::new();
    let mut new: Vec<Lit> = Vec::new();
    let mut next = engine.arena.clause_from(0);
    while let Some(clause) = next {
        next = engine.arena.next(clause);
        let lits = engine.arena.lits(clause);
        let is_touched = lits.iter().any(|&lit| representatives[lit.index()] != lit);
        if engine.arena.is_garbage(clause) || !is_touched {
            continue;
        }
        old.clear();
        old.extend_from_slice(lits);
        new.clear();
        new.extend(old.iter().map(|lit| representatives[lit.index()]).filter(|&lit| engine.trail.value(lit) >= 0));
        new.sort_unstable();
        new.dedup();
        let is_satisfied =
            new.windows(2).any(|pair| pair[0] == !pair[1]) || new.iter().any(|&lit| engine.trail.value(lit) > 0);
        let mut identifier = 0;
        if !is_satisfied {
            let Engine { arena, trail, .. } = &mut *engine;
            identifier = call.proof.add_by_chain(&new, |chain| {
                chain.push_clause(arena, clause);
                for &lit in &old {
                    let representative = representatives[lit.index()];
                    // If the representative is false, so is the literal. The engine may not have
                    // propagated that yet; the proof has.
                    if trail.value(representative) < 0 {
                        chain.push_unit(lit.var());
                    } else if representative != lit {
                        chain.push_pair(!lit, representative);
                    }
                }
            });
        }
        call.proof.delete(&old);
        if is_satisfied || new.len() < 2 {
            drop_clause(engine, clause);
        }
        match new[..] {
            _ if is_satisfied => {}
            [] => engine.is_inconsistent = true,
            [unit] => engine.assign_root(unit),
            ref lits => {
                engine.arena.rewrite(clause, lits);
                engine.arena.note_identifier(clause, identifier);
            }
        }
    }
}

fn drop_clause(engine: &mut Engine, clause: ClauseRef) {
    let Engine { arena, statistics, .. } = engine;
    let count = if arena.is_redundant(clause) { &mut statistics.redundant } else { &mut statistics.irredundant };
    *count -= 1;
    arena.mark_garbage(clause);
}

/// Makes the groups anew, with other literals for some and without what level zero decided. Groups
/// of two become binary clauses. At level zero, watches in place.
pub(crate) fn rebuild_groups(engine: &mut Engine, call: &mut Call<'_>, representative: impl Fn(Lit) -> Lit) {
    if engine.groups.is_empty() {
        return;
    }
    for (kind, members) in engine.groups.drain() {
        let mut members: Vec<Lit> = members.into_iter().map(&representative).collect();
        let mut sorted = members.clone();
        sorted.sort_unstable();
        // One that stands twice is false; beside a literal and its negation there is room for no other.
        let twice: Vec<Lit> = sorted.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        let opposed = sorted.windows(2).find(|pair| pair[0] == !pair[1]).map(|pair| pair[0].var());
        for &lit in &members {
            if twice.contains(&lit) || opposed.is_some_and(|var| var != lit.var()) {
                engine.derive_unit(!lit, call.proof);
            }
        }
        if opposed.is_some() {
            continue;
        }
        members.retain(|lit| !twice.contains(lit));
        engine.groups.add(&members, kind);
    }
    engine.connect_groups();
    call.proof.add_root_units(engine.trail.root_literals());
    if engine.is_inconsistent {
        call.proof.add(&[]);
        return;
    }
    let groups = engine.groups.drain();
    let mut has_pairs = false;
    for (kind, members) in groups {
        let &[first, second] = &members[..] else {
            engine.groups.add(&members, kind);
            continue;
        };
        has_pairs = true;
        let mut clauses = vec![[!first, !second]];
        if kind == GroupKind::ExactlyOne {
            clauses.push([first, second]);
        }
        for clause in clauses {
            call.proof.add(&clause);
            engine.watches.add_binary(clause[0], clause[1], false);
            engine.statistics.irredundant += 1;
        }
    }
    engine.groups.connect(engine.trail.num_vars());
    if has_pairs {
        // Literals that level zero assigned while the groups were connected must still be
        // propagated through these clauses too.
        debug_assert_eq!(engine.trail.level(), 0);
    }
}

/// Leaves one of several equal binary clauses, and a unit of two that differ in the sign of a literal.
pub(crate) fn remove_duplicate_binaries(engine: &mut Engine, call: &mut Call<'_>) {
    let Engine { watches, statistics, trail, .. } = engine;
    let mut units: Vec<Lit> = Vec::new();
    // For each literal the place in the list where it is the blocker, if the literal of the list is the one noted.
    let mut places: Vec<(u32, u32)> = vec![(u32::MAX, 0); 2 * trail.num_vars()];
    for lit in watches.lits() {
        let list = watches.of_mut(lit);
        let mut kept = 0;
        for at in 0..list.len() {
            let watch = list[at];
            let is_known = |other: Lit| places[other.index()].0 == lit.code();
            if watch.is_binary() && is_known(watch.blocker) {
                let place = places[watch.blocker.index()].1 as usize;
                let is_needed = list[place].is_redundant_binary() && !watch.is_redundant_binary();
                if lit < watch.blocker {
                    call.proof.delete(&[lit, watch.blocker]);
                    let dropped = if is_needed { list[place] } else { watch };
                    let is_redundant = dropped.is_redundant_binary();
                    *(if is_redundant { &mut statistics.redundant } else { &mut statistics.irredundant }) -= 1;
                }
                if is_needed {
                    list[place] = watch;
                }
                continue;
            }
            if watch.is_binary() {
                if is_known(!watch.blocker) && trail.value(lit) == 0 {
                    units.push(lit);
                }
                places[watch.blocker.index()] = (lit.code(), kept as u32);
            }
            list[kept] = watch;
            kept += 1;
        }
        watches.truncate(lit, kept);
    }
    for unit in units {
        engine.derive_unit(unit, call.proof);
    }
}

#[cfg(test)]
mod tests {
    use crate::options::Options;
    use crate::outcome::Outcome;
    use crate::solver::Solver;
    use gordian_testkit::{lit, lits};

    fn solver() -> Solver {
        let off = ["lucky", "eliminate", "congruence", "probe", "warm_up"];
        let options = off.into_iter().fold(Options::default(), |options, name| options.with(name, 0));
        Solver::with_options(options)
    }

    fn add(solver: &mut Solver, clauses: &[&[i32]]) {
        for clause in clauses {
            solver.add_clause(&lits(clause));
        }
    }

    #[test]
    fn literals_in_a_ring_of_implications_become_one_and_come_back() {
        let mut solver = solver();
        add(&mut solver, &[&[-1, 2], &[-2, -3], &[3, 1], &[1, 2, 4], &[-1, 4, 5], &[1, -4, -5], &[3, 4, -5]]);
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        assert_eq!(solver.statistics().decompose.substituted, 2);
        let [one, two, three] = [1, 2, 3].map(lit);
        assert_eq!([solver.value(one), solver.value(!three)], [solver.value(two); 2]);
        assert_eq!(solver.solve_under(&[two, three]), Outcome::Unsatisfiable);
        assert_eq!(solver.solve_under(&[!one, !two, three]), Outcome::Satisfiable);
        assert_eq!(solver.solve_under(&[one, !two]), Outcome::Unsatisfiable);
        assert!(solver.statistics().restore.restored > 0);
    }

    #[test]
    fn members_of_groups_are_replaced_too() {
        let mut solver = solver();
        let lits = lits(&[1, 2, 3, 4, 5, 6]);
        solver.add_exactly_one(&lits[..4]);
        solver.add_exactly_one(&[lits[3], lits[4], lits[5]]);
        // 1 and 2 are equal, so both are false; 5 and the negation of 6 are, so 4 is.
        add(&mut solver, &[&[-1, 2], &[1, -2], &[-5, -6], &[5, 6]]);
        assert_eq!(solver.solve(), Outcome::Satisfiable);
        assert_eq!(
            lits[..4].iter().map(|&lit| solver.value(lit) == Some(true)).collect::<Vec<_>>(),
            [false, false, true, false]
        );
        assert_eq!(solver.statistics().conflicts, 0);
    }

    #[test]
    fn a_literal_equivalent_to_its_negation_refutes() {
        let mut solver = solver();
        add(&mut solver, &[&[-1, 2], &[-2, -1], &[1, 3], &[-3, 1]]);
        assert_eq!(solver.solve(), Outcome::Unsatisfiable);
    }
}

//! Finding the hints of LRAT: the clauses that a derived clause follows from.

use std::collections::{BinaryHeap, HashMap};
use std::hash::BuildHasherDefault;

use gordian_formula::{GroupKind, Lit, Var};

use super::ledger::{Ledger, Place, Quick};
use super::replica::{Antecedent, Cause, Replica};
use super::tracer::ProofTracer;

/// Follows a proof as a checker does, with the clauses that it has at each time, so that each
/// derived clause can be given with those it follows from. The engine names them where it knows
/// them; where it does not, propagation finds them.
///
/// Its variables count those that the proof names, in the order in which they came.
///
/// Invariant: between two calls the trail holds the literals that are true for good, all of them
/// propagated, and each has a unit clause, the identifier of which is in `units`. Before it has
/// begun, no clause is watched.
#[derive(Clone, Default)]
pub(super) struct HintFinder {
    pub(super) replica: Replica,
    /// The names of the variables for those outside, and the variable of each name.
    names: Vec<Var>,
    vars: HashMap<Var, Var, BuildHasherDefault<Quick>>,
    /// The identifiers of the unit clauses.
    units: Vec<u64>,
    /// The clauses of each variable that was defined, as long as only its definition names it.
    definitions: HashMap<Var, Vec<Place>, BuildHasherDefault<Quick>>,
    last_id: u64,
    has_begun: bool,
    /// The clauses that were derived while the formula was still being given.
    waiting: Vec<Vec<Lit>>,
    /// The clauses of the formula in which a literal stands twice, by fingerprint and identifier.
    /// The ledger has them without the repetition and, until the first derivation, without an
    /// identifier.
    repeating: Vec<(u64, u64)>,
    /// The empty clause was derived: the proof is over.
    is_over: bool,
    /// Work space: the antecedents found, the variables met, those still to be explained by their
    /// places on the trail, the reasons that this takes from the last one to the first, a clause in
    /// the names for those outside, and one without literals that stand twice.
    found: Vec<i64>,
    marked: Vec<Var>,
    is_marked: Vec<bool>,
    pending: BinaryHeap<u32>,
    reasons: Vec<i64>,
    named: Vec<Lit>,
    distinct: Vec<Lit>,
}

#[derive(PartialEq)]
enum Verdict {
    Justified,
    /// Holds whatever is true: nobody needs it.
    Tautology,
    Open,
}

impl HintFinder {
    /// A new variable, with this name outside.
    pub(super) fn new_var(&mut self, name: Var) -> Var {
        let var = Var::from_index(self.names.len());
        self.names.push(name);
        self.vars.insert(name, var);
        self.replica.grow(self.names.len());
        self.units.push(0);
        self.is_marked.push(false);
        var
    }

    /// The literal of this name.
    pub(super) fn of_name(&self, lit: Lit) -> Option<Lit> {
        self.vars.get(&lit.var()).map(|var| var.lit(lit.is_positive()))
    }

    /// Takes a clause of the formula, which has the next identifier. Returns the one to name it by:
    /// its own, that of its like, or 0 for a tautology and for a clause in which a literal stands
    /// twice, which is derived without the repetition first.
    pub(super) fn give(&mut self, lits: &[Lit], tracer: &mut dyn ProofTracer) -> u64 {
        self.last_id += 1;
        let mut identifier = 0;
        let mut distinct = std::mem::take(&mut self.distinct);
        distinct.clear();
        distinct.extend_from_slice(lits);
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.windows(2).all(|pair| pair[0] != !pair[1]) {
            let fingerprint = Ledger::fingerprint(distinct.iter().copied());
            let repeats = distinct.len() < lits.len() && !self.has_begun;
            identifier = if repeats { 0 } else { self.last_id };
            match self.replica.ledger.add_copy(fingerprint) {
                Some(0) => self.replica.ledger.identify(fingerprint, identifier),
                Some(known) => identifier = known,
                None => {
                    if repeats {
                        self.repeating.push((fingerprint, self.last_id));
                    }
                    self.insert(&distinct, fingerprint, identifier, tracer);
                }
            }
        }
        self.distinct = distinct;
        identifier
    }

    /// Takes a group of the formula: its clause of all members, if exactly one is true, and its
    /// pairs have the next identifiers.
    pub(super) fn give_group(&mut self, members: &[Lit], kind: GroupKind, tracer: &mut dyn ProofTracer) {
        if kind == GroupKind::ExactlyOne {
            self.give(members, tracer);
        }
        let mut vars: Vec<Var> = members.iter().map(|lit| lit.var()).collect();
        vars.sort_unstable();
        if vars.windows(2).any(|pair| pair[0] == pair[1]) {
            for (at, &first) in members.iter().enumerate() {
                members[at + 1..].iter().for_each(|&second| _ = self.give(&[!first, !second], tracer));
            }
            return;
        }
        self.replica.add_group(members, self.last_id + 1);
        let size = members.len() as u64;
        self.last_id += size * size.saturating_sub(1) / 2;
        if self.has_begun {
            // Literals that are already true take part.
            self.replica.head = 0;
            self.settle(tracer);
        }
    }

    /// The formula has been given, as far as it will be before the first derivation.
    pub(super) fn begin(&mut self, tracer: &mut dyn ProofTracer) {
        if self.has_begun {
            return;
        }
        self.has_begun = true;
        self.derive_repeating(tracer);
        for place in self.replica.ledger.places() {
            self.attach(place, tracer);
        }
        self.replica.head = 0;
        self.settle(tracer);
        for clause in std::mem::take(&mut self.waiting) {
            self.derive(&clause, &[], tracer);
        }
    }

    /// Derives what repeats a literal without the repetition. A checker may count a literal as
    /// often as it stands in a clause: two of them that are open are no unit then (lrat-check does
    /// so). All of them false is the one thing that every checker sees alike.
    fn derive_repeating(&mut self, tracer: &mut dyn ProofTracer) {
        for (fingerprint, given) in std::mem::take(&mut self.repeating) {
            // Another clause without the repetition may have given it an identifier since.
            if self.replica.ledger.find_id(fingerprint) != Some(0) {
                continue;
            }
            let Some(place) = self.replica.ledger.find(fingerprint) else { continue };
            self.last_id += 1;
            let clause = self.replica.ledger.lits(place).to_vec();
            self.name(&clause);
            tracer.derive_clause(self.last_id, &self.named, &[given as i64]);
            self.replica.ledger.identify(fingerprint, self.last_id);
        }
    }

    /// The largest identifier so far.
    pub(super) fn last_id(&self) -> u64 {
        self.last_id
    }

    /// Takes over a clause that another search has derived from the same formula. `tell` is told the
    /// identifier before anything else is. False, and nothing told, if the clause is there already.
    pub(super) fn adopt(&mut self, clause: &[Lit], tell: impl FnOnce(u64), tracer: &mut dyn ProofTracer) -> bool {
        let Ok(fingerprint) = self.open(clause) else { return false };
        self.last_id += 1;
        tell(self.last_id);
        self.insert(clause, fingerprint, self.last_id, tracer);
        true
    }

    /// Derives a clause from antecedents, in the order in which they propagate; where there are
    /// none, or they do not do, from whatever propagation finds.
    pub(super) fn derive(&mut self, clause: &[Lit], antecedents: &[Antecedent], tracer: &mut dyn ProofTracer) {
        let Ok(fingerprint) = self.open(clause) else { return };
        match self.justify(clause, antecedents) {
            Verdict::Justified => self.write(clause, fingerprint, tracer),
            Verdict::Tautology => {}
            Verdict::Open => self.unjustified(clause, tracer),
        }
    }

    /// Derives a clause from unit clauses and the antecedents of a chain, the last one first. They
    /// are believed. Returns its identifier, or 0 if its time has not come or is over.
    pub(super) fn derive_by_chain(
        &mut self,
        clause: &[Lit],
        units: &[i64],
        steps: &[i64],
        tracer: &mut dyn ProofTracer,
    ) -> u64 {
        let fingerprint = match self.open(clause) {
            Ok(fingerprint) => fingerprint,
            Err(known) => return known,
        };
        self.found.clear();
        self.found.extend(units.iter().chain(steps.iter().rev()));
        let identifier = self.last_id + 1;
        self.write(clause, fingerprint, tracer);
        identifier
    }

    /// The fingerprint of a clause that is to be derived now. Else the identifier of the clause if
    /// it is there already, or 0 if its time has not come or is over.
    fn open(&mut self, clause: &[Lit]) -> Result<u64, u64> {
        if !self.has_begun {
            self.waiting.push(clause.to_vec());
            return Err(0);
        }
        if self.is_over {
            return Err(0);
        }
        let fingerprint = Ledger::fingerprint(clause.iter().copied());
        self.replica.ledger.add_copy(fingerprint).map_or(Ok(fingerprint), Err)
    }

    /// The identifier of the unit clause of a variable that has its value for good, 0 if it has none.
    pub(super) fn unit(&self, var: Var) -> u64 {
        self.units[var.index()]
    }

    /// Adds a clause of the definition of the variable of its first literal, which only clauses of
    /// the definition name so far.
    pub(super) fn define(&mut self, clause: &[Lit], tracer: &mut dyn ProofTracer) {
        let Some(&pivot) = clause.first() else { return };
        self.begin(tracer);
        let Ok(fingerprint) = self.open(clause) else { return };
        let end = self.replica.ledger.end() as Place;
        self.definitions.entry(pivot.var()).or_default().push(end);
        // If the variable has a value, a derived unit clause names it too, so propagation is needed.
        // This is rare; in all other cases propagation would be in vain.
        if self.replica.values[pivot] != 0 && self.justify(clause, &[]) == Verdict::Justified {
            self.write(clause, fingerprint, tracer);
            return;
        }
        let mut hints = Vec::new();
        for place in self.definitions.get(&pivot.var()).cloned().unwrap_or_default() {
            if place == end {
                continue;
            }
            let candidate = self.replica.ledger.lits(place).to_vec();
            if !candidate.contains(&!pivot) {
                continue;
            }
            let mut resolvent = clause.to_vec();
            resolvent.extend(candidate.iter().copied().filter(|&lit| lit != !pivot));
            if self.justify(&resolvent, &[]) == Verdict::Open {
                self.derive(clause, &[], tracer);
                return;
            }
            hints.push(-(self.replica.ledger.id(place) as i64));
            hints.append(&mut self.found);
        }
        self.found = hints;
        self.write(clause, fingerprint, tracer);
    }

    /// Deletes a clause, if it was not added once more.
    pub(super) fn delete(&mut self, clause: &[Lit], tracer: &mut dyn ProofTracer) {
        if clause.len() < 2 || !self.has_begun || self.is_over {
            return;
        }
        let fingerprint = Ledger::fingerprint(clause.iter().copied());
        if let Some(place) = self.replica.ledger.remove_copy(fingerprint) {
            let id = self.replica.ledger.id(place);
            self.replica.forget_pair(clause);
            self.name(clause);
            tracer.delete_derived(id, &self.named);
            if self.replica.ledger.is_wasteful() {
                self.replica.compact();
                self.definitions.clear();
            }
        }
    }

    fn name(&mut self, clause: &[Lit]) {
        let HintFinder { named, names, .. } = self;
        named.clear();
        named.extend(clause.iter().map(|lit| names[lit.var().index()].lit(lit.is_positive())));
    }

    fn unjustified(&mut self, clause: &[Lit], tracer: &mut dyn ProofTracer) {
        self.name(clause);
        tracer.unjustified(&self.named);
    }

    /// Tells a clause with the antecedents that were found, and adds it.
    fn write(&mut self, clause: &[Lit], fingerprint: u64, tracer: &mut dyn ProofTracer) {
        debug_assert_eq!(Ledger::fingerprint(clause.iter().copied()), fingerprint);
        self.last_id += 1;
        self.name(clause);
        tracer.derive_clause(self.last_id, &self.named, &self.found);
        self.insert(clause, fingerprint, self.last_id, tracer);
    }

    /// Adds a clause that is not there.
    fn insert(&mut self, lits: &[Lit], fingerprint: u64, id: u64, tracer: &mut dyn ProofTracer) {
        let place = self.replica.ledger.insert(fingerprint, lits, id);
        if self.has_begun && !self.is_over {
            self.attach(place, tracer);
            self.settle(tracer);
        }
    }

    /// Watches a clause, or takes its consequence under the literals that are true for good.
    fn attach(&mut self, place: Place, tracer: &mut dyn ProofTracer) {
        let Replica { ledger, values, .. } = &mut self.replica;
        let lits = ledger.lits_mut(place);
        if lits.iter().any(|&lit| values[lit] > 0) && lits.len() > 1 {
            // Nothing will ever follow from it.
            return;
        }
        let mut open = 0;
        for at in 0..lits.len() {
            if values[lits[at]] == 0 {
                lits.swap(at, open);
                open += 1;
                if open == 2 {
                    break;
                }
            }
        }
        match (open, &*lits) {
            (2.., _) => self.replica.watch(place),
            (1, &[unit]) => {
                self.units[unit.var().index()] = self.replica.ledger.id(place);
                self.replica.assign(unit, Cause::Unit);
            }
            (1, &[unit, ..]) => self.assign_for_good(unit, Antecedent::Clause(place), tracer),
            (_, &[single]) if values[single] > 0 => {}
            _ => self.contradict(Antecedent::Clause(place), tracer),
        }
    }

    /// Writes the unit clause of a literal that follows for good.
    fn assign_for_good(&mut self, lit: Lit, antecedent: Antecedent, tracer: &mut dyn ProofTracer) {
        self.found.clear();
        self.push_units(antecedent, Some(lit));
        self.found.push(self.replica.id(antecedent) as i64);
        self.last_id += 1;
        self.name(&[lit]);
        tracer.derive_clause(self.last_id, &self.named, &self.found);
        let fingerprint = Ledger::fingerprint(std::iter::once(lit));
        self.replica.ledger.insert(fingerprint, &[lit], self.last_id);
        self.units[lit.var().index()] = self.last_id;
        if self.replica.values[lit] == 0 {
            self.replica.assign(lit, Cause::Unit);
        } else {
            self.replica.records[lit.var().index()].0 = Cause::Unit;
        }
    }

    /// Pushes the unit clauses that make all literals of an antecedent false but one.
    fn push_units(&mut self, antecedent: Antecedent, but: Option<Lit>) {
        let HintFinder { replica, found, units, .. } = self;
        let lits = replica.lits(&antecedent);
        found.extend(lits.iter().filter(|&&lit| Some(lit) != but).map(|lit| units[lit.var().index()] as i64));
    }

    /// Writes the empty clause, which ends the proof.
    fn contradict(&mut self, antecedent: Antecedent, tracer: &mut dyn ProofTracer) {
        if !std::mem::replace(&mut self.is_over, true) {
            self.found.clear();
            self.push_units(antecedent, None);
            self.found.push(self.replica.id(antecedent) as i64);
            self.last_id += 1;
            tracer.derive_clause(self.last_id, &[], &self.found);
        }
    }

    /// Propagates the literals that are true for good, with a unit clause for each literal.
    fn settle(&mut self, tracer: &mut dyn ProofTracer) {
        if self.is_over {
            return;
        }
        let known = self.replica.trail.len();
        let conflict = self.replica.propagate();
        for position in known..self.replica.trail.len() {
            let lit = self.replica.trail[position];
            if let Cause::Derived(antecedent) = self.replica.records[lit.var().index()].0 {
                self.assign_for_good(lit, antecedent, tracer);
            }
        }
        if let Some(conflict) = conflict {
            self.contradict(conflict, tracer);
        }
    }

    /// Finds the antecedents of a clause: a unit clause, the named antecedents, or those that
    /// propagation finds.
    fn justify(&mut self, clause: &[Lit], antecedents: &[Antecedent]) -> Verdict {
        self.found.clear();
        if let Some(lit) = clause.iter().find(|&&lit| self.replica.values[lit] > 0) {
            self.found.push(self.units[lit.var().index()] as i64);
            return Verdict::Justified;
        }
        let length = self.replica.trail.len();
        let verdict = if !self.assume_false(clause) {
            Verdict::Tautology
        } else if self.follow(clause, antecedents, length) || self.search(clause, length) {
            Verdict::Justified
        } else {
            Verdict::Open
        };
        self.replica.undo(length);
        verdict
    }

    /// Takes the literals of a clause to be false; impossible if one is the negation of another.
    fn assume_false(&mut self, clause: &[Lit]) -> bool {
        for &lit in clause {
            match self.replica.values[lit] {
                0 => self.replica.assign(!lit, Cause::Assumed),
                value if value > 0 => return false,
                _ => {}
            }
        }
        true
    }

    /// Follows antecedents that were named; whether they end in a contradiction. Those that say
    /// nothing new are left out.
    fn follow(&mut self, clause: &[Lit], antecedents: &[Antecedent], length: usize) -> bool {
        self.mark_clause(clause);
        let is_justified = antecedents.iter().any(|&antecedent| self.take_step(antecedent, length));
        self.unmark();
        is_justified
    }

    /// Takes one step of propagation; true if it is the contradiction.
    fn take_step(&mut self, antecedent: Antecedent, length: usize) -> bool {
        let HintFinder { replica, units, found, is_marked, marked, .. } = self;
        let lits = replica.lits(&antecedent);
        let mut open = lits.iter().copied().filter(|&lit| replica.values[lit] >= 0);
        let (first, second) = (open.next(), open.next());
        if second.is_some() || first.is_some_and(|lit| replica.values[lit] > 0) {
            return false;
        }
        for &lit in lits.iter().filter(|&&lit| Some(lit) != first) {
            let var = lit.var();
            if (replica.records[var.index()].1 as usize) < length
                && !std::mem::replace(&mut is_marked[var.index()], true)
            {
                marked.push(var);
                found.push(units[var.index()] as i64);
            }
        }
        found.push(replica.id(antecedent) as i64);
        if let Some(lit) = first {
            replica.assign(lit, Cause::Derived(antecedent));
        }
        first.is_none()
    }

    /// Finds antecedents by propagation, on top of the literals taken to be true.
    fn search(&mut self, clause: &[Lit], length: usize) -> bool {
        self.found.clear();
        let Some(conflict) = self.replica.propagate() else { return false };
        self.mark_clause(clause);
        self.explain(conflict, length);
        self.unmark();
        true
    }

    /// Collects the antecedents of a conflict: unit clauses, then reasons in the order of the
    /// trail, then the conflict.
    fn explain(&mut self, conflict: Antecedent, length: usize) {
        self.reasons.push(self.replica.id(conflict) as i64);
        self.mark_lits(conflict);
        while let Some(position) = self.pending.pop() {
            let lit = self.replica.trail[position as usize];
            if (position as usize) < length {
                self.found.push(self.units[lit.var().index()] as i64);
                continue;
            }
            if let Cause::Derived(antecedent) = self.replica.records[lit.var().index()].0 {
                self.reasons.push(self.replica.id(antecedent) as i64);
                self.mark_lits(antecedent);
            }
        }
        self.found.extend(self.reasons.drain(..).rev());
    }

    fn mark_lits(&mut self, antecedent: Antecedent) {
        let HintFinder { replica, is_marked, marked, pending, .. } = self;
        let lits = replica.lits(&antecedent);
        for lit in lits {
            let var = lit.var();
            if !is_marked[var.index()] {
                is_marked[var.index()] = true;
                marked.push(var);
                pending.push(replica.records[var.index()].1);
            }
        }
    }

    /// The literals of the clause to be derived need no reason to be false.
    fn mark_clause(&mut self, clause: &[Lit]) {
        for lit in clause {
            if !std::mem::replace(&mut self.is_marked[lit.var().index()], true) {
                self.marked.push(lit.var());
            }
        }
    }

    fn unmark(&mut self) {
        for var in self.marked.drain(..) {
            self.is_marked[var.index()] = false;
        }
    }
}

#[cfg(test)]
mod tests;

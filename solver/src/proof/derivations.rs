//! The derivations of one solver, on their way to the tracer.

use std::sync::Arc;

use gordian_formula::{GroupKind, Lit, Var};

use super::hints::HintFinder;
use super::merge::{Merge, WorkerTracer};
use super::replica::Antecedent;
use super::tracer::ProofTracer;
use crate::store::arena::{Arena, ClauseRef};
use crate::store::names::Names;

/// The proof of one solver, if one is wanted, in the caller's variables.
#[derive(Default)]
pub(crate) struct Proof {
    tracer: Option<Box<dyn ProofTracer + Send>>,
    /// The caller's name of each internal variable, while there is a tracer to tell it to.
    names: Vec<Var>,
    /// The caller's first variable that definitions may use, where they may use any.
    free: Option<Var>,
    /// How many variables after each that is used for a definition are for other workers.
    others_free: usize,
    /// The proof that it is a part of, as that of this worker.
    part: Option<(Arc<Merge>, usize)>,
    named: Vec<Lit>,
    /// The number of literals of level zero that have been written as units.
    root_units: usize,
    /// The clauses added to a lent proof. A lent proof deletes nothing itself, since it cannot tell
    /// its own clauses from those it was given.
    added: Option<Vec<Vec<Lit>>>,
    /// Finds antecedents, where they are wanted, and for each internal variable that of the finder of hints.
    hints: Option<Box<HintFinder>>,
    locals: Vec<Var>,
    /// Work space: a clause in the variables of the finder of hints, and its antecedents.
    local: Vec<Lit>,
    found: Vec<Antecedent>,
    steps: Vec<i64>,
    units: Vec<i64>,
}

/// The antecedents of a clause, as the engine names them: in an order in which each of them is
/// unit, the last one false.
pub(crate) struct Antecedents<'a> {
    hints: &'a HintFinder,
    locals: &'a [Var],
    found: &'a mut Vec<Antecedent>,
}

impl Antecedents<'_> {
    /// The clause of these literals, which the proof has. One that it does not have is left out.
    pub(crate) fn push(&mut self, lits: impl Iterator<Item = Lit> + Clone) {
        let local = lits.map(|lit| self.locals[lit.var().index()].lit(lit.is_positive()));
        self.found.extend(self.hints.replica.antecedent(local));
    }
}

/// All antecedents of a clause by their identifiers, from the last one to the first: each of them
/// is unit after those that are named later, and the one named first is false. Unit clauses may
/// come in any order. Nobody looks whether all this is so, but a checker of the proof.
pub(crate) struct Chain<'a> {
    hints: &'a mut HintFinder,
    locals: &'a [Var],
    steps: &'a mut Vec<i64>,
    units: &'a mut Vec<i64>,
    is_complete: bool,
}

impl Chain<'_> {
    /// Names a clause of the arena, which keeps the identifier.
    #[inline]
    pub(crate) fn push_clause(&mut self, arena: &mut Arena, clause: ClauseRef) {
        let mut identifier = arena.identifier(clause);
        if identifier == 0 {
            identifier = self.identify(arena.lits(clause).iter().copied());
            arena.note_identifier(clause, identifier);
        }
        self.push(identifier);
    }

    /// The identifier of the clause of these literals, which is the same for as long as the proof
    /// has the clause; 0 if it does not.
    pub(crate) fn identify(&self, lits: impl Iterator<Item = Lit> + Clone) -> u64 {
        let local = lits.map(|lit| self.locals[lit.var().index()].lit(lit.is_positive()));
        self.hints.replica.identify(local).unwrap_or(0)
    }

    /// Names the clause of two literals.
    #[inline]
    pub(crate) fn push_pair(&mut self, first: Lit, second: Lit) {
        let [first, second] = [first, second].map(|lit| self.locals[lit.var().index()].lit(lit.is_positive()));
        let identifier = self.hints.replica.identify_pair(first, second);
        self.push(identifier);
    }

    /// Names one more; 0 if there should be one which nobody knows. The chain is of no use then.
    pub(crate) fn push(&mut self, identifier: u64) {
        self.steps.push(identifier as i64);
        self.is_complete &= identifier != 0;
    }

    /// Names the unit clause of a variable that has its value for good.
    pub(crate) fn push_unit(&mut self, var: Var) {
        let identifier = self.hints.unit(self.locals[var.index()]);
        self.units.push(identifier as i64);
        self.is_complete &= identifier != 0;
    }
}

impl Proof {
    /// Changes the tracer; `names` are those of the internal variables so far.
    pub(crate) fn set_tracer(
        &mut self,
        tracer: Option<Box<dyn ProofTracer + Send>>,
        names: &Names,
    ) -> Option<Box<dyn ProofTracer + Send>> {
        self.begin();
        self.names.clear();
        self.locals.clear();
        self.free = None;
        self.others_free = 0;
        self.part = None;
        self.hints = tracer.as_ref().is_some_and(|tracer| tracer.wants_antecedents()).then(Box::default);
        if tracer.is_some() {
            // A variable that a definition brought before has a name that nobody else uses, beyond all others.
            let unused = |index: usize| Var::from_index(Var::MAX_INDEX - index);
            self.names.extend((0..names.len()).map(unused));
            names.iter().for_each(|(internal, name)| self.names[internal.index()] = name);
            if let Some(hints) = &mut self.hints {
                self.locals.extend(self.names.iter().map(|&name| hints.new_var(name)));
            }
        }
        std::mem::replace(&mut self.tracer, tracer)
    }

    /// Lets definitions use the caller's variables from this one on.
    pub(crate) fn allow_definitions(&mut self, first: Var) {
        self.free = Some(first);
    }

    /// Whether a definition of a variable can be told.
    pub(crate) fn can_define(&self) -> bool {
        self.tracer.is_none() || self.free.is_some()
    }

    /// Lends the tracer to a search of its own on a part of the formula, whose variables stand for
    /// these of this proof, in their order.
    pub(crate) fn lend(&mut self, vars: &[Var]) -> Proof {
        let is_wanted = self.tracer.is_some();
        Proof {
            tracer: self.tracer.take(),
            names: if is_wanted { vars.iter().map(|var| self.names[var.index()]).collect() } else { Vec::new() },
            added: is_wanted.then(Vec::new),
            locals: match self.hints {
                Some(_) => vars.iter().map(|var| self.locals[var.index()]).collect(),
                None => Vec::new(),
            },
            hints: self.hints.take(),
            ..Proof::default()
        }
    }

    /// Takes back the tracer that was lent for these variables, with the clauses that were added
    /// meanwhile. They are to be deleted once they have served.
    pub(crate) fn take_back(&mut self, lent: Proof, vars: &[Var]) -> Vec<Vec<Lit>> {
        self.tracer = lent.tracer;
        self.hints = lent.hints;
        let mut added = lent.added.unwrap_or_default();
        for lit in added.iter_mut().flatten() {
            *lit = vars[lit.var().index()].lit(lit.is_positive());
        }
        added
    }

    /// Divides it among workers that go on from here, each with a part of its own. Returns what the
    /// parts are merged by, if there is a tracer.
    pub(crate) fn divide(&mut self, workers: usize) -> (Vec<Proof>, Option<Arc<Merge>>) {
        self.begin();
        let last_id = self.hints.as_ref().map_or(0, |hints| hints.last_id());
        let merge = self.tracer.take().map(|tracer| Arc::new(Merge::new(tracer, workers, last_id)));
        let part = |worker: usize| {
            let door = |merge: &Arc<Merge>| WorkerTracer { merge: Arc::clone(merge), worker };
            let distance = worker * (1 + self.others_free);
            Proof {
                tracer: merge.as_ref().map(|merge| Box::new(door(merge)) as Box<dyn ProofTracer + Send>),
                names: self.names.clone(),
                free: self.free.and_then(|free| beyond(free, distance)),
                others_free: workers * (1 + self.others_free) - 1,
                part: merge.as_ref().map(|merge| (Arc::clone(merge), worker)),
                root_units: self.root_units,
                hints: self.hints.clone(),
                locals: self.locals.clone(),
                ..Proof::default()
            }
        };
        ((0..workers).map(part).collect(), merge)
    }

    /// Keeps a clause of this worker for so many others, who may take it over; `identifier` is its
    /// own where it is at hand, or 0. Returns the identifier in the proof, 0 if there are none;
    /// `None` if the clause cannot be handed out.
    pub(crate) fn hand_out(&mut self, clause: &[Lit], mut identifier: u64, others: usize) -> Option<u64> {
        let Some((merge, worker)) = &self.part else { return Some(0) };
        if let Some(hints) = &self.hints {
            rename(clause, &self.locals, &mut self.local);
            if identifier == 0 {
                identifier = hints.replica.identify(self.local.iter().copied())?;
            }
        }
        rename(clause, &self.names, &mut self.named);
        let known = merge.hold(*worker, &self.named, identifier, others);
        (self.hints.is_none() || known > 0).then_some(known)
    }

    /// Takes over a clause, in the caller's literals, that another worker handed out.
    pub(crate) fn adopt(&mut self, clause: &[Lit], known: u64) {
        let Some((merge, worker)) = &self.part else { return };
        if let (Some(hints), Some(tracer)) = (&mut self.hints, &mut self.tracer) {
            self.local.clear();
            self.local.extend(clause.iter().filter_map(|&lit| hints.of_name(lit)));
            let tell = |identifier| merge.adopt(*worker, identifier, known);
            if !hints.adopt(&self.local, tell, &mut **tracer) {
                merge.release(clause, known, 1);
            }
        }
    }

    /// Does not take over a clause that another worker handed out.
    pub(crate) fn refuse(&mut self, clause: &[Lit], known: u64) {
        if let Some((merge, _)) = &self.part {
            merge.release(clause, known, 1);
        }
    }

    /// Names the next internal variable, which a definition brings.
    pub(crate) fn push_definition(&mut self) {
        if self.tracer.is_some()
            && let Some(fresh) = self.define()
        {
            self.names.push(fresh);
            if let Some(hints) = &self.hints
                && let Some(local) = hints.of_name(fresh.positive())
            {
                self.locals.push(local.var());
            }
        }
    }

    /// Names the next internal variable.
    pub(crate) fn push_name(&mut self, external: Var) {
        if self.tracer.is_some() {
            self.names.push(external);
        }
        if let Some(hints) = &mut self.hints {
            let known = hints.of_name(external.positive());
            self.locals.push(known.map_or_else(|| hints.new_var(external), Lit::var));
        }
    }

    /// Takes names away from internal variables; those that stay are numbered anew, in their order.
    /// Nothing holds at level zero that was not written.
    pub(crate) fn retain_vars(&mut self, is_kept: impl Fn(Var) -> bool) {
        for table in [&mut self.names, &mut self.locals] {
            let mut vars = (0..).map(Var::from_index);
            table.retain(|_| vars.next().is_some_and(&is_kept));
        }
        self.root_units = 0;
    }

    /// Takes a clause of the formula, as it was given. Returns its identifier, or 0 where it is not at hand.
    #[inline]
    pub(crate) fn give(&mut self, clause: &[Lit]) -> u64 {
        let mut identifier = 0;
        if self.hints.is_some() {
            self.with_hints(clause, |hints, clause, tracer| identifier = hints.give(clause, tracer));
        }
        identifier
    }

    /// Takes a group of the formula, as it was given.
    pub(crate) fn give_group(&mut self, members: &[Lit], kind: GroupKind) {
        if self.hints.is_some() {
            self.with_hints(members, |hints, members, tracer| hints.give_group(members, kind, tracer));
        }
    }

    /// The formula is known, as far as it will be before something is derived from it.
    pub(crate) fn begin(&mut self) {
        if let (Some(hints), Some(tracer)) = (&mut self.hints, &mut self.tracer) {
            hints.begin(&mut **tracer);
        }
    }

    /// Lends the finder of hints a clause in its own variables, and the tracer. There is one where
    /// there is a finder of hints.
    #[cold]
    fn with_hints(&mut self, clause: &[Lit], act: impl FnOnce(&mut HintFinder, &[Lit], &mut dyn ProofTracer)) {
        if let (Some(hints), Some(tracer)) = (&mut self.hints, &mut self.tracer) {
            rename(clause, &self.locals, &mut self.local);
            act(hints, &self.local, &mut **tracer);
        }
    }

    /// Like [`Proof::with_hints`], for literals in the caller's names.
    fn with_names(&mut self, clause: &[Lit], act: impl FnOnce(&mut HintFinder, &[Lit], &mut dyn ProofTracer)) {
        if let (Some(hints), Some(tracer)) = (&mut self.hints, &mut self.tracer) {
            self.local.clear();
            self.local.extend(clause.iter().filter_map(|&lit| hints.of_name(lit)));
            act(hints, &self.local, &mut **tracer);
        }
    }

    /// Whether there is a tracer.
    pub(crate) fn is_wanted(&self) -> bool {
        self.tracer.is_some()
    }

    /// Whether each clause is to be derived from antecedents.
    pub(crate) fn wants_antecedents(&self) -> bool {
        self.hints.is_some()
    }

    /// The caller's name of a literal, for [`Proof::add_named`].
    pub(crate) fn name(&self, lit: Lit) -> Lit {
        self.names[lit.var().index()].lit(lit.is_positive())
    }

    /// A variable that only the proof knows, in the caller's names; `None` where there is none left.
    pub(crate) fn define(&mut self) -> Option<Var> {
        let free = self.free?;
        if let Some(hints) = &mut self.hints {
            hints.new_var(free);
        }
        self.free = beyond(free, 1 + self.others_free);
        Some(free)
    }

    /// Like [`Proof::add`], for literals in the caller's names.
    pub(crate) fn add_named(&mut self, clause: &[Lit]) {
        if self.hints.is_some() {
            self.with_names(clause, |hints, clause, tracer| hints.derive(clause, &[], tracer));
        } else if let Some(tracer) = &mut self.tracer {
            tracer.add_clause(clause);
        }
    }

    /// Like [`Proof::add_definition`], for literals in the caller's names.
    pub(crate) fn add_named_definition(&mut self, clause: &[Lit]) {
        if self.hints.is_some() {
            self.with_names(clause, HintFinder::define);
        } else {
            self.add_named(clause);
        }
    }

    /// Like [`Proof::delete`], for literals in the caller's names.
    pub(crate) fn delete_named(&mut self, clause: &[Lit]) {
        if self.hints.is_some() {
            self.with_names(clause, HintFinder::delete);
        } else if let Some(tracer) = &mut self.tracer
            && clause.len() > 1
        {
            tracer.delete_clause(clause);
        }
    }

    /// Adds a clause that unit propagation shows to follow.
    #[inline]
    pub(crate) fn add(&mut self, clause: &[Lit]) {
        self.add_by(clause, |_| ());
    }

    /// Adds a clause that follows from antecedents which the engine knows; these are asked for where they are wanted.
    #[inline]
    pub(crate) fn add_by(&mut self, clause: &[Lit], name_antecedents: impl FnOnce(&mut Antecedents<'_>)) {
        let Some(tracer) = &mut self.tracer else { return };
        if let Some(hints) = &mut self.hints {
            self.found.clear();
            name_antecedents(&mut Antecedents { hints, locals: &self.locals, found: &mut self.found });
            rename(clause, &self.locals, &mut self.local);
            hints.derive(&self.local, &self.found, &mut **tracer);
        } else {
            rename(clause, &self.names, &mut self.named);
            tracer.add_clause(&self.named);
        }
        if let Some(added) = &mut self.added {
            added.push(clause.to_vec());
        }
    }

    /// Like [`Proof::add_by`], if the engine knows all antecedents. Returns the identifier of the
    /// clause, or 0 if it is not at hand.
    #[inline]
    pub(crate) fn add_by_chain(&mut self, clause: &[Lit], name_antecedents: impl FnOnce(&mut Chain<'_>)) -> u64 {
        let (Some(hints), Some(tracer)) = (&mut self.hints, &mut self.tracer) else {
            self.add(clause);
            return 0;
        };
        let (steps, units) = (&mut self.steps, &mut self.units);
        steps.clear();
        units.clear();
        let mut chain = Chain { hints, locals: &self.locals, steps, units, is_complete: true };
        name_antecedents(&mut chain);
        if !chain.is_complete {
            self.add(clause);
            return 0;
        }
        rename(clause, &self.locals, &mut self.local);
        let identifier = hints.derive_by_chain(&self.local, &self.units, &self.steps, &mut **tracer);
        if let Some(added) = &mut self.added {
            added.push(clause.to_vec());
        }
        identifier
    }

    /// Derives a clause of the arena without the literals that are false for good, and deletes the
    /// clause; the arena stays as it is. Returns the rest, and its identifier, or 0 if that is not
    /// at hand.
    pub(crate) fn shorten(
        &mut self,
        arena: &mut Arena,
        clause: ClauseRef,
        is_false: impl Fn(Lit) -> bool,
        rest: &mut Vec<Lit>,
    ) -> u64 {
        rest.clear();
        rest.extend(arena.lits(clause).iter().filter(|&&lit| !is_false(lit)));
        let identifier = self.add_by_chain(rest, |chain| {
            chain.push_clause(arena, clause);
            arena.lits(clause).iter().filter(|&&lit| is_false(lit)).for_each(|lit| chain.push_unit(lit.var()));
        });
        self.delete(arena.lits(clause));
        identifier
    }

    /// Adds a clause of a definition: its first literal is of the variable defined, which only
    /// clauses of the definition name so far.
    pub(crate) fn add_definition(&mut self, clause: &[Lit]) {
        if self.hints.is_some() {
            self.with_hints(clause, HintFinder::define);
        } else {
            self.add(clause);
        }
    }

    /// Tells of a clause that the caller's propagator gave, in the caller's literals.
    pub(crate) fn import(&mut self, clause: &[Lit]) {
        if let Some(tracer) = &mut self.tracer {
            tracer.import_clause(clause);
        }
        self.with_names(clause, |hints, clause, tracer| _ = hints.give(clause, tracer));
    }

    #[inline]
    pub(crate) fn delete(&mut self, clause: &[Lit]) {
        if let Some(tracer) = &mut self.tracer
            && clause.len() > 1
            && self.added.is_none()
        {
            if let Some(hints) = &mut self.hints {
                rename(clause, &self.locals, &mut self.local);
                hints.delete(&self.local, &mut **tracer);
            } else {
                rename(clause, &self.names, &mut self.named);
                tracer.delete_clause(&self.named);
            }
        }
    }

    /// Writes a unit that a clause of the proof gives, about to become the next literal of level
    /// zero; all before it are written.
    pub(crate) fn add_root_unit(&mut self, unit: Lit, clause: &[Lit]) {
        if self.tracer.is_some() {
            self.add_by(&[unit], |antecedents| antecedents.push(clause.iter().copied()));
            self.root_units += 1;
        }
    }

    /// Writes what holds at level zero and was not yet written, before clauses that imply it are deleted.
    pub(crate) fn add_root_units(&mut self, root: &[Lit]) {
        if self.tracer.is_some() {
            for &lit in root.get(self.root_units..).unwrap_or_default() {
                self.add(&[lit]);
            }
            self.root_units = root.len();
        }
    }
}

/// The variable so many numbers further on, if there is one.
fn beyond(var: Var, distance: usize) -> Option<Var> {
    let index = var.index().checked_add(distance)?;
    (index <= Var::MAX_INDEX).then(|| Var::from_index(index))
}

fn rename(clause: &[Lit], names: &[Var], named: &mut Vec<Lit>) {
    named.clear();
    named.extend(clause.iter().map(|lit| names[lit.var().index()].lit(lit.is_positive())));
}

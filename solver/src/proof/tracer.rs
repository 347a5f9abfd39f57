//! The door through which derivations leave the engine.

use std::io;

use gordian_formula::{Lit, Var};

use crate::store::names::Names;

/// Takes the steps of a proof in the order in which the solver makes them.
///
/// Every added clause follows from the formula and the earlier additions by reverse unit propagation. The formula is what was added to
/// the solver, groups counted as their pairwise binary clauses and, for exactly-one, the clause of their members, and what a propagator gave.
pub trait ProofTracer {
    /// A clause was derived; the empty clause ends a refutation.
    fn add_clause(&mut self, clause: &[Lit]);

    /// A clause came from a propagator: it is one of the formula from now on. Formats of proofs have no line for it; who wants to check a proof adds these clauses to
    /// the formula.
    fn import_clause(&mut self, clause: &[Lit]) {
        let _ = clause;
    }

    /// A clause is no longer used. Never called for clauses of one literal.
    fn delete_clause(&mut self, clause: &[Lit]);

    /// Everything is to be written out now.
    ///
    /// # Errors
    /// The first error met while writing, also by earlier steps.
    fn finish(&mut self) -> io::Result<()>;
}

/// The proof of one solver, if one is wanted, in the caller's variables.
#[derive(Default)]
pub(crate) struct Proof {
    tracer: Option<Box<dyn ProofTracer + Send>>,
    /// The caller's name of each internal variable, while there is a tracer to tell it to.
    names: Vec<Var>,
    /// The caller's first variable that definitions may use, where they may use any.
    free: Option<Var>,
    named: Vec<Lit>,
    /// How many literals of level zero have been written as units.
    root_units: usize,
    /// For a lent proof, what was added. It deletes nothing itself, since it cannot tell its own clauses from those it was given.
    added: Option<Vec<Vec<Lit>>>,
}

impl Proof {
    /// Changes the tracer; `names` are those of the internal variables so far.
    pub(crate) fn set_tracer(
        &mut self,
        tracer: Option<Box<dyn ProofTracer + Send>>,
        names: &Names,
    ) -> Option<Box<dyn ProofTracer + Send>> {
        self.names.clear();
        self.free = None;
        if tracer.is_some() {
            // A variable that a definition brought before has a name that nobody else uses, beyond all others.
            let unused = |index: usize| Var::from_index(Var::MAX_INDEX - index);
            self.names.extend((0..names.len()).map(unused));
            names.iter().for_each(|(internal, name)| self.names[internal.index()] = name);
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

    /// Lends the tracer to a search of its own on a part of the formula, whose variables stand for these of this proof, in their order.
    pub(crate) fn lend(&mut self, vars: &[Var]) -> Proof {
        let is_wanted = self.tracer.is_some();
        Proof {
            tracer: self.tracer.take(),
            names: if is_wanted { vars.iter().map(|var| self.names[var.index()]).collect() } else { Vec::new() },
            added: is_wanted.then(Vec::new),
            ..Proof::default()
        }
    }

    /// Takes back the tracer that was lent for these variables, with the clauses that were added meanwhile. They are to be deleted once they have served.
    pub(crate) fn take_back(&mut self, lent: Proof, vars: &[Var]) -> Vec<Vec<Lit>> {
        self.tracer = lent.tracer;
        let mut added = lent.added.unwrap_or_default();
        for lit in added.iter_mut().flatten() {
            *lit = vars[lit.var().index()].lit(lit.is_positive());
        }
        added
    }

    /// Names the next internal variable, which a definition brings.
    pub(crate) fn push_definition(&mut self) {
        if self.tracer.is_some()
            && let Some(fresh) = self.define()
        {
            self.names.push(fresh);
        }
    }

    /// Names the next internal variable.
    pub(crate) fn push_name(&mut self, external: Var) {
        if self.tracer.is_some() {
            self.names.push(external);
        }
    }

    /// Whether there is a tracer.
    pub(crate) fn is_wanted(&self) -> bool {
        self.tracer.is_some()
    }

    /// The caller's name of a literal, for [`Proof::add_named`].
    pub(crate) fn name(&self, lit: Lit) -> Lit {
        self.names[lit.var().index()].lit(lit.is_positive())
    }

    /// A variable that only the proof knows, in the caller's names; `None` where there is none left.
    pub(crate) fn define(&mut self) -> Option<Var> {
        let free = self.free?;
        self.free = (free.index() < Var::MAX_INDEX).then(|| Var::from_index(free.index() + 1));
        Some(free)
    }

    /// As [`Proof::add`], for literals in the caller's names.
    pub(crate) fn add_named(&mut self, clause: &[Lit]) {
        if let Some(tracer) = &mut self.tracer {
            tracer.add_clause(clause);
        }
    }

    /// As [`Proof::delete`], for literals in the caller's names.
    pub(crate) fn delete_named(&mut self, clause: &[Lit]) {
        if let Some(tracer) = &mut self.tracer
            && clause.len() > 1
        {
            tracer.delete_clause(clause);
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, clause: &[Lit]) {
        if let Some(tracer) = &mut self.tracer {
            rename(clause, &self.names, &mut self.named);
            tracer.add_clause(&self.named);
            if let Some(added) = &mut self.added {
                added.push(clause.to_vec());
            }
        }
    }

    /// Tells of a clause that the caller's propagator gave, in the caller's literals.
    pub(crate) fn import(&mut self, clause: &[Lit]) {
        if let Some(tracer) = &mut self.tracer {
            tracer.import_clause(clause);
        }
    }

    #[inline]
    pub(crate) fn delete(&mut self, clause: &[Lit]) {
        if let Some(tracer) = &mut self.tracer
            && clause.len() > 1
            && self.added.is_none()
        {
            rename(clause, &self.names, &mut self.named);
            tracer.delete_clause(&self.named);
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

fn rename(clause: &[Lit], names: &[Var], named: &mut Vec<Lit>) {
    named.clear();
    named.extend(clause.iter().map(|lit| names[lit.var().index()].lit(lit.is_positive())));
}

//! The door through which derivations leave the engine.

use std::io;

use gordian_formula::Lit;

/// Takes the steps of a proof in the order in which the solver makes them.
///
/// Every added clause follows from the formula and the earlier additions by reverse unit
/// propagation, or, where [`Solver::allow_definitions`](crate::Solver::allow_definitions) let it,
/// defines a new variable, which its first literal names. The formula consists of the clauses added
/// to the solver, of its groups, which count as their pairwise binary clauses and, for exactly-one,
/// the clause of their members, and of the clauses that a propagator gave.
pub trait ProofTracer {
    /// A clause was derived; the empty clause ends a refutation.
    fn add_clause(&mut self, clause: &[Lit]);

    /// A clause came from a propagator: it is one of the formula from now on. Formats of proofs
    /// have no line for it; who wants to check a proof without antecedents adds these clauses to
    /// the formula.
    fn import_clause(&mut self, clause: &[Lit]) {
        let _ = clause;
    }

    /// A clause is no longer used. Never called for clauses of one literal.
    fn delete_clause(&mut self, clause: &[Lit]);

    /// Whether the clauses that each one follows from are wanted. Finding them takes time, and
    /// memory for another copy of all clauses.
    fn wants_antecedents(&self) -> bool {
        false
    }

    /// Like [`ProofTracer::add_clause`], if antecedents are wanted. The clause has this identifier,
    /// and follows by unit propagation of the clauses with those identifiers, in this order. The
    /// identifiers after a negative one are those for the resolvent of the first literal with that
    /// clause. Identifiers ascend.
    fn derive_clause(&mut self, id: u64, clause: &[Lit], antecedents: &[i64]) {
        let _ = (id, antecedents);
        self.add_clause(clause);
    }

    /// Like [`ProofTracer::delete_clause`], if antecedents are wanted.
    fn delete_derived(&mut self, id: u64, clause: &[Lit]) {
        let _ = id;
        self.delete_clause(clause);
    }

    /// A clause was derived, and no antecedents for it were found: the proof has a gap.
    fn unjustified(&mut self, clause: &[Lit]) {
        let _ = clause;
    }

    /// Everything is to be written out now.
    ///
    /// # Errors
    /// The first error met while writing, also by earlier steps.
    fn finish(&mut self) -> io::Result<()>;
}

//! The targets of clauses: a formula in memory, a file being written, or a solver.

use crate::{Clock, Lit, Var};

/// Something that takes clauses.
///
/// Encoders and the DIMACS reader write to a sink and do not know its kind. At-most-one and
/// exactly-one groups are constraints of their own: a sink that has nothing better keeps the
/// default, which hands them on as pairwise binary clauses (the form that DIMACS holds).
pub trait ClauseSink {
    /// A variable that no earlier clause names.
    fn new_var(&mut self) -> Var;

    /// The number of variables so far: the next [`ClauseSink::new_var`] has this index.
    fn num_vars(&self) -> usize;

    /// Adds a clause: at least one of these literals is true. Empty, tautological and repeating ones are legal.
    /// A variable that was not made before comes into being with it, and every variable below it.
    fn add_clause(&mut self, clause: &[Lit]);

    /// At most one of these literals is true.
    ///
    /// A literal that stands twice counts twice, so it must be false.
    fn add_at_most_one(&mut self, members: &[Lit]) {
        for (position, &first) in members.iter().enumerate() {
            for &second in &members[position + 1..] {
                self.add_clause(&[!first, !second]);
            }
        }
    }

    /// Exactly one of these literals is true.
    fn add_exactly_one(&mut self, members: &[Lit]) {
        self.add_clause(members);
        self.add_at_most_one(members);
    }

    /// Names variables that mean something, in addition to those already named: counts are of their values only.
    ///
    /// A sink that ignores meanings keeps the default, which does nothing.
    fn add_visible(&mut self, _visible: &[Var]) {}

    /// Whether nobody waits for the rest any more: an encoder that sees this may stop where it is,
    /// and says that it did. A sink without a clock keeps the default, which never does.
    fn is_over(&self) -> bool {
        false
    }

    /// `count` new variables.
    fn new_vars(&mut self, count: usize) -> Vec<Var> {
        (0..count).map(|_| self.new_var()).collect()
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for &mut S {
    fn new_var(&mut self) -> Var {
        (**self).new_var()
    }

    fn num_vars(&self) -> usize {
        (**self).num_vars()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        (**self).add_clause(clause);
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        (**self).add_at_most_one(members);
    }

    fn add_exactly_one(&mut self, members: &[Lit]) {
        (**self).add_exactly_one(members);
    }

    fn add_visible(&mut self, visible: &[Var]) {
        (**self).add_visible(visible);
    }

    fn is_over(&self) -> bool {
        (**self).is_over()
    }
}

/// A sink with a clock: it passes everything on to another sink, and tells encoders when to stop.
#[derive(Clone, Debug)]
pub struct Timed<S> {
    sink: S,
    clock: Clock,
}

impl<S: ClauseSink> Timed<S> {
    /// This sink, as long as this clock says.
    pub fn new(sink: S, clock: Clock) -> Timed<S> {
        Timed { sink, clock }
    }

    /// The sink, with everything it took so far; some is missing if an encoder stopped.
    pub fn into_inner(self) -> S {
        self.sink
    }
}

impl<S: ClauseSink> ClauseSink for Timed<S> {
    fn new_var(&mut self) -> Var {
        self.sink.new_var()
    }

    fn num_vars(&self) -> usize {
        self.sink.num_vars()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.sink.add_clause(clause);
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        self.sink.add_at_most_one(members);
    }

    fn add_exactly_one(&mut self, members: &[Lit]) {
        self.sink.add_exactly_one(members);
    }

    fn add_visible(&mut self, visible: &[Var]) {
        self.sink.add_visible(visible);
    }

    fn is_over(&self) -> bool {
        self.clock.is_over() || self.sink.is_over()
    }
}

/// A sink that keeps nothing and counts: the size that an encoding would have in DIMACS.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClauseCounter {
    /// Variables made or named.
    pub variables: usize,
    /// Clauses, groups counted as the pairwise clauses they stand for.
    pub clauses: u64,
    /// Literals in those clauses.
    pub literals: u64,
}

impl ClauseSink for ClauseCounter {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn num_vars(&self) -> usize {
        self.variables
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.literals += clause.len() as u64;
        for lit in clause {
            self.variables = self.variables.max(lit.var().index() + 1);
        }
    }

    fn add_at_most_one(&mut self, members: &[Lit]) {
        let pairs = members.len() as u64 * (members.len() as u64).saturating_sub(1) / 2;
        self.clauses += pairs;
        self.literals += 2 * pairs;
    }
}

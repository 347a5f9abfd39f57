//! Terms as literals and views, and clauses under a guard.

use std::collections::HashMap;

use gordian_flatzinc::{Argument, Constraint, IntegerSet, Term};
use gordian_formula::{ClauseSink, Lit};

use super::error::{RefusedConstraint, TranslationError};
use crate::domain::MAX_MAGNITUDE;
use crate::error::LazyError;
use crate::solver::LazySolver;
use crate::view::{Integer, View};

/// A variable of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    Literal(Lit),
    Integer(Integer),
}

/// A solver under construction.
#[derive(Debug)]
pub(super) struct Translator {
    pub(super) solver: LazySolver,
    pub(super) variables: Vec<Option<Variable>>,
    constants: HashMap<i64, Integer>,
    zero_ones: HashMap<Lit, Integer>,
}

/// Why a constraint was not posted; it is named where it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Unsupported,
    Arguments,
    Lazy(LazyError),
}

impl From<LazyError> for Refusal {
    fn from(error: LazyError) -> Refusal {
        Refusal::Lazy(error)
    }
}

impl Refusal {
    pub(super) fn of(self, constraint: &Constraint) -> TranslationError {
        let refused = || RefusedConstraint { name: constraint.name.clone(), place: constraint.place };
        match self {
            Refusal::Unsupported => TranslationError::Unsupported(refused()),
            Refusal::Arguments => TranslationError::Arguments(refused()),
            Refusal::Lazy(error) => TranslationError::Lazy(error),
        }
    }
}

/// A constraint to be posted where the guard is true; its name is without what says how it is reified.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: &'a [Argument],
    pub(super) guard: Option<Lit>,
}

impl<'a> Call<'a> {
    pub(super) fn term(&self, at: usize) -> Result<&'a Term, Refusal> {
        match self.arguments.get(at) {
            Some(Argument::Term(term)) => Ok(term),
            _ => Err(Refusal::Arguments),
        }
    }

    pub(super) fn terms(&self, at: usize) -> Result<&'a [Term], Refusal> {
        match self.arguments.get(at) {
            Some(Argument::Array(terms)) => Ok(terms),
            _ => Err(Refusal::Arguments),
        }
    }

    pub(super) fn set(&self, at: usize) -> Result<&'a IntegerSet, Refusal> {
        match self.term(at)? {
            Term::Set(set) => Ok(set),
            _ => Err(Refusal::Arguments),
        }
    }

    pub(super) fn number(&self, at: usize) -> Result<i64, Refusal> {
        number(self.term(at)?)
    }

    pub(super) fn numbers(&self, at: usize) -> Result<Vec<i64>, Refusal> {
        self.terms(at)?.iter().map(number).collect()
    }
}

/// A constant. A variable in its place is a form of the constraint that is not known here.
pub(super) fn number(term: &Term) -> Result<i64, Refusal> {
    match term {
        &Term::Integer(number) if number.unsigned_abs() <= MAX_MAGNITUDE.unsigned_abs() => Ok(number),
        Term::Integer(_) => Err(Refusal::Lazy(LazyError::Overflow)),
        Term::Variable(_) => Err(Refusal::Unsupported),
        _ => Err(Refusal::Arguments),
    }
}

impl Translator {
    pub(super) fn new(solver: LazySolver, num_variables: usize) -> Translator {
        Translator {
            solver,
            variables: vec![None; num_variables],
            constants: HashMap::new(),
            zero_ones: HashMap::new(),
        }
    }

    pub(super) fn literal(&mut self, term: &Term) -> Result<Lit, Refusal> {
        match term {
            &Term::Boolean(value) => Ok(if value { self.solver.truth() } else { !self.solver.truth() }),
            Term::Variable(id) => match self.variables.get(id.index()) {
                Some(&Some(Variable::Literal(lit))) => Ok(lit),
                _ => Err(Refusal::Arguments),
            },
            _ => Err(Refusal::Arguments),
        }
    }

    pub(super) fn literals(&mut self, terms: &[Term]) -> Result<Vec<Lit>, Refusal> {
        terms.iter().map(|term| self.literal(term)).collect()
    }

    pub(super) fn view(&mut self, term: &Term) -> Result<View, Refusal> {
        match term {
            Term::Variable(id) => match self.variables.get(id.index()) {
                Some(&Some(Variable::Integer(integer))) => Ok(integer.into()),
                _ => Err(Refusal::Arguments),
            },
            term => {
                let value = number(term)?;
                self.constant(value)
            }
        }
    }

    pub(super) fn views(&mut self, terms: &[Term]) -> Result<Vec<View>, Refusal> {
        terms.iter().map(|term| self.view(term)).collect()
    }

    pub(super) fn constant(&mut self, value: i64) -> Result<View, Refusal> {
        if let Some(&integer) = self.constants.get(&value) {
            return Ok(integer.into());
        }
        let integer = self.solver.new_integer(value, value)?;
        self.constants.insert(value, integer);
        Ok(integer.into())
    }

    /// The integer that is one where the literal is true and zero where it is false.
    pub(super) fn zero_one(&mut self, lit: Lit) -> Result<Integer, Refusal> {
        if let Some(&integer) = self.zero_ones.get(&lit) {
            return Ok(integer);
        }
        let integer = self.solver.bind_integer(&[0, 1], &[lit])?;
        self.zero_ones.insert(lit, integer);
        Ok(integer)
    }

    /// The least and the greatest value of a view's domain.
    pub(super) fn bounds_of(&self, view: View) -> (i64, i64) {
        let (lower, upper) = self.solver.domain_bounds(view.integer());
        let (one, other) = (view.of(lower), view.of(upper));
        (one.min(other), one.max(other))
    }

    /// The literal that a view is within a set.
    pub(super) fn is_within(&mut self, view: View, set: &IntegerSet) -> Lit {
        let mut parts = Vec::new();
        for range in set.ranges() {
            let (from, to) = (self.solver.at_least(view, *range.start()), self.solver.at_most(view, *range.end()));
            parts.push(self.conjunction(&[from, to]));
        }
        self.disjunction(&parts)
    }

    /// The literal that all of these are true.
    pub(super) fn conjunction(&mut self, lits: &[Lit]) -> Lit {
        let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        !self.disjunction(&negated)
    }

    /// The literal that one of these is true.
    pub(super) fn disjunction(&mut self, lits: &[Lit]) -> Lit {
        let truth = self.solver.truth();
        let mut open: Vec<Lit> = lits.iter().copied().filter(|&lit| lit != !truth).collect();
        if open.contains(&truth) {
            return truth;
        }
        match open[..] {
            [] => !truth,
            [only] => only,
            _ => {
                let any = self.solver.new_literal();
                open.iter().for_each(|&lit| self.solver.add_clause(&[!lit, any]));
                open.push(!any);
                self.solver.add_clause(&open);
                any
            }
        }
    }

    /// One of these holds where the guard is true.
    pub(super) fn clause(&mut self, guard: Option<Lit>, lits: &[Lit]) {
        self.solver.add_clause_if(guard, lits);
    }

    /// The two are the same where the guard is true.
    pub(super) fn equate(&mut self, guard: Option<Lit>, one: Lit, other: Lit) {
        self.clause(guard, &[!one, other]);
        self.clause(guard, &[one, !other]);
    }
}
